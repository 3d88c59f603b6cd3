"""A small folder of key points, measured; and folders that cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatable.errors import InputError, RecordError
from debatable.evaluation.points import evaluate_points, read_gold
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
