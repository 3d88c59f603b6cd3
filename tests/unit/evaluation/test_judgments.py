"""Judgments of premises."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from debatable.errors import InputError
from debatable.evaluation import Judged, Judgment, Judgments
from debatable.evaluation.judgments import read_judgments
from debatable.model import Stance
from tests.support.json_lines import write_lines


def test_a_premise_judged_twice_keeps_greatest_relevance_and_first_cluster() -> None:
    twice = Judged([Judgment("q", "a", 1, "g"), Judgment("q", "a", 2, "h", Stance.CON)])
    assert twice.relevance.tolist() == [2.0]
    assert twice.levels.tolist() == [2.0]
    assert twice.stance == (Stance.CON,)


def test_gains_of_nothing_judged_are_zero() -> None:
    assert np.array_equal(Judged([]).gains(["a", "b"]), [0.0, 0.0])
    assert np.array_equal(Judged([]).clusters(["a"]), [-1])


def test_renaming_merges_the_judgments_of_equal_premises() -> None:
    judgments = Judgments(
        [Judgment("q", "r1", 1, "g"), Judgment("q", "r2", 2, "h"), Judgment("q", "r3", 1, "h")]
    )
    merged = judgments.renamed({"r1": "p1", "r2": "p1"}.get)
    assert merged["q"].rows == {"p1": 0, "r3": 1}
    assert merged["q"].relevance.tolist() == [2.0, 1.0]
    assert merged["q"].levels.tolist() == [2.0, 1.0]


def of(premise: str, relevance: float, cluster: str | None = None, stance: Stance = Stance.NONE) -> Judgment:
    return Judgment("q", premise, relevance, cluster, stance)


def test_a_premise_judged_twice_keeps_the_greatest_relevance_and_what_was_said_first() -> None:
    judged = Judged(
        [
            of("a", 1, None, Stance.NONE),
            of("b", 2, "x", Stance.PRO),
            of("a", 2, "y", Stance.CON),
            of("b", 1, "y", Stance.CON),
            of("a", 0, "x", Stance.PRO),
        ]
    )
    assert len(judged) == 2 and judged.rows == {"a": 0, "b": 1}
    assert judged.relevance.tolist() == [2, 2]
    assert judged.stance == (Stance.CON, Stance.PRO)
    assert judged.cluster.tolist() == [0, 1]  # a is of y, b of x: numbered as they come


def test_what_is_not_relevant_is_in_no_cluster_and_below_nothing_gains_nothing() -> None:
    judged = Judged(
        [of("a", 0, "x"), of("b", -2, "x"), of("c", 1, "x"), of("d", 3, "x"), of("e", 1), of("f", 2)]
    )
    assert judged.cluster.tolist() == [-1, -1, 0, 0, 1, 2]
    assert judged.levels.tolist() == [3, 1, 2]
    assert judged.grades.tolist() == [0, -2, 1, 3, 1, 2]
    assert judged.relevance.tolist() == [0, 0, 1, 3, 1, 2]
    assert judged.gains(["d", "nobody", "b", "c"]).tolist() == [3, 0, 0, 1]
    assert judged.clusters(["d", "nobody", "a", "f"]).tolist() == [0, -1, -1, 2]
    assert "b" in judged and "nobody" not in judged


def test_a_cluster_named_as_a_premise_is_not_that_premise() -> None:
    assert Judged([of("a", 1), of("b", 1, "a"), of("c", 1, "of a")]).cluster.tolist() == [0, 1, 2]


def test_nothing_judged_gains_nothing() -> None:
    nothing = Judged(())
    assert nothing.gains(["a", "b"]).tolist() == [0, 0]
    assert nothing.clusters(["a"]).tolist() == [-1]
    assert len(nothing) == 0 and nothing.levels.tolist() == []


def test_equal_records_are_one_premise_that_inherits_their_judgments() -> None:
    judgments = Judgments([Judgment("q", "r1", 1), Judgment("q", "r2", 2, "g"), Judgment("r", "r1", 1)])
    renamed = judgments.renamed({"r1": "p", "r2": "p"}.get)
    assert list(renamed) == ["q", "r"] and len(renamed) == 2
    assert renamed["q"].rows == {"p": 0} and renamed["q"].relevance.tolist() == [2]
    assert judgments.renamed(lambda name: None)["q"].rows == {"r1": 0, "r2": 1}


def test_quality_takes_the_place_of_relevance_where_all_have_one() -> None:
    rows = [Judgment("q", "a", 2, quality=0.0), Judgment("q", "b", 0, quality=1.5)]
    assert Judgments(rows).by_quality()["q"].relevance.tolist() == [0.0, 1.5]
    with pytest.raises(InputError, match="quality"):
        Judgments([*rows, Judgment("q", "c", 1)]).by_quality()


def test_a_cluster_without_a_name_is_none(tmp_path: Path) -> None:
    """Tables that are exported have an empty text where nothing is; all of these premises were one cluster."""
    path = tmp_path / "judgments.jsonl"
    given = {"a": "", "b": " ", "c": None, "d": 0, "e": "noise"}
    rows = [{"query_id": "q", "premise_id": one, "relevance": 1, "cluster": given[one]} for one in given]
    write_lines(path, *rows)
    assert [row.cluster for row in read_judgments(path, {"q"})] == [None, None, None, "0", "noise"]
