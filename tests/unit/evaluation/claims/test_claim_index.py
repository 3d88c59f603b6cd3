from __future__ import annotations

from pathlib import Path

import pytest

from debatable.errors import InputError
from debatable.evaluation import Collection, collection
from debatable.evaluation.claims import claim_index
from debatable.model import claim_id
from tests.support.json_lines import write_lines
from tests.unit.evaluation.claims.conftest import CLAIMS


def test_the_query_itself_is_never_found_and_the_list_is_as_long_as_asked(energy: Collection) -> None:
    claims = claim_index(energy)
    found = [claim for claim, _ in claims.search(CLAIMS["a"], "BM25", 2)]
    assert found == [claim_id(CLAIMS["b"]), claim_id(CLAIMS["c"])]
    assert claims.premises[claim_id(CLAIMS["c"])] == ["c1", "c2"]
    # A claim of other case is another claim: it may be found, and finds the one that is spelled otherwise.
    assert claims.search(CLAIMS["a"].upper(), "BM25", 1)[0][0] == claim_id(CLAIMS["a"])


def test_questions_are_counted(energy: Collection) -> None:
    assert claim_index(energy).questions == 1


def test_a_corpus_without_claims_is_refused(tmp_path: Path) -> None:
    write_lines(tmp_path / "corpus.jsonl", {"id": "a1", "claim": None, "premise": "x"})
    write_lines(tmp_path / "queries.jsonl", {"query_id": "q", "text": "x"})
    with pytest.raises(InputError, match="no premise has a claim; use a collection with claims"):
        claim_index(collection(tmp_path))
