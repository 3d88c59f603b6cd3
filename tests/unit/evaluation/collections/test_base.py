"""Collections as folders of JSON lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatable.errors import InputError
from debatable.evaluation import Judgment, collection
from debatable.model import Stance
from tests.support.json_lines import write_lines


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_lines(
        tmp_path / "corpus.jsonl", {"id": "p1", "claim": None, "premise": "Cars are loud.", "stance": None}
    )
    write_lines(
        tmp_path / "queries.jsonl",
        {"query_id": "q1", "text": "Ban cars", "split": "dev"},
        {"query_id": 2, "text": "Ban bikes", "split": "train"},
    )
    write_lines(
        tmp_path / "judgments.jsonl",
        {"query_id": "q1", "premise_id": "p1", "relevance": 1, "cluster": "g", "stance": "pro"},
        {"query_id": 2, "premise_id": "p1", "relevance": 0, "quality": 2},
    )
    return tmp_path


def test_a_native_folder(folder: Path) -> None:
    found = collection(folder)
    assert found.splits == ("dev", "train")
    assert [query.id for query in found.of_split("dev").queries] == ["q1"]
    assert list(found.of_split("dev").judgments) == ["q1"]
    assert found.judgments.rows[0] == Judgment("q1", "p1", 1, "g", Stance.PRO)
    assert found.judgments.rows[1].quality == 2
    assert found.corpus == (folder / "corpus.jsonl",)
    with pytest.raises(InputError, match="there are: dev, train"):
        found.of_split("test")


@pytest.mark.parametrize(
    ("name", "record", "message"),
    [
        ("queries.jsonl", {"query_id": "q1"}, "queries.jsonl:1: text is missing"),
        ("judgments.jsonl", {"query_id": "q9", "premise_id": "p1", "relevance": 1}, "not in queries.jsonl"),
        ("judgments.jsonl", {"query_id": "q1", "premise_id": "p1"}, "no relevance"),
        ("judgments.jsonl", {"query_id": "q1", "premise_id": "p1", "relevance": "1"}, "is no number"),
        (
            "judgments.jsonl",
            {"query_id": "q1", "premise_id": "p1", "relevance": 1, "stance": "for"},
            "stance 'for'",
        ),
    ],
)
def test_broken_collections_are_refused(folder: Path, name: str, record: object, message: str) -> None:
    write_lines(folder / name, record)
    with pytest.raises(InputError, match=message):
        collection(folder)


def test_rankings_of_others_need_whole_ranks(folder: Path) -> None:
    """A line without a rank was left out without a word, and 2.7 was rank 2."""
    line = {"query_id": "q1", "model": "theirs", "premise_id": "p1"}
    write_lines(
        folder / "baseline_rankings.jsonl", {**line, "rank": 2}, {**line, "premise_id": "p9", "rank": 1}
    )
    assert collection(folder).published == {"theirs": {"q1": ("p9", "p1")}}
    for bad in ({}, {"rank": 2.7}):
        write_lines(folder / "baseline_rankings.jsonl", {**line, **bad})
        with pytest.raises(InputError, match=r"baseline_rankings\.jsonl:1: rank .* is no whole number"):
            collection(folder)
