"""Lenz et al., ICCBR 2019: graph retrieval against expert rankings, and how our default was chosen."""

from debatable.experiments.iccbr2019.paper_vectors import without_stop_words
from debatable.experiments.iccbr2019.tables import Iccbr2019

__all__ = ["Iccbr2019", "without_stop_words"]
