"""Questions that ask for reasons or opinions, as the claim that they are about.

"Why should homework be banned?" asks for reasons to ban it. A model that was taught with everyday talk reads it as a
rhetorical question, which says that there are none.
"""

from __future__ import annotations

import re

MOST_WORDS = 16
"""Words of a question at most: longer ones tell a story first, and mean the question to be rhetorical."""

_PERSONAL_WORDS = """anybody anyone because even ever everybody everyone he her hers him his i if its just me mine my
nobody our ours she simply somebody someone still that their theirs them then these they this those us when while who
you your yours"""
_PERSONAL = frozenset(_PERSONAL_WORDS.split())
"""Words of one's own case, of what was said before, or of a reason."""
_PROPOSED_VERBS = """abandon abolish adopt approve ban block boycott build cancel censor close combat continue
criminalise criminalize cut decriminalise decriminalize defund delay discontinue discourage dismantle dissolve drop
encourage end enforce expand extend forbid grant impose increase introduce legalise legalize limit lower maintain
mandate nationalise nationalize outlaw phase preserve privatise privatize prohibit raise reduce reform regulate
reinstate reject repeal replace require restrict scrap stop strengthen suspend tighten"""
_PROPOSED_STATES = "compulsory illegal legal mandatory obligatory optional unlawful voluntary"
_PROPOSED = frozenset(_PROPOSED_VERBS.split() + _PROPOSED_STATES.split())
"""What people propose to do, or want things to be. Who asks why something should be allowed means mostly that it should
not."""
_PHRASES = ("do away with", "done away with", "get rid of", "got rid of", "give up", "given up")
_BASES = {"built": "build", "forbidden": "forbid"}
_ACTORS = (
    r"(?:we|society|congress|parliament|politicians|schools|universities|companies|employers|parents"
    r"|(?:the )?(?:government|governments|state|states|un|eu|world|countries|nations|cities|police))"
)
_VALUES = (
    r"(?:an? )?(?:so |very |really |considered )?(?:bad|beneficial|better|controversial|cruel|dangerous|effective"
    r"|essential|ethical|evil|fair|good|great|harmful|healthy|helpful|immoral|important|ineffective|just|justified"
    r"|moral|necessary|problematic|right|safe|terrible|unethical|unfair|unhealthy|unjust|unjustified|unnecessary"
    r"|unsafe|useful|useless|worse|wrong)\b.*"
)
_WHY_SHOULD = re.compile(
    r"why (should|must|shall)(n['’]t)? (not )?(?:(.+?) (not )?(be .+)|(" + _ACTORS + r") (not )?(.+))"
)
_WHY_IS = re.compile(rf"why (is|are) (.+?) ({_VALUES})")
_FOR, _AGAINST = r"(?:for|in favou?r of)", r"(?:against|opposed to)"
_SOME = r"(?:so |too )?(?:many|some|most|other) "
_PEOPLE = rf"(?:{_SOME})?(?:activists|critics|experts|others|people|scientists|teachers)"
_ASKED = r"what (?:is|are|would be) (?:[\w-]+ ){0,3}(?:arguments?|reasons?|case|points|evidence)"
_WHY_DO = rf"why (?:do|did|would) {_PEOPLE}"
_SIDES = tuple(
    (re.compile(pattern + " (.+)"), meant)
    for pattern, meant in (
        (rf"what speaks {_FOR}", "arguments for"),
        (r"what speaks against", "arguments against"),
        (rf"{_ASKED} {_FOR}", "arguments for"),
        (rf"{_ASKED} against", "arguments against"),
        (r"what (?:is|are) (?:[\w-]+ ){0,3}(?:objections?|opposition) to", "arguments against"),
        (rf"(?:why|who) (?:is|are) (?:{_PEOPLE} )?{_FOR}", "arguments for"),
        (rf"(?:why|who) (?:is|are) (?:{_PEOPLE} )?{_AGAINST}", "arguments against"),
        (rf"{_WHY_DO} want to", "reasons to"),
        (rf"{_WHY_DO} (?:think|believe|say|argue|claim)", ""),
        (rf"(?:{_WHY_DO} (?:support|favou?r|back|defend|agree with)|who supports?)", "arguments for"),
        (
            rf"(?:{_WHY_DO} (?:oppose|reject|criticise|criticize|disagree with)|who opposes?)",
            "arguments against",
        ),
        (r"what do (?:the |its )?(?:supporters|proponents|advocates) say (?:about|of)", "arguments for"),
        (r"what do (?:the |its )?(?:critics|opponents) say (?:about|of)", "arguments against"),
    )
)

_OPINION = re.compile(
    r"(?:do you (?:think|agree|believe)(?: that)?"
    r"|(?:assess|discuss|evaluate|examine) (?:the (?:claim|idea|motion|statement|view) that|whether(?: or not)?|if)"
    r"|(?:(?:different|public|your) )?(?:opinions?|thoughts|views?) (?:about|on)) (.+)",
    re.IGNORECASE,
)


def claim_asked_about(question: str) -> str:
    """Returns the claim that a question asks for reasons of, or for an opinion on; an empty text where there is none.

    What its words show to be rhetorical is none: somebody's own case, a reason in front, doings that nobody proposes.

    >>> claim_asked_about("Why should homework not be banned?"), claim_asked_about("why is nuclear power so safe")
    ('Homework should not be banned', 'Nuclear power is safe')
    >>> claim_asked_about("What are the best arguments against zoos?"), claim_asked_about("Who is for a wealth tax?")
    ('Arguments against zoos', 'Arguments for a wealth tax')
    >>> claim_asked_about("Do you think that zoos are cruel?"), claim_asked_about("Discuss whether zoos are cruel")
    ('Zoos are cruel', 'Zoos are cruel')
    >>> [claim_asked_about(text) for text in ("Should we ban zoos?", "Why should I pay for your car?", "Ban zoos")]
    ['', '', '']
    """
    asked = " ".join(question.split()).rstrip("?! ")
    asked = re.sub(
        r"^(what|who)['’]s ", r"\1 is ", asked.lower() if asked.isupper() else asked, flags=re.IGNORECASE
    )
    opinion = _OPINION.fullmatch(asked)
    if opinion is not None:
        return opinion[1][:1].upper() + opinion[1][1:]
    first, *others = asked.lower().split() or [""]
    if first not in ("why", "what", "who") or len(others) >= MOST_WORDS or not _PERSONAL.isdisjoint(others):
        return ""
    if re.search(r"[^\w\s'’-]| - ", asked):  # several sentences, or a reason in front
        return ""
    plain = asked[0].lower() + asked[1:]
    claim = _proposal(plain) or _value(plain) or _side(plain)
    return claim[:1].upper() + claim[1:]


def _proposal(question: str) -> str:
    """Returns what should be done, of a question that asks why."""
    found = _WHY_SHOULD.fullmatch(question)
    if found is None:
        return ""
    modal, contracted, before, subject, behind, passive, actor, denied, active = found.groups()
    if subject == "it" or not _is_proposal(passive.removeprefix("be ") if passive else active):
        return ""
    parts = (
        subject or actor,
        modal,
        "not" if contracted or before or behind or denied else "",
        passive or active,
    )
    return " ".join(filter(None, parts))


def _is_proposal(text: str) -> bool:
    """Returns whether a text begins with what people propose to do, or want things to be."""
    first = text.split()[0].lower()
    bases = {first, _BASES.get(first, first), first.removesuffix("d"), first.removesuffix("ed")}
    if first.endswith("ed") and first[-4:-3] == first[-3:-2]:
        bases.add(first[:-3])
    return bool(bases & _PROPOSED) or text.lower().startswith(_PHRASES)


def _value(question: str) -> str:
    """Returns what something is said to be, of a question that asks why."""
    found = _WHY_IS.fullmatch(question)
    if found is None or (found[2] == "it" and " to " not in found[3]):
        return ""
    return f"{found[2]} {found[1]} {found[3].removeprefix('so ')}"


def _side(question: str) -> str:
    """Returns the side whose arguments a question asks for."""
    for pattern, meant in _SIDES:
        found = pattern.fullmatch(question)
        if found is not None:
            return f"{meant} {found[1]}".lstrip()
    return ""
