"""Prints what the numbers of `best` are worth where they were not chosen: on a collection that had no part in it.

    python -m tools.leave_one_collection_out BENCH
    python -m tools.leave_one_collection_out BENCH --vary theta=0.55,0.6,0.65 --vary direct=0.25,0.5

Every setting of the grid is tried on the bundled collection and those in BENCH. For each collection the setting is
taken that is best on average over all others (mean of alpha_nDCG at 5 and 10; nDCG where nobody grouped the premises),
and reported on it beside the setting that ships and the best one in hindsight. Last come the settings that are nowhere
behind the one that ships, at 5 or at 10. `--readings` names a file that keeps what was read for the next run.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import numpy.typing as npt
from tools.ablation import short, table
from tools.asked_collections import asked_collections, remembered, remembering

from debatable.ranking import method_name
from debatable.ranking.candidates.claim_steps import Hybrid
from debatable.ranking.diversity.said_once import SaidOnce
from debatable.ranking.methods.best import Best

__all__ = ["chosen_elsewhere", "grid", "nowhere_behind", "setting"]

GRID = ("theta=0.55,0.6,0.65", "temperature=0.15,0.2", "share=0.1,0.2")
SHIPPED = {"theta": 0.6, "temperature": 0.15, "share": 0.1, "direct": 0.25, "length": 1.0}
SMALLEST = 0.0005
"""What three decimals cannot show is no difference."""

Values = npt.NDArray[np.float64]
"""Settings by collections by cuts."""


def grid(varied: Sequence[str]) -> list[dict[str, float]]:
    """Returns all settings of a grid, the one that ships first.

    >>> grid(["share=0.1,0.2"])[1]["share"]
    0.2
    """
    options = [
        [(one.partition("=")[0], float(value)) for value in one.partition("=")[2].split(",")]
        for one in varied
    ]
    found = [SHIPPED, *({**SHIPPED, **dict(chosen)} for chosen in product(*options))]
    return [one for place, one in enumerate(found) if one not in found[:place]]


def setting(numbers: Mapping[str, float]) -> Best:
    """Returns the method with given numbers.

    >>> setting(SHIPPED) == Best()
    True
    """
    return Best(
        claims=Hybrid(temperature=numbers["temperature"], share=numbers["share"]),
        direct=numbers["direct"],
        length=numbers["length"],
        diversity=SaidOnce(theta=numbers["theta"]),
    )


def chosen_elsewhere(means: Values) -> list[int]:
    """Returns for each collection the setting that is best on average over the others; of equal ones the first.

    >>> chosen_elsewhere(np.array([[[0.2, 0.2], [0.9, 0.9], [0.1, 0.1]], [[0.3, 0.3], [0.5, 0.5], [0.2, 0.2]]]))
    [0, 1, 0]
    """
    both = means.mean(axis=2)
    others = (both.sum(axis=1, keepdims=True) - both) / (both.shape[1] - 1)
    return [int(place) for place in np.argmax(np.round(others, 12), axis=0)]


def nowhere_behind(means: Values) -> list[int]:
    """Returns the settings that are at least as good as the first on every collection, at both cuts."""
    return [place for place, own in enumerate(means) if place and bool((own >= means[0] - SMALLEST).all())]


def told(settings: Sequence[Best], names: Sequence[str], means: Values) -> Iterator[str]:
    """Yields the lines that are printed: the grid, then each collection with what was chosen without it."""
    labels = [f"`{method_name(one)}`" for one in settings]
    cells = [[_both(own) for own in row] + [f"{row.mean():.4f}"] for row in means]
    yield from table([*names, "mean"], dict(zip(labels, cells, strict=True)))
    yield ""
    rows = {}
    for place, (name, at) in enumerate(zip(names, chosen_elsewhere(means), strict=True)):
        hindsight = int(np.argmax(np.round(means[:, place].mean(axis=1), 12)))
        rows[name] = [
            *(labels[at], _both(means[at, place]), _both(means[0, place])),
            *(f"{means[at, place].mean() - means[0, place].mean():+.3f}", _both(means[hindsight, place])),
            labels[hindsight],
        ]
    heads = [
        "chosen on the others",
        "with it",
        "as shipped",
        "difference of means",
        "best in hindsight",
        "that is",
    ]
    yield from table(heads, rows)
    yield ""
    better = [labels[place] for place in nowhere_behind(means)]
    yield f"At least as good as shipped everywhere, at 5 and at 10: {', '.join(better) or 'none'}."


def _both(values: npt.NDArray[np.float64]) -> str:
    return " ".join(short(float(value)) for value in values)


def main() -> None:
    """Tries the grid on every collection and prints what comes out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path, help="folder of the benchmark collections")
    parser.add_argument("--vary", action="append", default=[], metavar="NAME=V1,V2")
    parser.add_argument("--every", type=int, default=1, help="take each n-th query alone")
    parser.add_argument("--readings", type=Path, help="file that keeps what was read")
    options = parser.parse_args()
    settings = [setting(numbers) for numbers in grid(options.vary or GRID)]
    names, columns = [], list[list[Values]]()
    with remembered(options.readings) as stance:
        ranks_alone = replace(stance, premises=False)
        for asked in asked_collections(options.folder, options.every):
            names.append(asked.collection.name)
            columns.append([])
            for one in settings:
                columns[-1].append(asked.values(asked(remembering(one, ranks_alone))).mean(axis=0))
                sys.stderr.write(f"{names[-1]}: {method_name(one)}: {columns[-1][-1].tolist()}\n")
    print(*told(settings, names, np.swapaxes(np.array(columns), 0, 1)), sep="\n")


if __name__ == "__main__":
    main()
