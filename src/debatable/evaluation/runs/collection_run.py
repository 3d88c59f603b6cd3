"""A method on all queries of a collection, as a run that fits its judgments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from debatable.embedding import Encoder
from debatable.evaluation.collections import Collection
from debatable.evaluation.collections import collection as opened
from debatable.evaluation.judgments import Judgments, Query
from debatable.evaluation.runs.answers import Answers, ask
from debatable.evaluation.runs.methods import asked_methods, method_label
from debatable.evaluation.runs.searcher import Searcher, searcher_of
from debatable.evaluation.runs.trec import Run
from debatable.progress import Progress
from debatable.ranking import Method

__all__ = ["record_names", "run", "run_of"]


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
