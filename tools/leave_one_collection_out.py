"""Prints what the numbers of `best` are worth where they were not chosen: on a collection that had no part in it.

    python -m tools.leave_one_collection_out BENCH
    python -m tools.leave_one_collection_out BENCH --vary diversity.theta=0.55,0.6 --vary direct=0.25,0.5
    python -m tools.leave_one_collection_out BENCH --wordings all --compare all --fast

Every setting of the grid is tried on the bundled collection and those in BENCH. For each collection the setting is
taken that is best on average over all others (mean of alpha_nDCG at 5 and 10; nDCG where nobody grouped the premises),
and reported on it beside the setting that ships and the best one in hindsight. Intervals are of the mean of both
cuts, 95 %, bootstrapped over topics. Then come the settings that are nowhere behind the one that ships, at 5 or at 10.

`--vary` names a field of `best`, or of a stage of it with a dot: `diversity.theta`. `--wordings all` asks every query
in five other wordings as well; a query's figure is the mean over its wordings. `--compare METHOD` (or `all`) prints the
same figures of other methods with their difference to `best` as it was chosen on the other collections, and p over all
topics of all collections (paired randomisation). `--specific` adds the specific everyday claims (build halves) on the
debates of two collections as collections of their own; they have no part in the choice for the one whose debates they
are on, nor it in theirs. `--fast` tells sides by word lists in `best` and the others, which takes a fraction of the
time. `--readings` names a file that keeps what was read for the next run. `--jobs` measures so many methods at a time,
each in a process of its own, and `--keep` names a file of what was measured: a run that was cut off goes on where it
stopped.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import reduce
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from debatable.arrays import Floats
from debatable.embedding import share_cores
from debatable.errors import InputError, UnknownNameError
from debatable.evaluation import Interval, bootstrap_groups, randomisation
from debatable.naming import split_arguments
from debatable.ranking import Method, method, method_name
from debatable.ranking.methods.best import Best
from tools.ablation import short, table
from tools.asked_collections import (
    SPECIFIC,
    Asked,
    M,
    RememberedStance,
    asked_collection,
    asked_collections,
    remembered,
    remembering,
    sources,
)

__all__ = [
    "Measured",
    "chosen_elsewhere",
    "comparison",
    "fast",
    "grid",
    "left_out",
    "nowhere_behind",
    "with_value",
]

GRID = ("diversity.theta=0.55,0.6,0.65",)
COMPARED = (
    *("framework-hybrid", "framework-dense", "quixote(claims=hybrid)"),
    *("dense(stance=polarity)", "bm25f", "bm25"),
)
SMALLEST = 0.0005
"""What three decimals cannot show is no difference."""

Values = npt.NDArray[np.float64]
"""Settings by collections by cuts."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What methods came to on one collection.

    Attributes:
        name: Of the collection.
        topics: Of each query.
        values: Methods by queries by cuts, each averaged over the wordings of the query.
    """

    name: str
    topics: tuple[str, ...]
    values: Floats

    def interval(self, place: int) -> Interval:
        """Returns the mean of both cuts of one method, with its interval over topics."""
        return bootstrap_groups(self.values[place].mean(axis=1), self.topics)

    def by_topic(self, place: int) -> Floats:
        """Returns the mean of both cuts of one method for each topic, topics in the order of their names."""
        _, rows = np.unique(np.asarray(self.topics), return_inverse=True)
        sums = np.bincount(rows, weights=self.values[place].mean(axis=1))
        return np.asarray(sums / np.bincount(rows))


def grid(varied: Sequence[str], base: Best | None = None) -> list[Best]:
    """Returns all settings of a grid, each once, the one that ships first.

    Args:
        varied: Fields with their values, as `--vary` takes them.
        base: What ships, where it is not `best` as it is.

    >>> [made.direct for made in grid(["direct=0.25,0.5"])]
    [0.25, 0.5]
    """
    shipped = Best() if base is None else base
    options = []
    for one in varied:
        name, _, values = one.partition("=")
        options.append([(name, value) for value in split_arguments(values)])
    made = [shipped]
    for chosen in product(*options):
        setting = reduce(lambda stage, pair: with_value(stage, *pair), chosen, shipped)
        if setting not in made:
            made.append(setting)
    return made


def with_value(stage: Any, name: str, value: str) -> Any:
    """Returns a stage with another value of a field of it, or with a dot of a stage that it holds.

    >>> with_value(Best(), "diversity.theta", "0.5").diversity.theta
    0.5

    Raises:
        UnknownNameError: It has no such field.
        InputError: The value is no number where one is due.
    """
    own, dot, inner = name.partition(".")
    names = [field.name for field in fields(stage)] if is_dataclass(stage) else []
    if own not in names:
        raise UnknownNameError("parameter", own, names)
    current = getattr(stage, own)
    if dot:
        return replace(stage, **{own: with_value(current, inner, value)})
    if isinstance(current, int | float):
        try:
            return replace(stage, **{own: type(current)(value)})
        except ValueError:
            kind = type(current).__name__
            raise InputError(f"{own} is {value!r}", todo=f"give a value of type {kind}") from None
    return replace(stage, **{own: value})


def fast(made: M) -> M:
    """Returns a method that tells sides by word lists; one that tells none as it is.

    >>> method_name(fast(Best())), fast(method("bm25")) == method("bm25")
    ('best(stance=polarity)', True)
    """
    if not hasattr(made, "stance"):
        return made
    stages: Any = made
    changed: M = replace(stages, stance="polarity")
    return changed


def chosen_elsewhere(means: Values, names: Sequence[str]) -> list[int]:
    """Returns for each collection the setting that is best on average over the others; of equal ones the first.

    What asks about the debates of the collection is none of the others.

    >>> means = np.array([[[0.2, 0.2], [0.9, 0.9], [0.1, 0.1]], [[0.3, 0.3], [0.5, 0.5], [0.2, 0.2]]])
    >>> chosen_elsewhere(means, ["a", "b", "c"]), chosen_elsewhere(means, ["a", SPECIFIC + "a", "c"])
    ([0, 1, 0], [1, 1, 0])
    """
    both = means.mean(axis=2)
    debates = np.array([name.removeprefix(SPECIFIC) for name in names])
    part = (debates[:, None] != debates).astype(np.float64)
    others = both @ part / np.maximum(part.sum(axis=0), 1)
    return [int(place) for place in np.argmax(np.round(others, 12), axis=0)]


def nowhere_behind(means: Values) -> list[int]:
    """Returns the settings that are at least as good as the first on every collection, at both cuts."""
    return [place for place, own in enumerate(means) if place and bool((own >= means[0] - SMALLEST).all())]


def means_of(measured: Sequence[Measured]) -> Values:
    """Returns the mean over queries of each method on each collection, at both cuts."""
    return np.stack([one.values.mean(axis=1) for one in measured], axis=1)


def left_out(settings: Sequence[Best], measured: Sequence[Measured]) -> Iterator[str]:
    """Yields the lines that are printed: the grid, then each collection with what was chosen without it."""
    means = means_of(measured)
    labels = [f"`{method_name(one)}`" for one in settings]
    cells = [[_both(own) for own in row] + [f"{row.mean():.4f}"] for row in means]
    yield from table([*(one.name for one in measured), "mean"], dict(zip(labels, cells, strict=True)))
    yield ""
    rows = {}
    chosen = chosen_elsewhere(means, [one.name for one in measured])
    for place, (one, at) in enumerate(zip(measured, chosen, strict=True)):
        hindsight = int(np.argmax(np.round(means[:, place].mean(axis=1), 12)))
        rows[one.name] = [
            *(labels[at], _both(means[at, place]), one.interval(at).in_brief(), _both(means[0, place])),
            *(f"{means[at, place].mean() - means[0, place].mean():+.3f}", _both(means[hindsight, place])),
            labels[hindsight],
        ]
    by_choice = np.array([means[at, place] for place, at in enumerate(chosen)])
    rows["mean"] = [
        *("", _both(by_choice.mean(axis=0)), "", _both(means[0].mean(axis=0))),
        *(f"{by_choice.mean() - means[0].mean():+.3f}", "", ""),
    ]
    heads = [
        *("chosen on the others", "with it", "95 % of the mean", "as shipped"),
        *("difference of means", "best in hindsight", "that is"),
    ]
    yield from table(heads, rows)
    yield ""
    better = [labels[place] for place in nowhere_behind(means)]
    yield f"At least as good as shipped everywhere, at 5 and at 10: {', '.join(better) or 'none'}."


def comparison(
    measured: Sequence[Measured], chosen: Sequence[int], others: Mapping[str, int]
) -> Iterator[str]:
    """Yields the lines that compare `best` with other methods: figures, then differences to it.

    Args:
        measured: On each collection, `best` and the others.
        chosen: For each collection the place of the setting of `best` that was chosen without it.
        others: Places of the other methods by their labels.
    """
    names = [one.name for one in measured]
    places = {"`best`, chosen on the others": list(chosen), "`best`, as shipped": [0] * len(chosen)}
    places |= {label: [place] * len(chosen) for label, place in others.items()}
    figures, differences = {}, {}
    reference = np.concatenate([one.by_topic(at) for one, at in zip(measured, chosen, strict=True)])
    for label, own in places.items():
        pairs = list(zip(measured, own, strict=True))
        means = np.array([one.values[at].mean(axis=0) for one, at in pairs])
        intervals = [one.interval(at).in_brief() for one, at in pairs]
        figures[label] = [f"{_both(mean)} [{within}]" for mean, within in zip(means, intervals, strict=True)]
        figures[label].append(_both(means.mean(axis=0)))
        away = [
            float(one.values[at].mean() - one.values[best].mean())
            for (one, at), best in zip(pairs, chosen, strict=True)
        ]
        p = randomisation(np.concatenate([one.by_topic(at) for one, at in pairs]), reference)
        differences[label] = [f"{value:+.3f}" for value in (*away, float(np.mean(away)))] + [f"{p:.4f}"]
    del differences["`best`, chosen on the others"]
    yield from table([*names, "mean"], figures)
    yield ""
    yield from table([*names, "mean", f"p over {len(reference)} topics"], differences)


def _both(values: npt.NDArray[np.float64]) -> str:
    return " ".join(short(float(value)) for value in values)


def measured_on(asked: Asked, methods: Sequence[Method], stance: RememberedStance) -> Measured:
    """Asks one collection with each method, and says on standard error what comes out."""
    values = []
    for one in methods:
        values.append(asked.mean_values(remembering(one, stance)))
        figures = _both(values[-1].mean(axis=0))
        sys.stderr.write(f"{asked.collection.name}: {method_name(one)}: {figures}\n")
    return Measured(asked.collection.name, asked.topics, np.array(values))


def measured_at_once(
    places: Sequence[str],
    every: int,
    methods: Sequence[Method],
    jobs: int,
    *,
    wordings: bool,
    keep: Path | None,
) -> list[Measured]:
    """Asks every collection with each method in processes of their own; the same figures as `measured_on`.

    Args:
        places: The collections, as `asked_collection` takes them.
        every: Takes each n-th query alone.
        methods: What is measured.
        jobs: How many processes.
        wordings: Whether the other wordings of queries are asked as well.
        keep: File of JSON lines with what was measured before, to which the rest is added.
    """
    names = [method_name(one) for one in methods]
    lines = keep.read_text("utf-8").splitlines() if keep is not None and keep.is_file() else []
    measured = {
        (source, name): Measured(label, tuple(topics), np.array(values))
        for source, name, label, topics, values in map(json.loads, lines)
    }
    with ProcessPoolExecutor(jobs, get_context("spawn"), share_cores, (jobs,)) as pool:
        list(pool.map(_opened, places))  # builds the indexes that are missing, each once
        running = {
            pool.submit(_measured, source, every, name, wordings): (source, name)
            for name in names
            for source in places
            if (source, name) not in measured
        }
        for done in as_completed(running):
            source, name = running[done]
            one = measured[source, name] = done.result()
            sys.stderr.write(f"{one.name}: {name}: {_both(one.values.mean(axis=0))}\n")
            if keep is not None:
                with keep.open("a", encoding="utf-8") as file:
                    row = [source, name, one.name, one.topics, one.values.tolist()]
                    file.write(json.dumps(row) + "\n")
    by_place = [[measured[source, name] for name in names] for source in places]
    return [replace(own[0], values=np.array([one.values for one in own])) for own in by_place]


def _opened(source: str) -> None:
    with asked_collection(source):
        pass


def _measured(source: str, every: int, name: str, wordings: bool) -> Measured:
    with asked_collection(source, every, wordings=wordings) as asked:
        return Measured(asked.collection.name, asked.topics, asked.mean_values(method(name)))


def main() -> None:
    """Tries the grid on every collection and prints what comes out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path, help="folder of the benchmark collections")
    parser.add_argument("--vary", action="append", default=[], metavar="NAME=V1,V2")
    parser.add_argument("--wordings", choices=("original", "all"), default="original")
    parser.add_argument("--specific", action="store_true", help="add the specific everyday claims")
    parser.add_argument("--compare", action="append", default=[], metavar="METHOD", help="or all")
    parser.add_argument("--fast", action="store_true", help="tell sides by word lists")
    parser.add_argument("--every", type=int, default=1, help="take each n-th query alone")
    parser.add_argument("--readings", type=Path, help="file that keeps what was read")
    parser.add_argument("--jobs", type=int, default=1, help="processes that measure at once")
    parser.add_argument("--keep", type=Path, help="with --jobs: file of what was measured")
    options = parser.parse_args()
    if not options.folder.is_dir():  # else the bundled collection alone would be measured
        parser.error(f"{options.folder}: no such folder")
    if options.jobs > 1 and options.readings:
        parser.error("--readings are kept by one process: leave out --jobs")
    settings = grid(options.vary or GRID, fast(Best()) if options.fast else None)
    compared = COMPARED if "all" in options.compare else options.compare
    others = [fast(method(name)) if options.fast else method(name) for name in compared]
    methods, wordings = [*settings, *others], options.wordings == "all"
    if options.jobs > 1:
        places = sources(options.folder, specific=options.specific)
        measured = measured_at_once(
            places, options.every, methods, options.jobs, wordings=wordings, keep=options.keep
        )
    else:
        with remembered(options.readings) as stance:
            opened = asked_collections(
                options.folder, options.every, wordings=wordings, specific=options.specific
            )
            measured = [measured_on(asked, methods, stance) for asked in opened]
    of_best = [replace(one, values=one.values[: len(settings)]) for one in measured]
    print(*left_out(settings, of_best), sep="\n")
    if others:
        labels = {f"`{method_name(one)}`": len(settings) + at for at, one in enumerate(others)}
        chosen = chosen_elsewhere(means_of(of_best), [one.name for one in of_best])
        print("", *comparison(measured, chosen, labels), sep="\n")


if __name__ == "__main__":
    main()
