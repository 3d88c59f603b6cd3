"""Changing an index: everything or nothing.

Each change writes the next revision of the corpus and the next generation aside, and takes effect when the pointer is
replaced. The next change cleans up what a killed or failed one left behind.
"""

from __future__ import annotations

import glob
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from debatable.corpus import OnDuplicate, Snapshot, Store, Tally
from debatable.corpus.database import refused
from debatable.engines.configuration import READ, Configuration
from debatable.engines.local.building import build_generation
from debatable.engines.local.generations import REBUILD, Generation, clean_up
from debatable.engines.local.locks import only_writer
from debatable.engines.local.pointer import Pointer, check_regular
from debatable.engines.local.relations import ReadRelations
from debatable.engines.local.stages import Stages
from debatable.engines.local.tables import Tables
from debatable.errors import CorruptIndexError, IndexLockedError, InputError, NotAnIndexError, StorageError
from debatable.files import TODO, sync_folder
from debatable.model import Argument
from debatable.progress import Progress, step

T = TypeVar("T")

ASIDE = ".making"
"""How the name of a folder ends in which a new index is being made."""

_NUMBER = re.compile(r"(?:corpus-)?(\d{1,9})(?:\.sqlite)?")

WASTE = 0.3
"""Share of empty rows above which a change rebuilds the generation from nothing."""


def make_index(
    arguments: Iterable[Argument],
    folder: Path,
    *,
    configuration: Configuration | None = None,
    on_duplicate: OnDuplicate = "error",
    overwrite: bool = False,
    progress: Progress | None = None,
    known: Path | None = None,
    stages: Stages | None = None,
) -> Tally:
    """Makes an index of a corpus.

    Args:
        arguments: The corpus, as a stream.
        folder: Where; made if it is not there.
        configuration: How to compute it.
        on_duplicate: What to do with ids that occur twice.
        overwrite: Replace the index that is there, once the new one is ready.
        progress: Called with the progress of each step.
        known: Folder of vectors that were computed before, for `KnownVectors`.
        stages: Who does the costly stages; this process by default.

    Raises:
        InputError: There is an index already, or other files, or the corpus is empty.
    """
    read = partial(_read, arguments, 1, on_duplicate, progress)
    how = configuration or Configuration()
    build = partial(build_generation, configuration=how, progress=progress, known=known, stages=stages)
    fill = partial(_fill, read, build)
    if Pointer.there(folder):
        if not overwrite:
            raise InputError(
                f"{folder} is an index already", todo="use 'debatable add' to add to it or --overwrite"
            )
        with only_writer(folder):
            current = _readable(folder)
            with _outcome(folder, lambda: _readable(folder) != current):
                return fill(folder, current)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(f"{folder} is there and not an index", todo="choose a new folder for the index")
    with _outcome(folder, lambda: False):
        return _make_aside(folder, fill)


def _make_aside(folder: Path, fill: Callable[..., Tally]) -> Tally:
    """Makes an index in a folder beside, which gets its name when it is complete."""
    made = [parent for parent in folder.absolute().parents if not parent.exists()]
    folder.parent.mkdir(parents=True, exist_ok=True)
    _remove_abandoned(folder)
    aside = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", suffix=ASIDE, dir=folder.parent))
    try:
        with _outcome(folder, lambda: not aside.exists()):
            with only_writer(aside):
                tally = fill(aside, None, unfinished=_unfinished(folder))
            aside.chmod(0o755)
            if Pointer.there(folder):
                raise InputError(f"{folder} is an index already", todo="another process was faster; use its")
            if folder.exists():
                folder.rmdir()
            aside.rename(folder)
            for entry in (folder.absolute(), *made):
                sync_folder(entry.parent)
            return tally
    finally:
        shutil.rmtree(aside, ignore_errors=True)
        for empty in (_unfinished(folder), *made):
            with suppress(OSError):
                empty.rmdir()


def _fill(
    read: Callable[[Store], Tally],
    build: Callable[..., Path],
    folder: Path,
    current: Pointer | None,
    unfinished: Path | None = None,
) -> Tally:
    """Fills a new corpus and generation and points to them; then removes the old ones."""
    number = _last_number(folder) + 1
    pointer = Pointer(f"corpus-{number:06}.sqlite", 1, f"{number:06}")
    path = pointer.corpus_path(folder)
    if current:
        _tidy(folder, current)
    try:
        with Store(path, aside=True) as store:
            tally = read(store)
        if tally.added == 0:
            raise InputError("there is no argument in the corpus", todo="check the file and its --format")
        home = folder / "generations"
        build(snapshot=Snapshot(path, 1), home=home, name=pointer.generation, unfinished=unfinished)
        pointer.write(folder)
    finally:
        if served := _readable(folder):
            _tidy(folder, served)
    return tally


def _readable(folder: Path) -> Pointer | None:
    """Returns the pointer of an index; None where there is none or it is damaged, so that it can be replaced."""
    try:
        return Pointer.read(folder)
    except (NotAnIndexError, CorruptIndexError):
        return None


def _last_number(folder: Path) -> int:
    """Returns the highest number that a corpus or a generation has, 0 where there is none."""
    names = [path.name for path in (*folder.glob("corpus-*"), *folder.glob("generations/*"))]
    return max((int(match[1]) for name in names if (match := _NUMBER.fullmatch(name))), default=0)


@contextmanager
def _outcome(folder: Path, made: Callable[[], bool]) -> Iterator[None]:
    """Turns errors of the disk and of SQLite into errors for the user, which state whether the change was made."""
    try:
        yield
    except KeyboardInterrupt:
        if made():
            raise StorageError("interrupted, but the change was made", where=str(folder)) from None
        raise
    except (OSError, sqlite3.Error) as error:
        if made():
            what = f"the change was made, but not cleaned up after ({error})"
            raise StorageError(what, where=str(folder), todo="the next change does it") from error
        if isinstance(error, sqlite3.Error):
            raise refused(error, folder) from error
        what = f"the index cannot be written ({str(error.strerror or error).lower()})"
        raise StorageError(what, where=str(folder), todo=TODO) from error


def add_arguments(
    arguments: Iterable[Argument],
    folder: Path,
    *,
    on_duplicate: OnDuplicate = "error",
    progress: Progress | None = None,
) -> Tally:
    """Adds arguments to an index."""

    def change(store: Store, revision: int) -> Tally:
        return _read(arguments, revision, on_duplicate, progress, store)

    return _advance(folder, change, progress)


def _read(
    arguments: Iterable[Argument],
    revision: int,
    on_duplicate: OnDuplicate,
    progress: Progress | None,
    store: Store,
) -> Tally:
    reading = step(progress, "reading")
    return store.add(arguments, revision=revision, on_duplicate=on_duplicate, progress=reading)


def remove_arguments(ids: Sequence[str], folder: Path, *, progress: Progress | None = None) -> int:
    """Removes arguments from an index by id; premises and claims without arguments go with them."""
    return _advance(folder, lambda store, revision: store.remove(ids, revision=revision), progress)


def recluster_index(folder: Path, *, progress: Progress | None = None) -> None:
    """Clusters claims and premises again; added texts had only been assigned."""
    _advance(folder, lambda store, revision: None, progress, recluster=True)


def read_index(folder: Path, *, model: str = READ, progress: Progress | None = None) -> None:
    """Reads the claims of an index with their neighbours, those that were not read yet.

    Raises:
        InputError: The index has no vectors, so that neighbours are not known.
    """
    generation = Generation(Pointer.read(folder).generation_path(folder))
    generation.close()
    if not generation.manifest.configuration.get("encoder"):
        todo = "index the corpus with an --encoder"
        raise InputError(
            "the index has no vectors to find neighbouring claims by", where=str(folder), todo=todo
        )
    _advance(folder, lambda store, revision: None, progress, read=model)


def _advance(
    folder: Path,
    change: Callable[[Store, int], T],
    progress: Progress | None,
    *,
    recluster: bool = False,
    read: str = "",
) -> T:
    """Takes an index from its current revision to the next; returns what the change returns."""
    Pointer.read(folder)
    check_regular(folder)
    with only_writer(folder):
        current = Pointer.read(folder)
        _check_unshared(current.corpus_path(folder))
        following = Pointer(current.store, current.revision + 1, f"{int(current.generation) + 1:06}")
        with (
            _outcome(folder, lambda: Pointer.read(folder) == following),
            Store(current.corpus_path(folder)) as store,
        ):
            store.roll_back(current.revision)
            store.purge(_tidy(folder, current))
            try:
                answer = change(store, following.revision)
                _build_following(folder, store, current, following, progress, recluster, read)
                store.sync()
                following.write(folder)
            finally:
                served = Pointer.read(folder)
                clean_up(folder / "generations", served.generation)  # first: it makes room
                store.roll_back(served.revision)
            store.purge(_tidy(folder, following))
            return answer


def _check_unshared(corpus: Path) -> None:
    """Checks that a corpus, which is changed in place, is in no other folder as well, as after ``cp -al``.

    Raises:
        StorageError: It is a hard link.
    """
    if corpus.is_file() and corpus.stat().st_nlink > 1:
        raise StorageError(
            "the corpus is a hard link, and a change would damage the other folder that it is in",
            where=str(corpus),
            todo="put a copy of the index (cp -r) into its place",
        )


def _build_following(
    folder: Path,
    store: Store,
    current: Pointer,
    following: Pointer,
    progress: Progress | None,
    recluster: bool,
    read: str,
) -> None:
    """Builds the next generation from the corpus and the current one, whose files it takes over."""
    previous = Generation(current.generation_path(folder))
    try:
        if problems := previous.problems():  # what is taken over gets a new checksum: it must be worth one
            raise CorruptIndexError(problems[0], todo=REBUILD)
        configuration = Configuration.of_manifest(previous.manifest.configuration, folder)
        build_generation(
            Snapshot(store.path, following.revision),
            replace(configuration, read=read) if read else configuration,
            folder / "generations",
            following.generation,
            previous if Tables.load(previous).waste < WASTE else None,
            progress,
            recluster,
            read=bool(read),
            relations=ReadRelations.load(previous),
        )
    finally:
        previous.close()


def _tidy(folder: Path, current: Pointer) -> int:
    """Removes what is neither current nor read; returns the oldest revision of the corpus that is."""
    read = clean_up(folder / "generations", current.generation)
    revisions = [current.revision - int(current.generation) + int(name) for name in read]
    if min(revisions, default=1) > 0:  # else somebody reads the corpus that was here before
        for path in folder.glob("corpus-*.sqlite*"):
            if not path.name.startswith(current.store):
                path.unlink(missing_ok=True)
    return min((revision for revision in revisions if revision > 0), default=current.revision)


def _unfinished(folder: Path) -> Path:
    """Returns where vectors of an unfinished index wait for the next try."""
    return folder.parent / f".{folder.name}.unfinished"


def _remove_abandoned(folder: Path) -> None:
    """Removes what killed processes that made this index left beside it."""
    for aside in folder.parent.glob(f".{glob.escape(folder.name)}.*{ASIDE}"):
        with suppress(IndexLockedError):
            with only_writer(aside):
                pass  # its process is gone
            shutil.rmtree(aside, ignore_errors=True)  # Windows keeps a folder whose lock is held
