from __future__ import annotations

import json
from pathlib import Path

import pytest

from debatable.errors import InputError
from debatable.experiments import (
    load_triples,
)
from tests.support.triples import FIELDS, TRIPLES


def test_triples_become_a_collection_alike_from_csv_and_json(data: Path) -> None:
    (data / "triples.json").write_text(json.dumps([dict(zip(FIELDS, row, strict=True)) for row in TRIPLES]))
    found = load_triples(data / "triples.csv", data / "from-csv")
    same = load_triples(data / "triples.json", data / "from-json")
    assert [query.text for query in found.queries] == ["Ban cars", "Tax sugar"]
    assert found.judgments["q1"].relevance.tolist() == [2.0, 2.0, 1.0, 0.0]
    assert found.judgments["q1"].levels.tolist() == [2.0, 1.0]
    assert found.judgments["q2"].levels.tolist() == [1.0]
    assert found.corpus[0].read_bytes() == same.corpus[0].read_bytes()
    assert found.judgments.rows == same.judgments.rows


def test_spam_and_other_are_left_out(tmp_path: Path) -> None:
    rows = [dict(zip(FIELDS, row, strict=True)) for row in TRIPLES]
    aside = [{**rows[0], "premise": said, "relevance": said} for said in ("spam", " Other ")]
    for name, triples in (("with", [*aside, *rows]), ("without", rows)):
        (tmp_path / f"{name}.json").write_text(json.dumps(triples))
    kept, same = (load_triples(tmp_path / f"{n}.json", tmp_path / n) for n in ("with", "without"))
    assert kept.corpus[0].read_bytes() == same.corpus[0].read_bytes()
    assert kept.judgments.rows == same.judgments.rows


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("query_claim,premise\n", "no column result_claim, relevance, cluster"),
        (",".join(FIELDS) + "\nBan cars,x,y,maybe,\n", "row 1: relevance 'maybe'"),
        (",".join(FIELDS) + "\nBan cars,,y,1,\n", "row 1: result_claim is missing"),
        (",".join(FIELDS) + "\n", "there is no triple"),
        (",".join(FIELDS) + '\n"Ban cars\n', "not CSV"),
    ],
)
def test_broken_triples_are_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "triples.csv").write_text(text)
    with pytest.raises(InputError, match=message):
        load_triples(tmp_path / "triples.csv", tmp_path / "into")
