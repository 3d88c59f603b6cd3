"""Prints what each part of the method `best` is worth: one part left out at a time, on every collection.

    python -m tools.ablation BENCH

BENCH is the folder of the benchmark collections; those that are not there keep out of the table, and the bundled one
is always in it. A cell has alpha_nDCG at 5 and 10 (nDCG where nobody grouped the premises), and in brackets stance
accuracy, with everything and where sides are told in another way. In bold is what is better without the part; a star
marks a difference with p < .05 (paired t-test over queries, no correction). Reading sides takes most of the time:
`--readings` names a file that keeps what was read for the next run. `--jobs` asks so many collections at a time, each
in a process of its own.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from debatable.embedding import share_cores
from debatable.evaluation import paired_t
from debatable.evaluation.runs import Searcher
from debatable.evaluation.scores import Scores
from debatable.learning import AsEncoded
from debatable.model import Answer
from debatable.ranking import Method
from debatable.ranking.diversity.novelty import Novelty
from debatable.ranking.methods.best import Best
from debatable.ranking.table import METHODS
from tools.asked_collections import (
    Asked,
    RememberedStance,
    asked_collection,
    remembered,
    remembering,
    sources,
)

__all__ = ["Strict", "cell", "parts", "table"]

CLOSE = "only what is close, as `search` shows"
SMALLEST = 0.0005
"""What three decimals cannot show is no difference."""


@dataclass(frozen=True, slots=True)
class Strict:
    """An engine whose hits are only what is close to the query, as in `search`."""

    engine: Searcher

    def search(self, query: str, *, method: str | Method, k: int, strict: bool) -> Answer:
        """Returns what is close, whether that is asked for or not."""
        return self.engine.search(query, method=method, k=k, strict=True)

    def resolve(self, ids: Iterable[str]) -> Mapping[str, str]:
        """Returns the premise id of each record id it knows."""
        return self.engine.resolve(ids)


def parts() -> dict[str, Best]:
    """Returns `best` with everything, then without one part each, by what the part is."""
    names = {
        "`best`, everything": "best",
        "claims by words alone: `claims=lexical(temperature=0.15)`": "best(claims=lexical(temperature=0.15))",
        "claims by vectors alone: `claims=dense(temperature=0.15)`": "best(claims=dense(temperature=0.15))",
        "P(c\\|q) not sharpened: `claims=hybrid(temperature=1,share=0.1)`": (
            "best(claims=hybrid(temperature=1,share=0.1))"
        ),
        "nothing through claims: `direct=1`": "best(direct=1)",
        "nothing by own words: `direct=0`": "best(direct=0)",
        "premises without a claim not read: `relevance=none`": "best(relevance=none)",
        "every query taken for its debate: `specific=none`": "best(specific=none)",
        "own point not read: `specific=match(read=0)`": "best(specific=match(read=0))",
        "own point by vectors and reading alone: `specific=match(words=0)`": "best(specific=match(words=0))",
        "own words count even where a claim says all of the query: `covered=2`": "best(covered=2)",
        "premises without a claim not sharpened: `sharper=1`": "best(sharper=1)",
        "no length: `length=0`": "best(length=0)",
        "sentences by their length, too: `sentence=1`": "best(sentence=1)",
        "no reading of sides, all aligned: `stance=none`": "best(stance=none)",
        "sides by word lists: `stance=polarity`": "best(stance=polarity)",
    }
    found = {label: METHODS.parse(name) for label, name in names.items()}
    made = {label: method for label, method in found.items() if isinstance(method, Best)}
    return made | {
        "no soft clusters, novelty alone: `diversity=novelty(theta=0.999)`": Best(
            diversity=Novelty(theta=0.999)
        ),
        "no novelty, soft clusters alone: `diversity=novelty(novel=0.999)`": Best(
            diversity=Novelty(novel=0.999)
        ),
        "long premises repeat each other as short ones do: `diversity=novelty(long=1000000)`": Best(
            diversity=Novelty(long=1_000_000)
        ),
        "what is alike says the same: `diversity=novelty(points=none)`": Best(
            diversity=Novelty(points=AsEncoded())
        ),
        "neither: `diversity=novelty(theta=0.999,novel=0.999)`": Best(
            diversity=Novelty(theta=0.999, novel=0.999)
        ),
    }


def cell(asked: Asked, part: Scores, whole: Scores) -> str:
    """Returns both measures, marked where they differ from those with everything."""
    values, all_values = asked.values(part), asked.values(whole)
    shown = []
    for own, other in zip(values.T, all_values.T, strict=True):
        figure = short(float(own.mean()))
        sure = len(own) > 1 and not np.array_equal(own, other) and paired_t(own, other) < 0.05
        better = own.mean() - other.mean() > SMALLEST
        shown.append((f"**{figure}**" if better else figure) + ("\\*" if sure else ""))
    if part.stances is not None:
        shown.append(f"({short(part.stances.accuracy.value)})")
    return " ".join(shown)


def short(value: float) -> str:
    """Returns three decimals without the leading zero.

    >>> short(0.5), short(1.0)
    ('.500', '1.000')
    """
    return f"{value:.3f}".removeprefix("0")


def table(heads: Sequence[str], rows: Mapping[str, Sequence[str]]) -> list[str]:
    """Returns the lines of a table.

    >>> table(["keypoints"], {"everything": [".776"]})
    ['| | keypoints |', '|---|---|', '| everything | .776 |']
    """
    lines = [f"| | {' | '.join(heads)} |", f"|---|{'---|' * len(heads)}"]
    return lines + [f"| {label} | {' | '.join(cells)} |" for label, cells in rows.items()]


def main() -> None:
    """Asks every collection with every part left out, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path, help="folder of the benchmark collections")
    parser.add_argument("--every", type=int, default=1, help="take each n-th query alone")
    parser.add_argument("--readings", type=Path, help="file that keeps what was read")
    parser.add_argument("--jobs", type=int, default=1, help="collections that are asked at once")
    options = parser.parse_args()
    if options.jobs > 1 and options.readings:
        parser.error("--readings are kept by one process: leave out --jobs")
    one = partial(asked_column, every=options.every, readings=options.readings)
    if options.jobs > 1:
        with ProcessPoolExecutor(options.jobs, get_context("spawn"), share_cores, (options.jobs,)) as pool:
            columns = list(pool.map(one, sources(options.folder)))
    else:
        columns = list(map(one, sources(options.folder)))
    rows = {label: [cells[label] for _, cells in columns] for label in columns[0][1]}
    print(*table([head for head, _ in columns], rows), sep="\n")


def asked_column(source: str, every: int, readings: Path | None) -> tuple[str, dict[str, str]]:
    """Asks one collection; returns the head of its column, and the cells by their labels."""
    cells = {}
    with remembered(readings) as stance, asked_collection(source, every) as asked:
        for label, shown in column(asked, stance):
            sys.stderr.write(f"{asked.collection.name}: {label}: {shown}\n")
            cells[label] = shown
        return f"{asked.collection.name} ({len(asked.collection.queries)})", cells


def column(asked: Asked, stance: RememberedStance) -> Iterator[tuple[str, str]]:
    """Yields the label and the cell of each part on one collection."""
    whole = asked(remembering(Best(), stance))
    for label, method in parts().items():
        if method == Best():
            scores = whole
        elif method.stance != Best().stance:
            scores = asked(method)
        else:
            scores = replace(asked(remembering(method, stance)), stances=None)
        yield label, cell(asked, scores, whole)
    close = replace(asked, engine=Strict(asked.engine))(remembering(Best(), stance))
    yield CLOSE, cell(asked, replace(close, stances=None), whole)


if __name__ == "__main__":
    main()
