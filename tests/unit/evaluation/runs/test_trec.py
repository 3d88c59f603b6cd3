"""TREC runs and the order of a ranking."""

from __future__ import annotations

import gzip
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from debatable.errors import InputError
from debatable.evaluation import Judged, Judgment, Run, measure, ordered, read_run, write_run
from debatable.evaluation.runs import falling_scores


@pytest.mark.parametrize(
    ("ranking", "expected"),
    [
        ([("a", 1.0), ("b", 1.0), ("c", 2.0)], ["c", "b", "a"]),
        ([("p10", 1.0), ("p9", 1.0)], ["p9", "p10"]),
        ([("a", 0.1), ("b", 0.1 + 1e-10)], ["b", "a"]),
        ([("z", 0.1 + 1e-10), ("a", 0.1)], ["z", "a"]),
        ([("a", 0.1 + 1e-10), ("z", 0.1)], ["z", "a"]),
        ([("a", -1.0), ("b", 0.0)], ["b", "a"]),
        (["b", "a"], ["b", "a"]),
    ],
)
def test_ties_fall_by_id_and_scores_have_single_precision(
    ranking: list[tuple[str, float]], expected: list[str]
) -> None:
    assert ordered(ranking) == expected


def test_a_scored_ranking_with_a_premise_twice_is_refused() -> None:
    with pytest.raises(InputError, match="a: a premise is ranked twice"):
        ordered([("a", 3.0), ("b", 2.0), ("a", 1.0)])
    assert ordered(["a", "b", "a"]) == ["a", "b", "a"]
    with pytest.raises(InputError, match="cannot be ranked"):
        ordered([("a", math.nan)])


def test_a_run_comes_back_in_its_order_although_scores_tie(tmp_path: Path) -> None:
    run = Run("bm25f", {"q1": [("a", 1.0), ("c", 0.5), ("b", 0.5), ("d", 0.7)], "q2": [("a", 3.0)]})
    path = tmp_path / "run.txt.gz"
    write_run(run, path)
    back = read_run(path)
    assert back.tag == "bm25f"
    assert {query: [p for p, _ in ranking] for query, ranking in back.rankings.items()} == {
        "q1": ["a", "c", "b", "d"],
        "q2": ["a"],
    }
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    assert lines[0].split()[:4] == ["q1", "Q0", "a", "1"]
    before = path.read_bytes()
    write_run(run, path)
    assert path.read_bytes() == before


def test_scores_fall_in_single_precision_by_the_smallest_step() -> None:
    falling = np.array(falling_scores([0.3, 0.3, 0.3, -1.0]), dtype=np.float32)
    assert (np.diff(falling) < 0).all()
    assert falling[2] == np.float32(0.3)
    assert falling[1] == np.nextafter(np.float32(0.3), np.float32(1))
    assert falling_scores([]) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("q1 Q0 a 1 0.5\n", r"run:1: 5 fields instead of 6"),
        ("q1 Q0 a 1 0.5 t\nq1 Q0 a 2 0.4 t\n", r"run:2: premise 'a' twice for query 'q1'"),
        ("q1 Q0 a 1 high t\n", "not numbers"),
        ("q1 Q0 a 1 nan t\n", "cannot be ranked"),
        ("\n", "the run is empty"),
    ],
)
def test_broken_runs_are_refused_with_their_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "run"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read_run(path)


def test_ids_that_no_run_can_hold_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="premise id 'a b'"):
        write_run(Run("t", {"q": [("a b", 1.0)]}), tmp_path / "run")
    with pytest.raises(InputError, match="ranked twice"):
        write_run(Run("t", {"q": [("a", 1.0), ("a", 0.5)]}), tmp_path / "run")
    assert list(tmp_path.iterdir()) == []


def test_files_are_named_by_a_text_too(tmp_path: Path) -> None:
    """A text ended in an AttributeError, though a collection may be one."""
    path = str(tmp_path / "mine.run")
    write_run(Run("mine", {"q1": [("p1", 1.0)]}), path)
    assert read_run(path).ids() == {"q1": ["p1"]}


@pytest.mark.parametrize("ranking", [{"p3": 1.0, "p1": 2.0}, {"p3", "p1"}])
@pytest.mark.parametrize("name", ["nDCG@5", "success@1"])
def test_a_dict_or_a_set_is_no_ranking(name: str, ranking: Any) -> None:
    """Of a dict, as other tools have runs, the ids counted in their order and the scores did not."""
    judged = Judged([Judgment("q1", "p1", 1.0)])
    with pytest.raises(InputError, match=f"a ranking is a {type(ranking).__name__}; give ids, best first"):
        measure(name)(ranking, judged)
