"""The table of experiments by name, and running one with its manifest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from debatable.errors import UnknownNameError
from debatable.experiments.ecir2020 import Ecir2020
from debatable.experiments.iccbr2019 import Iccbr2019
from debatable.experiments.manifest import manifest
from debatable.experiments.sigir2019 import Sigir2019
from debatable.experiments.tables import PaperTable
from debatable.experiments.touche2020 import Touche2020
from debatable.experiments.workbench import Experiment, Workbench

__all__ = ["EXPERIMENTS", "Outcome", "experiment", "run_experiment"]

EXPERIMENTS: Final[Mapping[str, Experiment]] = {
    one.name: one for one in (Ecir2020(), Iccbr2019(), Sigir2019(), Touche2020())
}
"""Every experiment with its defaults."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an experiment gave.

    Attributes:
        paper: The paper it repeats.
        tables: Its tables, our figures beside the published ones.
        manifest: Everything needed to repeat it.
    """

    paper: str
    tables: tuple[PaperTable, ...]
    manifest: Mapping[str, Any]

    def as_dict(self) -> dict[str, Any]:
        """Returns plain JSON types."""
        return {
            "paper": self.paper,
            "tables": [table.as_dict() for table in self.tables],
            "manifest": dict(self.manifest),
        }


def experiment(name: str) -> Experiment:
    """Returns an experiment by its name."""
    if name not in EXPERIMENTS:
        raise UnknownNameError("experiment", name, EXPERIMENTS)
    return EXPERIMENTS[name]


def run_experiment(chosen: Experiment, bench: Workbench) -> Outcome:
    """Runs an experiment and writes down what is needed to repeat it."""
    tables = tuple(chosen(bench))
    parameters = {field.name: getattr(chosen, field.name) for field in fields(chosen)}  # type: ignore[arg-type]
    return Outcome(chosen.paper, tables, manifest(chosen.name, parameters, bench.seed, bench.read))
