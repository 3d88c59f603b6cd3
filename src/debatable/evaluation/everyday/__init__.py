"""Claims as people phrase them: on which side do the hits stand, and is nothing found where nothing fits?"""

from debatable.evaluation.everyday.claims import EverydayClaim, everyday_claims
from debatable.evaluation.everyday.figures import EverydayFigures, everyday_figures

__all__ = ["EverydayClaim", "EverydayFigures", "everyday_claims", "everyday_figures"]
