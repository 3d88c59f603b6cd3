"""The pointer of an index: a small signed file that names the current corpus and generation."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import orjson

from debatable.errors import CorruptIndexError, NewerIndexError, NotAnIndexError
from debatable.files import irregular, json_bytes, write_bytes
from debatable.version import FORMAT

NAME = "debatable.json"

CHECKSUM = "checksum"

FIRST = 2
"""Format from which on documents carry a checksum; how newer ones than ours do is not known."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """Names of the current parts; replacing this file is the moment a change takes effect.

    Attributes:
        store: File name of the corpus.
        revision: Revision of the corpus that is served.
        generation: Folder name of the derived data.
    """

    store: str
    revision: int
    generation: str

    def corpus_path(self, folder: Path) -> Path:
        """Path of the corpus."""
        return folder / self.store

    def generation_path(self, folder: Path) -> Path:
        """Path of the generation."""
        return folder / "generations" / self.generation

    def write(self, folder: Path) -> None:
        """Makes this pointer the current one, by one atomic rename."""
        write_bytes(folder / NAME, signed({"format": FORMAT, **asdict(self)}))

    @staticmethod
    def written(folder: Path) -> int:
        """When the pointer of an index was written, 0 where there is none.

        Two indexes that are new have the same pointer; one that is put in the place of the other has another time.
        """
        try:
            return (folder / NAME).stat().st_mtime_ns
        except OSError:
            return 0

    @classmethod
    def there(cls, folder: Path) -> bool:
        """Whether a folder is an index."""
        return (folder / NAME).is_file()

    @classmethod
    def read(cls, folder: Path) -> Pointer:
        """Reads the pointer of an index.

        Raises:
            NotAnIndexError: There is no index in this folder.
            NewerIndexError: It was written by a newer version.
            CorruptIndexError: The file is damaged.
        """
        path = folder / NAME
        if not path.is_file():
            if folder.is_file():
                raise NotAnIndexError(
                    f"{folder} is a file, no index",
                    todo=f"make one with: debatable index {folder} --into DIR",
                )
            what = "is not a Debatable index" if folder.is_dir() else "does not exist"
            raise NotAnIndexError(
                f"{folder} {what}", todo=f"make one with: debatable index CORPUS --into {folder}"
            )
        try:
            document = checked(path.read_bytes())
            if (version := int(document["format"])) > FORMAT:
                raise NewerIndexError(
                    f"the index has format {version}, this Debatable knows up to {FORMAT}",
                    where=str(path),
                    todo="upgrade with: pip install --upgrade debatable",
                )
            pointer = cls(str(document["store"]), int(document["revision"]), str(document["generation"]))
            if any(Path(name).name != name for name in (pointer.store, pointer.generation)):
                raise ValueError("a name in the pointer leads out of the folder")
            if not pointer.generation.isdigit():
                raise ValueError("the generation is no number")
            return pointer
        except (ValueError, KeyError, TypeError) as error:
            raise CorruptIndexError(
                "the file that names the current generation is damaged",
                where=str(path),
                todo="rebuild the index with: debatable index … --overwrite",
            ) from error


def check_regular(folder: Path) -> None:
    """Raises a CorruptIndexError where an index holds what is no file: to open a pipe may take for ever."""
    if Pointer.there(folder) and (strange := irregular(folder)) is not None:
        raise CorruptIndexError(
            "this is a pipe or a device, no file of an index",
            where=str(strange),
            todo="do not use this folder, or remove it",
        )


def signed(document: Mapping[str, Any]) -> bytes:
    """Serialises a document together with its checksum.

    >>> checked(signed({"format": 2, "revision": 7}))["revision"]
    7
    """
    return json_bytes({**document, CHECKSUM: _digest(document)})


def checked(content: bytes) -> dict[str, Any]:
    """Reads a document back; raises a ValueError where it is not the one that was signed.

    >>> checked(signed({"format": 2, "revision": 7}).replace(b"7", b"3"))
    Traceback (most recent call last):
    ValueError: the checksum is another
    """
    document = orjson.loads(content)
    if not isinstance(document, dict):
        raise ValueError("no document")
    stated = document.pop(CHECKSUM, None)
    version = document.get("format")
    if isinstance(version, int) and FIRST <= version <= FORMAT and stated != _digest(document):
        raise ValueError("the checksum is another")
    return document


def _digest(document: Mapping[str, Any]) -> str:
    return hashlib.sha256(json_bytes(document)).hexdigest()
