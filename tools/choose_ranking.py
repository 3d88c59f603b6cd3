"""Prints the grid that the defaults of the ranking methods were chosen from.

    python tools/choose_ranking.py ../shared/bench/keypoints ../shared/bench/debatepedia --method framework-hybrid

Every setting of the grid is one line: the mean of alpha_nDCG@5 and alpha_nDCG@10 on each collection, and the mean
over collections. Last comes what the choice is worth on queries it has not seen: each query scored with the
setting that is best on all others.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from debatable.engines import Engine, collection_index
from debatable.errors import UnknownNameError
from debatable.evaluation import Collection, collection, measure
from debatable.evaluation.judgments import Judged
from debatable.experiments import leave_one_out
from debatable.naming import split_name
from debatable.ranking import method

GRID: dict[str, tuple[str, ...]] = {
    "calibration=sum": ("0.05", "0.1", "0.2", "0.3", "1.0"),
    "calibration=softmax": ("0.05", "0.1", "0.2"),
    "calibration=rank": ("0.3", "0.5", "1.0"),
}
OTHERS = ("K=5", "K=10", "K=50", "reach=cluster", "normalise=all", "split=false", "representative=medoid")
MEASURES = (measure("alpha_nDCG@5"), measure("alpha_nDCG@10"))

Values = npt.NDArray[np.float64]


def settings(base: str) -> Iterator[str]:
    """Yields the method as it is, with every calibration and temperature, and with one other option each."""
    name, arguments = split_name(base)
    yield base
    for calibration, temperatures in GRID.items():
        for temperature in temperatures:
            yield f"{name}({','.join([*arguments, calibration, f'temperature={temperature}'])})"
    for option in OTHERS:
        yield f"{name}({','.join([*arguments, option])})"


def values(engine: Engine, found: Collection, setting: str, every: int) -> Values:
    """Returns the mean of the two measures for each query."""
    known = engine.resolve(sorted({row.premise_id for row in found.judgments.rows}))
    judgments = found.judgments.renamed(known.get)
    rows = []
    for query in found.queries[::every]:
        ids = [hit.premise.id for hit in engine.search(query.text, method=setting, k=10).hits]
        judged = judgments.get(query.id, Judged(()))
        rows.append([one(ids, judged) for one in MEASURES])
    return np.array(rows)


def main() -> None:
    """Reads the command line and prints the grid."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("collections", nargs="+", type=Path)
    parser.add_argument("--method", default="framework-hybrid")
    parser.add_argument("--every", type=int, default=1, help="take each n-th query alone")
    options = parser.parse_args()
    found = [collection(folder).reported() for folder in options.collections]
    engines = [Engine(collection_index(one)) for one in found]
    tried, table = [], []
    for setting in settings(options.method):
        try:
            method(setting)
        except UnknownNameError:  # an option that the method does not have
            continue
        per = [
            values(engine, one, setting, options.every) for engine, one in zip(engines, found, strict=True)
        ]
        tried.append(setting)
        table.append(per)
        means = zip(found, (each.mean(axis=0) for each in per), strict=True)
        shown = "  ".join(f"{one.name} {at5:.4f} {at10:.4f}" for one, (at5, at10) in means)
        print(f"{setting:<60} {shown}  mean {np.mean([p.mean() for p in per]):.4f}", flush=True)
    for place, one in enumerate(found):
        held = leave_one_out([per[place].mean(axis=1) for per in table])
        kept = tried[int(np.bincount(held.chosen).argmax())]
        print(f"{one.name}: {held.mean:.4f} with one query left out; most often chosen: {kept}")


if __name__ == "__main__":
    main()
