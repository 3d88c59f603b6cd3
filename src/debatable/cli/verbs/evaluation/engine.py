"""An engine for the verbs about collections."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from debatable.cli.printing.terminal import note
from debatable.engines import Engine
from debatable.errors import RecordError
from debatable.evaluation import Collection
from debatable.evaluation.runs import collection_engine
from debatable.plural import counted
from debatable.progress import Progress

__all__ = ["engine_of"]


@contextmanager
def engine_of(
    collection: Collection, index: Path | None = None, progress: Progress | None = None
) -> Iterator[Engine]:
    """Opens an engine on the corpus of a collection; says what had to be left out of its index."""
    skipped: list[RecordError] = []
    with collection_engine(collection, index, on_skip=skipped.append, progress=progress) as engine:
        if skipped:
            note(f"{collection.name}: {counted(len(skipped), 'bad record')} left out, such as {skipped[0]}")
        yield engine
