"""Points of comments, from end to end with the models of the package."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import debatable
from debatable.arrays import Floats
from debatable.errors import InputError, UnknownNameError
from debatable.key_points import Comment, KeyPoints, Points, summarise
from debatable.model import Stance

NOISE = [
    "The cars are far too loud.",
    "Cars make so much noise!",
    "cars are noisy all night",
    "Car noise is terrible",
]
BUSES = [
    "Buses never come on time.",
    "The bus is always late",
    "Buses are often delayed.",
    "Buses run late every day",
]


def test_two_points_are_told_apart_and_counted() -> None:
    found = debatable.points([*NOISE, *BUSES])
    assert found.problems({str(n): text for n, text in enumerate([*NOISE, *BUSES], 1)}) == []
    members = [{int(quote.premise) for quote in point.members} for point in found.points]
    assert sorted(map(sorted, members)) == [[1, 2, 3, 4], [5, 6, 7, 8]]


def test_the_same_twice_with_and_without_a_checkpoint(tmp_path: Path) -> None:
    plain = debatable.points([*NOISE, *BUSES]).as_dict()
    assert debatable.points([*NOISE, *BUSES], checkpoint=tmp_path).as_dict() == plain
    assert any(tmp_path.rglob("*.npy"))
    assert debatable.points([*NOISE, *BUSES], checkpoint=tmp_path).as_dict() == plain


def test_a_comment_makes_as_many_points_as_its_units() -> None:
    both = "The cars are far too loud at night. Buses never come on time."
    found = debatable.points([*NOISE, *BUSES, both])
    assert sum("9" in {quote.premise for quote in point.members} for point in found.points) == 2


def test_equal_comments_are_one_point_of_many() -> None:
    found = debatable.points(["Cars are loud."] * 500)
    assert [(point.headline, point.count) for point in found.points] == [("Cars are loud.", 500)]
    assert found.remarks == ("all 500 comments are the same words",)


def test_nothing_is_lost() -> None:
    found = debatable.points([*NOISE, "", "...", "x", "<b>Trams</b> cost nothing"])
    assert found.units == len(list(found.sides[0].quotes()))
    assert {quote.premise for quote in found.sides[0].quotes()} == {"1", "2", "3", "4", "7", "8"}
    assert found.remarks[0] == "2 comments without words are left out"


def test_comments_keep_the_sides_they_have() -> None:
    comments = [
        *(Comment(f"p{n}", text, Stance.PRO) for n, text in enumerate(NOISE)),
        *(Comment(f"c{n}", text, Stance.CON, agrees=2, disagrees=1) for n, text in enumerate(BUSES)),
    ]
    found = summarise(comments, about="Ban cars from the city")
    assert (found.pro[0].count, found.con[0].count, found.undecided) == (4, 4, ())
    assert (found.con[0].agrees, found.con[0].disagrees) == (8, 4)
    assert Points.from_dict(found.as_dict()) == found


@pytest.mark.parametrize("texts", [[], ["", " "], ["…!"]])
def test_no_words_are_one_sentence(texts: list[str]) -> None:
    with pytest.raises(InputError, match="give texts"):
        debatable.points(texts)


def test_wrong_input_is_named() -> None:
    with pytest.raises(InputError, match="give a list of texts"):
        debatable.points("one text")
    with pytest.raises(InputError, match="comment 2 is of type int"):
        debatable.points(["a", 3])  # type: ignore[list-item]
    with pytest.raises(InputError, match="two comments have the id 'a'"):
        summarise([Comment("a", "x"), Comment("a", "y")])
    with pytest.raises(UnknownNameError, match="points"):
        debatable.points(["a"], method="pionts")
    with pytest.raises(InputError, match="is empty"):
        debatable.points(["a"], about=" ")


def test_names_nest_and_parse_back() -> None:
    found = debatable.points(NOISE, method="points(matching=cosine,coverage=greedy(most=3))")
    assert found.method == "points(matching=cosine,coverage=greedy(most=3))"
    with pytest.raises(InputError):
        KeyPoints(level=0.0)


def test_comments_of_an_index_stand_on_its_sides() -> None:
    found = debatable.demo().points("School uniforms should be required", k=20)
    assert {side.stance for side in found.sides} >= {Stance.PRO, Stance.CON}
    assert found.problems() == [] and found.points
    assert found.parameters["ranking"] == "best"


def test_stances_are_read_once_a_comment_and_kept(tmp_path: Path) -> None:
    read: list[str] = []

    def model(query: str, claims: Sequence[str]) -> Floats:
        read.extend(claims)
        return np.array([0.9 if "car" in claim.lower() else 0.55 for claim in claims])

    way = KeyPoints(stance=model)
    comments = [Comment(str(n), text) for n, text in enumerate([*NOISE, *BUSES, *NOISE])]
    for _ in range(2):
        found = summarise(comments, about="Ban cars", method=way, checkpoint=tmp_path)
        assert (found.pro[0].count, found.con) == (8, ())
        assert {side.stance: side.premises for side in found.sides} == {Stance.PRO: 8, Stance.UNDECIDED: 4}
    assert len(read) == 8


def test_a_number_that_cannot_be_is_named_with_its_value() -> None:
    values = {"sure": 2.0, "certain": 0.2, "level": 0.0, "candidates": 0, "shortest": 0, "pile": 0}
    for name, value in values.items():
        with pytest.raises(InputError) as raised:
            KeyPoints(**{name: value})  # type: ignore[arg-type]
        assert f"{name} is {value}" in str(raised.value) and len(str(raised.value)) < 80, str(raised.value)
