"""What is needed to repeat an experiment: parameters, seed, versions and the data by their checksums."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from debatable.files import sha256
from debatable.version import VERSION

__all__ = ["manifest"]

PACKAGES = ("numpy", "onnxruntime", "scipy", "tokenizers")


def manifest(name: str, parameters: Mapping[str, Any], seed: int, files: Iterable[Path]) -> dict[str, Any]:
    """Returns the manifest of an experiment as plain JSON types.

    Args:
        name: The experiment.
        parameters: Its parameters.
        seed: Of everything random in it.
        files: The data that were read.
    """
    return {
        "experiment": name,
        "parameters": {key: _plain(value) for key, value in sorted(parameters.items())},
        "seed": seed,
        "versions": {"debatable": VERSION, "python": platform.python_version(), **_packages()},
        "machine": platform.machine(),
        "files": _checksums(sorted(set(files))),
    }


def _checksums(files: Sequence[Path]) -> dict[str, str]:
    """Returns checksums by file name; by folder, too, where two files have one name."""
    names = Counter(path.name for path in files)
    return {
        path.name if names[path.name] == 1 else f"{path.parent.name}/{path.name}": sha256(path)
        for path in files
    }


def _packages() -> dict[str, str]:
    found = {}
    for package in PACKAGES:
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)
