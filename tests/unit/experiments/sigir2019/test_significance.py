from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from debatable.evaluation import collection
from debatable.experiments.sigir2019.claim_retrieval import claim_retrieval
from debatable.experiments.sigir2019.method_scores import MethodScores
from debatable.experiments.sigir2019.significance import significance_table


def test_p_is_corrected_for_all_pairs_of_methods(folder: Path) -> None:
    scores = MethodScores(claim_retrieval(collection(folder), folder))
    drawn = np.random.default_rng(1).random(40)
    noise = np.random.default_rng(2).normal(0, 0.01, 40)
    values = {"good": drawn + 0.01 + noise, "BM25": drawn, "LM": drawn - 0.5 - noise}
    for name, one in values.items():
        scores.ranked[name] = np.array([one, one, one])
    table = significance_table(scores, ("BM25", "LM"))
    expected = [stats.ttest_rel(values["good"], values[name]).pvalue for name in ("BM25", "LM")]
    assert [row.cells[1].ours for row in table.rows] == [pytest.approx(p) for p in expected]
    assert [row.cells[2].ours for row in table.rows] == [pytest.approx(min(1, 3 * p)) for p in expected]
    assert table.columns[-1] == "p x 3"
    below = sum(
        stats.ttest_rel(values[one], values[other]).pvalue < 0.05 / 3
        for one, other in (("good", "BM25"), ("good", "LM"), ("BM25", "LM"))
    )
    assert f"{below} of the 3 pairs differ significantly at 5." in table.remarks
