from __future__ import annotations

import json
from pathlib import Path

import pytest

from debatable.errors import InputError
from debatable.evaluation.annotation import (
    append,
    consensus,
    read_annotations,
)
from tests.support.annotations import said


def test_the_last_answer_of_a_person_counts(tmp_path: Path) -> None:
    path = tmp_path / "annotations.jsonl"
    for annotation in (said("ann", "a", 0), said("bob", "a", 1), said("ann", "a", 2)):
        append(path, annotation)
    assert len(path.read_text().splitlines()) == 3
    assert consensus(read_annotations(path)).rows[0].relevance == 1.5
    first = json.loads(path.read_text().splitlines()[0])
    assert first["scale"] == {
        **{"2": "very relevant", "1": "relevant", "0": "not relevant"},
        **{"3": "spam", "4": "other: no premise, not to be judged"},
    }
    assert (first["annotator"], first["time"]) == ("ann", "2024-01-01T00:00:00+00:00")


@pytest.mark.parametrize(
    "line",
    [
        '{"task": "relevance"}',
        '{"task":"relevance","annotator":"a","time":"t","query_id":"q","item_id":"i","value":7}',
        '{"task":"relevance","annotator":"a","time":"t","query_id":"q","item_id":"i","value":1,"stance":"for"}',
    ],
)
def test_broken_annotations_are_refused_with_their_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "annotations.jsonl"
    path.write_text(line)
    with pytest.raises(InputError, match=r"annotations\.jsonl:1: not an annotation"):
        read_annotations(path)
