"""Questions that ask for reasons or opinions, as the claim that they are about.

"Why should homework be banned?" asks for reasons to ban it. A model that was taught with everyday talk reads it as a
rhetorical question, which says that there are none.
"""

from __future__ import annotations

import re

from debatable.text.opinions import PRONOUN, opinion_asked_for
from debatable.text.stops import STOPS

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
_PHRASES = ("do away with", "get rid of", "give up")
_MADE = re.compile(r"make (?:.+ )?(?:" + "|".join(_PROPOSED_STATES.split()) + ")")
_BASES = {
    "built": "build",
    "did": "do",
    "done": "do",
    "forbade": "forbid",
    "forbidden": "forbid",
    "gave": "give",
    "given": "give",
    "got": "get",
    "made": "make",
}
_ACTORS = (
    r"(?:we|society|congress|parliament|politicians|schools|universities|companies|employers|parents"
    r"|(?:the )?(?:government|governments|state|states|un|eu|world|countries|nations|cities|police))"
)
_VALUES = (
    r"(?:an? )?(?:so |very |really |considered )?(?:bad|beneficial|better|controversial|cruel|dangerous|effective"
    r"|essential|ethical|evil|fair|good|great|harmful|healthy|helpful|immoral|important|ineffective|just|justified"
    r"|mistake|moral|necessary|problem|problematic|right|safe|terrible|unethical|unfair|unhealthy|unjust|unjustified"
    r"|unnecessary|unsafe|useful|useless|waste|worse|wrong)\b.*"
)
_WHY_SHOULD = re.compile(
    r"why (should|must|shall)(n['’]t)? (not )?(?:(.+?) (not )?(be .+)|(" + _ACTORS + r") (not )?(.+))"
)
_HOW_TO = re.compile(
    r"(?:shall|(?:how|when) (?:can|could|do|will|would)) "
    r"(?:(" + _ACTORS + r") (?:ever |finally )?(.+ .+)|(.+?) (?:ever |finally )?be (.+))"
)
_WHAT_IF = re.compile(
    r"what (?:if|(?:happens|(?:will|would|could) happen|would (?:change|you (?:say|think))) if) "
    r"(?:(" + _ACTORS + r") (.+ .+)|(.+?) (?:is|are|was|were) (.+))"
)
_WHY_NEED = re.compile(r"why do (we) (need|have) to (.+)")
_WHO_WANTS = re.compile(r"who (?:wants|would like) to (.+)")
_WHY_NOT_YET = re.compile(r"why (?:(?:is|are) (.+?) not|(?:has|have) (.+?) not been) (.+?)(?: yet)?")
_WHY_IS = re.compile(rf"(?:why|in what ways?) (is|are) (.+?) (not )?({_VALUES})")
_FOR, _AGAINST = r"(?:for|in favou?r of)", r"(?:against|opposed to)"
_SOME = r"(?:so |too )?(?:many|some|most|other) "
_PEOPLE = rf"(?:{_SOME})?(?:activists|critics|experts|others|people|scientists|teachers)"
_WHAT_IS = re.compile(r"what (?:is|are) (?:an? )?((?:[\w'’-]+ ){0,2}[\w'’-]+)")
_HOW_WORKS = re.compile(r"how (?:does|do) (?:an? )?((?:[\w'’-]+ ){0,4}[\w'’-]+) work")
_NO_TOPIC = STOPS["english"].union(("bad", "going", "good", "happening", "right", "wrong"))
_FIRST_WORDS = """are arguments can cons could counter counter-argument counter-arguments counterargument
counterarguments do find for give how i i'm i’m in is list looking no no-one nobody please shall show tell the what
when which who why will would"""
_FIRST = frozenset(_FIRST_WORDS.split())
"""First words of the questions below; those for an opinion begin otherwise, too."""
_PLEASE = r"(?:please )?(?:(?:can|could|will|would) you )?(?:please )?"
_OPENINGS = (
    (re.compile(r"^(what|who)['’]s ", re.IGNORECASE), r"\1 is "),
    (re.compile(r"^why do you (?=think|believe)", re.IGNORECASE), "why do people "),
    (re.compile(rf"^{_PLEASE}tell me why (.+?) (should|must)(n['’]t)? ", re.IGNORECASE), r"why \2\3 \1 "),
)
_REQUEST = (
    rf"{_PLEASE}(?:help me (?:to )?)?"
    r"(?:(?:find|give|list|show|tell)(?: me)?|[iI] need|(?:[iI](?: am|['’]m) )?looking for) (?:[\w-]+ ){0,3}"
)
_ASKED = (
    r"(?:what (?:is|are|would be) (?:[\w-]+ ){0,3}(?:arguments?|reasons?|case|points|evidence)"
    r"|(?:what|which) (?:arguments|evidence|reasons) (?:is there|are there|speaks?)"
    r"|(?:is|are) there (?:[\w-]+ ){0,2}(?:arguments?|reasons?|case|evidence)"
    rf"|{_REQUEST}(?:arguments|points|reasons)"
    r"|how (?:to|(?:can|could|do|should|would) (?:[iI]|one|we|you)) argue)"
)
_DRAWBACKS = r"(?:cons|dangers?|disadvantages?|downsides?|drawbacks?|harms?|problems?|risks?|weaknesses)"
_WHY_DO = rf"why (?:do|did|would) {_PEOPLE}"
_SIDES = tuple(
    (re.compile(rf"(?:{pattern}) (?!{PRONOUN}$)(.+)"), meant)
    for pattern, meant in (
        (
            rf"(?:(?:{_ASKED}|{_REQUEST}evidence|(?:the )?(?:best |main )?arguments|are you) )?"
            r"(?:for (?:and|or) against|against (?:and|or) for)",
            "",
        ),
        (rf"what speaks {_FOR}", "arguments for"),
        (r"what speaks against", "arguments against"),
        (rf"{_ASKED} {_FOR}", "arguments for"),
        (rf"{_ASKED} against", "arguments against"),
        (r"what (?:is|are) (?:[\w-]+ ){0,3}(?:objections?|opposition) to", "arguments against"),
        (
            rf"what (?:is|are) (?:the )?(?:(?!and )[\w-]+ ){{0,2}}{_DRAWBACKS} (?:of|with)",
            "arguments against",
        ),
        (rf"{_REQUEST}evidence {_FOR}", "evidence for"),
        (rf"{_REQUEST}evidence against", "evidence against"),
        (
            r"counter[- ]?arguments? (?:about|against|for|on|to)|(?:the )?(?:biggest |main )?cons of",
            "arguments against",
        ),
        (r"are you for(?! or\b| real\b)", "arguments for"),
        (
            rf"(?:are you {_AGAINST}(?! or\b)|do you (?:disagree with|oppose|reject))",
            "arguments against",
        ),
        (
            rf"why (?:[iI] am|[iI]['’]m|we are) {_AGAINST}"
            r"|why (?:[iI]|we) (?:oppose|reject|(?:do not|don['’]t) support)",
            "arguments against",
        ),
        (r"why not to", "reasons not to"),
        (r"why to", "reasons to"),
        (
            r"(?:nobody|no[ -]one) (?:can |could |seriously |would )?(?:den(?:y|ies)|disputes?|doubts?) that"
            r"(?!.* but )",
            "",
        ),
        (r"what is good about", "arguments for"),
        (r"what is bad about|what do people (?:dislike|hate) about", "arguments against"),
        (rf"are there (?:[\w-]+ ){{0,2}}{_DRAWBACKS} (?:of|to|with)", "arguments against"),
        (rf"(?:why|who) (?:is|are) (?:{_PEOPLE} )?{_FOR}", "arguments for"),
        (rf"(?:why|who) (?:is|are) (?:{_PEOPLE} )?{_AGAINST}", "arguments against"),
        (rf"{_WHY_DO} want to", "reasons to"),
        (rf"{_WHY_DO} (?:think|believe|say|argue|claim)(?: that)?", ""),
        (r"what makes people (?:think|believe|say)(?: that)?", ""),
        (r"who (?:thinks|believes|agrees|argues|claims) that", ""),
        (
            rf"(?:{_WHY_DO} (?:support|favou?r|back|defend|agree with|like|love|want)|who supports?)",
            "arguments for",
        ),
        (
            rf"(?:{_WHY_DO} (?:oppose|reject|criticise|criticize|disagree with|dislike|hate)|who opposes?)",
            "arguments against",
        ),
        (r"what do (?:the |its )?(?:supporters|proponents|advocates) say (?:about|of)", "arguments for"),
        (r"what do (?:the |its )?(?:critics|opponents) say (?:about|of)", "arguments against"),
    )
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
    asked = asked.lower() if asked.isupper() else asked
    for begun, whole in _OPENINGS:
        asked = begun.sub(whole, asked)
    opinion = opinion_asked_for(asked)
    if opinion:
        return opinion[:1].upper() + opinion[1:]
    asked = asked.rstrip(".")
    first, *others = asked.lower().split() or [""]
    if first not in _FIRST or len(others) >= MOST_WORDS:
        return ""
    if re.search(r"[^\w\s'’-]| - ", asked):  # several sentences, or a reason in front
        return ""
    plain = asked[0].lower() + asked[1:]
    claim = _proposal(plain) or _measure(plain) or _value(plain) or _side(plain) or _topic(plain)
    if not _PERSONAL.isdisjoint(claim.lower().split()):
        return ""
    return claim[:1].upper() + claim[1:]


def _proposal(question: str) -> str:
    """Returns what should be done, of a question that asks why."""
    found = _WHY_SHOULD.fullmatch(question)
    if found is None:
        return ""
    modal, contracted, before, subject, behind, passive, actor, denied, active = found.groups()
    if subject == "it" or not _as_proposal(passive.removeprefix("be ") if passive else active):
        return ""
    parts = (
        subject or actor,
        modal,
        "not" if contracted or before or behind or denied else "",
        passive or active,
    )
    return " ".join(filter(None, parts))


def _measure(question: str) -> str:
    """Returns what should be done, of a question that asks how or when it is done, what follows or who wants it."""
    needed, wanted = _WHY_NEED.fullmatch(question), _WHO_WANTS.fullmatch(question)
    if needed is not None:
        return f"{needed[1]} {needed[2]} to {needed[3]}" if _as_proposal(needed[3]) else ""
    if wanted is not None:
        return f"reasons to {wanted[1]}" if _as_proposal(wanted[1]) else ""
    undone = _WHY_NOT_YET.fullmatch(question)
    if undone is not None:
        subject = undone[1] or undone[2]
        return f"{subject} should be {undone[3]}" if subject != "it" and _as_proposal(undone[3]) else ""
    found = _HOW_TO.fullmatch(question) or _WHAT_IF.fullmatch(question)
    if found is None:
        return ""
    actor, active, subject, passive = found.groups()
    done = _as_proposal(active or passive)
    if not done or subject == "it":
        return ""
    return f"{actor} should {done}" if actor else f"{subject} should be {passive}"


def _as_proposal(text: str) -> str:
    """Returns a text that begins with what people propose to do, or want things to be, with its first word as a base.

    Other texts have none.

    >>> _as_proposal("banned zoos"), _as_proposal("made voting compulsory"), _as_proposal("fed zoos")
    ('ban zoos', 'make voting compulsory', '')
    """
    first, space, rest = text.partition(" ")
    word = first.lower()
    bases = [word, _BASES.get(word, word), word.removesuffix("d"), word.removesuffix("ed")]
    if word.endswith("ed") and word[-4:-3] == word[-3:-2]:
        bases.append(word[:-3])
    for base in bases:
        proposed = base + space + rest
        if base in _PROPOSED or proposed.lower().startswith(_PHRASES) or _MADE.fullmatch(proposed.lower()):
            return proposed
    return ""


def _value(question: str) -> str:
    """Returns what something is said to be, of a question that asks why."""
    found = _WHY_IS.fullmatch(question)
    if found is None or (found[2] == "it" and " to " not in found[4]):
        return ""
    return f"{found[2]} {found[1]} {found[3] or ''}{found[4].removeprefix('so ')}"


def _side(question: str) -> str:
    """Returns the side whose arguments a question asks for."""
    for pattern, meant in _SIDES:
        found = pattern.fullmatch(question)
        if found is not None:
            return f"{meant} {found[1]}".lstrip()
    return ""


def _topic(question: str) -> str:
    """Returns what a question about the thing itself is about: what it is, how it works."""
    found = _WHAT_IS.fullmatch(question) or _HOW_WORKS.fullmatch(question)
    if found is None or not _NO_TOPIC.isdisjoint(found[1].lower().split()):
        return ""
    return found[1]
