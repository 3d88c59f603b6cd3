"""The table of representatives."""

from __future__ import annotations

from debatable.clustering.representatives.choices import BestQuality, Longest, Medoid, MostRelevant
from debatable.clustering.representatives.protocol import Representative
from debatable.naming import Table

__all__ = ["REPRESENTATIVES", "representative"]

REPRESENTATIVES = Table[Representative](
    "representative",
    {"longest": Longest(), "medoid": Medoid(), "quality": BestQuality(), "relevance": MostRelevant()},
)
"""Every way to pick a representative by name."""


def representative(name: str | Representative) -> Representative:
    """Returns a way to pick a representative by its name.

    >>> representative("longest")
    Longest()
    """
    return REPRESENTATIVES.parse(name)
