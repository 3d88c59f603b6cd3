"""The bundled corpus as an index: made at the first use in the user's cache folder."""

from __future__ import annotations

import hashlib
import tempfile
from importlib import resources
from pathlib import Path

from platformdirs import user_cache_path

from debatable.engines.cached.lineage import lineage
from debatable.engines.local.configuration import Configuration
from debatable.engines.local.pointer import Pointer
from debatable.errors import DebatableError
from debatable.progress import Progress

__all__ = ["demo_collection", "demo_index"]


def demo_collection() -> Path:
    """Returns the folder of the bundled collection: corpus, queries and judgments."""
    return Path(str(resources.files("debatable") / "bundled"))


def demo_index(progress: Progress | None = None) -> Path:
    """Returns the index of the bundled corpus, making it where it is not there yet.

    The index is kept in the user's cache folder, under a name that changes with the corpus and with the
    code; where that folder cannot be written to, in a temporary one.
    """
    corpus = demo_collection() / "corpus.jsonl.gz"
    key = repr((lineage(), Configuration())).encode() + corpus.read_bytes()
    name = f"demo-{hashlib.sha256(key).hexdigest()[:16]}"
    for home in (user_cache_path("debatable"), Path(tempfile.gettempdir()) / "debatable"):
        if Pointer.there(home / name):
            return home / name
        from debatable.corpus.readers import read
        from debatable.engines.local.writing import make_index

        try:
            home.mkdir(parents=True, exist_ok=True)
            make_index(read([corpus]), home / name, progress=progress)
            return home / name
        except (OSError, DebatableError):
            if Pointer.there(home / name):  # another process was faster
                return home / name
            failure_here = home
    raise DebatableError(
        "the index of the bundled corpus cannot be written", where=str(failure_here), todo="check the disk"
    )
