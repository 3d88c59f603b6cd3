"""How often the stance towards the query is right: accuracy, macro-F1, and how often one was given."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from debatable.evaluation.judgments import Judged
from debatable.evaluation.measures.base import Kind, Measure
from debatable.model import Stance

Pairs = Sequence[tuple[Stance, Stance]]


def stance_pairs(hits: Sequence[tuple[str, Stance]], judged: Judged) -> list[tuple[Stance, Stance]]:
    """Returns (given, true) for every hit whose stance towards the query was judged pro or con."""
    rows = judged.rows_of([identifier for identifier, _ in hits])
    pairs = [(given, judged.stance[row]) for (_, given), row in zip(hits, rows, strict=True) if row >= 0]
    return [(given, true) for given, true in pairs if true is not Stance.NONE]


def stance_accuracy(pairs: Pairs) -> float:
    """Returns the share of right stances, NaN without a pair; a hit without a stance is a wrong one.

    >>> stance_accuracy([(Stance.PRO, Stance.PRO), (Stance.NONE, Stance.CON)])
    0.5
    """
    return sum(given is true for given, true in pairs) / len(pairs) if pairs else math.nan


def stance_macro_f1(pairs: Pairs) -> float:
    """Returns the mean F1 of pro and con, over those of the two that occur; NaN without a pair.

    >>> round(stance_macro_f1([(Stance.PRO, Stance.PRO), (Stance.PRO, Stance.CON)]), 4)
    0.3333
    """
    scores = []
    for label in (Stance.PRO, Stance.CON):
        right = sum(given is label and true is label for given, true in pairs)
        all_of_it = sum((given is label) + (true is label) for given, true in pairs)
        if all_of_it:
            scores.append(2.0 * right / all_of_it)
    return sum(scores) / len(scores) if scores else math.nan


@dataclass(frozen=True, slots=True, repr=False)
class StanceAccuracy(Measure):
    """Share of right stances among the first k whose stance was judged; NaN where none of them was."""

    NAME: ClassVar[str] = "stance_accuracy"
    KIND: ClassVar[Kind] = "stances"

    def __call__(self, hits: Sequence[tuple[str, Stance]], judged: Judged) -> float:
        """Computes the measure for one query."""
        return stance_accuracy(stance_pairs(hits[: self.k], judged))


@dataclass(frozen=True, slots=True, repr=False)
class StanceMacroF1(Measure):
    """Mean F1 of pro and con among the first k whose stance was judged; NaN where none of them was."""

    NAME: ClassVar[str] = "stance_macro_F1"
    KIND: ClassVar[Kind] = "stances"

    def __call__(self, hits: Sequence[tuple[str, Stance]], judged: Judged) -> float:
        """Computes the measure for one query."""
        return stance_macro_f1(stance_pairs(hits[: self.k], judged))
