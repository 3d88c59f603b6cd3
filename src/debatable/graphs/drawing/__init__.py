"""Drawings of graphs and mappings."""

from debatable.graphs.drawing.svg import draw, draw_mapping

__all__ = ["draw", "draw_mapping"]
