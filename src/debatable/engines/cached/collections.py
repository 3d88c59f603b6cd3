"""The index of a benchmark collection: made at the first use, kept in the user's cache folder."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from platformdirs import user_cache_path

from debatable.engines.cached.demo import demo_vectors
from debatable.engines.cached.lineage import lineage
from debatable.engines.local.configuration import Configuration
from debatable.engines.local.pointer import Pointer
from debatable.engines.local.writing import make_index
from debatable.errors import InputError, RecordError
from debatable.progress import Progress

__all__ = ["Indexed", "collection_index"]


class Indexed(Protocol):
    """What is known of a collection here: its name and the files of its corpus."""

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
    """Returns the folder of the index, under a name that changes with corpus, configuration and code.

    Bad records are left out, for collections are as others made them; of two with one id the first counts.

    Args:
        collection: Whose corpus is indexed.
        configuration: How it is indexed; the usual way without it.
        cache: Where indexes are kept; the user's cache folder without it.
        on_skip: Told of each record that is left out.
        progress: Told about each step.
    """
    home = (cache or user_cache_path("debatable")) / "evaluation"
    how = configuration or Configuration()
    key = repr((lineage(), how, collection.content_hash()))
    folder = home / f"{collection.name}-{hashlib.sha256(key.encode()).hexdigest()[:16]}"
    if Pointer.there(folder):
        return folder
    from debatable.corpus.readers import read

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
