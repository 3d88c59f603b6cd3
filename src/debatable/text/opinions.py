"""Questions for an opinion, as the claim or the topic that it is asked on: is a claim true, what is a thing worth?"""

from __future__ import annotations

import re

PRONOUN = r"(?:her|him|it|me|that|them|this|us|you)"
"""What was spoken of before: no topic of a search."""

_STATEMENT = r"(?:the|this) (?:following )?(?:claim|idea|opinion|statement|view)"
_AGREE = (
    r"agree(?: or disagree|(?! or\b))"
    rf"(?: with(?: {_STATEMENT}(?: of| that)?)?(?! {PRONOUN}\b)|(?! with\b))[:?]?"
)
_OPINION = re.compile(
    rf"(?:(?:do|would) you (?:also )?(?:think|believe|say|{_AGREE})(?: that)?"
    r"|(?:(?:does )?any(?:body|one) else|does any(?:body|one)) (?:agree|think)(?: that|(?! (?:about|of|with)\b))"
    r"|am i the only (?:one|person) who thinks(?: that)?|who else thinks(?: that)?"
    r"|is it (?:really |actually )?true(?: to say)?(?: that)?(?! (?:for|in|of)\b)|true or false:?"
    rf"|(?:how far|to what extent) (?:do you {_AGREE}|is it true)(?: that)?:?|(?:convince|persuade) me that"
    rf"|(?:arguments?|evidence|proof|reasons?) for {_STATEMENT} that"
    r"|what (?:is|are) your (?:opinions?|position|stance|take|thoughts|views?) (?:about|of|on)"
    r"|how do (?:people|you) feel about|where do you stand on"
    r"|(?:what is the|is there) (?:[\w-]+ ){0,2}(?:evidence|proof) that|what (?:evidence|proof) is there that"
    r"|what do (?:you|experts|people|scientists) (?:say|think) (?:about|of)"
    r"|what does (?:research|science) say (?:about|on)"
    r"|(?:assess|discuss|evaluate|examine) (?:the (?:claim|idea|motion|statement|view) that|whether(?: or not)?|if)"
    r"|(?:(?:different|public|your) )?(?:opinions?|thoughts|views?) (?:about|on))"
    rf" (?!{PRONOUN}$)(.+)",
    re.IGNORECASE,
)
_WORTH = (
    r"(?:an? )?(?:bad|beneficial|blessing|boon|curse|dangerous|ethical|evil|fair|foe|friend|good|harmful|healthy"
    r"|helpful|immoral|just|justified|moral|necessary|right|safe|unethical|unfair|unhealthy|unjust|unjustified"
    r"|unnecessary|unsafe|useful|useless|wrong)(?: idea| thing)?"
)
_TOPIC = rf"((?!{PRONOUN}\b|(?:he|she|they)\b)(?:[\w'’-]+ ){{0,7}}?[\w'’-]+)"
_EITHER_OR = re.compile(
    rf"(?:(?:is|are) {_TOPIC}|{_TOPIC}(?::| -|,)) {_WORTH} or (?:not|{_WORTH})", re.IGNORECASE
)
_TOPIC_OF = re.compile(
    r"(?:(?:(?:an?|the) )?(?:(?:argumentative|great|persuasive) )?"
    r"(?:controversy|debate|discussion|essay|facts|information|speech) (?:about|around|on|over)"
    rf"|concerning|regarding|(?:please )?tell me (?:more )?about|(?:how|what) about|the question of) {_TOPIC}"
    rf"|(?:the )?{_TOPIC} controversy",
    re.IGNORECASE,
)
_SAYING_WORDS = """am are be can could did do does had has have how if is may might must should that was were what when
where whether who why will would"""
_SAYING = frozenset(_SAYING_WORDS.split())
"""Words of a text that says or asks something of a topic."""


def opinion_asked_for(text: str) -> str:
    """Returns the claim or the topic on which a text without its question mark asks for an opinion; else an empty text.

    >>> opinion_asked_for("do you agree that zoos are cruel"), opinion_asked_for("are zoos right or wrong")
    ('zoos are cruel', 'zoos')
    >>> opinion_asked_for("the debate over zoos"), opinion_asked_for("the debate over zoos is over")
    ('zoos', '')
    """
    opinion = _OPINION.fullmatch(text)
    if opinion is not None:
        return opinion[1]
    plain = text.rstrip("?. ")
    topic = _EITHER_OR.fullmatch(plain) or _TOPIC_OF.fullmatch(plain)
    named = next(filter(None, topic.groups()), "") if topic else ""
    return named if _SAYING.isdisjoint(named.lower().split()) else ""
