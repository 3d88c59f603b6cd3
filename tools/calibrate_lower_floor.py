"""Fits from when on the premises of the nearest claims are shown, and prints what that is worth.

    python -m tools.calibrate_lower_floor [--index DIR] [--rows FILE]

Every everyday claim and off-topic line is searched for once, on the bundled corpus and on `debatepedia` where an
index of it is named. What is not close by the upper floor is classified by a logistic regression: on topic
or not, from the log-odds of the best hit, the cosines of the nearest claim and premise, and the number of claims. It is
fitted on the half to build on, without the lines on neighbouring subjects. The weights are printed in units of the
log-odds, as `ranking/relevance/weights.py` has them, then the shares by the weights that ship, the halves apart.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

import debatable
from debatable.arrays import log_odds
from debatable.engines import Engine
from debatable.evaluation.everyday import everyday_claims
from debatable.ranking import Question, method
from debatable.ranking.relevance.closeness import Closeness
from debatable.ranking.relevance.weights import LowerFloor, best_cosine

__all__ = ["Row", "fitted", "level", "table"]

METHOD, DEPTH, PENALTY = "best(stance=polarity)", 10, 1.0


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the everyday set and what a search knows of it.

    Attributes:
        collection: Where it was searched for.
        half: Of the everyday set.
        kind: ``on topic``, ``off topic``, or ``near`` for a neighbouring subject.
        close: Whether something is close by the upper floor, and not by chance.
        best: P(relevant) of the best hit.
        claim: Cosine of the nearest claim.
        premise: Cosine of the nearest premise.
        claims: How many claims there are.
    """

    collection: str
    half: str
    kind: str
    close: bool
    best: float
    claim: float
    premise: float
    claims: int


def gathered(engine: Engine, collection: str) -> Iterator[Row]:
    """Yields the rows of one collection; lines that nothing can be searched for are left out."""
    backend, rank, closeness = engine.backend, method(METHOD), Closeness()
    for half in ("build", "report"):
        for claim in everyday_claims(half, collection):
            question = Question(engine.corrected(claim.text), backend)
            scored = rank(question, backend, DEPTH)
            relevance = closeness(question, backend, scored)
            best = float(relevance.max(initial=0.0))
            close = best >= closeness.floor and not closeness.by_chance(backend, scored, relevance)
            yield Row(
                collection,
                half,
                "on topic" if claim.side else "near" if claim.near else "off topic",
                close,
                best,
                best_cosine(question, backend, "claims"),
                best_cosine(question, backend, "premises"),
                backend.counts.claims,
            )


def fitted(rows: Sequence[Row]) -> dict[str, float]:
    """Returns the fields of the lower floor, fitted on rows that are not close."""
    floor = LowerFloor()
    kept = [
        row for row in rows if row.half == "build" and row.kind != "near" and not row.close and row.best > 0
    ]
    best = log_odds(np.array([row.best for row in kept]))
    cosines = np.array([(row.claim, row.premise) for row in kept])
    sizes = np.array([-math.log(max(row.claims, floor.few) / floor.few) for row in kept])
    x = np.c_[best, cosines, sizes]
    y = np.array([row.kind == "on topic" for row in kept], float)
    mean, spread = x.mean(0), x.std(0) + 1e-9
    scaled = np.c_[np.ones(len(x)), (x - mean) / spread]

    def loss(w: npt.NDArray[np.float64]) -> float:
        odds = scaled @ w
        return float((np.logaddexp(0, odds) - y * odds).sum() + PENALTY / 2 * w[1:] @ w[1:])

    found = minimize(loss, np.zeros(scaled.shape[1])).x
    weights = found[1:] / spread
    bias = (weights @ mean - found[0]) / weights[0]  # where on topic and off topic are as probable
    return {"bias": bias, **dict(zip(("claim", "premise", "size"), weights[1:] / weights[0], strict=True))}


def level(row: Row, closeness: Closeness, floor: LowerFloor) -> str:
    """Returns how close the answer to a row is, as `Closeness.level` does."""
    if row.close and row.best >= closeness.sure:
        return "close"
    if row.best < floor.at(row.claim, row.premise, row.claims):
        return "none"
    return "close" if row.close else "nearest"


def table(rows: Sequence[Row], floor: LowerFloor) -> Iterator[str]:
    """Yields a line a collection, half and kind: how many lines have close hits, nearest ones and none."""
    groups = dict.fromkeys((row.collection, row.half, row.kind) for row in rows)
    for group in groups:
        own = [row for row in rows if (row.collection, row.half, row.kind) == group]
        levels = [level(row, Closeness(), floor) for row in own]
        counts = "".join(f"{levels.count(name):>9}" for name in ("close", "nearest", "none"))
        yield f"{group[0]:<13}{group[1]:<8}{group[2]:<10}{len(own):>5}{sum(row.close for row in own):>13}{counts}"


def main() -> None:
    """Gathers, fits and prints."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--index", type=Path, metavar="DIR", help="an index of debatepedia")
    parser.add_argument("--rows", type=Path, help="file for what was gathered; read where it is there")
    asked = parser.parse_args()
    if asked.rows and asked.rows.exists():
        rows = [Row(**row) for row in json.loads(asked.rows.read_text("utf-8"))]
    else:
        with debatable.demo() as engine:
            rows = list(gathered(engine, "bundled"))
        if asked.index:
            with debatable.open(asked.index) as engine:
                rows += gathered(engine, "debatepedia")
        if asked.rows:
            asked.rows.write_text(json.dumps([asdict(row) for row in rows]), "utf-8")
    print("fitted:", {name: round(value, 2) for name, value in fitted(rows).items()})
    print("ships: ", asdict(LowerFloor()))
    print(f"{'':<31}{'lines':>5}{'close before':>13}{'close':>9}{'nearest':>9}{'none':>9}")
    print(*table(rows, LowerFloor()), sep="\n")


if __name__ == "__main__":
    main()
