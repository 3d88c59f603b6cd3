"""What there is, at a glance: a debate as a map and as an argument graph, an index by its topics."""

from debatable.service.overview.bubbles import Bubble, Map, debate_map
from debatable.service.overview.diagram import Diagram, diagram
from debatable.service.overview.plane import likeness, plane

__all__ = ["Bubble", "Diagram", "Map", "debate_map", "diagram", "likeness", "plane"]
