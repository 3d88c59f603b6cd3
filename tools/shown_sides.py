"""Prints how right the sides are that a user is shown, and how many hits are undecided, on collections.

    python -m tools.shown_sides COLLECTION… [--method best] [--index FOLDER]

COLLECTION is the folder of a collection whose judgments have stances towards the query. `debatable evaluate` puts every
hit on its likelier side; here unsure ones are undecided, as in `search`. The first line of a collection is about the
hits that are close to the query, as `search` shows them; the second about the first ten, close or not. Intervals (95 %)
are over queries.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.evaluation import Collection, Judged, Searcher, collection
from debatable.evaluation.measures.stances import stance_pairs
from debatable.evaluation.runs import collection_engine
from debatable.evaluation.statistics.intervals import bootstrap
from debatable.model import Answer, Stance
from debatable.ranking import Pipeline

__all__ = ["figures", "sides"]

SHOWN = 10


def sides(answer: Answer, strict: bool) -> list[tuple[str, Stance]]:
    """Returns the hits with the sides that are sure enough to be shown."""
    level = 0.5 if strict else Pipeline().stance_threshold
    return [
        (hit.premise.id, hit.stance if hit.stance_confidence >= level else Stance.UNDECIDED)
        for hit in answer.hits
    ]


def figures(judged: Collection, searcher: Searcher, method: str, *, strict: bool) -> Iterator[str]:
    """Yields judged hits, the share on the right side of those that have one, and the share without one."""
    known = searcher.resolve(sorted({row.premise_id for row in judged.judgments.rows}))
    judgments = judged.judgments.renamed(known.get)
    counts = []
    for query in judged.queries:
        answer = searcher.search(query.text, method=method, k=SHOWN, strict=strict)
        pairs = stance_pairs(sides(answer, strict), judgments.get(query.id, Judged(())))
        given = [(side, true) for side, true in pairs if side.sign]
        counts.append((len(pairs), len(given), sum(side is true for side, true in given)))
    hits, decided, right = np.array(counts, np.float64).reshape(-1, 3).T
    yield f"{hits.sum():.0f} judged hits"
    for name, part, whole in (("right", right, decided), ("undecided", hits - decided, hits)):
        yield f"{name} {_interval(part, whole)}"


def _interval(part: Floats, whole: Floats) -> str:
    def pooled(rows: Ints) -> Floats:
        return np.asarray(part[rows].sum(axis=-1) / np.maximum(whole[rows].sum(axis=-1), 1.0))

    return str(bootstrap(pooled, len(part)))


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("collections", nargs="+", metavar="COLLECTION")
    parser.add_argument("--method", default="best")
    parser.add_argument("--index", type=Path, help="index of the corpus, of one collection alone")
    given = parser.parse_args(arguments)
    for name in given.collections:
        judged = collection(name).reported("")
        with collection_engine(judged, given.index) as engine:
            for strict in (True, False):
                which = "shown" if strict else f"first {SHOWN}"
                print(judged.name, which, *figures(judged, engine, given.method, strict=strict), sep="\t")


if __name__ == "__main__":
    main()
