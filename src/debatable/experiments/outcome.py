"""What an experiment gave: its tables, and the manifest to repeat it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from debatable.errors import InputError
from debatable.experiments.manifest import manifest
from debatable.experiments.paper_table import PaperTable
from debatable.experiments.protocol import Experiment, Inputs

__all__ = ["Outcome", "run_experiment"]


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


def run_experiment(chosen: Experiment, inputs: Inputs) -> Outcome:
    """Runs an experiment and writes down what is needed to repeat it.

    Raises:
        InputError: A background corpus is given to an experiment that has no use for one.
    """
    if inputs.corpus is not None and not getattr(chosen, "background", False):
        raise InputError(f"{chosen.name} takes no background corpus", todo="leave --corpus out")
    tables = tuple(chosen(inputs))
    parameters = {field.name: getattr(chosen, field.name) for field in fields(chosen)}  # type: ignore[arg-type]
    return Outcome(chosen.paper, tables, manifest(chosen.name, parameters, inputs.seed, inputs.read))
