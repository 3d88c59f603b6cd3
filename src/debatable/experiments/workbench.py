"""What an experiment is, and what it is given to work with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from debatable.errors import InputError
from debatable.evaluation import Collection, Searcher, collection
from debatable.evaluation.searching import Progress
from debatable.experiments.tables import PaperTable

__all__ = ["Experiment", "Workbench"]


@dataclass(frozen=True, slots=True)
class Workbench:
    """What an experiment works with.

    Attributes:
        data: Folder of the data, as the experiment describes it.
        searching: Opens a searcher over the corpus of a collection; `long_texts` names the vectors of
            premises it is to have.
        methods: Tells whether there is a method of a name.
        seed: Of everything random.
        cache: Where to keep what is made of the data.
        progress: Told how far it is.
        read: Files that were read, for the manifest.
    """

    data: Path
    searching: Callable[..., AbstractContextManager[Searcher]]
    methods: Callable[[str], bool]
    cache: Path
    seed: int = 0
    progress: Progress | None = None
    read: list[Path] = field(default_factory=list)

    def file(self, *names: str) -> Path:
        """Returns the first of the named files that is in the folder, and notes that it was read.

        Raises:
            InputError: None is there.
        """
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

    def __call__(self, bench: Workbench) -> Sequence[PaperTable]:
        """Runs the experiment and returns the paper's tables."""
