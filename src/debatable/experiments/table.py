"""The table of experiments by name, and a run of one: its tables, and the manifest to repeat it."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from importlib import metadata
from pathlib import Path
from typing import Any

from debatable.errors import InputError
from debatable.experiments.ecir2020 import Ecir2020
from debatable.experiments.ecir2021 import Ecir2021
from debatable.experiments.iccbr2019 import Iccbr2019
from debatable.experiments.protocol import Experiment, Inputs, PaperTable
from debatable.experiments.sigir2019 import Sigir2019
from debatable.experiments.touche2020 import Touche2020
from debatable.files import sha256
from debatable.naming import Table
from debatable.version import VERSION

PACKAGES = ("numpy", "onnxruntime", "scipy", "tokenizers")


def manifest(name: str, parameters: Mapping[str, Any], seed: int, files: Iterable[Path]) -> dict[str, Any]:
    """Returns the manifest of an experiment as plain JSON types; `files` are the data that were read.

    Checksums are by file name; by folder, too, where two files have one name.
    """
    versions = {"debatable": VERSION, "python": platform.python_version()}
    for package in PACKAGES:
        with suppress(metadata.PackageNotFoundError):
            versions[package] = metadata.version(package)
    paths = sorted(set(files))
    names = Counter(path.name for path in paths)
    labels = [path.name if names[path.name] == 1 else f"{path.parent.name}/{path.name}" for path in paths]
    return {
        "experiment": name,
        "parameters": {key: _plain(value) for key, value in sorted(parameters.items())},
        "seed": seed,
        "versions": versions,
        "machine": platform.machine(),
        "files": dict(zip(labels, map(sha256, paths), strict=True)),
    }


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)


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


EXPERIMENTS = Table[Experiment](
    "experiment", {one.name: one for one in (Ecir2020(), Ecir2021(), Iccbr2019(), Sigir2019(), Touche2020())}
)
"""Every experiment with its defaults."""


def experiment(name: str | Experiment) -> Experiment:
    """Returns an experiment by its name, with parameters where given.

    >>> experiment("sigir2019(lambda=0.1)")
    Sigir2019(lambda_=0.1, doc2vec=True, beside='')
    """
    return EXPERIMENTS.parse(name)
