"""Argumentative units: the spans of a text that make one point each, sentences or clauses of them.

Sentences are split at commas, dashes and conjunctions where a logistic model finds a second clause with a point of its
own. The weights were trained on the segments of the microtexts corpus by tools/train_units.py.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from debatable.text.sentences import sentences

Span = tuple[int, int]
"""Where a part of a text begins and ends."""

MODEL = Path(__file__).parent / "models" / "units.json"
WINDOW = 300  # characters on either side of a gap that are looked at
MARKS = ",;:–—-"
CONJUNCTIONS = frozenset(
    "and but or as which for since so although though because unless whereas while yet even otherwise if when "  # noqa: SIM905
    "that where who nor then thus therefore instead however due including especially only".split()
)
SUBJECTS = frozenset(
    "i you he she it we they this that these those there one people everyone nobody who the a an my our your his her "  # noqa: SIM905
    "its their".split()
)
SUBORDINATE = frozenset("if when although while since because even though as due by".split())  # noqa: SIM905
VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|am|has|have|had|do|does|did|can|could|will|would|shall|should|may|might|must|cannot"
    r"|isn['’]t|aren['’]t|don['’]t|doesn['’]t|can['’]t|won['’]t|\w+['’](?:s|re|ve|ll|d|m)|needs?|makes?|gets?|takes?"
    r"|gives?|leads?|costs?|helps?|causes?|wants?|becomes?|remains?|\w{3,}(?:ed|es))\b",
    re.IGNORECASE,
)
WORD = re.compile(r"\S+")
PART = re.compile(r"[,;]\s")


@dataclass(frozen=True, slots=True)
class Gap:
    """A place between two words of a sentence where a unit may end.

    Attributes:
        end: Where the word before it ends.
        start: Where the word behind it begins.
        features: Names of what holds there.
    """

    end: int
    start: int
    features: frozenset[str]


@dataclass(frozen=True, slots=True)
class UnitModel:
    """Tells which gaps part two units.

    Attributes:
        threshold: Probability from which a gap does.
        bias: Log-odds of a gap without features.
        weights: Log-odds of each feature.
    """

    threshold: float
    bias: float
    weights: Mapping[str, float] = field(repr=False)

    def probability(self, gap: Gap) -> float:
        """Returns the probability that a unit ends at a gap."""
        log_odds = self.bias + math.fsum(self.weights.get(name, 0.0) for name in gap.features)
        return 1 / (1 + math.exp(-log_odds))


@cache
def bundled_units() -> UnitModel:
    """Returns the model of the package."""
    stored = json.loads(MODEL.read_text("utf-8"))
    return UnitModel(stored["threshold"], stored["bias"], stored["weights"])


def units(text: str, model: UnitModel | None = None) -> list[Span]:
    """Returns the spans of the units of a text, in order; they do not overlap and have no space at their ends.

    >>> text = "Zoos save species that are nearly extinct, but the animals suffer there. Ban them!"
    >>> [text[start:end] for start, end in units(text)]
    ['Zoos save species that are nearly extinct,', 'but the animals suffer there.', 'Ban them!']
    """
    model = model or bundled_units()
    found = []
    for start, end in sentence_spans(text):
        begin = start
        for gap in gaps(text, (start, end)):
            if model.probability(gap) >= model.threshold:
                found.append((begin, gap.end))
                begin = gap.start
        found.append((begin, end))
    return found


def sentence_spans(text: str) -> Iterator[Span]:
    """Yields where each sentence begins and ends."""
    end = 0
    for sentence in sentences(text):
        start = text.index(sentence, end)
        end = start + len(sentence)
        yield start, end


def gaps(text: str, sentence: Span) -> Iterator[Gap]:
    """Yields the places of a sentence behind a mark or before a conjunction."""
    words = [(match.start(), match.end(), match[0]) for match in WORD.finditer(text, *sentence)]
    subordinate = bool(words) and _plain(words[0][2]) in SUBORDINATE
    for place in range(1, len(words)):
        before, (start, _, word) = words[place - 1], words[place]
        mark, word = before[2][-1] if before[2][-1] in MARKS else "", _plain(word)
        if mark or word in CONJUNCTIONS:
            following = _plain(words[place + 1][2]) if place + 1 < len(words) else ""
            left = text[max(sentence[0], before[1] - WINDOW) : before[1]]
            right = text[start : min(sentence[1], start + WINDOW)]
            features = _features(mark, word, following, left, right)
            yield Gap(before[1], start, features | ({"subordinate"} if subordinate else set()))


def _features(mark: str, word: str, following: str, left: str, right: str) -> frozenset[str]:
    """Returns what holds of a gap: its mark and conjunction, verbs on both sides, how long these are."""
    conjunction = word if word in CONJUNCTIONS else "*"
    verb_left = bool(VERB.search(left))
    verb_next = bool(VERB.search(PART.split(right, maxsplit=1)[0]))
    words_left, words_right = len(left.split()), len(right.split())
    holds = {
        f"mark {mark}": True,
        f"word {conjunction}": True,
        f"word {conjunction}{mark}": True,
        "verb left": verb_left,
        "verb right": bool(VERB.search(right)),
        "verb next": verb_next,
        "verbs": verb_left and verb_next,
        f"verbs {conjunction}": verb_left and verb_next,
        "subject follows": following in SUBJECTS,
        f"subject follows {conjunction}": following in SUBJECTS,
        "subject": word in SUBJECTS,
        "left under 4": words_left < 4,
        "left under 7": words_left < 7,
        "right under 4": words_right < 4,
        "right under 7": words_right < 7,
    }
    return frozenset(name for name, value in holds.items() if value)


def _plain(word: str) -> str:
    return word.lower().strip('"“(,')
