from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from debatable.errors import InputError
from debatable.evaluation import collection
from debatable.experiments import Inputs
from debatable.experiments.sigir2019 import Sigir2019
from debatable.experiments.sigir2019.claim_retrieval import claim_retrieval
from debatable.experiments.sigir2019.premise_relevance import premise_relevance


def _lines(path: Path, records: Sequence[Mapping[str, object]]) -> None:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three claims about cars: one equal to the query, one fully relevant, one half; and one about cats."""
    claims = {
        "a": "Ban cars",
        "b": "Cars should be banned",
        "c": "Ban old cars in cities",
        "d": "Cats are nice",
    }
    corpus = [
        {
            "id": f"{key}{number}",
            "claim": text,
            "premise": f"premise {key} {number}",
            "stance": "pro",
            "source": "s",
        }
        for key, text in claims.items()
        for number in (1, 2)
    ]
    _lines(tmp_path / "corpus.jsonl", corpus)
    _lines(tmp_path / "queries.jsonl", [{"query_id": "q", "text": "Ban cars"}])
    judged = [("a1", 2), ("a2", 2), ("b1", 2), ("b2", 2), ("c1", 2)]
    _lines(
        tmp_path / "judgments.jsonl",
        [{"query_id": "q", "premise_id": premise, "relevance": grade} for premise, grade in judged],
    )
    return tmp_path


def test_a_claim_is_as_relevant_as_its_premises_are_on_average(folder: Path) -> None:
    claims = claim_retrieval(collection(folder))
    judged = claims.relevance["q"]
    texts = {claim: claims.premises[claim][0][0] for claim in claims.claims}
    assert {texts[claim]: float(judged.gains([claim])[0]) for claim in judged.rows} == {
        "b": 2.0,
        "c": 1.0,
        "d": 0.0,
    }


def test_all_196_are_ranked(folder: Path) -> None:
    table_2, table_3, everything = Sigir2019()(Inputs(folder))
    assert len(everything.rows) == 196
    assert {"BM25", "LMJelinekMercer(0.2)"} <= {row.label for row in table_2.rows}
    # "banned" is not "ban": every similarity prefers the claim that shares two words, the half-relevant one.
    bm25 = next(row for row in table_2.rows if row.label == "BM25")
    assert bm25.cells[0].ours == pytest.approx(1 / 2)
    assert bm25.cells[3].ours == pytest.approx((1 + 2) / (2 + 1))
    assert bm25.cells[2].ours is None
    assert sum(cell.ours or 0 for row in table_3.rows for cell in row.cells[2:]) > 0


def test_premises_speak_for_each_other(folder: Path) -> None:
    claims = claim_retrieval(collection(folder))
    pool = {"q": {claim for claim in claims.claims if claims.premises[claim][0][0] in "bc"}}
    table = premise_relevance(claims, collection(folder).judgments, pool)
    shares = {row.label: [cell.ours for cell in row.cells] for row in table.rows}
    # b1 and b2 vouch for each other; c2 is irrelevant beside a relevant c1, and the other way round.
    assert shares["[4, 4]"] == [pytest.approx(200 / 3), pytest.approx(100 / 3), 3.0]
    assert shares["[1.0, 1.5)"] == [100.0, 0.0, 1.0]


def test_a_collection_without_claims_is_refused(folder: Path) -> None:
    _lines(
        folder / "corpus.jsonl", [{"id": "a1", "claim": None, "premise": "x", "stance": None, "source": "s"}]
    )
    with pytest.raises(InputError, match="collection with claims"):
        claim_retrieval(collection(folder))
