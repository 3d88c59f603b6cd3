"""Metrics by data set of a table of examples."""

from __future__ import annotations

from debatable.learning.training.metrics import accuracy, area_under_curve
from fine_tuning.tokens import Array


def accuracy_by_set(logits: Array, examples: dict[str, Array]) -> dict[str, float]:
    """Returns the share of right signs in every set of a table."""
    return {name: round(accuracy(logits[own], examples["y"][own]), 4) for name, own in _sets(examples)}


def auc_by_set(scores: Array, examples: dict[str, Array]) -> dict[str, float]:
    """Returns the area under the curve in every set of a table."""
    return {
        name: round(area_under_curve(scores[own], examples["y"][own]), 4) for name, own in _sets(examples)
    }


def _sets(examples: dict[str, Array]) -> list[tuple[str, Array]]:
    rows = [(str(name), examples["source"] == i) for i, name in enumerate(examples["names"])]
    return [(name, own) for name, own in rows if own.any()]
