"""What an experiment is, and what it is given to work with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from platformdirs import user_cache_path

from debatable.corpus.readers import corpus_files, read
from debatable.engines import Engine
from debatable.errors import InputError, RecordError
from debatable.evaluation import Collection, collection
from debatable.evaluation.runs import collection_engine
from debatable.experiments.paper_table import PaperTable
from debatable.progress import Progress

__all__ = ["Experiment", "Inputs"]

CUT = "hybrid"
"""The papers cut trees as R's dynamicTreeCut does; an index has another cut by default."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """What an experiment works with.

    Attributes:
        data: Folder of the data, as the experiment describes it.
        corpus: Files or folder of a background corpus, searched together with the data; None for none.
        seed: Of everything random.
        cache: Where to keep what is made of the data; the user's cache folder by default.
        progress: Told how far it is.
        on_skip: Told of each record that is left out of an index.
        read: Files that were read, for the manifest.
    """

    data: Path
    seed: int = 0
    cache: Path = field(default_factory=lambda: user_cache_path("debatable"))
    progress: Progress | None = None
    on_skip: Callable[[RecordError], None] | None = None
    read: list[Path] = field(default_factory=list)
    corpus: Path | None = None

    def file(self, *names: str) -> Path:
        """Returns the first of the named files that is in the folder, and notes that it was read."""
        for name in names:
            if (self.data / name).is_file():
                self.read.append(self.data / name)
                return self.data / name
        raise InputError(
            f"there is no {' or '.join(names)}",
            where=str(self.data),
            todo="see docs/evaluation.md for its layout",
        )

    def collection(self) -> Collection:
        """Returns the collection that the data are, and notes its files as read."""
        found = collection(self.data, cache=self.cache).reported()
        names = ("queries.jsonl", "judgments.jsonl")
        self.read.extend([*found.corpus, *(path for name in names for path in self.data.glob(f"{name}*"))])
        return found

    def with_background(self, found: Collection) -> Collection:
        """Returns a collection with the background corpus beside its own, and notes its files as read."""
        if self.corpus is None:
            return found
        own = [path for name in ("corpus.jsonl", "corpus.jsonl.gz") if (path := self.corpus / name).is_file()]
        files = tuple(own[:1]) or tuple(corpus_files(self.corpus))
        if next(read(files, on_error="skip"), None) is None:
            raise InputError("the background corpus holds no argument", where=str(self.corpus))
        self.read.extend(files)
        return replace(found, corpus=(*found.corpus, *files))

    def engine(
        self, found: Collection, long_texts: tuple[str, ...] = ("first",)
    ) -> AbstractContextManager[Engine]:
        """Opens an engine on the corpus of a collection, clustered as the papers did, with the vectors asked for."""
        return collection_engine(
            found,
            long_texts=long_texts,
            clusters=CUT,
            cache=self.cache,
            on_skip=self.on_skip,
            progress=self.progress,
        )


class Experiment(Protocol):
    """A paper's experiment: a frozen dataclass whose fields are its parameters, with one call."""

    @property
    def name(self) -> str:
        """Name on the command line."""

    @property
    def paper(self) -> str:
        """The paper, in short."""

    @property
    def needs(self) -> str:
        """The data it needs, and where to get them."""

    def __call__(self, inputs: Inputs) -> Sequence[PaperTable]:
        """Runs the experiment and returns the paper's tables."""
