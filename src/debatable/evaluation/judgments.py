"""Judgments of premises query by query (grades, ground-truth clusters, stances), queries, and their file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import orjson

from debatable.arrays import Floats, Ints
from debatable.errors import InputError, check_name
from debatable.evaluation.lines import json_lines, number_field, text_field
from debatable.files import written_text
from debatable.model import Stance
from debatable.plural import counted

KINDS = ("relevance", "quality")
"""Kinds of graded judgments; stances are scored beside them."""


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
        """Merges judgments of the same premise and numbers the clusters by first appearance."""
        merged: dict[str, Judgment] = {}
        for judgment in judgments:
            earlier = merged.get(judgment.premise_id)
            merged[judgment.premise_id] = judgment if earlier is None else _merged(earlier, judgment)
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
        """Returns whether a premise was judged."""
        return premise_id in self.rows

    def gains(self, premises: Sequence[str]) -> Floats:
        """Returns the relevance of each premise, 0 for those nobody judged."""
        rows = self.rows_of(premises)
        return np.where(rows >= 0, self.relevance[rows], 0.0) if self.rows else np.zeros(len(premises))

    def clusters(self, premises: Sequence[str]) -> Ints:
        """Returns the ground-truth cluster of each premise, -1 for none."""
        rows = self.rows_of(premises)
        return np.where(rows >= 0, self.cluster[rows], -1) if self.rows else rows

    def rows_of(self, premises: Sequence[str]) -> Ints:
        """Returns the row of each premise, -1 for those nobody judged."""
        return np.fromiter((self.rows.get(p, -1) for p in premises), dtype=np.int64, count=len(premises))


def _merged(earlier: Judgment, later: Judgment) -> Judgment:
    return replace(
        earlier,
        relevance=max(earlier.relevance, later.relevance),
        cluster=later.cluster if earlier.cluster is None else earlier.cluster,
        stance=later.stance if earlier.stance is Stance.NONE else earlier.stance,
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

    def __repr__(self) -> str:
        """Returns how many there are, in one line."""
        return f"<Judgments: {len(self._rows):,} for {counted(len(self), 'query')}>"

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

        Textually equal records are one premise in a corpus: it inherits the judgments of all of them. A premise that
        `resolve` does not know keeps its name, so it still counts as one not retrieved.
        """
        names = {row.premise_id: resolve(row.premise_id) or row.premise_id for row in self._rows}
        return Judgments(replace(row, premise_id=names[row.premise_id]) for row in self._rows)

    def of_kind(self, kind: str) -> Judgments:
        """Returns the judgments whose grades are those of a kind: ``relevance``, or ``quality`` where it was judged.

        Raises:
            UnknownNameError: There is no such kind.
            InputError: Nobody judged it.

        >>> rows = [Judgment("q", "a", 2, quality=1.0), Judgment("q", "b", 1)]
        >>> Judgments(rows).of_kind("quality")["q"].gains(["a", "b"])
        array([1., 0.])
        """
        check_name("judgment", kind, KINDS)
        if kind == "relevance":
            return self
        graded = [row for row in self._rows if row.quality is not None]
        if not graded:
            raise InputError("nobody judged quality", todo="use a collection with graded quality")
        return Judgments(graded).by_quality()

    def by_quality(self) -> Judgments:
        """Returns the same judgments with the quality in the place of the relevance."""
        if any(row.quality is None for row in self._rows):
            todo = "take those that have one with --judgment quality (judgment='quality' in Python)"
            raise InputError("not every judgment has a quality", todo=todo)
        return Judgments(replace(row, relevance=row.quality or 0.0) for row in self._rows)


def read_judgments(path: Path, queries: set[str], *, item: str = "premise_id") -> Iterator[Judgment]:
    """Yields the judgments of a file for the ids in `queries`; `item` is the field with what was judged."""
    for place, record in json_lines(path):
        query_id = text_field(record, "query_id", place)
        if query_id not in queries:
            raise InputError(f"query {query_id!r} is not in queries.jsonl", where=place, todo="add it there")
        relevance = number_field(record, "relevance", place)
        if relevance is None:
            raise InputError("no relevance", where=place, todo="give 0 for what is not relevant")
        cluster = record.get("cluster")
        judged, stance = text_field(record, item, place), _stance(record.get("stance"), place)
        quality = number_field(record, "quality", place)
        unnamed = cluster is None or not str(cluster).strip()
        group = None if unnamed else str(cluster)
        yield Judgment(query_id, judged, relevance, group, stance, quality)


def write_judgments(judgments: Judgments, path: Path, *, item: str = "premise_id") -> None:
    """Writes the judgments file of a collection; `item` is the field with what was judged."""
    with written_text(path) as text:
        text.writelines(f"{orjson.dumps(_plain(row, item)).decode()}\n" for row in judgments.rows)


def _plain(row: Judgment, item: str) -> dict[str, Any]:
    whole = int(row.relevance) if row.relevance == int(row.relevance) else row.relevance
    stance = None if row.stance is Stance.NONE else row.stance.value
    optional = {"cluster": row.cluster, "stance": stance, "quality": row.quality}
    given = {name: value for name, value in optional.items() if value is not None}
    return {"query_id": row.query_id, item: row.premise_id, "relevance": whole, **given}


def _stance(value: Any, place: str) -> Stance:
    try:
        return Stance.NONE if value is None else Stance(value)
    except ValueError as error:
        raise InputError(f"stance {value!r}", where=place, todo="use pro, con or null") from error
