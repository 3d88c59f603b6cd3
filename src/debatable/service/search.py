"""One search for the page and for programs, so that both show the same answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from debatable.engines import Engine
from debatable.model import Answer, Hit
from debatable.service.routes.parameters import LENGTHS, MOST, Search, SearchOptions, Sort

__all__ = ["answer_of", "in_order", "placed"]


def answer_of(engine: Engine, query: str, asked: SearchOptions) -> Answer:
    """Answers a query as it was asked."""
    whole = asked.length == "any"
    answer = engine.search(
        query,
        method=asked.method,
        k=asked.k if whole else MOST,
        stance=asked.stance,
        sources=asked.source,
        languages=asked.language,
        operators=True,
        spelling=asked.spelling,
    )
    parameters = {**answer.parameters, "k": asked.k, "source": asked.source, "language": asked.language}
    answer = replace(answer, parameters={**parameters, "length": asked.length, "sort": asked.sort})
    answer = answer if whole else of_length(answer, asked.length, asked.k)
    return answer if asked.sort == "best" else replace(answer, hits=in_order(answer.hits, asked.sort))


def in_order(hits: Sequence[Hit], sort: Sort) -> tuple[Hit, ...]:
    """Returns hits in another order than that of their scores; of equal ones the better first.

    >>> in_order((), "close")
    ()
    """
    keys: dict[Sort, Callable[[Hit], float]] = {
        "close": lambda hit: -(hit.relevance or 0.0),
        "sure": lambda hit: -hit.stance_confidence,
        "said": lambda hit: -hit.cluster.size,
        "short": lambda hit: len(hit.premise.text),
        "long": lambda hit: -len(hit.premise.text),
    }
    return tuple(sorted(hits, key=keys[sort]))


def of_length(answer: Answer, length: str, k: int) -> Answer:
    """Keeps the best k hits whose premises are of a length.

    >>> of_length(Answer("Ban cars", "bm25", ()), "short", 3).remarks
    ()
    """
    first, last = LENGTHS[length]

    def kept(hits: tuple[Hit, ...]) -> tuple[Hit, ...]:
        return tuple(hit for hit in hits if first <= len(hit.premise.text) < last)[:k]

    left = kept(answer.hits)
    lost = (f"nothing that is close to this claim is {length}",) if answer.hits and not left else ()
    return replace(answer, hits=left, weak=kept(answer.weak), remarks=(*answer.remarks, *lost))


def placed(engine: Engine, asked: Search, premise: str) -> tuple[int, Hit, Answer] | None:
    """Returns the place of a premise or argument for a claim and its hit, None where it is not among the first."""
    answer = answer_of(engine, asked.q, asked.model_copy(update={"k": MOST}))
    for rank, hit in enumerate((*answer.hits, *answer.weak), 1):
        if premise in hit.cluster.members or premise in {one.id for one in hit.arguments}:
            return rank, hit, answer
    return None
