"""Claims as people phrase them: are hits on the right side, are they to the point, is nothing off topic answered?"""

from debatable.evaluation.everyday.claims import EverydayClaim, everyday_claims
from debatable.evaluation.everyday.figures import EverydayFigures, everyday_figures
from debatable.evaluation.everyday.specific import (
    SpecificClaim,
    SpecificFigures,
    specific_claims,
    specific_figures,
)

__all__ = [
    "EverydayClaim",
    "EverydayFigures",
    "SpecificClaim",
    "SpecificFigures",
    "everyday_claims",
    "everyday_figures",
    "specific_claims",
    "specific_figures",
]
