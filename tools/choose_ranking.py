"""Prints the grid that the defaults of the ranking methods were chosen from.

    python -m tools.choose_ranking BENCH/keypoints BENCH/debatepedia --method framework-hybrid
    python -m tools.choose_ranking BENCH/keypoints --method best --vary "diversity=novelty(theta=0.5)"

Every setting of the grid is one line: the mean of alpha_nDCG@5 and alpha_nDCG@10 on each collection, and the mean
over collections. Last comes what the choice is worth where it was not made: each query scored with the setting that
is best on all others, and each collection with the setting that is best on all other collections.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path

import numpy as np
import numpy.typing as npt

from debatable.engines import Engine, collection_index, open_engine
from debatable.errors import UnknownNameError
from debatable.evaluation import Collection, collection, measure
from debatable.evaluation.judgments import Judged
from debatable.experiments import leave_one_out
from debatable.naming import call, split_arguments
from debatable.ranking import METHODS, method
from debatable.ranking.candidates.claim_steps import Hybrid

GRID: dict[str, tuple[str, ...]] = {
    "calibration=sum": ("0.05", "0.1", "0.2", "0.3", "1.0"),
    "calibration=softmax": ("0.05", "0.1", "0.2"),
    "calibration=rank": ("0.3", "0.5", "1.0"),
}
OTHERS = ("K=5", "K=10", "K=50", "reach=cluster", "normalise=all", "split=false", "representative=medoid")
STEP = frozenset(one.name for one in fields(Hybrid))
"""Options of the claim step."""
MEASURES = ("alpha_nDCG", 5), ("alpha_nDCG", 10)
DEPTH = 1000
"""Hits asked for where lists are condensed to what was judged."""

Values = npt.NDArray[np.float64]


def settings(base: str, varied: Sequence[str]) -> Iterator[str]:
    """Yields the method as it is, then with one option changed at a time."""
    yield base
    options = [
        f"{one.partition('=')[0]}={value}"
        for one in varied
        for value in split_arguments(one.partition("=")[2])
    ]
    if not varied:
        options = [f"{how},temperature={value}" for how, values in GRID.items() for value in values]
        options += OTHERS
    for option in options:
        yield changed(base, option)


def changed(base: str, options: str) -> str:
    """Returns a method with options changed; those of the claim step go into its brackets.

    >>> changed("framework(claims=hybrid(K=50))", "calibration=rank,temperature=0.3")
    'framework(claims=hybrid(K=50,calibration=rank,temperature=0.3))'
    >>> changed("best", "length=0")
    'best(length=0)'
    """
    name, given = call(base)
    own = {one.key: one.value for one in given}
    for key, _, value in (option.partition("=") for option in split_arguments(options)):
        if key in STEP and "claims" in METHODS.parameters(name):
            step, of_step = call(own.get("claims") or METHODS.parameters(name)["claims"])
            inner = {**{one.key: one.value for one in of_step}, key: value}
            own["claims"] = _written(step, inner)
        else:
            own[key] = value
    return _written(name, own)


def _written(name: str, arguments: Mapping[str, str]) -> str:
    return f"{name}({','.join(f'{key}={value}' for key, value in arguments.items())})"


def values(engine: Engine, found: Collection, setting: str, every: int) -> Values:
    """Returns the two measures for each query."""
    known = engine.resolve(sorted({row.premise_id for row in found.judgments.rows}))
    judgments = found.judgments.renamed(known.get)
    condensed = "(condensed)" if found.is_sparse else ""
    measures = [measure(f"{name}{condensed}@{k}") for name, k in MEASURES]
    rows = []
    for query in found.queries[::every]:
        hits = engine.search(query.text, method=setting, k=DEPTH if condensed else 10, strict=False).hits
        ids = [hit.premise.id for hit in hits]
        rows.append([one(ids, judgments.get(query.id, Judged(()))) for one in measures])
    return np.array(rows)


def elsewhere(tried: Sequence[str], names: Sequence[str], means: Values) -> Iterator[str]:
    """Yields for each collection what the setting that is best on the others is worth on it.

    Args:
        tried: The settings.
        names: The collections.
        means: Settings by collections.
    """
    for place, name in enumerate(names):
        others = np.delete(means, place, axis=1).mean(axis=1)
        chosen = int(np.argmax(others))
        yield (
            f"{name}: {means[chosen, place]:.4f} with {tried[chosen]}, chosen on the other collections; "
            f"{means[0, place]:.4f} with {tried[0]}, {means[:, place].max():.4f} with the best in hindsight"
        )


def main() -> None:
    """Reads the command line and prints the grid."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("collections", nargs="+", type=Path)
    parser.add_argument("--method", default="framework-hybrid")
    parser.add_argument("--vary", action="append", default=[], metavar="NAME=V1,V2")
    parser.add_argument("--every", type=int, default=1, help="take each n-th query alone")
    options = parser.parse_args()
    method(options.method)  # a method that there is not is a mistake; an option of the grid may be
    found = [collection(folder).reported() for folder in options.collections]
    engines = [open_engine(collection_index(one)) for one in found]
    tried, table = [], []
    for setting in settings(options.method, options.vary):
        try:
            method(setting)
        except UnknownNameError:  # an option that the method does not have
            continue
        per = [
            values(engine, one, setting, options.every) for engine, one in zip(engines, found, strict=True)
        ]
        tried.append(setting)
        table.append(per)
        each = zip(found, (some.mean(axis=0) for some in per), strict=True)
        shown = "  ".join(f"{one.name} {at5:.4f} {at10:.4f}" for one, (at5, at10) in each)
        print(f"{setting:<60} {shown}  mean {np.mean([p.mean() for p in per]):.4f}", flush=True)
    for place, one in enumerate(found):
        held = leave_one_out([per[place].mean(axis=1) for per in table])
        kept = tried[int(np.bincount(held.chosen).argmax())]
        print(f"{one.name}: {held.mean:.4f} with one query left out; most often chosen: {kept}")
    if len(found) > 1:
        means = np.array([[each.mean() for each in per] for per in table])
        print(*elsewhere(tried, [one.name for one in found], means), sep="\n")


if __name__ == "__main__":
    main()
