"""The table of stance models."""

from __future__ import annotations

from debatable.learning.pair_reader import model_path
from debatable.learning.stance.agreement import PolarityStance
from debatable.learning.stance.learned import HEAD, LearnedStance
from debatable.learning.stance.protocol import AlwaysSame, StanceModel
from debatable.naming import Table

__all__ = ["STANCES", "stance"]


def _of_folder(name: str) -> StanceModel | None:
    path = model_path(name, HEAD)
    return None if path is None else LearnedStance(path)


STANCES = Table[StanceModel](
    "stance model",
    {"learned": LearnedStance(), "none": AlwaysSame(), "polarity": PolarityStance()},
    otherwise=_of_folder,
)
"""Every stance model by name; a path is that of a model folder."""


def stance(name: str | StanceModel = "polarity") -> StanceModel:
    """Returns a stance model by its name, with parameters where given, or that of a folder.

    >>> stance("polarity(floor=0.1)")
    PolarityStance(floor=0.1)
    """
    return STANCES.parse(name)
