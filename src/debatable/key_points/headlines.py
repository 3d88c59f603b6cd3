"""Units of comments, and which of them stand by themselves as the headline of a point."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from debatable.text.units import units

__all__ = ["Unit", "comment_units", "folded", "headline_quality"]

LONGEST = 20_000
"""Characters of a comment that are split at once; the model of units looks no further than a sentence."""

LEAD = re.compile(
    r"""(?ix)(?:[\s"'“”‘’`*•·–—\-,;:.…>#)\]]+
    |(?:and|but|or|so|also|because|since|then|plus|yet|thus|therefore|hence|however|moreover|furthermore|besides
       |additionally|firstly|secondly|thirdly|lastly|finally|in\ addition|for\ example|for\ instance
       |on\ the\ other\ hand|after\ all|as\ a\ result|in\ fact|of\ course|personally
       |in\ my\ (?:humble\ )?opinion|imo|imho)\b[,:]?
    |(?:i|we)\ (?:just\ |also\ |really\ |strongly\ |firmly\ |do\ )*
       (?:think|believe|feel|agree|say|mean)\b(?:\ that\b)?[,:]?
    |(?:the\ fact\ |it\ is\ (?:true|clear|obvious)\ )?that\b(?=\ (?:the|a|an|people|we|there|all)\b))"""
)
TAIL = re.compile(r"""(?:\s|[,;:–—\-]|\b(?:and|but|or|so|because)\b)+$""", re.IGNORECASE)
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
PERSONAL = re.compile(r"(?i)\b(?:i|me|my|mine|myself|you|your|i['’]m|i['’]ve|i['’]d|you['’]re|lol)\b")
VERB = re.compile(
    r"(?i)\b(?:is|are|was|were|be|been|am|has|have|had|do|does|did|can|could|will|would|shall|should|may|might|must"
    r"|cannot|need|needs|make|makes|made|get|gets|take|takes|give|gives|lead|leads|cost|costs|help|helps|cause|causes"
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
    tail = TAIL.search(text[left:end])
    right = left + tail.start() if tail else end
    return (left, right) if len(WORD.findall(text, left, right)) > 1 else (start, end)


def folded(text: str) -> str:
    """Returns a text without case, marks and spaces: equal for units that are the same words.

    >>> folded("Ban  CARS, now!") == folded("ban cars now")
    True
    """
    return " ".join(WORD.findall(text.casefold())) or text.strip()


def headline_quality(text: str, whole: bool = True, first: bool = True) -> float:
    """Returns how well a unit stands by itself, from 0 to 1: short, complete, nothing that points elsewhere.

    Args:
        text: Of the unit.
        whole: Whether it is a whole sentence.
        first: Whether nothing of its comment stands before it, to which it could point.

    >>> good = headline_quality("Zoos keep species from dying out.")
    >>> good > 0.8, headline_quality("They do it there."), headline_quality("Do zoos help?")
    (True, 0.0, 0.0)
    """
    words = WORD.findall(text)
    plain = text.rstrip("\"'”’)] ")
    if not 3 <= len(words) <= 40 or plain.endswith("?") or DANGLING.match(text) or ADDRESS.search(text):
        return 0.0
    if LAST.search(plain.rstrip(".!,;")) or plain.endswith((":", "…", "...")):
        return 0.0
    quality = 1.0
    if len(words) > 14:
        quality *= 14 / len(words)
    elif len(words) < 5:
        quality *= 0.5
    verb = VERB.search(text)
    if verb is None:
        quality *= 0.2
    elif verb.start() == 0:  # without a subject
        quality *= 0.5
    if not whole:
        quality *= 0.85
    if (match := PRONOUN.search(text)) and (not first or len(WORD.findall(text[: match.start()])) < 3):
        quality *= 0.4
    if not first:
        quality *= 0.9
    if PERSONAL.search(text):
        quality *= 0.6
    if text.isupper() or plain.count("!") > 1 or any(len(word) > 30 for word in words):
        quality *= 0.5
    return quality
