"""What people said about premises: graded relevance, ground-truth clusters and stances, query by query."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.errors import InputError
from debatable.model import Stance

__all__ = ["Judged", "Judgment", "Judgments", "Query"]


@dataclass(frozen=True, slots=True)
class Query:
    """A claim somebody searches for.

    Attributes:
        id: Its id in the judgments.
        text: The claim.
        split: Part of the collection it belongs to, such as ``train`` or ``dev``, or nothing.
    """

    id: str
    text: str
    split: str = ""


@dataclass(frozen=True, slots=True)
class Judgment:
    """One premise judged for one query.

    Attributes:
        query_id: The query.
        premise_id: The premise, by the id of the record it came from.
        relevance: Graded; 0 means judged and not relevant, and gains nothing, as does anything below.
        cluster: Ground-truth group of premises that say the same, or None for a group of its own.
        stance: Of the premise towards the query.
        quality: Graded quality, where somebody judged it.
    """

    query_id: str
    premise_id: str
    relevance: float
    cluster: str | None = None
    stance: Stance = Stance.NONE
    quality: float | None = None


class Judged:
    """The judgments of one query, laid out for the measures.

    A premise judged twice keeps its greatest relevance, its first cluster and its first stance.
    A premise that is not relevant is in no cluster (Dumani et al. 2020, 6.2).

    Attributes:
        rows: Row of each judged premise.
        grades: Relevance of each row as it was given.
        relevance: Gain of each row: the grade, but never below 0.
        cluster: Number of the ground-truth cluster of each row, -1 for none.
        levels: rel(g) of each cluster: the greatest relevance among its members.
        stance: Stance of each row.
    """

    __slots__ = ("cluster", "grades", "levels", "relevance", "rows", "stance")

    def __init__(self, judgments: Iterable[Judgment]) -> None:
        """Merges what speaks of the same premise and numbers the clusters by first appearance."""
        merged: dict[str, Judgment] = {}
        for judgment in judgments:
            known = merged.get(judgment.premise_id)
            merged[judgment.premise_id] = judgment if known is None else _merged(known, judgment)
        self.rows = {premise: row for row, premise in enumerate(merged)}
        self.grades = np.array([judgment.relevance for judgment in merged.values()], dtype=np.float64)
        self.relevance = np.maximum(self.grades, 0.0)
        self.stance = tuple(judgment.stance for judgment in merged.values())
        numbers: dict[str, int] = {}
        self.cluster = np.full(len(merged), -1, dtype=np.int64)
        for row, (premise, judgment) in enumerate(merged.items()):
            if judgment.relevance > 0:
                name = f"of {premise}" if judgment.cluster is None else f"named {judgment.cluster}"
                self.cluster[row] = numbers.setdefault(name, len(numbers))
        self.levels = np.zeros(len(numbers))
        np.maximum.at(self.levels, self.cluster[self.cluster >= 0], self.relevance[self.cluster >= 0])

    def __len__(self) -> int:
        """Returns how many premises were judged."""
        return len(self.rows)

    def __contains__(self, premise_id: object) -> bool:
        """Tells whether a premise was judged."""
        return premise_id in self.rows

    def gains(self, premises: Sequence[str]) -> Floats:
        """Returns the relevance of each premise, 0 for those nobody judged."""
        rows = self.rows_of(premises)
        if not self.rows:
            return np.zeros(len(premises))
        return np.where(rows >= 0, self.relevance[rows], 0.0)

    def clusters(self, premises: Sequence[str]) -> Ints:
        """Returns the ground-truth cluster of each premise, -1 for none."""
        rows = self.rows_of(premises)
        if not self.rows:
            return rows
        return np.where(rows >= 0, self.cluster[rows], -1)

    def rows_of(self, premises: Sequence[str]) -> Ints:
        """Returns the row of each premise, -1 for those nobody judged."""
        return np.fromiter((self.rows.get(p, -1) for p in premises), dtype=np.int64, count=len(premises))


def _merged(known: Judgment, new: Judgment) -> Judgment:
    return replace(
        known,
        relevance=max(known.relevance, new.relevance),
        cluster=new.cluster if known.cluster is None else known.cluster,
        stance=new.stance if known.stance is Stance.NONE else known.stance,
    )


class Judgments(Mapping[str, Judged]):
    """All judgments of a collection: a mapping from query id to what was judged for it.

    >>> judgments = Judgments([Judgment("q1", "p1", 2, "g"), Judgment("q1", "p2", 0)])
    >>> judgments["q1"].gains(["p2", "p1", "unknown"])
    array([0., 2., 0.])
    """

    __slots__ = ("_judged", "_rows")

    def __init__(self, judgments: Iterable[Judgment]) -> None:
        """Keeps the judgments in their order and groups them by query."""
        self._rows = tuple(judgments)
        groups: dict[str, list[Judgment]] = defaultdict(list)
        for judgment in self._rows:
            groups[judgment.query_id].append(judgment)
        self._judged = {query: Judged(group) for query, group in groups.items()}

    def __getitem__(self, query_id: str) -> Judged:
        """Returns what was judged for a query."""
        return self._judged[query_id]

    def __iter__(self) -> Iterator[str]:
        """Goes through the queries in the order of their first judgment."""
        return iter(self._judged)

    def __len__(self) -> int:
        """Returns how many queries have judgments."""
        return len(self._judged)

    @property
    def rows(self) -> tuple[Judgment, ...]:
        """Every judgment as it was given."""
        return self._rows

    def renamed(self, resolve: Callable[[str], str | None]) -> Judgments:
        """Returns the judgments under the names that `resolve` gives to premises.

        Textually equal records are one premise in a corpus: it inherits the judgments of all of them.
        A premise that `resolve` does not know keeps its name, so it still counts as one not found.
        """
        return Judgments(
            replace(row, premise_id=resolve(row.premise_id) or row.premise_id) for row in self._rows
        )

    def by_quality(self) -> Judgments:
        """Returns the same judgments with the quality in the place of the relevance."""
        if any(row.quality is None for row in self._rows):
            raise InputError("not every judgment has a quality", todo="use a collection with graded quality")
        return Judgments(replace(row, relevance=row.quality or 0.0) for row in self._rows)
