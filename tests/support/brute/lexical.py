"""Words, from the definitions of the formulas: one text and one word at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.lexical import BM25F, Formula, Similarity, Statistics, similarity
from debatable.model import Claim, Premise
from debatable.ranking import Ranked
from debatable.ranking.protocol import Kind
from tests.support.bm25f import bm25f_by_definition
from tests.support.brute.corpus import BruteCorpus
from tests.support.brute.order import best_first

__all__ = ["BruteLexical"]


class BruteLexical(BruteCorpus):
    """Searching and scoring by words."""

    def search(self, kind: Kind, tokens: Sequence[str], similarity: str | Similarity, k: int) -> Ranked:
        return best_first(self._lexical(kind, tokens, similarity), k)

    def score(
        self, kind: Kind, tokens: Sequence[str], rows: Ints, similarity: str | Similarity = "BM25"
    ) -> Floats:
        scores = self._lexical(kind, tokens, similarity)
        return np.array([scores.get(row, 0.0) for row in rows.tolist()], np.float64)

    def _lexical(self, kind: Kind, query: Sequence[str], name: str | Similarity) -> dict[int, float]:
        """Scores every text that has a word of the query; once, since a corpus does not change."""
        key = kind, tuple(query), name
        if key not in self._scored:
            self._scored[key] = self._by_definition(kind, query, name)
        return self._scored[key]

    @cached_property
    def _scored(self) -> dict[tuple[Kind, tuple[str, ...], str | Similarity], dict[int, float]]:
        return {}

    @cached_property
    def _words(self) -> dict[Kind, dict[int, Counter[str]]]:
        """The words of every text that is there."""
        texts: dict[Kind, Sequence[Claim | Premise]] = {"claims": self._claims, "premises": self._premises}
        return {
            kind: {row: Counter(self.tokens(of[row].text)) for row in self._there(kind)}
            for kind, of in texts.items()
        }

    def _by_definition(self, kind: Kind, query: Sequence[str], name: str | Similarity) -> dict[int, float]:
        """Scores every text that has a word of the query, from the definition, in single precision."""
        words = self._words[kind]
        N = sum(1 for counted in words.values() if counted)
        T = sum(counted.total() for counted in words.values())
        formula = similarity(name) if isinstance(name, str) else name
        weigh = formula.for_query(len(query)).score if isinstance(formula, Formula) else formula
        clauses = []
        for term, boost in Counter(query).items():
            n = sum(1 for counted in words.values() if term in counted)
            F = sum(counted[term] for counted in words.values())
            clauses.append((n, F, term, boost))
        scores = {}
        for row, counted in words.items():
            dl = _in_a_byte(counted.total())
            parts = [
                weigh(np.array([float(counted[term])]), np.array([dl]), Statistics(N, T, n, F), float(boost))[
                    0
                ]
                for n, F, term, boost in sorted(clauses)
                if term in counted
            ]
            if parts:
                scores[row] = float(np.float32(sum(parts, 0.0)))
        return scores

    def search_fields(self, ranking: BM25F, tokens: Sequence[str], k: int) -> Ranked:
        scores = self._fielded(ranking, tokens)
        return best_first({row: float(np.float32(score)) for row, score in scores.items()}, k)

    def score_fields(self, ranking: BM25F, tokens: Sequence[str], rows: Ints) -> Floats:
        scores = self._fielded(ranking, tokens)
        return np.array([scores.get(row, 0.0) for row in rows.tolist()], np.float64)

    def _fielded(self, ranking: BM25F, query: Sequence[str]) -> dict[int, float]:
        """BM25F from its definition; the fields of a premise are those of the whole corpus."""
        return bm25f_by_definition(self._fields, self._there("premises"), query, ranking)

    @cached_property
    def _fields(self) -> tuple[dict[int, list[str]], ...]:
        """The words of each premise: of its claims, of these and itself, of what it is discussed under."""
        live = self._there("premises")
        conclusions, said = self._conclusions(live), self._said(live)
        arguments = {row: [*conclusions[row], *said[row]] for row in live}
        return conclusions, arguments, self._discussions(live)

    def _said(self, rows: Sequence[int]) -> dict[int, list[str]]:
        return {row: self.tokens(self._premises[row].text) for row in rows}

    def _conclusions(self, rows: Sequence[int]) -> dict[int, list[str]]:
        claims = {row: sorted({c for p, c, _ in self.uses if p == row and c >= 0}) for row in rows}
        return {
            row: [word for claim in claims[row] for word in self.tokens(self._claims[claim].text)]
            for row in rows
        }

    def _discussions(self, rows: Sequence[int]) -> dict[int, list[str]]:
        titles: dict[int, list[str]] = {row: [] for row in rows}
        for (premise, _, _), argument in zip(self.uses, self._arguments, strict=True):
            if premise in titles and argument.discussion not in titles[premise]:
                titles[premise].append(argument.discussion)
        named = {row: [word for title in titles[row] for word in self.tokens(title)] for row in rows}
        return {row: named[row] or self._debate(row) for row in rows}

    def _debate(self, premise: int) -> list[str]:
        """The claims of a premise, each with all its premises."""
        words = []
        for claim in {c for p, c, _ in self.uses if p == premise and c >= 0}:
            words += self.tokens(self._claims[claim].text)
            for other in {p for p, c, _ in self.uses if c == claim}:
                words += self.tokens(self._premises[other].text)
        return words

    def similar_premises(self, rows: Ints, N: int) -> Ints:  # noqa: N803
        found: list[int] = []
        for row in rows.tolist():
            found += self.search(
                "premises", self.tokens(self._premises[row].text), "BM25", N + 1
            ).rows.tolist()
        return np.array(found, np.int64)


def _in_a_byte(length: int) -> float:
    """Returns a length as Lucene keeps it: exact up to 40, of what is beyond 24 the four leading bits."""
    beyond = length - 24
    cut = max(0, beyond.bit_length() - 4) if beyond > 0 else 0
    return float(24 + (beyond >> cut << cut))
