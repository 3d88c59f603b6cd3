"""The table of stance models."""

from __future__ import annotations

from debatable.learning.stance.agreement import PolarityStance
from debatable.learning.stance.protocol import AlwaysSame, StanceModel
from debatable.naming import Table

__all__ = ["STANCES", "stance"]

STANCES = Table[StanceModel]("stance model", {"none": AlwaysSame(), "polarity": PolarityStance()})
"""Every stance model by name."""


def stance(name: str | StanceModel = "polarity") -> StanceModel:
    """Returns a stance model by its name, with parameters where given.

    >>> stance("polarity(floor=0.1)")
    PolarityStance(floor=0.1)
    """
    return STANCES.parse(name)
