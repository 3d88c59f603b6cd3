"""Exact scores: sums of a query's weights in double precision, rarest term first."""

from __future__ import annotations

from debatable.lexical.search.clause import Clause, Documents, Weights
from debatable.lexical.search.limits import Limits
from debatable.lexical.search.scratch import Scratch

__all__ = ["completed", "scored", "sums_of_all"]


def scored(clauses: list[Clause], documents: Documents, scratch: Scratch) -> Weights:
    """Returns the scores of some documents, each given once."""
    exact = scratch.exact
    exact[documents] = 0.0
    few = next((place for place, clause in enumerate(clauses) if not clause.few), len(clauses))
    # All of a few postings are added sooner than some of them are looked up.
    scratch.addition.add(exact, [(clause.documents, clause.table) for clause in clauses[:few]])
    return completed(clauses[few:], documents, exact.take(documents))


def completed(clauses: list[Clause], documents: Documents, sums: Weights) -> Weights:
    """Adds the weights of more terms to the sums of some documents, and returns those."""
    for clause in clauses:
        clause.add_to(sums, documents)
    return sums


def sums_of_all(clauses: list[Clause], scratch: Scratch, limits: Limits) -> Weights:
    """Returns the scores of all documents, 0 for one without a term."""
    size = clauses[0].size
    scratch.grow(size + limits.group)
    scratch.exact[: size + limits.group].fill(0.0)
    scratch.addition.add(scratch.exact, [(clause.documents, clause.weights()) for clause in clauses])
    return scratch.exact[:size]
