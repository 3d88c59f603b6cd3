from __future__ import annotations

from pathlib import Path

import pytest

from debatable.evaluation import collection
from debatable.experiments.sigir2019.claim_retrieval import claim_retrieval
from debatable.experiments.sigir2019.premise_relevance import premise_relevance


def test_premises_speak_for_each_other(folder: Path) -> None:
    claims = claim_retrieval(collection(folder))
    pool = {"q": {claim for claim in claims.claims if claims.premises[claim][0][0] in "bc"}}
    table = premise_relevance(claims, collection(folder).judgments, pool)
    shares = {row.label: [cell.ours for cell in row.cells] for row in table.rows}
    # b1 and b2 vouch for each other; c2 is irrelevant beside a relevant c1, and the other way round.
    assert shares["[4, 4]"] == [pytest.approx(200 / 3), pytest.approx(100 / 3), 3.0]
    assert shares["[1.0, 1.5)"] == [100.0, 0.0, 1.0]
