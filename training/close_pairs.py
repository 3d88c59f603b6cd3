"""Pairs of texts that are about one question, and pairs that are not, drawn from debates."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
from debates import Debate
from vague import elliptic, titles, topic_words

Array = npt.NDArray[Any]
Labelled = tuple[str, str, float, str]
APART = 0.70  # cosine of two debates below which they surely are two
SAME = 0.85  # cosine of two texts from which they may say the same, whatever their debates
NO = 0.03
KINDS = [  # first and second text, pairs a debate, label
    ("claim", "claim", 8, 0.97),
    ("claim", "statement", 34, 0.97),
    ("claim", "asked", 10, 0.97),
    ("asked", "claim", 8, 0.97),
    ("asked", "statement", 16, 0.97),
    ("statement", "asked", 4, 0.95),
    ("statement", "claim", 8, 0.95),
    ("premise", "asked", 6, 0.93),
    ("premise", "claim", 8, 0.93),
    ("premise", "statement", 6, 0.85),
    ("claim", "premise", 22, 0.97),
    ("asked", "premise", 10, 0.97),
    ("statement", "premise", 16, 0.9),
    ("statement", "statement", 4, 0.8),
]
INSTEAD = {  # what may stand in the place of a kind
    "claim": ("claim", "vague", "asked"),
    "asked": ("asked", "claim"),
    "statement": ("statement", "claim"),
    "premise": ("premise",),
}
NEGATIVES = {"hard": 0.54, "neighbour": 0.17, "far": 0.17, "vague": 0.12}  # two for every positive


@dataclass(slots=True)
class Pool:
    """The texts of all debates by kind; vague ones say too little to be about anything.

    Attributes:
        text: All texts.
        debate: The number of each one's debate.
        kind: Each one's kind.
        of: For every debate kind -> its texts' numbers.
    """

    text: list[str] = field(default_factory=list)
    debate: list[int] = field(default_factory=list)
    kind: list[str] = field(default_factory=list)
    of: list[dict[str, list[int]]] = field(default_factory=list)

    def add(self, debate: Debate, draw: random.Random) -> None:
        """Adds the texts of a debate; sub-questions that do not name its topic count as vague."""
        claims = list(dict.fromkeys(text for text, _ in debate.claims))
        topic, vague = set(topic_words(claims[0])), []
        if debate.name.startswith("debatepedia:"):
            vague = [claim for claim in claims[1:] if not set(topic_words(claim)) & topic]
            claims = [claim for claim in claims if claim not in vague]
        premises = list(dict.fromkeys(text for text, _ in debate.premises))
        short = [text for text, _ in debate.premises + debate.claims if len(text) < 120]
        asked = [text for claim in claims[:3] for text in titles(claim, draw)]
        kinds = {
            "claim": claims[:14],
            "asked": asked,
            "statement": [text for text, _ in debate.queries()],
            "premise": draw.sample(premises, min(40, len(premises))),
        }
        drawn = [elliptic(text, topic, draw) for text in draw.sample(short, min(7, len(short)))]
        kinds["vague"] = vague + [text for text in drawn if text]
        own: dict[str, list[int]] = defaultdict(list)
        for kind, texts in kinds.items():
            for text in dict.fromkeys(texts):
                own[kind].append(len(self.text))
                self.text.append(text)
                self.debate.append(len(self.of))
                self.kind.append(kind)
        self.of.append(own)


def alikeness(pool: Pool, units: Array) -> Array:
    """Returns how near every two debates are: the largest cosine of their first three claims."""
    rows = [(number, row) for number, own in enumerate(pool.of) for row in own["claim"][:3]]
    owner = np.array([number for number, _ in rows])
    starts = np.flatnonzero(np.r_[True, owner[1:] != owner[:-1]])
    names = units[[row for _, row in rows]]
    largest = np.maximum.reduceat(np.maximum.reduceat(names @ names.T, starts, axis=0), starts, axis=1)
    alike = np.zeros((len(pool.of), len(pool.of)), np.float32)
    alike[np.ix_(owner[starts], owner[starts])] = largest
    return alike


class Others:
    """Finds texts of other debates, among those allowed."""

    def __init__(
        self, pool: Pool, units: Array, alike: Array, allowed: list[int], draw: random.Random
    ) -> None:
        """Sorts texts by kind and debates by nearness."""
        self.pool, self.units, self.alike, self.allowed, self.draw = pool, units, alike, allowed, draw
        self.debates, kinds = np.array(pool.debate), np.array(pool.kind)
        may = np.isin(self.debates, allowed)
        self.rows = {kind: np.flatnonzero(np.isin(kinds, INSTEAD[kind]) & may) for kind in INSTEAD}
        self.near: dict[tuple[str, int], Array] = {}
        usable, self.beside = np.array(allowed), {}
        for debate in allowed:
            order = usable[np.argsort(-alike[debate][usable])]
            self.beside[debate] = order[alike[debate][order] < APART][:15].tolist()

    def prepare(self, kind: str, wanted: list[int]) -> None:
        """Finds the nearest texts of a kind for all wanted ones."""
        rows, distinct = self.rows[kind], np.unique(wanted)
        right = self.units[rows].T.copy()
        for start in range(0, len(distinct), 1024):
            part = distinct[start : start + 1024]
            cosines = self.units[part] @ right
            count = min(60, len(rows) - 1)
            top = np.argpartition(-cosines, count, axis=1)[:, :count]
            for place, row in enumerate(part):
                values, others = cosines[place, top[place]], rows[top[place]]
                apart = self.alike[self.debates[row], self.debates[others]] < APART
                apart &= values < SAME
                self.near[kind, int(row)] = others[apart][np.argsort(-values[apart])[:16]]

    def hard(self, kind: str, row: int) -> int | None:
        """Returns one of the nearest texts."""
        found = self.near.get((kind, row), ())
        return int(found[int(self.draw.random() ** 1.5 * len(found))]) if len(found) else None

    def neighbour(self, kind: str, row: int) -> int | None:
        """Returns a text of a neighbouring debate."""
        beside = self.beside[self.pool.debate[row]]
        own = self.pool.of[self.draw.choice(beside)].get(kind) if beside else None
        return self.draw.choice(own) if own else None

    def far(self, kind: str, row: int) -> int | None:
        """Returns a text of anywhere."""
        other = int(self.draw.choice(self.rows[kind]))
        return other if self.alike[self.debates[row], self.debates[other]] < 0.6 else None

    def vague(self, row: int) -> int | None:
        """Returns a vague text of another debate."""
        own = self.pool.of[self.draw.choice(self.allowed)].get("vague")
        other = self.draw.choice(own) if own else row
        return other if self.alike[self.debates[row], self.debates[other]] < APART else None


def positives(
    pool: Pool, debates: list[int], times: float, draw: random.Random
) -> Iterator[tuple[int, int, str, str, float]]:
    """Yields two texts of a debate, their kinds and their label."""
    for debate in debates:
        own = pool.of[debate]
        for one, two, most, label in KINDS:
            left, right = own.get(one), own.get(two)
            if not left or not right:
                continue
            drawn = {
                (draw.choice(left), draw.choice(right))
                for _ in range(min(max(1, int(most * times)), len(left) * len(right)))
            }
            for a, b in sorted(drawn):
                if pool.text[a].lower() != pool.text[b].lower():
                    yield a, b, one, two, label


def pairs(
    others: Others, generic: list[str], junk: list[str], times: float, draw: random.Random
) -> Iterator[Labelled]:
    """Yields pairs with labels and what they are: those of one debate, twice as many of two, and of none."""
    pool, text = others.pool, others.pool.text
    known = list(positives(pool, others.allowed, times, draw))
    plan = []
    wanted: dict[str, list[int]] = defaultdict(list)
    for a, b, one, two, label in known:
        yield text[a], text[b], label, f"{one}-{two}"
        for how in draw.choices(list(NEGATIVES), list(NEGATIVES.values()), k=2):
            keeps_second = draw.random() < 0.5
            kind, row = (one, b) if keeps_second else (two, a)
            plan.append((a, b, one, two, keeps_second, how))
            if how == "hard":
                wanted[kind].append(row)
    for kind, rows in wanted.items():
        others.prepare(kind, rows)
    for a, b, one, two, keeps_second, how in plan:
        if how == "vague":
            if one != "premise" and draw.random() < 0.5:
                yield draw.choice(generic), text[b], NO, "not generic"
            elif one != "premise" and (other := others.vague(b)) is not None:
                yield text[other], text[b], NO, "not vague"
            continue
        other = getattr(others, how)(*((one, b) if keeps_second else (two, a)))
        if other is not None:
            yield (
                (text[other], text[b], NO, f"not {how}")
                if keeps_second
                else (text[a], text[other], NO, f"not {how}")
            )
    firsts = [a for a, *_ in known]
    for line in junk:
        for _ in range(12):
            yield text[draw.choice(firsts)], line, NO, "not junk"
        yield line, text[draw.choice(firsts)], NO, "not junk"
