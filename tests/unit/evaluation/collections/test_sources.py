"""From a name to a collection, or to training material."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatable.errors import InputError, RecordError
from debatable.evaluation import Judgment, Judgments, Query, collection, save_collection
from debatable.evaluation.collections import material
from debatable.learning.training import JudgedPremise
from debatable.model import Stance
from tests.support.tiny_base import write_debates


def test_missing_parts_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"there is no queries\.jsonl"):
        collection(tmp_path)
    with pytest.raises(InputError, match="there is no such folder"):
        collection(tmp_path / "nowhere")


RECORDS = [
    {"id": "a", "claim": "Ban cars", "premise": "Cars are loud", "stance": "pro"},
    {"id": "b", "premise": "Cars are handy"},
]


def saved(folder: Path) -> Path:
    queries = [Query("q1", "No more cars", "train"), Query("q2", "More cars", "dev")]
    judgments = [
        Judgment("q1", "a", 2, "noise", Stance.PRO, 3.0),
        Judgment("q1", "gone", 1),
        Judgment("q2", "b", 0),
    ]
    save_collection(folder, RECORDS, queries, Judgments(judgments))
    return folder


def test_a_collection_gives_its_training_split_and_all_only_if_asked(tmp_path: Path) -> None:
    folder = saved(tmp_path / "made")
    first = JudgedPremise("No more cars", "Cars are loud", 2, "noise", Stance.PRO, 3.0)
    found = material(folder)
    assert found.name == "made" and len(found.arguments) == 2 and found.judged == (first,)
    assert material(folder, "all").judged == (first, JudgedPremise("More cars", "Cars are handy", 0))
    assert [row.query for row in material(folder, "dev").judged] == ["More cars"]
    with pytest.raises(InputError, match="made has no split 'test'"):
        material(folder, "test")


def test_a_corpus_is_taken_as_index_takes_it(tmp_path: Path) -> None:
    path = write_debates(tmp_path / "made.jsonl")
    assert len(material(path).arguments) == 320 and material(path).judged == ()
    assert material(tmp_path).arguments == material(path).arguments
    with pytest.raises(InputError, match="a corpus has no split 'train'"):
        material(path, "train")
    with path.open("a", encoding="utf-8") as file:
        file.write("{}\n")
    with pytest.raises(RecordError):
        material(path)
    assert len(material(path, on_error="skip").arguments) == 320
