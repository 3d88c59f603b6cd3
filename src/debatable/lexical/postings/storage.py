"""An index as a folder of .npy files, memory-mapped when opened."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from operator import index
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import orjson
from numpy.typing import NDArray

from debatable.arrays import Bools
from debatable.errors import CorruptIndexError, NewerIndexError, NotAnIndexError
from debatable.files import ASIDE, exhausted, link_or_copy
from debatable.lexical.postings.postings import Postings
from debatable.lexical.postings.segment import ARRAYS, Segment
from debatable.literals import mapped

_MANIFEST = "lexical.json"
_FORMAT = 1
_TODO = "build the index again"


def save(folder: Path, segments: Iterable[Segment], deleted: Bools | None, exact: bool) -> None:
    """Writes segments into a folder, the manifest last, so that a crash leaves no half index.

    Nothing is flushed to disk: the caller does that once for all the files of an index.

    Args:
        folder: Made where it is missing.
        segments: The parts of the index.
        deleted: Whether each row is deleted; None where none is.
        exact: Whether lengths are exact.
    """
    folder.mkdir(parents=True, exist_ok=True)
    count = rows = 0
    for number, segment in enumerate(segments):
        count, rows = number + 1, rows + len(segment)
        for name, array in segment.arrays().items():
            source = None if segment.origin is None else _file(segment.origin, name)
            _write(_file(folder / f"segment{number}", name), array, source)
    deleted = np.zeros(rows, dtype=np.bool_) if deleted is None else deleted
    _write(folder / "deleted.npy", np.packbits(deleted), None)
    manifest = {"format": _FORMAT, "segments": count, "rows": rows, "exact_lengths": exact}
    with _replaced(folder / _MANIFEST) as file:
        file.write(orjson.dumps(manifest))


def _file(origin: Path, name: str) -> Path:
    return origin.with_name(f"{origin.name}.{name}.npy")


def _write(path: Path, array: NDArray[Any], source: Path | None) -> None:
    """Links the file an array was mapped from, where there is one, or writes the array."""
    if source is not None and source.exists():
        link_or_copy(source, path)
    else:
        with _replaced(path) as file:
            np.save(file, array, allow_pickle=False)


@contextmanager
def _replaced(path: Path) -> Iterator[BinaryIO]:
    """Opens a file that replaces another once all is written, so that a mapped file stays whole.

    Unlike :func:`debatable.files.written` it does not flush to disk, which takes a hundred times as long as writing.
    """
    aside = path.with_name(f"{path.name}{ASIDE}")
    with aside.open("wb") as file:
        yield file
    os.replace(aside, path)


def load(folder: Path) -> Postings:
    """Maps the segments of a folder; reads only the manifest, the headers and the deletions."""
    where = str(folder / _MANIFEST)
    try:
        manifest = orjson.loads((folder / _MANIFEST).read_bytes())
        format, count, rows = (index(manifest[key]) for key in ("format", "segments", "rows"))
        exact = bool(manifest["exact_lengths"])
    except FileNotFoundError:
        raise NotAnIndexError("no lexical index here", where=str(folder)) from None
    except (KeyError, TypeError, ValueError):
        raise CorruptIndexError("the manifest cannot be read", where=where, todo=_TODO) from None
    if format > _FORMAT:
        raise NewerIndexError("written by a newer version", where=where, todo="update debatable")
    segments = tuple(_segment(folder / f"segment{number}") for number in range(count))
    deleted = _read(folder / "deleted.npy")
    if sum(map(len, segments)) != rows or deleted.dtype != np.uint8 or deleted.shape != (-(-rows // 8),):
        raise CorruptIndexError("rows and segments do not match", where=where, todo=_TODO)
    return Postings(segments, np.unpackbits(deleted, count=rows).astype(np.bool_), exact)


def _segment(origin: Path) -> Segment:
    segment = Segment(**{name: _read(_file(origin, name)) for name in ARRAYS}, origin=origin)
    if misfits := segment.misfits():
        raise CorruptIndexError(misfits[0], where=str(origin), todo=_TODO)
    return segment


def _read(path: Path) -> NDArray[Any]:
    """Maps an array; as a plain view, since numpy's memmap class makes every slice slow."""
    try:
        return mapped(path).view(np.ndarray)
    except (OSError, ValueError, EOFError) as error:
        if (poor := exhausted(error, str(path))) is not None:
            raise poor from error
        raise CorruptIndexError(f"cannot be read ({error})", where=str(path), todo=_TODO) from None
