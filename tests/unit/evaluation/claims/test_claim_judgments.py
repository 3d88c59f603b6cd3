from __future__ import annotations

from pathlib import Path

import pytest

from debatable.errors import InputError
from debatable.evaluation import Collection
from debatable.evaluation.claims import claim_index, read_claim_judgments
from debatable.model import claim_id
from tests.support.json_lines import write_lines
from tests.unit.evaluation.claims.conftest import CLAIMS


def judge(folder: Path, **record: object) -> None:
    claim = {"query_id": "q", "claim_id": claim_id(CLAIMS["b"]), "relevance": 2.5}
    write_lines(folder / "claim_judgments.jsonl", {**claim, **record})


def test_means_are_kept_and_the_query_itself_is_left_out(energy: Collection, tmp_path: Path) -> None:
    claims = claim_index(energy)
    assert read_claim_judgments(tmp_path, energy.queries, claims) is None
    rows = [(CLAIMS["b"], 2.5), (CLAIMS["a"], 3), (CLAIMS["d"], 0)]
    write_lines(
        tmp_path / "claim_judgments.jsonl",
        *[{"query_id": "q", "claim_id": claim_id(text), "relevance": grade} for text, grade in rows],
    )
    judged = read_claim_judgments(tmp_path, energy.queries, claims)
    assert judged is not None
    assert {row.premise_id: row.relevance for row in judged.rows} == {
        claim_id(CLAIMS["b"]): 2.5,
        claim_id(CLAIMS["d"]): 0.0,
    }


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"claim_id": "c-0"}, "claim 'c-0' is not in the corpus; check the ids"),
        ({"relevance": 4}, "relevance 4 of claim .*; give 0 to 3"),
        ({"relevance": -1}, "relevance -1 of claim .*; give 0 to 3"),
        ({"query_id": "x"}, "query 'x' is not in queries.jsonl"),
        ({"claim_id": None}, "claim_id is missing"),
    ],
)
def test_what_cannot_be_is_refused(
    energy: Collection, tmp_path: Path, record: dict[str, object], message: str
) -> None:
    judge(tmp_path, **record)
    with pytest.raises(InputError, match=message):
        read_claim_judgments(tmp_path, energy.queries, claim_index(energy))
