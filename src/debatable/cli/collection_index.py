"""The engine on the corpus of a collection, for the verbs that search one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from debatable.cli.printing.terminal import note_skipped
from debatable.errors import RecordError
from debatable.progress import Progress

if TYPE_CHECKING:
    from debatable.engines import Engine
    from debatable.evaluation import Collection as JudgedCollection


@contextmanager
def engine_of(
    collection: JudgedCollection, index: Path | None = None, progress: Progress | None = None
) -> Iterator[Engine]:
    """Opens an engine on the corpus of a collection; notes records that were left out of its index."""
    from debatable.evaluation.runs import collection_engine

    skipped: list[RecordError] = []
    with collection_engine(collection, index, on_skip=skipped.append, progress=progress) as engine:
        note_skipped(skipped, f"{collection.name}: ")
        yield engine
