"""A small folder of key points, measured; and folders that cannot be."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from scipy import stats

from debatable.errors import InputError, RecordError
from debatable.evaluation.points import PointEvaluation, evaluate_points, read_gold
from tests.support.gold_points import TOPIC, write, write_gold


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_gold(tmp_path)
    return tmp_path


def test_points_that_are_clear_are_found(folder: Path) -> None:
    measured = evaluate_points(folder).as_dict()
    assert measured["matching"] == {"strict": 1.0, "relaxed": 1.0}
    assert measured["points"]["bcubed_f"] == measured["points"]["coverage"] == 1.0
    assert (measured["points"]["found"], measured["points"]["gold"]) == (2.0, 2.0)
    assert set(measured["beside"]["points"]) == {"k-means", "offline clusters", "members of best"}
    assert measured["topics"][TOPIC]["1"]["matching"]["strict"] == 1.0


def test_the_cosine_is_measured_once_where_it_is_the_method(folder: Path) -> None:
    measured = evaluate_points(folder, "points(matching=cosine)")
    assert {name: len(values) for name, values in measured.matching.items()} == {"cosine": 1}


def test_labels_are_read_by_pair(folder: Path) -> None:
    (side,) = read_gold(folder)
    assert side.labels.tolist() == [[1, 0]] * 3 + [[0, 1]] * 3
    write(folder / "labels.csv", ("arg_id", "key_point_id", "label"), ("a0", "k1", "1"))
    assert read_gold(folder)[0].labels.tolist() == [[-1, 1], *[[-1, -1]] * 5]


def test_a_bad_folder_is_named(folder: Path) -> None:
    write(folder / "labels.csv", ("arg_id", "key_point_id", "label"), ("a0", "k7", "1"))
    with pytest.raises(RecordError, match="labels.csv:2"):
        read_gold(folder)
    write(folder / "labels.csv", ("arg_id", "key_point_id", "label"), ("a0", "k1", "yes"))
    with pytest.raises(RecordError, match="write 0 or 1"):
        read_gold(folder)
    write(folder / "key_points.csv", ("id", "key_point"), ("k0", "x"))
    with pytest.raises(InputError, match="lacks the column 'key_point_id'"):
        read_gold(folder)
    (folder / "arguments.csv").unlink()
    with pytest.raises(InputError, match="there is no such file"):
        read_gold(folder)


def test_sides_that_measures_are_undefined_for_are_left_out_of_means_and_counted() -> None:
    def of(coverage: float) -> dict[str, float]:
        return {"coverage": coverage, "found": 2.0}

    sides = (("a", "1"), ("a", "-1"), ("b", "1"), ("c", "1"))
    ours = [of(value) for value in (0.5, math.nan, 0.75, math.nan)]
    theirs = [of(value) for value in (0.25, math.nan, 0.75, math.nan)]
    matching = {"learned": [{"strict": 1.0, "relaxed": 1.0}] * 4}
    measured = PointEvaluation("cars", "points", sides, matching, {"points": ours, "k-means": theirs})
    assert measured.mean(ours) == {"coverage": 0.625, "found": 2.0}
    assert measured.topic_values(ours, "coverage")[:2].tolist() == [0.5, 0.75]
    assert measured.p_value("k-means", "coverage") == pytest.approx(
        stats.ttest_rel([0.5, 0.75], [0.25, 0.75]).pvalue
    )
    assert measured.remarks == (
        "2 of 4 sides without an argument that makes a key point: not in the means of BCubed and coverage",
    )
    assert repr(measured) == "<PointEvaluation of cars: 4 sides, points>"


def test_one_topic_has_no_p(folder: Path) -> None:
    """It was 1, as if ways to find points had been found to be alike."""
    measured = evaluate_points(folder)
    assert math.isnan(measured.p_value("k-means", "coverage")) and measured.remarks == ()


def test_a_side_without_key_points_is_left_out_and_named(folder: Path) -> None:
    """It went without a word: a stance that was spelled in two ways made figures of half of the arguments."""
    path = folder / "arguments.csv"
    path.write_text(f"{path.read_text('utf-8')}a9,Cars are useful,{TOPIC},con\n", "utf-8")
    measured = evaluate_points(folder)
    assert measured.sides == ((TOPIC, "1"),)
    (remark,) = measured.remarks
    assert remark == (
        f"1 of 2 sides not measured, such as {(TOPIC, 'con')}: no key point has their topic and stance"
    )


def test_a_folder_where_no_side_has_key_points_is_refused(folder: Path) -> None:
    write(
        folder / "key_points.csv", ("key_point_id", "key_point", "topic", "stance"), ("k0", "x", TOPIC, "pro")
    )
    write(folder / "labels.csv", ("arg_id", "key_point_id", "label"), ("a0", "k0", "1"))
    with pytest.raises(InputError, match="no key point has the topic and stance of an argument"):
        evaluate_points(folder)


def test_records_that_contradict_or_cannot_be_read_are_named(folder: Path) -> None:
    """Contradicting labels counted as the last one said; what is not UTF-8, or no CSV, was a traceback."""
    whole = {name: (folder / name).read_bytes() for name in ("arguments.csv", "key_points.csv", "labels.csv")}
    two_lines = f'\r\na8,"Cars are\nloud",{TOPIC},1\r\n'.encode().lstrip()
    for name, added, match in (
        ("labels.csv", b"a0,k0,0\r\n", r"labels.csv:14: \('a0', 'k0'\) is labelled 0 and 1"),
        ("arguments.csv", f"a0,Again,{TOPIC},1\r\n".encode(), "arguments.csv:8: the id 'a0' is there twice"),
        (
            "key_points.csv",
            f"k0,Again,{TOPIC},1\r\n".encode(),
            "key_points.csv:4: the id 'k0' is there twice",
        ),
        ("arguments.csv", f"a9, ,{TOPIC},1\r\n".encode(), "arguments.csv:8: argument is empty"),
        ("arguments.csv", two_lines + b"a9,few\r\n", "arguments.csv:10: has too few columns"),
        ("arguments.csv", b"a9,Cars, too,x,1\r\n", "arguments.csv:8: has too many columns"),
        ("arguments.csv", "a9,Straße,x,1\r\n".encode("latin-1"), "arguments.csv: the file is not UTF-8"),
        ("arguments.csv", b'a9,"Cars,x,1\r\n', "arguments.csv:8: not CSV: unexpected end"),
    ):
        (folder / name).write_bytes(whole[name] + added)
        with pytest.raises(InputError, match=match):
            read_gold(folder)
        (folder / name).write_bytes(whole[name])
    (folder / "labels.csv").write_bytes(
        whole["labels.csv"] + b"a0,k0,1\r\n"
    )  # the same again says nothing new
    assert read_gold(folder)[0].labels[0].tolist() == [1, 0]
