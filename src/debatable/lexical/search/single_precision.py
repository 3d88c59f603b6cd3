"""What single precision, in which scores are compared, may take for the same."""

from __future__ import annotations

__all__ = ["SHARE", "SMALLEST", "just_below"]

SHARE = 2.0**-22
"""Share of a score that may be taken for nothing."""

SMALLEST = 2.0**-148
"""Difference of scores near 0 that may be taken for nothing: twice the smallest number that there is."""


def just_below(score: float) -> float:
    """Returns a score such that all below it are less in single precision, too.

    >>> just_below(8.0), just_below(-8.0), just_below(0.0) < 0
    (7.999998092651367, -8.000001907348633, True)
    """
    return score - SHARE * abs(score) - SMALLEST
