"""Settings that are chosen on all collections but one: which, and what is printed of them and of other methods."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from tools.asked_collections import SPECIFIC
from tools.leave_one_collection_out import (
    GRID,
    Measured,
    chosen_elsewhere,
    comparison,
    fast,
    grid,
    left_out,
    main,
    means_of,
    nowhere_behind,
    with_value,
)

from debatable.errors import InputError, UnknownNameError
from debatable.ranking import method, method_name
from debatable.ranking.methods.best import Best

MEANS = np.array(
    [
        [[0.50, 0.40], [0.70, 0.60], [0.30, 0.30]],
        [[0.60, 0.50], [0.60, 0.50], [0.30, 0.30]],
        [[0.50, 0.41], [0.70, 0.60], [0.35, 0.30]],
    ]
)
"""Three settings on three collections at two cuts; the means are .45 .65 .30, .55 .55 .30 and .455 .65 .325."""


NAMES = ("one", "two", "three")


def measured(means: np.ndarray = MEANS) -> list[Measured]:
    """Two topics a collection, of one query each, both with the mean of their collection."""
    by_collection = zip(NAMES, means.swapaxes(0, 1), strict=True)
    return [Measured(name, ("a", "b"), np.stack([of, of], axis=1)) for name, of in by_collection]


def test_the_grid_begins_with_what_ships_and_has_each_setting_once() -> None:
    made = grid(GRID)
    assert made[0] == Best()
    assert len(made) > 1
    assert all(made.count(one) == 1 for one in made)


def test_what_ships_is_in_the_grid_though_no_value_of_it_is() -> None:
    assert [one.length for one in grid(["length=0.25,0.5"])] == [1.0, 0.25, 0.5]


def test_fields_are_varied_with_each_other() -> None:
    made = grid(["length=0.25,0.5", "direct=0,1"])
    assert [(one.length, one.direct) for one in made[1:]] == [
        (0.25, 0.0),
        (0.25, 1.0),
        (0.5, 0.0),
        (0.5, 1.0),
    ]


def test_values_reach_the_stages_that_they_belong_to() -> None:
    made = with_value(with_value(Best(), "diversity.theta", "0.4"), "claims.temperature", "0.3")
    assert method_name(made) == method_name(method(method_name(made)))
    assert (made.diversity.theta, made.claims.temperature) == (0.4, 0.3)
    assert isinstance(with_value(Best(), "depth", "50").depth, int)


def test_names_with_brackets_are_values_too() -> None:
    shipped, *made = grid(["stance=none,polarity", "claims=hybrid(temperature=0.3,share=0.7)"])
    assert shipped == Best()
    assert made == [
        method(f"best(stance={stance},claims=hybrid(temperature=0.3,share=0.7))")
        for stance in ("none", "polarity")
    ]


def test_a_setting_that_is_none_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'length'"):
        grid(["lenght=1"])
    with pytest.raises(UnknownNameError, match="'K'"):
        grid(["length.K=1"])
    with pytest.raises(InputError, match="length is 'long'; give a value of type float"):
        grid(["length=long"])


def test_fast_methods_read_no_sides() -> None:
    assert fast(method("framework(stance=learned)")) == method("framework(stance=polarity)")
    assert fast(method("bm25f")) == method("bm25f")


def test_a_collection_has_no_part_in_its_own_choice() -> None:
    # Without the first: .475, .425, .4875; without the second: .375, .425, .39; without the third: .55, .55, .5525.
    assert chosen_elsewhere(MEANS, NAMES) == [2, 1, 2]
    spoilt = MEANS.copy()
    spoilt[0, 0] = 1.0  # however good on the first collection, it is not chosen for it
    assert chosen_elsewhere(spoilt, NAMES)[0] == 2


def test_specific_claims_on_the_debates_of_a_collection_have_no_part_in_its_choice_either() -> None:
    # With the third alone: .30, .30, .325; for that without the other two: .55, .55, .5525.
    names = ("one", SPECIFIC + "one", "three")
    assert chosen_elsewhere(MEANS, names) == [2, 2, 2]
    spoilt = MEANS.copy()
    spoilt[0, :2] = 1.0
    assert chosen_elsewhere(spoilt, names) == [2, 2, 0]


def test_of_equal_settings_the_shipped_one_is_taken() -> None:
    assert chosen_elsewhere(np.repeat(MEANS[:1], 2, axis=0), NAMES) == [0, 0, 0]
    assert chosen_elsewhere(MEANS[:, :1], NAMES[:1]) == [0], "one collection has no others"


def test_behind_at_one_cut_is_behind() -> None:
    assert nowhere_behind(MEANS) == [2]
    lost = MEANS.copy()
    lost[2, 1, 1] = 0.59
    assert nowhere_behind(lost) == []


def test_the_tables_name_what_was_chosen_and_what_it_costs() -> None:
    settings = [Best(), Best(length=0.5), Best(length=0.25)]
    lines = list(left_out(settings, measured()))
    assert "| `best(length=0.5)` | .600 .500 | .600 .500 | .300 .300 | 0.4667 |" in lines
    row = "| two | `best(length=0.5)` | .600 .500 | .550–.550 | .700 .600 | -0.100 | .700 .600 | `best` |"
    assert row in lines
    # The choices are worth .455, .55 and .325, what ships .45, .65 and .30.
    assert "| mean |  | .483 .403 |  | .500 .433 | -0.023 |  |  |" in lines
    assert lines[-1] == "At least as good as shipped everywhere, at 5 and at 10: `best(length=0.25)`."


def test_queries_of_one_topic_come_and_go_together() -> None:
    values = np.array([[[0.0, 0.0], [0.5, 0.5], [1.0, 1.0], [1.0, 0.0]]])
    one = Measured("one", ("b", "b", "a", "a"), values)
    assert one.by_topic(0).tolist() == [0.75, 0.25]
    interval = one.interval(0)
    assert (interval.value, interval.low, interval.high) == (0.5, 0.25, 0.75)


def test_others_are_compared_with_what_was_chosen_elsewhere() -> None:
    found = measured()
    assert means_of(found) == pytest.approx(MEANS)
    lines = list(comparison(found, [2, 1, 2], {"`bm25`": 1}))
    # `bm25` has .55 .55 .30 where `best` has .455 .55 .325: it is ahead on one collection, and behind on another.
    assert (
        "| `bm25` | .600 .500 [.550–.550] | .600 .500 [.550–.550] | .300 .300 [.300–.300] | .500 .433 |"
        in lines
    )
    assert "| | one | two | three | mean | p over 6 topics |" in lines
    # Four topics differ: of 16 sign patterns 8 come as far from 0 as +.095 +.095 -.025 -.025 does.
    assert "| `bm25` | +0.095 | +0.000 | -0.025 | +0.023 | 0.5000 |" in lines
    assert "| `best`, as shipped | -0.005 | +0.100 | -0.025 | +0.023 | 0.5000 |" in lines


def test_the_command_asks_the_bundled_collection_in_every_wording(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--vary", "length=0.5", "--every", "29", "--fast", "--wordings", "all", "--compare", "bm25"]
    monkeypatch.setattr(sys, "argv", ["leave_one_collection_out", str(tmp_path), *arguments])
    main()
    printed = capsys.readouterr()
    assert "| `best(stance=polarity,length=0.5)` |" in printed.out
    assert "p over 2 topics" in printed.out
    assert printed.err.count("bundled: ") == 3


def test_a_folder_that_is_not_there_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The bundled collection alone was measured, as if nothing had been asked of the others."""
    monkeypatch.setattr(sys, "argv", ["leave_one_collection_out", "/nowhere"])
    with pytest.raises(SystemExit):
        main()
    assert "/nowhere: no such folder" in capsys.readouterr().err
