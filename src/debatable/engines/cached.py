"""Indexes that are made at their first use and kept in the user's cache folder."""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, partial
from importlib import resources
from pathlib import Path
from typing import Protocol

from platformdirs import user_cache_path

from debatable.engines.configuration import READ, Configuration
from debatable.engines.local.pointer import Pointer
from debatable.errors import DebatableError, InputError, RecordError
from debatable.progress import Progress
from debatable.version import FORMAT, VERSION

STAGES = ("corpus", "text", "lexical", "embedding", "clustering", "learning", "engines")
"""Stages that determine the content of an index."""


def demo_collection() -> Path:
    """Returns the folder of the bundled collection: corpus, queries and judgments."""
    return Path(str(resources.files("debatable") / "bundled"))


def demo_vectors() -> Path:
    """Returns the folder with the vectors of the bundled texts, found by the hash of a text."""
    return demo_collection() / "vectors"


def demo_index(progress: Progress | None = None) -> Path:
    """Returns the index of the bundled corpus, making it where it is not there yet.

    Its name changes with the corpus and the code. Where the user's cache folder cannot be written to, it is in a
    temporary one that only the user can write to.
    """
    corpus = demo_collection() / "corpus.jsonl.gz"
    how = Configuration(read=READ)
    key = repr((lineage(), how)).encode() + corpus.read_bytes()
    name = f"demo-{hashlib.sha256(key).hexdigest()[:16]}"
    for place in (partial(user_cache_path, "debatable"), _own_temporary):
        home = place()
        if Pointer.there(home / name):
            return home / name
        from debatable.corpus.readers import read
        from debatable.engines.local.writing import make_index

        try:
            home.mkdir(parents=True, exist_ok=True)
            make_index(
                read([corpus]), home / name, configuration=how, progress=progress, known=demo_vectors()
            )
            return home / name
        except (OSError, DebatableError):
            if Pointer.there(home / name):  # another process was faster
                return home / name
            failure_here = home
    raise DebatableError(
        "the index of the bundled corpus cannot be written", where=str(failure_here), todo="check the disk"
    )


def _own_temporary() -> Path:
    """Returns a folder for temporary files that nobody else can write to."""
    if os.name != "posix":
        return Path(tempfile.gettempdir()) / "debatable"
    folder = Path(tempfile.gettempdir()) / f"debatable-{os.getuid()}"
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        facts = folder.lstat()
        if stat.S_ISDIR(facts.st_mode) and facts.st_uid == os.getuid() and not facts.st_mode & 0o022:
            return folder
    return Path(tempfile.mkdtemp(prefix="debatable-"))


class Indexed(Protocol):
    """A collection: its name and the files of its corpus."""

    @property
    def name(self) -> str:
        """Name of the collection."""

    @property
    def corpus(self) -> Sequence[Path]:
        """Files that the readers of the corpus understand."""

    def content_hash(self) -> str:
        """Returns a hash of these files."""


def collection_index(
    collection: Indexed,
    *,
    configuration: Configuration | None = None,
    cache: Path | None = None,
    on_skip: Callable[[RecordError], None] | None = None,
    progress: Progress | None = None,
) -> Path:
    """Returns the folder of the index of a collection; its name changes with corpus, configuration and code.

    Bad records are skipped; of two with one id the first counts.

    Args:
        collection: Whose corpus is indexed.
        configuration: How it is indexed; as the command ``index`` does without it.
        cache: Where indexes are kept; the user's cache folder without it.
        on_skip: Called with the error of each record that is skipped.
        progress: Called with the progress of each step.
    """
    home = (cache or user_cache_path("debatable")) / "evaluation"
    how = configuration or Configuration(read=READ)
    key = repr((lineage(), how, collection.content_hash()))
    folder = home / f"{collection.name}-{hashlib.sha256(key.encode()).hexdigest()[:16]}"
    if Pointer.there(folder):
        return folder
    from debatable.corpus.readers import read
    from debatable.engines.local.writing import make_index

    home.mkdir(parents=True, exist_ok=True)
    try:
        arguments = read(collection.corpus, on_error="skip", on_skip=on_skip)
        make_index(
            arguments,
            folder,
            configuration=how,
            on_duplicate="skip",
            progress=progress,
            known=demo_vectors(),  # for the bundled collection; what others hold is not found there
        )
    except InputError:
        if not Pointer.there(folder):  # else another process was faster
            raise
    return folder


@cache
def lineage() -> str:
    """Returns a digest of the version, the source of the stages and the sizes of their models."""
    home = Path(str(resources.files("debatable")))
    digest = hashlib.sha256(f"{FORMAT} {VERSION}".encode())
    for stage in STAGES:
        for path in sorted((home / stage).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                content = path.read_bytes() if path.suffix == ".py" else str(path.stat().st_size).encode()
                digest.update(path.relative_to(home).as_posix().encode() + b"\0" + content)
    return digest.hexdigest()
