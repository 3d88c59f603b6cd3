"""Searches postings by any similarity, and caches what the next query may need."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from debatable.arrays import Bools, Floats
from debatable.lexical.postings import Postings, Term
from debatable.lexical.search import top_k
from debatable.lexical.search.clause import Clause, TermWeights
from debatable.lexical.search.limits import Cache, Limits
from debatable.lexical.search.scratch import Scratch
from debatable.lexical.similarities import Formula, Similarity, similarity


class Searcher:
    """Postings with the weights of the terms asked for lately; threads may share it.

    Attributes:
        postings: What is searched.
        limits: From which size on shortcuts pay, and how much is cached.
        terms: The terms asked for that a document has.
        posting_weights: Cache of rounded and exact weights of postings, of all similarities together.
        field_rankings: Cache of rankings over several fields, of which this is the first.
    """

    def __init__(self, postings: Postings, limits: Limits | None = None) -> None:
        """Starts with empty caches."""
        self.postings = postings
        self.limits = limits or Limits()
        self.posting_weights = Cache(max(self.limits.rounded_bytes, postings.nbytes // 3))
        self.field_rankings = Cache(self.limits.field_rankings, size=lambda _: 1)
        self._term_weights: dict[Similarity, TermWeights] = {}
        self._lock = threading.Lock()
        self.terms: dict[str, Term] = {}
        self._local = threading.local()

    @property
    def scratch(self) -> Scratch:
        """Arrays to search with, one set a thread."""
        if not hasattr(self._local, "scratch"):
            self._local.scratch = Scratch(self.limits)
        scratch: Scratch = self._local.scratch
        return scratch

    def search(
        self,
        tokens: Sequence[str],
        similarity: str | Similarity = "BM25",
        k: int = 20,
        among: ArrayLike | None = None,
    ) -> list[tuple[int, float]]:
        """Returns the best rows for a query, best first, ties by smaller row.

        Args:
            tokens: The analysed query; a repeated token counts more.
            similarity: Name or object of the similarity.
            k: How many rows at most.
            among: Rows to choose from; all where None.
        """
        if k < 1 or not self.postings.N:
            return []
        chosen = None if among is None else self.postings.mask(among)
        floor, rows, scores = -np.inf, [], []
        for place, clauses in enumerate(self._clauses(tokens, similarity)):
            if clauses:
                allowed = self._allowed(place, chosen)
                best, values = top_k.ranked(clauses, k, self.scratch, allowed, floor)
                rows.append(best + self.postings.bases[place] if place else best)
                scores.append(values)
                if len(values) == k:
                    floor = max(floor, values[-1].item())
        if not rows:
            return []
        best, values = rows[0], scores[0]
        if len(rows) > 1:
            best, values = top_k.ordered(np.concatenate(rows), np.concatenate(scores), k)
        return list(zip(best.tolist(), values.tolist(), strict=True))

    def score(self, tokens: Sequence[str], rows: ArrayLike, similarity: str | Similarity = "BM25") -> Floats:
        """Returns the scores of given rows, 0 for a row without a word of the query."""
        wanted = self.postings.rows(rows)
        scores = np.zeros(len(wanted))
        if not self.postings.N:
            return scores
        for place, clauses in enumerate(self._clauses(tokens, similarity)):
            begin, end = self.postings.bases[place], self.postings.bases[place + 1]
            here = np.flatnonzero((wanted >= begin) & (wanted < end) & ~self.postings.deleted[wanted])
            documents = (wanted[here] - begin).astype(np.int32)
            scores[here] = top_k.scores(clauses, documents, self.scratch)
        return scores.astype(np.float32).astype(np.float64)

    def term_weights(self, name: str | Similarity, length: int) -> TermWeights:
        """Returns the weights of terms by a similarity, for queries of so many tokens."""
        formula = similarity(name) if isinstance(name, str) else name
        if isinstance(formula, Formula):
            formula = formula.for_query(length)
        cached = self._term_weights.get(formula)  # no Cache: hashing a formula is what would cost
        return self._bound(formula) if cached is None else cached

    def _bound(self, formula: Similarity) -> TermWeights:
        score = formula.score if isinstance(formula, Formula) else formula
        bound = TermWeights(self.postings, self._term, score, self.posting_weights, self.limits)
        with self._lock:
            if len(self._term_weights) >= self.limits.formulas:
                self._term_weights.pop(next(iter(self._term_weights)))
            self._term_weights[formula] = bound
        return bound

    def _clauses(self, tokens: Sequence[str], name: str | Similarity) -> list[list[Clause]]:
        return self.term_weights(name, len(tokens)).clauses(tokens)

    def _term(self, text: str) -> Term:
        term = self.terms.get(text)
        if term is None:
            term = self.postings.term(text)
            if term.n:  # words of queries that no document has are without number
                self.terms[text] = term
        return term

    def _allowed(self, place: int, chosen: Bools | None) -> Bools | None:
        live = self.postings.live[place]
        if chosen is None:
            return live
        here = chosen[self.postings.bases[place] : self.postings.bases[place + 1]]
        return here if live is None else here & live
