"""Figures of Dumani and Schenkel, SIGIR 2019."""

from __future__ import annotations

from typing import Final

__all__ = ["DIFFERENCES", "PREMISE_ALPHA", "TABLE_2", "TABLE_3"]

TABLE_2: Final[dict[str, tuple[float, float, float, float, float, float]]] = {
    "Multi(Axiomatic(F1LOG)+DFR(Ine,B,Z))": (0.7515, 18, 0.7486, 18, 0.8355, 1),
    "Multi(Axiomatic(F1LOG)+BM25)": (0.7410, 37, 0.7608, 1, 0.8171, 18),
    "DFR(G,B,H2)": (0.7635, 1, 0.7525, 8, 0.8117, 36),
    "DFR(Ine,B,Z)": (0.7439, 26, 0.7571, 2, 0.8274, 3),
    "Axiomatic(F1LOG)": (0.7428, 33, 0.7451, 26, 0.8278, 2),
    "BM25": (0.7451, 24, 0.7303, 101, 0.7944, 135),
    "LMJelinekMercer(0.2)": (0.7206, 115, 0.7210, 137, 0.7881, 161),
}
"""nDCG and rank at 1, 2 and 5 of the seven methods shown, in their order."""

DIFFERENCES: Final[dict[str, tuple[float, float | None]]] = {
    "BM25": (0.8355 - 0.7944, 5e-5),
    "LMJelinekMercer(0.2)": (0.8355 - 0.7881, None),
}
"""How far the best at 5 is ahead of a baseline, by Table 2, and p; for the language model it is only said to be below
2.6e-6."""

TABLE_3: Final[dict[str, tuple[float, float, float, float]]] = {
    "[4, 4]": (79.0, 3.0, 13.0, 5.0),
    "[3.5, 4.0)": (71.0, 5.0, 23.0, 1.0),
    "[3.0, 3.5)": (61.0, 6.0, 30.0, 3.0),
    "[2.5, 3.0)": (53.0, 4.0, 41.0, 2.0),
    "[2.0, 2.5)": (17.0, 7.0, 74.0, 2.0),
    "[1.5, 2.0)": (2.0, 6.0, 92.0, 0.0),
    "[1.0, 1.5)": (6.0, 3.0, 91.0, 0.0),
}
"""Shares of relevant, discordant, non-relevant and other premises by the relevance of the claim."""

PREMISE_ALPHA: Final = 0.9
"""Krippendorff's alpha of the two who judged the premises."""
