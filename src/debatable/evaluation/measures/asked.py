"""Measures as they are asked for: by name or as objects, on the relevance or on the graded quality."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from debatable.evaluation.measures.base import Kind, Measure
from debatable.evaluation.measures.table import measure

__all__ = ["QUALITY", "AskedMeasure", "MeasureChoice", "asked_measure"]

QUALITY = "quality_"
"""Before the name of a measure: the graded quality is taken for the relevance."""

MeasureChoice = str | Callable[..., float]
"""A name, a measure, or a function of a ranking and the judgments of a query."""


@dataclass(frozen=True, slots=True)
class AskedMeasure:
    """A measure with the name it is reported by.

    Attributes:
        name: Of the measure; for a function, its own.
        compute: From what a query was answered and what was judged for it to a value.
        quality: Whether the graded quality is taken for the relevance.
    """

    name: str
    compute: Callable[..., float]
    quality: bool = False

    @property
    def kind(self) -> Kind:
        """What it is called with; a ranking, where it does not say."""
        kind: Kind = getattr(self.compute, "KIND", "ranking")
        return kind

    @property
    def cut(self) -> int | None:
        """The rank it looks down to, where it says so."""
        k: int | None = getattr(self.compute, "k", None)
        return k

    def looks_beyond(self, shown: int) -> bool:
        """Tells whether it looks further down a list than an ordinary answer of `shown` hits goes.

        >>> [asked_measure(name).looks_beyond(10) for name in ("AP", "nDCG@100", "nDCG@10", "MRR", "BCubed")]
        [True, True, False, False, False]
        """
        deep = bool(getattr(self.compute, "DEEP", True)) if self.cut is None else self.cut > shown
        return deep and self.kind != "partition"


def asked_measure(asked: MeasureChoice, *, condensed: bool = False) -> AskedMeasure:
    """Returns a measure by its name, or the one given.

    Args:
        asked: A name, with ``quality_`` before it where the graded quality counts; or the measure itself.
        condensed: Whether premises nobody judged are taken out first, by the measures that can.

    >>> asked_measure("quality_ndcg@5").name
    'quality_nDCG@5'
    """
    quality = isinstance(asked, str) and asked.startswith(QUALITY)
    found: Any = measure(asked.removeprefix(QUALITY) if isinstance(asked, str) else asked)
    name = f"{QUALITY if quality else ''}{found!r}" if isinstance(found, Measure) else _own_name(asked)
    if condensed and hasattr(found, "condensed"):
        found = replace(found, condensed=True)
    return AskedMeasure(name, found, quality)


def _own_name(asked: MeasureChoice) -> str:
    """Returns the name of a measure that is not one of ours: the one asked for, or its own."""
    return asked if isinstance(asked, str) else str(getattr(asked, "__name__", None) or repr(asked))
