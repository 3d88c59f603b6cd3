"""The table of experiments by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from debatable.errors import UnknownNameError
from debatable.experiments.ecir2020 import Ecir2020
from debatable.experiments.iccbr2019 import Iccbr2019
from debatable.experiments.protocol import Experiment
from debatable.experiments.sigir2019 import Sigir2019
from debatable.experiments.touche2020 import Touche2020

__all__ = ["EXPERIMENTS", "experiment"]

EXPERIMENTS: Final[Mapping[str, Experiment]] = {
    one.name: one for one in (Ecir2020(), Iccbr2019(), Sigir2019(), Touche2020())
}
"""Every experiment with its defaults."""


def experiment(name: str) -> Experiment:
    """Returns an experiment by its name."""
    if name not in EXPERIMENTS:
        raise UnknownNameError("experiment", name, EXPERIMENTS)
    return EXPERIMENTS[name]
