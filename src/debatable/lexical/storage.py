"""An index as a folder of .npy files, memory-mapped when opened."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any, Literal

import numpy as np
import orjson
from numpy.typing import NDArray

from debatable.errors import CorruptIndexError, NewerIndexError, NotAnIndexError
from debatable.lexical.segment import Segment

__all__ = ["load", "save"]

_MANIFEST = "lexical.json"
_FORMAT = 1


def save(folder: Path, segments: tuple[Segment, ...], deleted: NDArray[np.bool_], exact: bool) -> None:
    """Writes segments into a folder; the manifest comes last, so a crash leaves no half index."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, segment in enumerate(segments):
        for name, array in segment.arrays().items():
            _write(folder / f"segment{number}.{name}.npy", array)
    _write(folder / "deleted.npy", deleted)
    manifest = {"format": _FORMAT, "segments": len(segments), "exact_lengths": exact}
    partial = folder / f"{_MANIFEST}.partial"
    partial.write_bytes(orjson.dumps(manifest))
    os.replace(partial, folder / _MANIFEST)


def _write(path: Path, array: NDArray[np.generic]) -> None:
    """Links the file an array is mapped from where that is possible, else writes it."""
    partial = path.with_name(f"{path.name}.partial")
    partial.unlink(missing_ok=True)
    source = getattr(array, "filename", None)
    if source is not None and Path(source).exists():
        try:
            os.link(source, partial)
        except OSError:
            shutil.copyfile(source, partial)
    else:
        with partial.open("wb") as file:
            np.save(file, np.asarray(array), allow_pickle=False)
    os.replace(partial, path)


def load(folder: Path) -> tuple[tuple[Segment, ...], NDArray[np.bool_], bool]:
    """Maps the segments of a folder; reads only the manifest and the headers."""
    try:
        manifest = orjson.loads((folder / _MANIFEST).read_bytes())
    except FileNotFoundError:
        raise NotAnIndexError("no lexical index here", where=str(folder)) from None
    except orjson.JSONDecodeError:
        raise CorruptIndexError("the manifest is not JSON", where=str(folder / _MANIFEST)) from None
    if manifest["format"] > _FORMAT:
        raise NewerIndexError("written by a newer version", where=str(folder), todo="update debatable")
    segments = tuple(_segment(folder, number) for number in range(manifest["segments"]))
    return segments, _read(folder / "deleted.npy", None), manifest["exact_lengths"]


def _segment(folder: Path, number: int) -> Segment:
    names = Segment.__dataclass_fields__
    return Segment(**{name: _read(folder / f"segment{number}.{name}.npy") for name in names})


def _read(path: Path, mode: Literal["r"] | None = "r") -> NDArray[Any]:
    try:
        array: NDArray[Any] = np.load(path, mmap_mode=mode, allow_pickle=False)
        return array
    except (OSError, ValueError) as error:
        raise CorruptIndexError(f"cannot be read: {error}", where=str(path), todo="build it again") from None
