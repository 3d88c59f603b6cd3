"""Asking a searcher every query of a collection: rankings, clusters, stances and seconds."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from debatable.errors import InputError
from debatable.evaluation.collections import Query
from debatable.evaluation.judgments import Judgments
from debatable.evaluation.runs import Run
from debatable.model import Answer, Stance

__all__ = ["Answers", "Progress", "Searcher", "ask", "record_names", "run_of"]

Progress = Callable[[str, int, int | None], None]


class Searcher(Protocol):
    """What can be evaluated: anything that answers a query and knows its premises by record id."""

    def search(self, query: str, *, method: str, k: int) -> Answer:
        """Returns the best k premises."""

    def resolve(self, ids: Iterable[str]) -> Mapping[str, str]:
        """Returns the premise id of each record id it knows."""


@dataclass(frozen=True, slots=True)
class Answers:
    """What one method answered to all queries, in their order.

    Attributes:
        method: The name it was asked for by.
        answers: One a query.
        seconds: How long each answer of ordinary length took.
    """

    method: str
    answers: tuple[Answer, ...]
    seconds: tuple[float, ...]

    def rankings(self) -> list[list[str]]:
        """Returns the premises of each answer, best first."""
        return [[hit.premise.id for hit in answer.hits] for answer in self.answers]

    def clusters(self) -> list[list[tuple[str, ...]]]:
        """Returns the result clusters of each answer, best first."""
        return [[hit.cluster.members for hit in answer.hits] for answer in self.answers]

    def stances(self) -> list[list[tuple[str, Stance]]]:
        """Returns the premises of each answer with the stance they were given."""
        return [[(hit.premise.id, hit.stance) for hit in answer.hits] for answer in self.answers]


def ask(
    searcher: Searcher,
    queries: Sequence[Query],
    method: str,
    *,
    k: int = 10,
    depth: int | None = None,
    progress: Progress | None = None,
) -> Answers:
    """Asks every query once, after one that warms up and is not counted.

    Args:
        searcher: What is asked.
        queries: What it is asked.
        method: The method, by name.
        k: Length of an ordinary answer; this is what is timed.
        depth: Length of the answers to score where it is not `k`, as condensed lists need.
        progress: Told how many queries are done.

    Raises:
        InputError: An answer names a premise twice.
    """
    answers, seconds = [], []
    if queries:
        searcher.search(queries[0].text, method=method, k=k)
    for done, query in enumerate(queries, start=1):
        start = time.perf_counter()
        answer = searcher.search(query.text, method=method, k=k)
        seconds.append(time.perf_counter() - start)
        if depth is not None and depth > k:
            answer = searcher.search(query.text, method=method, k=depth)
        _check(method, query, answer)
        answers.append(answer)
        if progress is not None:
            progress(method, done, len(queries))
    return Answers(method, tuple(answers), tuple(seconds))


def _check(method: str, query: Query, answer: Answer) -> None:
    shown = [hit.premise.id for hit in answer.hits]
    if len(set(shown)) < len(shown):
        raise InputError(f"{method} names a premise twice", where=query.id, todo="report this as a bug")


def run_of(
    answers: Answers, queries: Sequence[Query], tag: str, names: Mapping[str, Mapping[str, str]] | None = None
) -> Run:
    """Returns the answers as a run; `names` may rename premises, query by query."""
    rankings: dict[str, list[tuple[str, float]]] = {}
    for query, answer in zip(queries, answers.answers, strict=True):
        known = (names or {}).get(query.id, {})
        rankings[query.id] = [(known.get(hit.premise.id, hit.premise.id), hit.score) for hit in answer.hits]
    return Run(tag, rankings)


def record_names(judgments: Judgments, known: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Names premises as the judgments of each query do: by the record that was judged best for it.

    Args:
        judgments: By record ids.
        known: The premise of each record.
    """
    names: dict[str, dict[str, str]] = {}
    for row in sorted(judgments.rows, key=lambda row: row.relevance, reverse=True):
        if row.premise_id in known:
            names.setdefault(row.query_id, {}).setdefault(known[row.premise_id], row.premise_id)
    return names
