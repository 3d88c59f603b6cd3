from __future__ import annotations

import pytest

from debatable.evaluation import Judged, Judgment, measure
from debatable.model import Stance


def test_stances_by_hand() -> None:
    truth = Judged(
        [
            Judgment("q", "a", 1, stance=Stance.PRO),
            Judgment("q", "b", 1, stance=Stance.CON),
            Judgment("q", "c", 1, stance=Stance.CON),
            Judgment("q", "d", 1),
        ]
    )
    hits = [("a", Stance.PRO), ("b", Stance.PRO), ("x", Stance.PRO), ("c", Stance.NONE), ("d", Stance.CON)]
    assert measure("stance_accuracy@10")(hits, truth) == pytest.approx(1 / 3)
    assert measure("stance_accuracy@1")(hits, truth) == 1.0
    # pro: precision 1/2, recall 1, F1 2/3; con: nothing right, F1 0.
    assert measure("stance_macro_F1@10")(hits, truth) == pytest.approx(1 / 3)
