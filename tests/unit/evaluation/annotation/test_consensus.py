from __future__ import annotations

from debatable.evaluation.annotation import (
    agreement,
    consensus,
)
from debatable.model import Stance
from tests.support.annotations import said


def test_judgments_are_means_majorities_and_the_group_named_last() -> None:
    given = [
        said("ann", "a", 2, stance=Stance.PRO),
        said("bob", "a", 1, stance=Stance.PRO),
        said("ann", "b", 1, stance=Stance.PRO),
        said("bob", "b", 1, stance=Stance.CON),
        said("ann", "a", "noise", "clustering"),
        said("bob", "a", "sleep", "clustering"),
        said("bob", "c", "sleep", "clustering"),
    ]
    rows = {row.premise_id: row for row in consensus(given).rows}
    assert (rows["a"].relevance, rows["a"].stance, rows["a"].cluster) == (1.5, Stance.PRO, "sleep")
    assert (rows["b"].relevance, rows["b"].stance, rows["b"].cluster) == (1.0, Stance.NONE, None)
    assert (rows["c"].relevance, rows["c"].cluster) == (1.0, "sleep")


def test_groups_agree_pair_by_pair_whatever_their_names() -> None:
    given = [
        *(said("ann", item, group, "clustering") for item, group in zip("abc", ("x", "x", "y"), strict=True)),
        *(said("bob", item, group, "clustering") for item, group in zip("abc", ("1", "1", "2"), strict=True)),
    ]
    assert agreement(given, "clustering").alpha["nominal"].value == 1.0
    torn = [
        *given[:3],
        *(said("bob", item, group, "clustering") for item, group in zip("abc", "122", strict=True)),
    ]
    assert agreement(torn, "clustering").alpha["nominal"].value < 0.5
