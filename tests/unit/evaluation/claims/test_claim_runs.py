from __future__ import annotations

from pathlib import Path

import pytest

from debatable.errors import InputError, UnknownNameError
from debatable.evaluation import Collection, read_run, write_run
from debatable.evaluation.annotation import pool
from debatable.evaluation.claims import asked_similarities, claim_index, claim_run
from debatable.evaluation.runs import ordered
from debatable.lexical import similarity


def test_equal_scores_keep_the_order_of_the_index_in_memory_and_on_disk(
    energy: Collection, tmp_path: Path
) -> None:
    claims = claim_index(energy)
    boolean = similarity("Boolean")
    searched = [claim for claim, _ in claims.search("nuclear", boolean, 3)]
    assert len({score for _, score in claims.search("nuclear", boolean, 3)}) == 1
    made = claim_run(claims, [type(energy.queries[0])("n", "nuclear")], boolean, 3)
    write_run(made, tmp_path / "run")
    assert ordered(made.rankings["n"]) == searched == read_run(tmp_path / "run").ids()["n"]


def test_all_196_find_claims_that_can_be_pooled(energy: Collection) -> None:
    claims = claim_index(energy)
    runs = [claim_run(claims, energy.queries, formula, 5) for formula in asked_similarities(["all"])]
    assert len({run.tag for run in runs}) == 196
    pooled = pool(runs, energy.queries, energy.texts())
    assert {item.item_id for item in pooled} <= set(claims.texts)
    assert energy.queries[0].text not in {item.text for item in pooled}


def test_a_name_or_a_number_that_cannot_be_is_refused(energy: Collection) -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'BM25'"):
        asked_similarities(["BM52"])
    with pytest.raises(InputError, match="0 claims a query; use 1 or more"):
        claim_run(claim_index(energy), energy.queries, similarity("BM25"), 0)
