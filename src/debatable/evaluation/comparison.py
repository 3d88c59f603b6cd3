"""Methods against a baseline: differences, p-values corrected for many comparisons, effect sizes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from debatable.errors import UnknownNameError
from debatable.evaluation.evaluation import Evaluation
from debatable.evaluation.statistics import cohens_d, correction, significance_test
from debatable.evaluation.statistics.significance import CORRECTIONS, TESTS, Correction, Test

__all__ = ["Comparison", "Difference", "compare"]

LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class Difference:
    """One method against the baseline on one measure."""

    mean: float  # mean difference over queries
    p: float  # corrected p-value
    effect: float  # Cohen's d of the paired differences

    @property
    def significant(self) -> bool:
        """Whether p is below 0.05."""
        return self.p < LEVEL

    @property
    def mark(self) -> str:
        """An arrow where the difference is significant, else nothing."""
        return "" if not self.significant else "▲" if self.mean > 0 else "▼"


@dataclass(frozen=True, slots=True)
class Comparison:
    """All methods against one of them.

    Attributes:
        baseline: The method compared against.
        test: Name of the test.
        correction: Name of the correction over methods, for each measure.
        differences: By method and measure.
    """

    baseline: str
    test: str
    correction: str
    differences: Mapping[str, Mapping[str, Difference]]


def compare(
    evaluation: Evaluation, baseline: str, *, test: str | Test = "t", correct: str | Correction = "holm"
) -> Comparison:
    """Compares every method with the baseline, query by query.

    Args:
        evaluation: What was scored.
        baseline: Name of the method compared against.
        test: Of significance, by name or as a function of two series of values.
        correct: Correction over the methods of each measure, by name or as a function of their p-values.

    Raises:
        UnknownNameError: The baseline was not evaluated, or there is no such test or correction.
    """
    everything = evaluation.everything
    if baseline not in everything:
        raise UnknownNameError("baseline", baseline, everything)
    p_value, adjust = significance_test(test), correction(correct)
    others = [name for name in everything if name != baseline]
    differences: dict[str, dict[str, Difference]] = {name: {} for name in others}
    for measure in evaluation.measures:
        base = everything[baseline].values[measure]
        found = [everything[name].values[measure] for name in others]
        adjusted = adjust([p_value(values, base) for values in found])
        for name, values, p in zip(others, found, adjusted, strict=True):
            mean = float((values - base).mean())
            differences[name][measure] = Difference(mean, float(p), cohens_d(values, base))
    return Comparison(baseline, TESTS.name(p_value), CORRECTIONS.name(adjust), differences)
