"""Judgments of premises query by query (grades, ground-truth clusters, stances), queries, and the files of both."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.parsers import expat

import numpy as np
import orjson

from debatable.arrays import Floats, Ints
from debatable.errors import InputError
from debatable.evaluation.lines import json_lines, lines, number_field, text_field
from debatable.files import written_text
from debatable.model import Stance

__all__ = [
    "Judged",
    "Judgment",
    "Judgments",
    "Query",
    "read_judgments",
    "read_qrels",
    "read_topics",
    "write_judgments",
    "write_qrels",
]


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


def read_judgments(path: Path, queries: set[str], *, item: str = "premise_id") -> Iterator[Judgment]:
    """Yields the judgments of a file.

    Args:
        path: The file, packed where its name ends in .gz.
        queries: Ids that may be judged.
        item: Field with what was judged: ``premise_id``, or ``claim_id`` where claims were.
    """
    for place, record in json_lines(path):
        query_id = text_field(record, "query_id", place)
        if query_id not in queries:
            raise InputError(f"query {query_id!r} is not in queries.jsonl", where=place, todo="add it there")
        relevance = number_field(record, "relevance", place)
        if relevance is None:
            raise InputError("no relevance", where=place, todo="give 0 for what is not relevant")
        cluster = record.get("cluster")
        yield Judgment(
            query_id,
            text_field(record, item, place),
            relevance,
            None if cluster is None else str(cluster),
            _stance(record.get("stance"), place),
            number_field(record, "quality", place),
        )


def write_judgments(judgments: Judgments, path: Path, *, item: str = "premise_id") -> None:
    """Writes the judgments file of a collection; `item` is the field with what was judged."""
    with written_text(path) as text:
        text.writelines(f"{orjson.dumps(_plain(row, item)).decode()}\n" for row in judgments.rows)


def _plain(row: Judgment, item: str) -> dict[str, Any]:
    whole = int(row.relevance) if row.relevance == int(row.relevance) else row.relevance
    plain: dict[str, Any] = {"query_id": row.query_id, item: row.premise_id, "relevance": whole}
    if row.cluster is not None:
        plain["cluster"] = row.cluster
    if row.stance is not Stance.NONE:
        plain["stance"] = row.stance.value
    if row.quality is not None:
        plain["quality"] = row.quality
    return plain


def _stance(value: Any, place: str) -> Stance:
    try:
        return Stance.NONE if value is None else Stance(value)
    except ValueError as error:
        raise InputError(f"stance {value!r}", where=place, todo="use pro, con or null") from error


_HEADER = ("query-id", "corpus-id", "score")


def read_qrels(path: Path, *, clusters: bool = False) -> Judgments:
    """Reads qrels: ``query 0 premise relevance`` a line, or BEIR's ``query-id corpus-id score`` table.

    Args:
        path: The file, packed where its name ends in .gz.
        clusters: Whether the second field is the ground-truth cluster, as in qrels with subtopics.

    Raises:
        InputError: A line is neither, a relevance is no number, or the same is judged twice.
    """
    rows: list[Judgment] = []
    seen: set[tuple[str, str]] = set()
    for place, line in lines(path):
        fields = line.split()
        if tuple(fields) == _HEADER:
            continue
        if len(fields) not in (3, 4):
            raise InputError(
                f"{len(fields)} fields instead of 4", where=place, todo="write: query 0 premise relevance"
            )
        query_id, premise = fields[0], fields[-2]
        if (query_id, premise) in seen:
            raise InputError(
                f"premise {premise!r} twice for query {query_id!r}", where=place, todo="keep one"
            )
        seen.add((query_id, premise))
        cluster = fields[1] if clusters and len(fields) == 4 else None
        rows.append(Judgment(query_id, premise, _number(fields[-1], place), cluster))
    if not rows:
        raise InputError("there is no judgment", where=str(path))
    return Judgments(rows)


def _number(field: str, place: str) -> float:
    try:
        value = float(field)
    except ValueError as error:
        raise InputError(f"relevance {field!r} is no number", where=place) from error
    if not math.isfinite(value):
        raise InputError(f"relevance {field!r} cannot be used", where=place, todo="use a finite number")
    return value


def write_qrels(judgments: Judgments, path: Path, *, clusters: bool = False, whole: bool = False) -> None:
    """Writes qrels.

    Args:
        judgments: What to write.
        path: The file, packed where its name ends in .gz.
        clusters: Whether the second field is the ground-truth cluster; 0 without it.
        whole: Whether relevance is rounded to whole numbers, halves upwards: trec_eval reads no others.
    """
    with written_text(path) as text:
        for row in judgments.rows:
            middle = (row.cluster or row.premise_id) if clusters else "0"
            for name in (row.query_id, row.premise_id, middle):
                if len(name.split()) != 1:
                    raise InputError(f"{name!r} cannot stand in qrels", todo="use ids without white space")
            relevance = math.floor(row.relevance + 0.5) if whole else row.relevance
            text.write(f"{row.query_id} {middle} {row.premise_id} {relevance:g}\n")


_LARGEST = 64 * 2**20
_IDS = ("number", "num", "id")
_TEXTS = ("title", "query", "text")


def read_topics(path: Path) -> dict[str, str]:
    """Returns the text of each topic by its number: the title in XML, the second column otherwise.

    Raises:
        InputError: The file cannot be read, declares a document type, or a topic has no number or title.
    """
    topics = _from_xml(path) if path.suffix.lower() == ".xml" else _from_lines(path)
    if not topics:
        raise InputError(
            "there is no topic", where=str(path), todo="write <topic> elements or id<TAB>text lines"
        )
    return topics


def _from_lines(path: Path) -> dict[str, str]:
    topics: dict[str, str] = {}
    for place, line in lines(path):
        number, tab, text = line.partition("\t")
        if not tab or not text.strip():
            raise InputError("no text after the id", where=place, todo="write: id<TAB>text")
        _add(topics, number.strip(), text.strip(), place)
    return topics


def _from_xml(path: Path) -> dict[str, str]:
    topics: dict[str, str] = {}
    for place, topic in enumerate(_parsed(path).iter("topic"), start=1):
        where = f"{path}: topic {place}"
        number = topic.get("number") or _first(topic, _IDS)
        text = _first(topic, _TEXTS)
        if not number or not text:
            raise InputError("no number or no title", where=where, todo="give it <number> and <title>")
        _add(topics, number, text, where)
    return topics


def _add(topics: dict[str, str], number: str, text: str, where: str) -> None:
    if number in topics:
        raise InputError(f"topic {number!r} stands there twice", where=where, todo="keep one")
    topics[number] = text


def _first(topic: ElementTree.Element, names: tuple[str, ...]) -> str:
    for name in names:
        text = " ".join((topic.findtext(name) or "").split())
        if text:
            return text
    return ""


def _parsed(path: Path) -> ElementTree.Element:
    """Parses XML without a document type: entities, and what they can blow up to, are refused."""
    try:
        if path.stat().st_size > _LARGEST:
            raise InputError(f"larger than {_LARGEST >> 20} MiB", where=str(path), todo="split it")
        text = path.read_bytes()
        guard = expat.ParserCreate()

        def refuse(*declaration: Any) -> None:
            raise InputError("the XML declares a document type", where=str(path), todo="take the DOCTYPE out")

        guard.StartDoctypeDeclHandler = refuse
        guard.Parse(text, True)
        return ElementTree.fromstring(text)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", where=str(path)) from error
    except (expat.ExpatError, ElementTree.ParseError) as error:
        raise InputError(f"not well-formed XML: {error}", where=str(path)) from error
