"""Prints how well a new text is recognised as said before, and how well what is said against a premise is found.

    python -m tools.similar_and_counter counter COLLECTION --index FOLDER [--number 60] [--seed 1]
    python -m tools.similar_and_counter similar COLLECTION --index FOLDER [--number 60] [--seed 1] [--method similar]

For ``counter`` a premise is drawn, and a hit is right where it is on the other side of the debate; where clusters are
sub-questions by side, such as ``d001.2.pro`` of `debatepedia`, also where it is on the other side of the same one. For
``similar`` the folder has ``key_points.jsonl``, as `keypoints`: a key point is the new text, and a hit is right where
its premise is in the cluster of that key point. Each stands beside the nearest premises by the cosine of the encoder.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from debatable.engines import Engine, open_engine
from debatable.evaluation import collection
from debatable.evaluation.statistics.intervals import bootstrap_mean
from debatable.model import Stance
from debatable.ranking import MAX_QUERY

__all__ = ["countered", "drawn", "share", "similar"]

OTHER = {Stance.PRO: Stance.CON, Stance.CON: Stance.PRO}


def drawn(names: Sequence[str], number: int, seed: int) -> list[str]:
    """Returns some of the names, the same ones for a seed.

    >>> drawn(["a", "b", "c"], 2, 1) == drawn(["c", "a", "b"], 2, 1)
    True
    """
    every = sorted(names)
    picked = np.random.default_rng(seed).choice(len(every), min(number, len(every)), replace=False)
    return [every[place] for place in picked]


def share(right: Sequence[float]) -> str:
    """Returns a mean with its interval (95 %)."""
    return str(bootstrap_mean(right))


def nearest(engine: Engine, text: str, k: int) -> list[str]:
    """Returns the ids of the nearest premises other than the text itself."""
    backend = engine.backend
    found = backend.nearest("premises", backend.encode(text), k + 1).rows
    return [one.id for one in backend.premises(found) if one.text != text][:k]


def countered(folder: Path, engine: Engine, number: int, seed: int) -> None:
    """Prints the figures of counterarguments."""
    judged = {row.premise_id: row for row in collection(folder).judgments.rows}
    texts = {one.id: one.text for one in engine.backend.premises(engine.backend.rows("premises"))}
    able = [
        name
        for name, row in judged.items()
        if name in texts and len(texts[name]) < MAX_QUERY and row.stance in OTHER
    ]
    ways: dict[str, Callable[[str], list[str]]] = {
        "nearest premises": lambda text: nearest(engine, text, 5),
        "counter": lambda text: [one.hit.premise.id for one in engine.counter(text, k=5).premises],
    }
    for way, asked in ways.items():
        sides, points = [], []
        for name in drawn(able, number, seed):
            own = judged[name]
            first = [judged[one] for one in asked(texts[name]) if one in judged][:1]
            against = [
                one for one in first if one.query_id == own.query_id and one.stance is OTHER[own.stance]
            ]
            sides.append(float(bool(against)))
            question, _, side = str(own.cluster).rpartition(".")
            if side == own.stance.value:
                points.append(float(any(str(one.cluster).startswith(f"{question}.") for one in against)))
        print(f"{way}: first hit on the other side {share(sides)}")
        if points:
            print(f"{way}: first hit on the other side of the same sub-question {share(points)}")


def similar(folder: Path, engine: Engine, number: int, seed: int, method: str = "similar") -> None:
    """Prints the figures of texts that were said."""
    lines = (folder / "key_points.jsonl").read_text("utf-8").splitlines()
    texts = {record["id"]: record["text"] for record in map(json.loads, lines)}
    judged = {row.premise_id: row.cluster for row in collection(folder).judgments.rows}
    by_vectors, by_matching, claimed = [], [], []
    for name in drawn([name for name in texts if name in set(judged.values())], number, seed):
        found = engine.similar(texts[name], k=10, method=method)
        best = found.points[0].premises[0]
        by_matching.append(float(judged.get(best.premise.id) == name))
        claimed.append(float(bool(found.matches)))
        by_vectors.append(float(judged.get(nearest(engine, texts[name], 1)[0]) == name))
    print(f"nearest premise makes the key point {share(by_vectors)}, first of similar {share(by_matching)}")
    print(f"said to have been said {share(claimed)}")


def main() -> None:
    """Reads the arguments and prints the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["counter", "similar"])
    parser.add_argument("collection", type=Path)
    parser.add_argument("--index", required=True)
    parser.add_argument("--number", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--method", default="similar", help="how texts are compared, for similar")
    asked = parser.parse_args()
    with open_engine(asked.index) as engine:
        if asked.what == "counter":
            countered(asked.collection, engine, asked.number, asked.seed)
        else:
            similar(asked.collection, engine, asked.number, asked.seed, asked.method)


if __name__ == "__main__":
    main()
