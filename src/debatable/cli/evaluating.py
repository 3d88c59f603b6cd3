"""What the verbs about collections share: opening one, an engine for it, and printing figures."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import orjson
from rich.console import Console
from rich.table import Table
from rich.text import Text

from debatable.cli.terminal import note
from debatable.engines import (
    Configuration,
    Engine,
    collection_index,
    demo_collection,
    demo_index,
    open_engine,
)
from debatable.progress import Progress
from debatable.errors import DebatableError, RecordError
from debatable.evaluation import Collection, Comparison, Evaluation, Interval, Scores, read_run
from debatable.evaluation import collection as load
from debatable.ranking import METHODS
from debatable.ranking import method as parse_method

__all__ = [
    "chosen_methods",
    "open_collection",
    "print_evaluation",
    "print_json",
    "searching",
    "servable",
    "there_is_method",
    "with_runs",
]


def open_collection(source: str, split: str = "") -> Collection:
    """Opens a collection, or the bundled one, and takes the split to report."""
    return load(source or demo_collection()).reported(split)


def with_runs(collection: Collection, files: Sequence[Path]) -> Collection:
    """Adds runs from files to the rankings of others, by their tags."""
    runs = [read_run(path) for path in files]
    added = {
        f"{run.tag} (run)": {
            query: [premise for premise, _ in ranking] for query, ranking in run.rankings.items()
        }
        for run in runs
    }
    return replace(collection, published={**collection.published, **added})


def chosen_methods(names: Sequence[str] | None) -> list[str]:
    """Returns the methods that were named, each once, or all there are.

    Raises:
        UnknownNameError: There is no such method.
    """
    for name in names or ():
        parse_method(name)
    return list(dict.fromkeys(names or METHODS))


@contextmanager
def searching(
    collection: Collection,
    index: Path | None = None,
    progress: Progress | None = None,
    long_texts: tuple[str, ...] = ("first",),
) -> Iterator[Engine]:
    """Opens an engine on the corpus of a collection, with the vectors of premises that are asked for."""
    how = Configuration(long_texts=long_texts)
    with open_engine(index or _made(collection, how, progress)) as engine:
        yield engine


def _made(collection: Collection, how: Configuration, progress: Progress | None) -> Path:
    if collection.corpus[0].parent == demo_collection() and how == Configuration():
        return demo_index(progress)
    skipped: list[RecordError] = []
    folder = collection_index(collection, configuration=how, on_skip=skipped.append, progress=progress)
    if skipped:
        note(f"{collection.name}: {len(skipped)} bad records left out, such as {skipped[0]}")
    return folder


def servable(engine: Engine, methods: Sequence[str], query: str) -> list[str]:
    """Returns the methods that the index can serve; says of the others what they lack."""
    kept = []
    for name in methods:
        try:
            engine.search(query, method=name, k=1)
        except DebatableError as error:
            note(f"{name} left out: {error}")
        else:
            kept.append(name)
    return kept


def there_is_method(name: str) -> bool:
    """Tells whether a method of that name and those parameters can be asked."""
    try:
        parse_method(name)
    except DebatableError:
        return False
    return True


def print_json(document: Any) -> None:
    """Prints one JSON document."""
    sys.stdout.buffer.write(orjson.dumps(document, option=orjson.OPT_INDENT_2) + b"\n")
    sys.stdout.flush()


def print_evaluation(evaluation: Evaluation, comparison: Comparison) -> None:
    """Prints the methods side by side for people, in as many tables as the width asks for."""
    console = Console() if sys.stdout.isatty() else Console(width=120)
    lists = "condensed lists, " if evaluation.condensed else ""
    console.print(
        f"{evaluation.collection}: {len(evaluation.queries)} queries, {lists}mean and 95 % interval"
    )
    everything = {**evaluation.methods, **evaluation.published}
    columns = _columns(evaluation, comparison)
    first = max(map(len, everything)) + 2
    room = max(1, (console.width - first) // 16)
    for start in range(0, len(columns), room):
        table = Table(pad_edge=False, box=None, padding=(0, 2, 0, 0))
        table.add_column("", min_width=first - 2)
        chosen = list(columns.items())[start : start + room]
        for label, _ in chosen:
            table.add_column(label, justify="right", no_wrap=True)
        for name, scores in everything.items():
            table.add_row(Text(name), *(Text(cell(scores)) for _, cell in chosen))
        console.print()
        console.print(table)
    if len(everything) > 1:
        console.print(
            f"\n▲▼ differs from {comparison.baseline} with p < 0.05 "
            f"({comparison.test} test over queries, {comparison.correction} correction over methods)",
            markup=False,
        )


def _columns(evaluation: Evaluation, comparison: Comparison) -> dict[str, Callable[[Scores], str]]:
    columns: dict[str, Callable[[Scores], str]] = {
        measure: partial(_mean, measure=measure, comparison=comparison) for measure in evaluation.measures
    }
    if any(scores.stances for scores in evaluation.methods.values()):
        columns |= {
            "stance accuracy": lambda scores: _interval(scores.stances.accuracy) if scores.stances else "–",
            "majority": lambda scores: f"{scores.stances.baseline:.3f}" if scores.stances else "–",
            "macro-F1": lambda scores: f"{scores.stances.macro_f1:.3f}" if scores.stances else "–",
        }
    return columns | {"ms p50 / p95": _milliseconds}


def _mean(scores: Scores, measure: str, comparison: Comparison) -> str:
    difference = comparison.differences.get(scores.method, {}).get(measure)
    return _interval(scores.interval(measure), difference.mark if difference else "")


def _interval(interval: Interval, mark: str = "") -> str:
    low, high = (f"{bound:.3f}".removeprefix("0") for bound in (interval.low, interval.high))
    return f"{mark}{interval.value:.3f}\n{low}–{high}"


def _milliseconds(scores: Scores) -> str:
    return f"{scores.milliseconds(50):.1f} / {scores.milliseconds(95):.1f}" if scores.seconds else "–"
