"""A pool of three items, and what somebody said about them."""

from __future__ import annotations

from debatable.evaluation.annotation import Annotation, PoolItem
from debatable.model import Stance

__all__ = ["ITEMS", "said"]

ITEMS = [PoolItem("q1", "Ban cars", item, f"Text of {item}.") for item in ("a", "b", "c")]


def said(
    annotator: str, item: str, value: int | str, name: str = "relevance", stance: Stance = Stance.NONE
) -> Annotation:
    """Returns what somebody said about an item."""
    return Annotation(name, annotator, "2024-01-01T00:00:00+00:00", "q1", item, value, stance)
