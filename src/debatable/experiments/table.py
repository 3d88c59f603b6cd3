"""The table of experiments by name."""

from __future__ import annotations

from debatable.experiments.ecir2020 import Ecir2020
from debatable.experiments.ecir2021 import Ecir2021
from debatable.experiments.iccbr2019 import Iccbr2019
from debatable.experiments.protocol import Experiment
from debatable.experiments.sigir2019 import Sigir2019
from debatable.experiments.touche2020 import Touche2020
from debatable.naming import Table

__all__ = ["EXPERIMENTS", "experiment"]

EXPERIMENTS = Table[Experiment](
    "experiment", {one.name: one for one in (Ecir2020(), Ecir2021(), Iccbr2019(), Sigir2019(), Touche2020())}
)
"""Every experiment with its defaults."""


def experiment(name: str | Experiment) -> Experiment:
    """Returns an experiment by its name, with parameters where given.

    >>> experiment("sigir2019(lambda=0.1)")
    Sigir2019(lambda_=0.1, doc2vec=True)
    """
    return EXPERIMENTS.parse(name)
