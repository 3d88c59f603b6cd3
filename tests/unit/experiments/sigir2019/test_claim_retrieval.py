from __future__ import annotations

from pathlib import Path

import pytest

from debatable.errors import InputError
from debatable.evaluation import collection
from debatable.experiments.sigir2019.claim_retrieval import claim_retrieval
from tests.support.json_lines import write_lines


def test_a_claim_is_as_relevant_as_its_premises_are_on_average(folder: Path) -> None:
    claims = claim_retrieval(collection(folder))
    judged = claims.relevance["q"]
    texts = {claim: claims.premises[claim][0][0] for claim in claims.claims}
    assert {texts[claim]: float(judged.gains([claim])[0]) for claim in judged.rows} == {
        "b": 2.0,
        "c": 1.0,
        "d": 0.0,
    }


def test_a_collection_without_claims_is_refused(folder: Path) -> None:
    write_lines(
        folder / "corpus.jsonl", {"id": "a1", "claim": None, "premise": "x", "stance": None, "source": "s"}
    )
    with pytest.raises(InputError, match="collection with claims"):
        claim_retrieval(collection(folder))
