"""Training of cross-encoders (stance, relevance, quality) and encoders (extra ``train``)."""

import warnings
from typing import Any

from debatable.learning.training.examples import JudgedPremise, Material
from debatable.learning.training.settings import DEVICES, TASKS, Settings
from debatable.learning.training.trainer import train, training_examples

__all__ = ["DEVICES", "TASKS", "JudgedPremise", "Material", "Settings", "train", "training_examples"]


def __getattr__(name: str) -> Any:
    """Returns a name of an earlier version, with a warning."""
    if name == "lessons_of":
        warnings.warn("lessons_of is now training_examples", DeprecationWarning, stacklevel=2)
        return training_examples
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
