"""Asking a searcher every query of a collection: rankings, clusters, stances and seconds."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from debatable.errors import InputError
from debatable.evaluation.judgments import Query
from debatable.evaluation.runs.methods import method_label
from debatable.evaluation.runs.searcher import Searcher
from debatable.model import Answer, Stance
from debatable.progress import Progress
from debatable.ranking import Method

__all__ = ["Answers", "ask"]


@dataclass(frozen=True, slots=True)
class Answers:
    """What one method answered to all queries, in their order.

    Attributes:
        method: The name it is reported by.
        answers: One of ordinary length a query.
        seconds: How long each of them took.
        deep: One a query as deep as was asked for; empty where that is no deeper.
    """

    method: str
    answers: tuple[Answer, ...]
    seconds: tuple[float, ...]
    deep: tuple[Answer, ...] = ()

    def deepest(self) -> Answers:
        """Returns the same with the deep answers in the place of those of ordinary length."""
        return replace(self, answers=self.deep or self.answers)

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
    method: str | Method,
    *,
    k: int = 10,
    depth: int | None = None,
    progress: Progress | None = None,
) -> Answers:
    """Asks every query once, after one that warms up and is not counted.

    Args:
        searcher: What is asked.
        queries: What it is asked.
        method: The method, by name or itself.
        k: Length of an ordinary answer; this is what is timed.
        depth: Length of deep answers, where somebody looks further down than `k`.
        progress: Told how many queries are done.

    Raises:
        InputError: An answer names a premise twice.
    """
    name = method_label(method)
    answers, seconds, deep = [], [], []
    if queries:
        searcher.search(queries[0].text, method=method, k=k)
    for done, query in enumerate(queries, start=1):
        start = time.perf_counter()
        answer = searcher.search(query.text, method=method, k=k)
        seconds.append(time.perf_counter() - start)
        answers.append(answer)
        if depth is not None and depth > k:
            deep.append(searcher.search(query.text, method=method, k=depth))
        _check(name, query, deep[-1] if deep else answer)
        if progress is not None:
            progress(name, done, len(queries))
    return Answers(name, tuple(answers), tuple(seconds), tuple(deep))


def _check(method: str, query: Query, answer: Answer) -> None:
    shown = [hit.premise.id for hit in answer.hits]
    if len(set(shown)) < len(shown):
        raise InputError(f"{method} names a premise twice", where=query.id, todo="report this as a bug")
