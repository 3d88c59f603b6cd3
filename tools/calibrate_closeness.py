"""Fits when a hit is close to a query, with debates left out, and prints what that is worth.

    python -m tools.calibrate_closeness BENCH/keypoints BENCH/debatepedia [--reader FOLDER] [--most N]

Each query is asked twice, with its debate in the corpus and without it; of the bundled corpus and of the collections
named, everyday claims of the half to build on and off-topic lines as well. Every hit gives two rows, one as it is and
one as if it hung on no claim: what was read, the cosines, and whether it belongs to the query's debate. Prints the
weights for `ranking/relevance/weights.py` and the share that gets an answer: by cross-validation over queries, and
by the weights that ship. A claim that alone is close must be so beyond chance, as in a search.
Equal inputs give equal weights.
"""

from __future__ import annotations

import argparse
import json
import zlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from debatable.arrays import sigmoid
from debatable.corpus.readers import read
from debatable.engines import Engine, Filter, collection_index, demo_collection, open_engine
from debatable.evaluation import Collection, collection
from debatable.evaluation.everyday import everyday_claims
from debatable.learning.relevance import LearnedRelevance
from debatable.ranking import Question, method
from debatable.ranking.relevance.closeness import Closeness
from debatable.ranking.relevance.weights import ALONE, WITH_CLAIM, WITHOUT_VECTORS, Weights

DEPTH = 10
FOLDS = 5
COLUMNS = {"claim": (0, 1, 2, 3), "alone": (0, 1, 3), "words": (0, 1)}
"""Which columns of the evidence each kind of hit has: with a claim, without one, without vectors."""
SHIPPED = {"claim": WITH_CLAIM, "alone": ALONE, "words": WITHOUT_VECTORS}
Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Row:
    """A hit: of which collection and query, how it was asked, whether it fits, what is known of it.

    `claim` is the one it was reached through, -1 for none, and `claims` the number of those that were searched.
    """

    collection: str
    query: str
    kind: str
    fits: bool
    claim: int
    claims: int
    evidence: tuple[float, ...]

    @property
    def linked(self) -> bool:
        """Whether it is linked to a claim."""
        return self.claim >= 0


def hits(
    engine: Engine, closeness: Closeness, text: str, without: frozenset[str]
) -> Iterator[tuple[str, int, int, Any]]:
    """Yields id, claim or -1, number of claims, and evidence of the best hits outside of some arguments."""
    whole = engine.backend
    rest = tuple(name for name in _all_ids(whole) if name not in without) if without else ()
    backend = whole.restricted(Filter(ids=rest))
    question = Question(text, backend)
    scored = method("best(stance=none)")(question, backend, DEPTH)
    if not scored:
        return
    premises = np.array([hit.premise for hit in scored])
    claims = np.array([hit.claims[0] if hit.claims else -1 for hit in scored])
    names = backend.ids("premises", premises)
    for reached in (claims, np.full_like(claims, -1)):
        known = closeness.evidence(question, backend, premises, reached)
        for name, claim, row in zip(names, reached.tolist(), known.tolist(), strict=True):
            yield name, claim, backend.counts.claims, row


def _all_ids(backend: Any) -> list[str]:
    return list(backend.ids("premises", np.arange(backend.counts.premises)))


def debates(found: Collection, engine: Engine) -> dict[str, frozenset[str]]:
    """Returns of each query the premises of its debate: judged ones, and those of their discussions and claims."""
    of: dict[str, set[str]] = defaultdict(set)
    marks: dict[str, set[str]] = defaultdict(set)
    names: dict[str, set[str]] = {}
    for argument in read(found.corpus, on_error="skip"):
        mark = {argument.discussion} if argument.discussion else set()
        mark |= {argument.claim.id} if argument.claim else set()
        names[argument.id] = mark
        for one in mark:
            marks[one].add(argument.id)
    for row in found.judgments.rows:
        of[row.query_id].add(row.premise_id)
        if row.relevance > 0:
            for one in names.get(row.premise_id, ()):
                of[row.query_id] |= marks[one]
    premise = engine.resolve(sorted(names))
    return {query: frozenset(premise.get(one, one) for one in ids) for query, ids in of.items()}


def gather(folder: Path, closeness: Closeness, most: int) -> Iterator[Row]:
    """Yields the rows of one collection."""
    found = collection(folder).reported()
    with open_engine(collection_index(found)) as engine:
        own = debates(found, engine)
        step = max(1, len(found.queries) // most)
        for query in found.queries[::step]:
            debate = own.get(query.id, frozenset())
            for kind, without in (("in", frozenset[str]()), ("left out", debate)):
                for name, reached, claims, known in hits(engine, closeness, query.text, without):
                    fits = name in debate and kind == "in"
                    yield Row(found.name, query.id, kind, fits, reached, claims, tuple(known))
        for claim in everyday_claims("build", found.name):
            debate = own.get(claim.query, frozenset()) if claim.side else frozenset()
            kind = "everyday" if claim.side else "off topic"
            for name, reached, claims, known in hits(engine, closeness, claim.text, frozenset()):
                yield Row(found.name, claim.id, kind, name in debate, reached, claims, tuple(known))


def fitted(rows: list[Row], columns: tuple[int, ...]) -> Array:
    """Returns bias and weights of a logistic regression; every collection and kind weighs alike, none is negative."""
    x = np.array([[1.0, *(row.evidence[c] for c in columns)] for row in rows])
    y = np.array([row.fits for row in rows], float)
    counts: dict[tuple[str, str], int] = defaultdict(int)
    for row in rows:
        counts[row.collection, row.kind] += 1
    weight = np.array([100 / counts[row.collection, row.kind] for row in rows])

    def loss(w: Array) -> tuple[float, Array]:
        odds = x @ w
        p = sigmoid(odds)
        return float(weight @ (np.logaddexp(0, odds) - y * odds) + 0.05 * w[1:] @ w[1:]), x.T @ (
            weight * (p - y)
        ) + 0.1 * np.r_[0, w[1:]]

    bounds = [(None, None)] + [(0.0, None)] * len(columns)
    start = np.zeros(x.shape[1])
    return np.asarray(minimize(loss, start, jac=True, bounds=bounds, method="L-BFGS-B", tol=1e-12).x)


def probability(rows: list[Row], columns: tuple[int, ...], weights: Array) -> Array:
    """Returns P(fits) of each row."""
    x = np.array([[1.0, *(row.evidence[c] for c in columns)] for row in rows])
    return sigmoid(x @ weights)


def held_out(rows: list[Row], columns: tuple[int, ...]) -> Array:
    """Returns P(fits) of each row by weights fitted without its query."""
    fold = np.array([zlib.crc32(row.query.encode()) % FOLDS for row in rows])
    found = np.zeros(len(rows))
    for one in range(FOLDS):
        kept = [row for row, place in zip(rows, fold, strict=True) if place != one]
        here = [row for row, place in zip(rows, fold, strict=True) if place == one]
        if kept and here:
            found[fold == one] = probability(here, columns, fitted(kept, columns))
    return found


def answered(rows: list[Row], p: Array) -> Iterator[str]:
    """Yields a line a collection and kind: the share of queries with a hit, by the floor."""
    asked: dict[tuple[str, str], dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for place, row in enumerate(rows):
        asked[row.collection, row.kind][row.query].append(place)
    for (name, kind), queries in asked.items():
        shares = "  ".join(
            f"{floor:.1f}: {np.mean([has_hits(rows, p, own, floor) for own in queries.values()]):.3f}"
            for floor in (0.3, 0.4, 0.5, 0.6, 0.7)
        )
        yield f"{name:<14}{kind:<12}{len(queries):>5}   {shares}"


def has_hits(rows: list[Row], p: Array, places: list[int], floor: float) -> bool:
    """Returns whether a query whose rows stand at some places is answered."""
    claims = np.array([rows[place].claim for place in places])
    alone = Closeness(floor=floor).is_alone(claims, p[places], rows[places[0]].claims)
    return bool((p[places] >= floor).any() and not alone)


def _array(weights: Weights, columns: tuple[int, ...]) -> Array:
    """Returns bias and weights of some columns."""
    every = (weights.read, weights.same, weights.claim, weights.premise)
    return np.array([weights.bias, *(every[column] for column in columns)])


def main() -> None:
    """Gathers, fits and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("collections", nargs="*", type=Path)
    parser.add_argument("--reader", default="", help="folder of a reader to try")
    parser.add_argument("--most", type=int, default=60, help="queries of a collection at most")
    parser.add_argument("--rows", type=Path, help="file for what was gathered; read where it is there")
    wanted = parser.parse_args()
    closeness = Closeness(model=LearnedRelevance(wanted.reader)) if wanted.reader else Closeness()
    if wanted.rows and wanted.rows.exists():
        rows = [Row(**row) for row in json.loads(wanted.rows.read_text("utf-8"))]
    else:
        rows = [
            row
            for folder in (demo_collection(), *wanted.collections)
            for row in gather(folder, closeness, wanted.most)
        ]
        if wanted.rows:
            wanted.rows.write_text(json.dumps([asdict(row) for row in rows]), "utf-8")
    for name, columns in COLUMNS.items():
        part = [row for row in rows if row.linked == (name != "alone")]
        if not part:
            continue
        print(name, "bias and weights of", columns, np.round(fitted(part, columns), 3).tolist())
        print(*answered(part, held_out(part, columns)), sep="\n")
        print(name, "as it ships:", SHIPPED[name])
        print(*answered(part, probability(part, columns, _array(SHIPPED[name], columns))), sep="\n")


if __name__ == "__main__":
    main()
