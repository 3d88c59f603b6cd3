"""What an experiment is: what it is given, and the tables it returns, our figures beside the published ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from platformdirs import user_cache_path

from debatable.arrays import Floats
from debatable.corpus.readers import corpus_files, read
from debatable.engines import Engine
from debatable.errors import InputError, RecordError
from debatable.evaluation import Collection, Evaluation, collection
from debatable.evaluation.runs import collection_engine
from debatable.progress import Progress


@dataclass(frozen=True, slots=True)
class Cell:
    """One figure of a table.

    Attributes:
        ours: What was computed here, None where the method or the data is missing, or where it is undefined.
        published: The figure of the paper, None where it gives none.
        digits: Shown after the point.
        scientific: Whether it is shown with a power of ten, as small p are.

    >>> print(Cell(0.6512, 0.6782)), print(Cell(None, 0.5)), print(Cell(0.25))
    0.651 (.678)
    – (.500)
    0.250
    (None, None, None)
    >>> print(Cell(0.00012, 5e-5, 1, scientific=True))
    1.2e-04 (5.0e-05)
    """

    ours: float | None = None
    published: float | None = None
    digits: int = 3
    scientific: bool = False

    def __str__(self) -> str:
        """Shows our figure, and the published one in brackets."""
        form = f".{self.digits}{'e' if self.scientific else 'f'}"
        ours = "–" if self.ours is None else f"{self.ours:{form}}"
        if self.published is None:
            return ours
        return f"{ours} ({f'{self.published:{form}}'.lstrip('0')})"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table."""

    label: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class PaperTable:
    """One table of a paper.

    Attributes:
        title: Number and subject.
        columns: Heads, without that of the labels.
        rows: As the paper orders them.
        remarks: What a reader should know, such as a method that is missing.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    remarks: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Returns plain JSON types."""
        return {
            "title": self.title,
            "columns": list(self.columns),
            "rows": [
                {"label": row.label, "cells": [{"ours": c.ours, "published": c.published} for c in row.cells]}
                for row in self.rows
            ],
            "remarks": list(self.remarks),
        }


def table_lines(table: PaperTable) -> list[str]:
    """Returns a table as lines of equal columns for people."""
    grid: list[Sequence[str]] = [("", *table.columns)]
    grid += [(row.label, *map(str, row.cells)) for row in table.rows]
    widths = [max(len(line[column]) for line in grid) for column in range(len(grid[0]))]
    lines = [table.title]
    for line in grid:
        cells = [line[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(line[1:], widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    return [*lines, *table.remarks]


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
        progress: Called with how far it is.
        on_skip: Called with each record that is left out of an index.
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
        reason, todo = f"there is no {' or '.join(names)}", "see docs/howto/experiments.md for its layout"
        raise InputError(reason, where=str(self.data), todo=todo)

    def collection(self) -> Collection:
        """Returns the collection that the data are, and notes its files as read."""
        opened = collection(self.data, cache=self.cache).reported()
        names = ("queries.jsonl", "judgments.jsonl")
        self.read.extend([*opened.corpus, *(path for name in names for path in self.data.glob(f"{name}*"))])
        return opened

    def with_background(self, searched: Collection) -> Collection:
        """Returns a collection with the background corpus beside its own, and notes its files as read."""
        if self.corpus is None:
            return searched
        own = [path for name in ("corpus.jsonl", "corpus.jsonl.gz") if (path := self.corpus / name).is_file()]
        files = tuple(own[:1]) or tuple(corpus_files(self.corpus))
        if next(read(files, on_error="skip"), None) is None:
            raise InputError("the background corpus holds no argument", where=str(self.corpus))
        self.read.extend(files)
        return replace(searched, corpus=(*searched.corpus, *files))

    def engine(
        self, searched: Collection, long_texts: tuple[str, ...] = ("first",), clusters: str = CUT
    ) -> AbstractContextManager[Engine]:
        """Opens an engine on the corpus of a collection, clustered as in the papers, with the vectors asked for.

        No claims are read for the index: no method of the papers has a model that would.
        """
        making: dict[str, Any] = {"cache": self.cache, "on_skip": self.on_skip, "progress": self.progress}
        return collection_engine(searched, long_texts=long_texts, clusters=clusters, read="", **making)


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


def defined(value: float) -> float | None:
    """Returns a figure as a cell has it: None where it is NaN, since it is undefined."""
    return None if math.isnan(value) else value


def figure(
    evaluation: Evaluation, method: str, column: str, baseline: str, test: Callable[[Floats, Floats], float]
) -> float | None:
    """Returns the mean of a measure, or for ``p MEASURE`` its p against the baseline; None where there is none."""
    measure = column.removeprefix("p ")
    if method not in evaluation.methods:
        return None
    if measure == column:
        return defined(evaluation.methods[method].mean(measure))
    if method == baseline or baseline not in evaluation.methods:
        return None
    ours, theirs = (evaluation.methods[name].values[measure] for name in (method, baseline))
    return defined(test(ours, theirs))
