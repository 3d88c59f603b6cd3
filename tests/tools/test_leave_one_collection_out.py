"""Settings that are chosen on all collections but one: which, and what is told of them."""

from __future__ import annotations

import numpy as np
from tools.leave_one_collection_out import (
    GRID,
    SHIPPED,
    chosen_elsewhere,
    grid,
    nowhere_behind,
    setting,
    told,
)

from debatable.ranking.diversity.said_once import SaidOnce
from debatable.ranking.methods.best import Best

MEANS = np.array(
    [
        [[0.50, 0.40], [0.70, 0.60], [0.30, 0.30]],
        [[0.60, 0.50], [0.60, 0.50], [0.30, 0.30]],
        [[0.50, 0.41], [0.70, 0.60], [0.35, 0.30]],
    ]
)
"""Three settings on three collections at two cuts; the means are .45 .65 .30, .55 .55 .30 and .455 .65 .325."""


def test_the_grid_begins_with_what_ships_and_has_each_setting_once() -> None:
    made = grid(GRID)
    assert made[0] == SHIPPED
    assert len(made) == 12
    assert all(made.count(one) == 1 for one in made)
    assert setting(made[0]) == Best()


def test_what_ships_is_in_the_grid_though_no_value_of_it_is() -> None:
    assert [one["theta"] for one in grid(["theta=0.4,0.5"])] == [0.6, 0.4, 0.5]


def test_numbers_reach_the_stages_that_they_belong_to() -> None:
    made = setting({"theta": 0.4, "temperature": 0.3, "share": 0.7, "direct": 0.1, "length": 2.0})
    assert made.diversity == SaidOnce(theta=0.4)
    assert (made.direct, made.length) == (0.1, 2.0)
    assert "temperature=0.3, share=0.7" in repr(made.claims)


def test_a_collection_has_no_part_in_its_own_choice() -> None:
    # Without the first: .475, .425, .4875; without the second: .375, .425, .39; without the third: .55, .55, .5525.
    assert chosen_elsewhere(MEANS) == [2, 1, 2]
    spoilt = MEANS.copy()
    spoilt[0, 0] = 1.0  # however good on the first collection, it is not chosen for it
    assert chosen_elsewhere(spoilt)[0] == 2


def test_of_equal_settings_the_shipped_one_is_taken() -> None:
    assert chosen_elsewhere(np.repeat(MEANS[:1], 2, axis=0)) == [0, 0, 0]


def test_behind_at_one_cut_is_behind() -> None:
    assert nowhere_behind(MEANS) == [2]
    lost = MEANS.copy()
    lost[2, 1, 1] = 0.59
    assert nowhere_behind(lost) == []


def test_the_tables_name_what_was_chosen_and_what_it_costs() -> None:
    settings = [Best(), Best(length=0.5), Best(length=0.25)]
    lines = list(told(settings, ["one", "two", "three"], MEANS))
    assert "| `best(length=0.5)` | .600 .500 | .600 .500 | .300 .300 | 0.4667 |" in lines
    assert "| two | `best(length=0.5)` | .600 .500 | .700 .600 | -0.100 | .700 .600 | `best` |" in lines
    assert lines[-1] == "At least as good as shipped everywhere, at 5 and at 10: `best(length=0.25)`."
