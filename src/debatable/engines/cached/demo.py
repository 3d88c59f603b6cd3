"""The bundled corpus as an index: made at the first use in the user's cache folder."""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
from contextlib import suppress
from functools import partial
from importlib import resources
from pathlib import Path

from platformdirs import user_cache_path

from debatable.engines.cached.lineage import lineage
from debatable.engines.local.configuration import Configuration
from debatable.engines.local.pointer import Pointer
from debatable.errors import DebatableError
from debatable.progress import Progress

__all__ = ["demo_collection", "demo_index", "demo_vectors"]


def demo_collection() -> Path:
    """Returns the folder of the bundled collection: corpus, queries and judgments."""
    return Path(str(resources.files("debatable") / "bundled"))


def demo_vectors() -> Path:
    """Returns the folder with the vectors of the bundled texts, each found by the hash of its text."""
    return demo_collection() / "vectors"


def demo_index(progress: Progress | None = None) -> Path:
    """Returns the index of the bundled corpus, making it where it is not there yet.

    The index is kept in the user's cache folder, under a name that changes with the corpus and with the
    code; where that folder cannot be written to, in a temporary one that is the user's own.
    """
    corpus = demo_collection() / "corpus.jsonl.gz"
    key = repr((lineage(), Configuration())).encode() + corpus.read_bytes()
    name = f"demo-{hashlib.sha256(key).hexdigest()[:16]}"
    for place in (partial(user_cache_path, "debatable"), _own_temporary):
        home = place()
        if Pointer.there(home / name):
            return home / name
        from debatable.corpus.readers import read
        from debatable.engines.local.writing import make_index

        try:
            home.mkdir(parents=True, exist_ok=True)
            make_index(read([corpus]), home / name, progress=progress, known=demo_vectors())
            return home / name
        except (OSError, DebatableError):
            if Pointer.there(home / name):  # another process was faster
                return home / name
            failure_here = home
    raise DebatableError(
        "the index of the bundled corpus cannot be written", where=str(failure_here), todo="check the disk"
    )


def _own_temporary() -> Path:
    """Returns a folder for temporary files that nobody else can write to: what lies in it is believed."""
    if os.name != "posix":
        return Path(tempfile.gettempdir()) / "debatable"
    folder = Path(tempfile.gettempdir()) / f"debatable-{os.getuid()}"
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        facts = folder.lstat()
        if stat.S_ISDIR(facts.st_mode) and facts.st_uid == os.getuid() and not facts.st_mode & 0o022:
            return folder
    return Path(tempfile.mkdtemp(prefix="debatable-"))
