"""Asking a searcher every query of a collection: answers, seconds, and the run they make."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from debatable.embedding import Encoder
from debatable.errors import InputError
from debatable.evaluation.collections import Collection
from debatable.evaluation.collections import collection as opened
from debatable.evaluation.judgments import Judgments, Query
from debatable.evaluation.runs.searcher import Searcher, asked_methods, method_label, searcher_of
from debatable.evaluation.runs.trec import Run
from debatable.model import Answer, Stance
from debatable.progress import Progress
from debatable.ranking import Method

__all__ = ["Answers", "ask", "record_names", "run", "run_of"]


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
        searcher.search(queries[0].text, method=method, k=k, strict=False)
    for done, query in enumerate(queries, start=1):
        start = time.perf_counter()
        answer = searcher.search(query.text, method=method, k=k, strict=False)
        seconds.append(time.perf_counter() - start)
        answers.append(answer)
        if depth is not None and depth > k:
            deep.append(searcher.search(query.text, method=method, k=depth, strict=False))
        _check(name, query, deep[-1] if deep else answer)
        if progress is not None:
            progress(name, done, len(queries))
    return Answers(name, tuple(answers), tuple(seconds), tuple(deep))


def _check(method: str, query: Query, answer: Answer) -> None:
    shown = [hit.premise.id for hit in answer.hits]
    if len(set(shown)) < len(shown):
        raise InputError(f"{method} names a premise twice", where=query.id, todo="report this as a bug")


def run(
    collection: Collection | str | Path = "",
    method: str | Method = "best",
    *,
    k: int = 100,
    tag: str = "",
    searcher: Searcher | None = None,
    encoder: str | Encoder = "",
    progress: Progress | None = None,
) -> Run:
    """Asks a method every query of a collection and returns the answers as a run.

    Premises are named by the record that was judged best for the query, so that the run fits the judgments.

    Args:
        collection: Itself, its folder or its name; the bundled one without it.
        method: The method, by name or itself.
        k: How many premises a query.
        tag: Name of the run; that of the method without it.
        searcher: What is asked; an engine on the corpus of the collection without it.
        encoder: Of the index of that engine, by name or itself; the bundled one without it.
        progress: Told how many queries are done.

    Raises:
        UnknownNameError: There is no such method.

    >>> from debatable.ranking import method
    >>> run(method=method("bm25(claims=0)"), k=5).tag
    'bm25(claims=0)'
    """
    asked_methods([method], known=searcher is None)
    found = opened(collection)
    with searcher_of(found, searcher, encoder, progress) as engine:
        answers = ask(engine, found.queries, method, k=k, progress=progress)
        known = engine.resolve({row.premise_id for row in found.judgments.rows})
    named = tag or "".join(method_label(method).split())
    return run_of(answers, found.queries, named, record_names(found.judgments, known))


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
