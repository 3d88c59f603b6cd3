"""What Fromm et al. (ECIR 2021) published: Table 1, modified nDCG at 5 and 10."""

from __future__ import annotations

from debatable.experiments.ecir2020.published import CORRECTED

__all__ = ["CUTS", "TABLE_1"]

CUTS = (5, 10)

TABLE_1: dict[str, tuple[float, float]] = {
    "[6] first": CORRECTED["first"],
    "[6] sent": CORRECTED["sentences"],
    "[6] sliding": CORRECTED["sliding"],
    "top-k zero-shot": (0.437, 0.476),
    "top-k same topic": (0.373, 0.448),
    "top-k ours": (0.447, 0.502),
    "k-Means BERT": (0.428, 0.515),
    "k-Means CLAIM-SIM": (0.465, 0.513),
    "Biased Coreset BERT": (0.437, 0.520),
    "Biased Coreset CLAIM-SIM": (0.475, 0.526),
}
"""Columns in the order of the paper; [6] is Dumani et al. 2020, as rated anew by the authors of both papers."""
