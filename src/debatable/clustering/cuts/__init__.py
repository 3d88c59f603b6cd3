"""Cuts of a tree into clusters."""

from debatable.clustering.cuts.absorption import Absorption
from debatable.clustering.cuts.constant import ConstantCut
from debatable.clustering.cuts.hybrid import HybridCut
from debatable.clustering.cuts.levels import LevelCut
from debatable.clustering.cuts.tree import TreeCut

__all__ = ["Absorption", "ConstantCut", "HybridCut", "LevelCut", "TreeCut"]
