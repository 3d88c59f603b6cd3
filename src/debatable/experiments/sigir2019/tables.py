"""Dumani and Schenkel, SIGIR 2019: 196 similarities for finding claims like a claim (Tables 2 and 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from debatable.arrays import Floats
from debatable.evaluation import adjust_bonferroni, collection, measure, paired_t
from debatable.experiments.paper_table import Cell, PaperTable, Row
from debatable.experiments.protocol import Inputs
from debatable.experiments.sigir2019.claim_retrieval import ClaimRetrieval, claim_retrieval
from debatable.experiments.sigir2019.premise_relevance import premise_relevance
from debatable.lexical import similarities, similarity
from debatable.lexical.similarities import Formula, combined
from debatable.progress import Progress

__all__ = ["Sigir2019"]

CUTS = (1, 2, 5)
FAMILIES = ("DFR", "DFI", "IB", "Axiomatic")


@dataclass(frozen=True, slots=True)
class Sigir2019:
    """139 similarities of Lucene 7.6 and the 57 combinations of the best of them.

    Attributes:
        lambda_: Parameter of Jelinek-Mercer smoothing, as in the paper.
        pool_depth: Ranks that go into the pool of Table 3.
    """

    name: ClassVar[str] = "sigir2019"
    paper: ClassVar[str] = (
        "Dumani, Schenkel: A Systematic Comparison of Methods for Finding Good Premises for Claims. SIGIR 2019"
    )
    needs: ClassVar[str] = (
        "a collection (corpus.jsonl, queries.jsonl, judgments.jsonl) whose premises have claims"
    )

    lambda_: float = 0.2
    pool_depth: int = 5

    TABLE_2: ClassVar[dict[str, tuple[float, float, float, float, float, float]]] = {
        "Multi(Axiomatic(F1LOG)+DFR(Ine,B,Z))": (0.7515, 18, 0.7486, 18, 0.8355, 1),
        "Multi(Axiomatic(F1LOG)+BM25)": (0.7410, 37, 0.7608, 1, 0.8171, 18),
        "DFR(G,B,H2)": (0.7635, 1, 0.7525, 8, 0.8117, 36),
        "DFR(Ine,B,Z)": (0.7439, 26, 0.7571, 2, 0.8274, 3),
        "Axiomatic(F1LOG)": (0.7428, 33, 0.7451, 26, 0.8278, 2),
        "BM25": (0.7451, 24, 0.7303, 101, 0.7944, 135),
        "LMJelinekMercer(0.2)": (0.7206, 115, 0.7210, 137, 0.7881, 161),
    }

    def __call__(self, inputs: Inputs) -> Sequence[PaperTable]:
        """Ranks the claims of a collection with all methods."""
        claims = claim_retrieval(collection(inputs.data))
        inputs.read.extend(path for path in sorted(inputs.data.glob("*.jsonl*")) if path.is_file())
        jelinek_mercer = f"LMJelinekMercer({self.lambda_:g})"
        names = [jelinek_mercer if name.startswith("LMJ") else name for name in similarities()]
        scores: dict[str, Floats] = {}
        pool: dict[str, set[str]] = {query.id: set() for query in claims.queries}
        total = len(names) + 57
        self._score([similarity(name) for name in names], claims, scores, pool, total, inputs.progress)
        best = [_best(scores, family) for family in FAMILIES]
        members = tuple(similarity(name) for name in (*best, "BM25", jelinek_mercer))
        self._score(combined(members), claims, scores, pool, total, inputs.progress)
        return (
            self._table_2(scores, best, jelinek_mercer, claims),
            premise_relevance(claims, collection(inputs.data).judgments, pool),
            self._all(scores),
        )

    def _score(
        self,
        formulas: Sequence[Formula],
        claims: ClaimRetrieval,
        scores: dict[str, Floats],
        pool: dict[str, set[str]],
        total: int,
        progress: Progress | None,
    ) -> None:
        """Adds nDCG@1, 2, 5 of every query (a column each) for some methods, and their first ranks to the pool."""
        measures: list[Any] = [measure(f"nDCG(discount=jarvelin)@{cut}") for cut in CUTS]
        for formula in formulas:
            rankings = claims.rankings(formula, max(self.pool_depth, *CUTS))
            pairs = list(zip(claims.queries, rankings, strict=True))
            scores[repr(formula)] = np.array(
                [[one(ranking, claims.relevance[query.id]) for query, ranking in pairs] for one in measures]
            )
            for query, ranking in pairs:
                pool[query.id].update(ranking[: self.pool_depth])
            if progress is not None:
                progress("similarities", len(scores), total)

    def _table_2(
        self, scores: Mapping[str, Floats], best: Sequence[str], jelinek_mercer: str, claims: ClaimRetrieval
    ) -> PaperTable:
        means, ranks = _means(scores), _ranks(scores)
        leading = [min(scores, key=lambda name, at=at: ranks[name][at]) for at in range(len(CUTS))]  # type: ignore[misc]
        first = sorted(scores, key=lambda name: ranks[name][-1])[:5]
        shown = {
            *leading,
            *first,
            *best,
            "BM25",
            jelinek_mercer,
            *(name for name in self.TABLE_2 if name in scores),
        }
        p = _p_values(scores)
        rows = []
        for name in sorted(shown, key=lambda name: (ranks[name][-1], name)):
            published = self.TABLE_2.get(name, (None,) * 6)
            cells = []
            for at in range(len(CUTS)):
                cells.append(Cell(float(means[name][at]), published[2 * at], 4))
                cells.append(Cell(ranks[name][at], published[2 * at + 1], 0))
                cells.append(Cell(float(p[name][at]) if name in p else None, None))
            rows.append(Row(name, tuple(cells)))
        columns = tuple(head for cut in CUTS for head in (f"nDCG@{cut}", "rank", "p"))
        return PaperTable(
            "Table 2: nDCG for claim retrieval", columns, tuple(rows), self._remarks(leading, claims)
        )

    def _remarks(self, leading: Sequence[str], claims: ClaimRetrieval) -> tuple[str, ...]:
        judged = "its judged premises" if claims.condensed else "its premises (0 for one that nobody judged)"
        return (
            f"Best at 1, 2, 5: {', '.join(leading)}.",
            "The five best at 5, the best of each family, BM25, Jelinek-Mercer, and the paper's rows; all 196 below.",
            "p: paired two-sided t-test against BM25, Bonferroni-corrected for 195 comparisons.",
            f"A claim's relevance is the mean of that of {judged}; the query itself is never a result"
            + ("; only claims with a judged premise are ranked." if claims.condensed else "."),
            f"{len(claims.queries)} queries, {len(claims.claims)} claims. In brackets: the paper's figures, on its own"
            " claims and judgments, which are not these.",
        )

    def _all(self, scores: Mapping[str, Floats]) -> PaperTable:
        means, ranks = _means(scores), _ranks(scores)
        rows = [
            Row(
                name,
                tuple(
                    cell
                    for at in range(len(CUTS))
                    for cell in (Cell(float(means[name][at]), None, 4), Cell(ranks[name][at], None, 0))
                ),
            )
            for name in sorted(scores, key=lambda name: (ranks[name][-1], name))
        ]
        columns = tuple(head for cut in CUTS for head in (f"nDCG@{cut}", "rank"))
        return PaperTable(f"All {len(rows)} methods", columns, tuple(rows))


def _means(scores: Mapping[str, Floats]) -> dict[str, Floats]:
    return {name: values.mean(axis=1) for name, values in scores.items()}


def _ranks(scores: Mapping[str, Floats]) -> dict[str, list[int]]:
    """Returns the rank of every method at every cut; equal means share the best rank."""
    means = np.array([values.mean(axis=1) for values in scores.values()]).round(12)
    better = (means[:, None, :] < means[None, :, :]).sum(axis=1) + 1
    return {name: ranks for name, ranks in zip(scores, better.tolist(), strict=True)}


def _p_values(scores: Mapping[str, Floats]) -> dict[str, list[float]]:
    """Returns p of every method but BM25 against BM25 at every cut, Bonferroni-corrected."""
    others = [name for name in scores if name != "BM25"]
    columns = [
        adjust_bonferroni([paired_t(scores[name][at], scores["BM25"][at]) for name in others])
        for at in range(len(CUTS))
    ]
    return dict(zip(others, np.array(columns).T.tolist(), strict=True))


def _best(scores: Mapping[str, Floats], family: str) -> str:
    """Returns the method of a family with the greatest mean nDCG@5; the first of equal ones."""
    members = [name for name in scores if name.startswith(f"{family}(")]
    return max(members, key=lambda name: float(scores[name][-1].mean().round(12)))
