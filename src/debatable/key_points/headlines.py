"""Units of comments, and which of them stand by themselves as the headline of a point."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from typing import NamedTuple

from debatable.text import analyzer
from debatable.text.units import units

LONGEST = 20_000
"""Characters of a comment that are split at once; the model of units looks no further than a sentence."""

DATE = (
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december)[\w/]*\.?\ "
    r"(?:\d{1,2}(?:st|nd|rd|th)?,?\ )?\d{4}\b"
)
LEAD = re.compile(
    rf"""(?ix)(?:{DATE}\ ?:|[\s"'“”‘’`*•·–—\-,;:.…>#)\]]+
    |(?:and|but|or|so|also|because|since|then|plus|yet|thus|therefore|hence|however|moreover|furthermore|besides
       |additionally|firstly|secondly|thirdly|lastly|finally|in\ addition|for\ example|for\ instance
       |on\ the\ other\ hand|after\ all|as\ a\ result|in\ fact|of\ course|personally
       |in\ my\ (?:humble\ )?opinion|imo|imho)\b[,:]?
    |(?:i|we)\ (?:just\ |also\ |really\ |strongly\ |firmly\ |do\ )*
       (?:think|believe|feel|agree|say|mean)\b(?:\ that\b)?[,:]?
    |(?:the\ fact\ |it\ is\ (?:true|clear|obvious)\ )?that\b(?=\ (?:the|a|an|people|we|there|all)\b))"""
)
TAIL = re.compile(
    r"""(?<![\s,;:–—\-])(?<!\band)(?<!\bbut)(?<!\bor)(?<!\bso)(?<!\bbecause)  # a long run is gone through once
    (?:\s|[,;:–—\-]|\b(?:and|but|or|so|because)\b)+$""",
    re.IGNORECASE | re.VERBOSE,
)
DANGLING = re.compile(
    r"(?i)(?:it|its|it['’]s|this|that|that['’]s|these|those|they|they['’]re|them|their|he|she|he['’]s|she['’]s|his|her"
    r"|him|such|which|who|whose|whom|where|when|while|whereas|although|though|if|unless|as|than|not|nor|to|for|with"
    r"|by|from|of|in|on|at|into|via|due|including|especially|only|even|same|another|both|here|there['’]?s?\ no\ such"
    r"|yes|no,|well|ok|okay|lol|again|instead|otherwise|likewise|similarly|what|why|how|the\ (?:former|latter)"
    r"|being|having|allowing|making)\b"
)
PRONOUN = re.compile(
    r"(?i)\b(?:it|its|they|them|their|theirs|he|she|him|this|that|these|those|such|one|ones)\b"
)
FUNCTION = re.compile(
    r"(?i)(?:i|you|we|people|there|the|a|an|and|or|but|if|so|because|since|as|when|while|that|what|who|to|of|in|on|for"
    r"|with|by|from|at|is|are|was|were|be|been|am|has|have|had|do|does|did|can|could|will|would|shall|should|may"
    r"|might|must|cannot|not|no|yes|all|any|some|many|much|more|most|just|also|only|too|very|even|our|us|my|your|really|think)"
)
BROKEN = re.compile(
    r"(?i)\b(?:should|would|must|can|could|will|may|might)(?:\ not)?\ (?:because|since|if|but|and|so|as)\b"
    r"|\bto\ (?:will|would|is|are|was|were|has|had|should|can)\b"
)
DATED = re.compile(rf"(?i){DATE}|\bet\ al\b|\(\d{{4}}\)|\bpp?\.\ ?\d")
SOURCE = re.compile(
    r"""(?<=[a-z0-9])(?<!said)(?<!says)(?<!that)(?<!called)(?<!is)(?<!are)(?<!as)(?<!of)(?<!the)"""
    r"""\ ["“][A-Z][^"”]{7,500}["”]\W*(?:[A-Z][\w.,'’ ]{0,60})?$"""
)
"""Title and place of a source behind what is said."""
TITLED = re.compile(r"[\"“][^\"”]{8,500}[\"”]\W*[A-Z]")
SIGNED = re.compile(r"\b([a-z]+)\ [A-Z][a-z]+\ [A-Z][a-z]+\.$")
PERSONAL = re.compile(r"(?i)\b(?:i|me|my|mine|myself|you|your|i['’]m|i['’]ve|i['’]d|you['’]re|lol)\b")
VERB = re.compile(
    r"(?i)(?<!\bto\ )\b(?:is|are|was|were|be|been|am|has|have|had|do|does|did|can|could|will|would|shall|should|may"
    r"|might|must|cannot|need|needs|make|makes|made|get|gets|take|takes|give|gives|lead|leads|cost|costs|help|helps"
    r"|cause|causes"
    r"|become|becomes|remain|remains|keep|keeps|harm|harms|save|saves|allow|allows|create|creates|reduce|reduces"
    r"|increase|increases|prevent|prevents|provide|provides|protect|protects|improve|improves|want|wants|deserve"
    r"|deserves|violate|violates|promote|promotes|support|supports|encourage|encourages|destroy|destroys|bring|brings"
    r"|benefit|benefits|ensure|ensures|put|puts|let|lets|teach|teaches|offer|offers|affect|affects|hurt|hurts"
    r"|require|requires|deter|deters|work|works|suffer|suffers|kill|kills|\w+n['’]t|\w{4,}(?:ed|izes|ises|ates|ifies))\b"
)
LAST = re.compile(
    r"(?i)\b(?:the|a|an|of|to|for|with|by|from|in|on|at|and|or|but|is|are|be|as|than|that|which|who|their|its)$"
)
WORD = re.compile(r"\w+")
ADDRESS = re.compile(r"(?i)https?:|www\.|@\w|<[a-z/]")


class Unit(NamedTuple):
    """A span of a comment that makes one point.

    Attributes:
        comment: Number of the comment.
        start: Where the span begins.
        end: Where it ends.
        whole: Whether it is a whole sentence.
        first: Whether nothing of the comment stands before it.
    """

    comment: int
    start: int
    end: int
    whole: bool
    first: bool


def comment_units(number: int, text: str, shortest: int = 3) -> list[Unit]:
    """Returns the units of a comment, without conjunctions at their ends; a comment with words has at least one.

    Args:
        number: Of the comment.
        text: Of the comment.
        shortest: Words of a unit at least, where the comment has so many; a shorter one goes with the one before it.

    >>> text = "I think that zoos save species that are nearly extinct, but the animals suffer there. Sad!"
    >>> [text[unit.start : unit.end] for unit in comment_units(0, text)]
    ['zoos save species that are nearly extinct', 'the animals suffer there. Sad!']
    """
    spans: list[tuple[int, int]] = []
    for start, end in _parts(text):
        short = len(WORD.findall(text, start, end)) < shortest
        if spans and (short or len(WORD.findall(text, *spans[-1])) < shortest):
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    found: list[Unit] = []
    for start, end in spans:
        left, right = _trimmed(text, start, end)
        if WORD.search(text, left, right):
            whole = text[right - 1] in '.!…"”)' or (left <= start and right == len(text.rstrip()))
            found.append(Unit(number, left, right, whole, not found))
    return found


def _parts(text: str) -> Iterable[tuple[int, int]]:
    """Yields the spans of the units of a text, of a long one piece by piece."""
    for at in range(0, len(text), LONGEST):
        for start, end in units(text[at : at + LONGEST]):
            yield at + start, at + end


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Returns a span without conjunctions and marks at its ends, or the span itself where nothing else is in it."""
    left = start
    while (match := LEAD.match(text, left, end)) is not None and match.end() > left:
        left = match.end()
    while left < end and text[left].isspace():
        left += 1
    if (source := SOURCE.search(text[left:end])) and len(WORD.findall(text[left:end][: source.start()])) > 4:
        end = left + source.start()
    tail = TAIL.search(text[left:end])
    right = left + tail.start() if tail else end
    return (left, right) if len(WORD.findall(text, left, right)) > 1 else (start, end)


def folded(text: str) -> str:
    """Returns a text without case, marks and spaces: equal for units that are the same words.

    >>> folded("Ban  CARS, now!") == folded("ban cars now")
    True
    """
    return " ".join(WORD.findall(text.casefold())) or text.strip()


def topic_stems(texts: Sequence[str], share: float = 0.15) -> frozenset[str]:
    """Returns the stems of what texts are about: those that a share of them have, twice at least.

    >>> sorted(topic_stems(["Zoos save species", "A zoo is cruel", "Zoos teach us", "Lions suffer"], share=0.5))
    ['zoo']
    """
    terms = analyzer("english")
    found = Counter(stem for text in texts for stem in set(terms(text)))
    least = max(2.0, share * len(texts))
    return frozenset(stem for stem, count in found.items() if count >= least and not FUNCTION.fullmatch(stem))


def headline_quality(
    text: str, whole: bool = True, first: bool = True, topic: Set[str] = frozenset()
) -> float:
    """Returns how well a unit stands by itself, from 0 to 1: short, complete, nothing that points elsewhere.

    Args:
        text: Of the unit.
        whole: Whether it is a whole sentence.
        first: Whether nothing of its comment stands before it, to which it could point.
        topic: Stems of which a headline should have one, see `topic_stems`.

    >>> good = headline_quality("Zoos keep species from dying out.")
    >>> good > 0.8, headline_quality("They do it there."), headline_quality("Do zoos help?")
    (True, 0.0, 0.0)
    """
    words = WORD.findall(text)
    plain = text.rstrip("\"'”’)] ")
    if not 3 <= len(words) <= 40 or plain.endswith("?") or DANGLING.match(text) or ADDRESS.search(text):
        return 0.0
    if LAST.search(plain.rstrip(".!,;")) or plain.endswith((":", "…", "...")) or DATED.search(text):
        return 0.0
    quality = _length(words) * _grammar(text, whole, first)
    if (match := PRONOUN.search(text)) and (not first or not _names_something(text[: match.start()])):
        quality *= 0.4
    if not first:
        quality *= 0.9
    if match := PERSONAL.search(text):
        quality *= 0.6 if match.start() else 0.3
    if topic and topic.isdisjoint(analyzer("english")(text)):
        quality *= 0.6
    if text.isupper() or plain.count("!") > 1 or any(len(word) > 30 for word in words):
        quality *= 0.5
    if TITLED.search(text) or sum(map(text.count, '"“”')) % 2:
        quality *= 0.2
    if (match := SIGNED.search(text)) and not FUNCTION.fullmatch(match[1]):  # by its author
        quality *= 0.5
    return quality


def _length(words: Sequence[str]) -> float:
    return 14 / len(words) if len(words) > 14 else 0.5 if len(words) < 5 else 1.0


def _grammar(text: str, whole: bool, first: bool) -> float:
    """Returns how much of a sentence a unit is: with a subject and a verb, with its beginning and end."""
    verb = VERB.search(text)
    part = 0.2 if verb is None or BROKEN.search(text) else 0.5 if verb.start() == 0 else 1.0
    if not first and text[:1].islower():  # its beginning stands before it
        part *= 0.6
    return part if whole else 0.85 * part


def _names_something(text: str) -> bool:
    """Returns whether a beginning names something that a pronoun behind it can stand for."""
    return any(not FUNCTION.fullmatch(word) for word in WORD.findall(text))
