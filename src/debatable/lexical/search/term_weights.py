"""What terms weigh by one similarity: the clauses of a query, remembered for the next one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

import numpy as np

from debatable.lexical.postings import Postings, Segment, Term
from debatable.lexical.search.cache import Cache
from debatable.lexical.search.clause import Clause, Weights
from debatable.lexical.search.limits import Limits
from debatable.lexical.similarities import Statistics

__all__ = ["TermWeights"]

_OWN_BYTES = 256
_TERM = attrgetter("term")


@dataclass(frozen=True, slots=True, eq=False)
class _Weighed:
    """A term as often as a query says it.

    Attributes:
        term: With its statistics.
        clauses: Its clause in each segment, None where it is not there.
    """

    term: Term
    clauses: tuple[Clause | None, ...]

    @property
    def nbytes(self) -> int:
        """Memory of the clauses."""
        return _OWN_BYTES + sum(clause.nbytes for clause in self.clauses if clause is not None)


class TermWeights:
    """Computes the weights of terms once and remembers those of the terms asked for lately."""

    def __init__(
        self,
        postings: Postings,
        find: Callable[[str], Term],
        formula: Callable[..., Any],
        posting_weights: Cache,
        limits: Limits,
    ) -> None:
        """Binds a formula to postings.

        Args:
            postings: Where the terms are.
            find: Returns a term of them by its text.
            formula: The similarity as a function of frequency, length, statistics and boost.
            posting_weights: Where clauses remember weights of postings, those of all similarities together.
            limits: Of what is remembered.
        """
        self._postings = postings
        self._term = find
        self._formula = formula
        self._posting_weights = posting_weights
        self._limits = limits
        self._weighed = Cache(limits.weight_bytes)

    def __len__(self) -> int:
        """How many terms are remembered."""
        return len(self._weighed)

    def clauses(self, tokens: Sequence[str]) -> list[list[Clause]]:
        """Returns the clauses of a query for each segment, rarest term first."""
        said: Mapping[str, int] = dict.fromkeys(tokens, 1)
        if len(said) < len(tokens):
            said = Counter(tokens)
        remembered = self._weighed.find
        found = [remembered(pair) or self._weigh(*pair) for pair in said.items()]
        found.sort(key=_TERM)
        return [
            [clause for one in found if (clause := one.clauses[place]) is not None]
            for place in range(len(self._postings.segments))
        ]

    def _weigh(self, text: str, boost: int) -> _Weighed:
        term = self._term(text)
        statistics = Statistics(self._postings.N, self._postings.T, term.n, term.F)

        def weigh(tf: Weights, dl: Weights) -> Weights:
            return np.asarray(self._formula(tf, dl, statistics, float(boost)), dtype=np.float64)

        def clause(segment: Segment, number: int) -> Clause | None:
            if number < 0 or not term.n:
                return None
            return Clause.of(segment, number, weigh, self._posting_weights, self._limits)

        pairs = zip(self._postings.segments, term.numbers, strict=True)
        return self._weighed.get(
            (text, boost), lambda: _Weighed(term, tuple(clause(*pair) for pair in pairs))
        )
