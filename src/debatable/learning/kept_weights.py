"""Weights of coded models as they were unfolded, kept in the user's cache folder and mapped from there.

Unfolding takes longer than all else of opening a model. A copy is named after the hash of the coded weights and its own
checksum: it is found without reading the model, and a damaged one is not used. Whoever cannot write there unfolds.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from mmap import ACCESS_READ, mmap
from pathlib import Path

import numpy as np
from platformdirs import user_cache_path

from debatable.embedding.tensors import parsed_tensors, tensor_header
from debatable.errors import InputError, StorageError
from debatable.files import written
from debatable.learning.coded_weights import Bytes

ENDING = ".safetensors"
MOST = 4
"""Copies in the folder; those not used longest are removed."""


@dataclass(frozen=True, slots=True)
class KeptWeights:
    """The copy of one model's weights."""

    name: str
    folder: Path = field(default_factory=lambda: user_cache_path("debatable") / "weights")

    def read(self) -> dict[str, Bytes] | None:
        """Returns the int8 matrices by their names, mapped and not writable; None where there is no sound copy."""
        for path in sorted(self.folder.glob(f"{self.name}-*{ENDING}")):
            with suppress(OSError, ValueError, InputError), path.open("rb") as file:
                content = mmap(file.fileno(), 0, access=ACCESS_READ)
                if path.stem == f"{self.name}-{zlib.crc32(content):08x}":
                    with suppress(OSError):  # another user's, or read-only: it is used all the same
                        path.touch()
                    return parsed_tensors(content, path)
        return None

    def write(self, matrices: Mapping[str, Bytes]) -> None:
        """Writes the copy, where that is possible, and removes old ones."""
        parts: list[bytes | memoryview] = [tensor_header(dict(matrices))]
        parts += [_flat(matrices[name]) for name in sorted(matrices)]
        checksum = 0
        for part in parts:
            checksum = zlib.crc32(part, checksum)
        with suppress(OSError, StorageError):
            with written(self.folder / f"{self.name}-{checksum:08x}{ENDING}") as file:
                for part in parts:
                    file.write(part)
            copies = sorted(self.folder.glob(f"*{ENDING}"), key=lambda path: path.stat().st_mtime)
            for path in copies[:-MOST]:
                path.unlink(missing_ok=True)


def _flat(matrix: Bytes) -> memoryview:
    return np.ascontiguousarray(matrix).reshape(-1).view(np.uint8).data
