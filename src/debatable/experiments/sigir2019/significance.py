"""Is the best method more than lucky: the paired tests of Dumani and Schenkel 2019, 4, over all pairs of methods."""

from __future__ import annotations

import numpy as np

from debatable.evaluation.statistics import paired_t_matrix
from debatable.experiments.paper_table import Cell, PaperTable, Row
from debatable.experiments.sigir2019.method_scores import MethodScores
from debatable.experiments.sigir2019.published import DIFFERENCES
from debatable.plural import counted

__all__ = ["significance_table"]

LEVEL = 0.05


def significance_table(scores: MethodScores, baselines: tuple[str, ...]) -> PaperTable:
    """Returns the tests of the best method at 5 against the baselines, Bonferroni-corrected for all pairs."""
    methods = list(scores.ranked)
    pairs = len(methods) * (len(methods) - 1) // 2
    matrix = paired_t_matrix(np.array([scores.ranked[name][-1] for name in methods]))
    apart = int((matrix[np.triu_indices(len(methods), k=1)] < LEVEL / pairs).sum())
    best = scores.best()
    rows = []
    for baseline in baselines:
        ahead, published = DIFFERENCES.get(baseline, (None, None))
        p = float(matrix[methods.index(best), methods.index(baseline)])
        difference = float(scores.means(best)[-1] - scores.means(baseline)[-1])
        cells = (
            Cell(difference, ahead, 4),
            Cell(p, published, 1, scientific=True),
            Cell(min(1.0, p * pairs), None, 1, scientific=True),
        )
        rows.append(Row(f"{best} - {baseline}", cells))
    return PaperTable(
        "Section 4: the best at 5 against the baselines",
        ("nDCG@5 apart", "p", f"p x {pairs:,}"),
        tuple(rows),
        (
            f"Paired two-sided t-test over {counted(len(scores.retrieval.queries), 'query')}; Bonferroni's correction"
            f" is for all {pairs:,} pairs of {len(methods)} methods: significant where p < {LEVEL / pairs:.1e}.",
            f"{apart:,} of the {pairs:,} pairs differ significantly at 5.",
            "The paper gives p = 5e-5 against BM25, which is not significant, and p < 2.6e-6 against the language"
            " model, which is.",
        ),
    )
