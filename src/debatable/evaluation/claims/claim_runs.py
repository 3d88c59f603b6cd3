"""Runs of claims: what a similarity of words finds for each query claim."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from debatable.errors import InputError
from debatable.evaluation.claims.claim_index import ClaimIndex
from debatable.evaluation.judgments import Query
from debatable.evaluation.runs import Run, falling_scores
from debatable.lexical import Formula, similarities, similarity
from debatable.lexical.similarities import COMBINED, combined

__all__ = ["ALL", "asked_similarities", "claim_run", "paper_similarities"]

ALL = "all"
"""Stands for the 196 methods."""


def paper_similarities(lambda_: float = 0.2) -> list[Formula]:
    """Returns the 139 similarities that Dumani and Schenkel (2019) compare, with their smoothing.

    >>> len(paper_similarities())
    139
    """
    smoothed = f"LMJelinekMercer({lambda_:g})"
    return [similarity(smoothed if name.startswith("LMJ") else name) for name in similarities()]


def asked_similarities(names: Iterable[str]) -> list[Formula]:
    """Returns the similarities of some names, each once; ``all`` stands for the 139 and their 57 combinations.

    Raises:
        UnknownNameError: There is no such similarity.

    >>> asked_similarities(["BM25", "BM25(k1=1.2)", "Multi(BM25+Classic)"])
    [BM25, Multi(BM25+Classic)]
    >>> len(asked_similarities(["all"]))
    196
    """
    asked: list[Formula] = []
    for name in names:
        if name == ALL:
            asked += paper_similarities()
            asked += combined(tuple(similarity(member) for member in COMBINED))
        else:
            asked.append(similarity(name))
    return list({repr(one): one for one in asked}.values())


def claim_run(claims: ClaimIndex, queries: Sequence[Query], formula: Formula, k: int, tag: str = "") -> Run:
    """Returns the best claims for each query as a run, without the query itself.

    Scores fall at every rank, so that the order of equal ones stays that of the index wherever the run is read.

    Raises:
        InputError: Less than one claim a query is asked for.
    """
    if k < 1:
        raise InputError(f"{k} claims a query", todo="use 1 or more")
    rankings = {}
    for query in queries:
        found = claims.search(query.text, formula, k)
        falling = falling_scores([score for _, score in found])
        rankings[query.id] = [(claim, score) for (claim, _), score in zip(found, falling, strict=True)]
    return Run(tag or repr(formula), rankings)
