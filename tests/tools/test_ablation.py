"""`best` with a part left out: each differs from the whole in that part alone."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
from tools.ablation import Strict, cell, parts
from tools.asked_collections import Asked

from debatable.evaluation import Judgments, collection
from debatable.evaluation.scores import Scores, StanceScores
from debatable.model import Stance
from debatable.ranking.methods.best import Best


def test_the_first_is_best_and_each_other_differs_in_one_field() -> None:
    whole, *others = parts().values()
    assert whole == Best()
    for other in others:
        changed = [one.name for one in fields(Best) if getattr(other, one.name) != getattr(whole, one.name)]
        assert len(changed) == 1, changed


def test_labels_name_the_parameters_that_they_change() -> None:
    from debatable.ranking import method

    for label, made in parts().items():
        said = label.split("`")[1] if ": `" in label else ""
        if said:
            assert method(f"best({said})") == made, label


class Remarks:
    """A searcher that tells how it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, bool]] = []

    def search(self, query: str, *, method: object, k: int, strict: bool) -> None:
        self.asked.append((query, strict))


def test_what_is_close_is_asked_for_whatever_evaluations_ask() -> None:
    engine = Remarks()
    Strict(engine).search("q", method="best", k=3, strict=False)  # type: ignore[arg-type]
    assert engine.asked == [("q", True)]


def scores(at5: list[float], at10: list[float], right: int) -> Scores:
    pairs = [(Stance.PRO, Stance.PRO)] * right + [(Stance.CON, Stance.PRO)] * (4 - right)
    stances = StanceScores((tuple(pairs[:2]), tuple(pairs[2:])), Stance.PRO)
    values = {"alpha_nDCG@5": np.array(at5), "alpha_nDCG@10": np.array(at10)}
    return Scores("best", values, stances=stances)


def test_a_cell_marks_what_is_better_and_what_is_sure() -> None:
    asked = Asked(collection("").reported(), Remarks(), Judgments([]))  # type: ignore[arg-type]
    whole = scores([0.5, 0.7, 0.5, 0.7], [0.2, 0.4, 0.6, 0.8], 3)
    assert cell(asked, whole, whole) == ".600 .500 (.750)"
    other = scores(
        [0.6, 0.8, 0.61, 0.81], [0.1, 0.45, 0.5, 0.85], 2
    )  # +.1, +.1, +.11, +.11; then no sign at all
    assert cell(asked, other, whole) == "**.705**\\* .475 (.500)"
    assert cell(asked, replace(other, stances=None), whole) == "**.705**\\* .475"
