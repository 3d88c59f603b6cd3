"""Generations: immutable folders of derived data, each with a manifest.

A generation is written aside as a draft and becomes visible by a rename; the pointer of the index names the current
one. A reader holds a shared lock on the generation it opened, which keeps it from being cleaned up.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from debatable.arrays import Bools, Halves, Ints, VectorRows
from debatable.engines.local.locks import hold_shared, nobody_holds
from debatable.engines.local.pointer import checked, signed
from debatable.errors import CorruptIndexError, NewerIndexError, StorageError
from debatable.files import exhausted, json_bytes, sha256, sync_file, sync_folder
from debatable.literals import mapped
from debatable.version import FORMAT, VERSION

MANIFEST = "manifest.json"
ONE_SENTENCE = "premises.one_sentence.npy"
QUALITY = "quality.npy"
DRAFT = ".draft-"
REBUILD = "rebuild it with: debatable index … --overwrite"

CHEAP = 1 << 22
"""Bytes up to which a file is compared with its checksum whenever it is opened: a few milliseconds."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a generation is made of and from.

    Attributes:
        configuration: Everything that steers how it was computed.
        counts: How much of each thing it holds.
        files: SHA-256 and size of each file.
        versions: Of the programs that computed it, and fingerprints of the encoder and of the model that read claims.
    """

    configuration: Mapping[str, Any]
    counts: Mapping[str, int]
    files: Mapping[str, Mapping[str, Any]]
    versions: Mapping[str, str]

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """Reads and checks a manifest.

        Raises:
            CorruptIndexError: It is missing or no manifest.
            NewerIndexError: It was written by a newer version.
        """
        path = folder / MANIFEST
        try:
            document = checked(path.read_bytes())
            if document["format"] > FORMAT:
                raise NewerIndexError(
                    f"the generation has format {document['format']}, this Debatable knows up to {FORMAT}",
                    where=str(path),
                    todo="upgrade with: pip install --upgrade debatable",
                )
            return cls(*(dict(document[name]) for name in ("configuration", "counts", "files", "versions")))
        except (OSError, ValueError, KeyError, TypeError) as error:
            if (poor := exhausted(error, str(path))) is not None:
                raise poor from error
            raise CorruptIndexError(
                f"the manifest cannot be read ({type(error).__name__})",
                where=str(path),
                todo="rebuild the index with: debatable index … --overwrite",
            ) from error


class Generation:
    """One generation, open for reading and protected from cleaning."""

    def __init__(self, folder: Path) -> None:
        """Reads the manifest and takes the shared lock, which `close` releases."""
        self.folder = folder
        try:
            self.close = hold_shared(folder / MANIFEST, self)  # first, so that no cleaner takes what is read
        except OSError:
            self.close = lambda: None  # the manifest says what is wrong
        self.manifest = Manifest.read(folder)

    @cached_property
    def digest(self) -> str:
        """Of the checksums of all files: copies of a generation have the same."""
        content = json_bytes({name: facts["sha256"] for name, facts in self.manifest.files.items()})
        return hashlib.blake2b(content, digest_size=4).hexdigest()

    def array(self, name: str) -> np.ndarray[Any, Any]:
        """Maps an array of the generation into memory; as a plain view, since numpy's memmap class is slow."""
        self.check(name)
        try:
            return mapped(self.folder / name).view(np.ndarray)
        except (OSError, ValueError) as error:
            raise self.unreadable(name, error) from error

    def unreadable(self, name: str, error: Exception) -> CorruptIndexError | StorageError:
        """Returns the error of a file that cannot be read."""
        if (poor := exhausted(error, str(self.folder / name))) is not None:
            return poor
        todo = "run: debatable verify, then rebuild the index"
        return CorruptIndexError(
            f"the file cannot be read ({error})", where=str(self.folder / name), todo=todo
        )

    def check(self, part: str) -> None:
        """Raises a CorruptIndexError where a file, or one of a folder, is not that of the manifest (large: by size)."""
        for name, facts in self.manifest.files.items():
            if name == part or name.startswith(f"{part}/"):
                self._need(name, by_content=facts["bytes"] <= CHEAP)

    def check_sizes(self) -> None:
        """Raises a CorruptIndexError where a file is missing or of another size than in the manifest."""
        for name in self.manifest.files:
            self._need(name, by_content=False)

    def problems(self) -> list[str]:
        """Compares every file with its checksum; returns what is wrong."""
        return [
            f"{self.folder / name}: {problem}"
            for name in self.manifest.files
            if (problem := self._problem(name, by_content=True))
        ]

    def _need(self, name: str, *, by_content: bool) -> None:
        if problem := self._problem(name, by_content=by_content):
            raise CorruptIndexError(problem, where=str(self.folder / name), todo=REBUILD)

    def _problem(self, name: str, *, by_content: bool) -> str | None:
        path, facts = self.folder / name, self.manifest.files[name]
        if not path.is_file():
            return "the file is missing"
        if path.stat().st_size != facts["bytes"] or (by_content and sha256(path) != facts["sha256"]):
            return "the content is not what the manifest says"
        return None


class Draft:
    """A generation in the making; nobody sees it before `publish`."""

    def __init__(self, home: Path, name: str, unfinished: Path, known: Path | None = None) -> None:
        """Makes an empty folder aside.

        Args:
            home: Folder of the generations.
            name: Of the generation.
            unfinished: Where costly results outlive an interrupted build, for the next one to take up.
            known: Folder of vectors that were computed before; nothing is written there.
        """
        self.target = home / name
        self.unfinished, self.known = unfinished, known
        self.folder = home / f"{DRAFT}{name}-{os.getpid()}"
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self._known: dict[str, Mapping[str, Any]] = {}

    def save(self, name: str, array: np.ndarray[Any, Any]) -> None:
        """Writes an array."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        np.save(path, array, allow_pickle=False)

    def publish(
        self,
        configuration: Mapping[str, Any],
        counts: Mapping[str, int],
        previous: Generation | None = None,
        encoder: str = "",
        relations: str = "",
    ) -> Path:
        """Writes the manifest, forces everything to disk and renames the folder to its name.

        Args:
            configuration: How it was computed.
            counts: How much of each thing it holds.
            previous: A generation whose files it may share.
            encoder: Fingerprint of the encoder of its vectors.
            relations: Fingerprint of the model that read the relations of its claims.
        """
        files = {}
        for path in sorted(self.folder.rglob("*")):
            if path.is_file():
                name = path.relative_to(self.folder).as_posix()
                files[name] = _facts(path, name, previous)
        versions = {"debatable": VERSION, "numpy": np.__version__, "python": platform.python_version()}
        fingerprints = {"encoder": encoder, "relations": relations}
        manifest = {
            "format": FORMAT,
            "configuration": dict(configuration),
            "counts": dict(counts),
            "files": files,
            "versions": versions | {name: value for name, value in fingerprints.items() if value},
        }
        (self.folder / MANIFEST).write_bytes(signed(manifest))
        with ThreadPoolExecutor(8) as pool:  # the disk forces several at once in the time of one
            list(pool.map(_synced, [*self.folder.rglob("*"), self.folder]))
        shutil.rmtree(self.target, ignore_errors=True)
        os.rename(self.folder, self.target)
        sync_folder(self.target.parent)
        shutil.rmtree(self.unfinished, ignore_errors=True)
        return self.target

    def discard(self) -> None:
        """Throws the draft away."""
        shutil.rmtree(self.folder, ignore_errors=True)


def _synced(path: Path) -> None:
    """Forces a folder, or a file that is new, to disk."""
    if path.is_dir():
        sync_folder(path)
    elif path.stat().st_nlink == 1:
        sync_file(path)


def _facts(path: Path, name: str, previous: Generation | None) -> Mapping[str, Any]:
    """Returns size and checksum; a file shared with the previous generation keeps its own."""
    if previous is not None and name in previous.manifest.files:
        other = previous.folder / name
        if other.exists() and os.path.samefile(path, other):
            return previous.manifest.files[name]
    return {"bytes": path.stat().st_size, "sha256": sha256(path)}


def clean_up(home: Path, current: str) -> list[str]:
    """Removes drafts and generations that are neither current nor read; returns the names of those that are read."""
    read = []
    for folder in home.iterdir() if home.is_dir() else ():
        if folder.name == current or folder.is_symlink() or not folder.is_dir():
            continue
        if folder.name.startswith(DRAFT) or nobody_holds(folder / MANIFEST):
            shutil.rmtree(folder, ignore_errors=True)
        elif folder.name.isdigit():
            read.append(folder.name)
    return read


def vectors_name(table: str, variant: str = "first") -> str:
    """Returns the name of the file that holds the vectors of a table."""
    return f"vectors/{table}.npy" if variant == "first" else f"vectors/{table}.{variant}.npy"


def late_name(table: str, variant: str = "first") -> str:
    """Returns the name of the file that holds the vectors of rows that were added after the others were written."""
    return f"{vectors_name(table, variant).removesuffix('.npy')}.late.npy"


def clusters_name(table: str) -> str:
    """Returns the name of the file that holds the clusters of a table."""
    return f"clusters/{table}.npy"


class _Stacked:
    """The vectors of two files as one matrix; those of rows that died since the first was written are 0."""

    def __init__(self, early: Halves, late: Halves, dead: Bools) -> None:
        self._early, self._late, self._dead = early, late, dead
        self.shape = (len(early) + len(late), early.shape[1])

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, rows: slice | Ints) -> Halves:
        end = len(self._early)
        if isinstance(rows, slice):
            start, stop, _ = rows.indices(len(self))
            late = self._late[max(start - end, 0) : max(stop - end, 0)]
            found = np.concatenate([self._early[start:stop], late])
        else:
            found = np.empty((len(rows), self.shape[1]), self._early.dtype)
            early = rows < end
            found[early], found[~early] = self._early[rows[early]], self._late[rows[~early] - end]
        found[self._dead[rows]] = 0
        return found


def stored_vectors(source: Generation | Path, table: str, variant: str, keys: Ints) -> VectorRows:
    """Maps the vectors of a table."""
    name, late = vectors_name(table, variant), late_name(table, variant)
    if isinstance(source, Path):
        early, later = mapped(source / name), mapped(source / late) if (source / late).is_file() else None
    else:
        early = source.array(name)
        later = source.array(late) if late in source.manifest.files else None
    dead = keys < 0
    if later is None and not dead.any():
        return early
    return _Stacked(early, early[:0] if later is None else later, dead)
