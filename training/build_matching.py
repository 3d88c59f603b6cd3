"""Writes the examples of the encoder of points: sides of debates, and which of their texts make one point.

    python build_matching.py SHARED INTO

Sides are those of ArgKP, of the points of points.jsonl.gz, and of Perspectrum's training queries. The texts of a
side begin with its headlines, where there are any. ArgKP's topics are in five folds; a debate of the others that is
near one of these topics is in its fold, all others in none. INTO gets texts.txt.xz and sides.npz.
"""

from __future__ import annotations

import json
import lzma
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import sources
from add_points import read as own_points
from tables import Texts

from debatable.embedding import encoder
from debatable.evaluation.points import GoldSide, read_gold

HERE = Path(__file__).parent
FOLDS, SEED = 5, 0
NEAR = 0.55  # cosine from which a debate is in the fold of a topic; lower than in splits.py, to be sure
NO_FOLD = -1

Array = npt.NDArray[Any]


class Side(NamedTuple):
    """A side of a debate: texts, headlines first; labels are 1 for one point, 0 for two, -1 where nobody knows."""

    source: str
    topic: str
    texts: list[str]
    headlines: int
    labels: Array


def argkp(shared: Path) -> Iterator[Side]:
    """Yields the sides of ArgKP."""
    for side in read_gold(shared / "data/argkp"):
        yield Side(
            "argkp", side.topic, [*side.key_points, *side.arguments], len(side.key_points), known(side)
        )


def known(side: GoldSide) -> Array:
    """Returns the labels of all pairs: key points are apart from each other, arguments as their key points say.

    Two arguments make one point if they share a key point. They make two if each has one, and every key point of the
    one was labelled as none of the other.
    """
    made, not_made = ((side.labels == value).astype(int) for value in (1, 0))
    count = made.sum(axis=1)
    missed = made @ not_made.T
    apart = (count > 0) & (count == missed.T)
    between = np.where(made @ made.T > 0, 1, np.where(apart & apart.T, 0, -1))
    own = np.zeros((len(side.key_points),) * 2, int)
    return np.block([[own, side.labels.T], [side.labels, between]]).astype(np.int8)


def grouped(source: str, topic: str, point_of: Mapping[str, str], headlines: int) -> Side:
    """Returns a side whose texts make one point each."""
    points = np.array(list(point_of.values()))
    labels = (points[:, None] == points[None]).astype(np.int8)
    return Side(source, topic, list(point_of), headlines, labels)


def own() -> Iterator[Side]:
    """Yields the sides of the points that were written for this project."""
    for topic, points in own_points().items():
        for pro in (True, False):
            wordings = {point: texts for (side, point), texts in points.items() if side == pro}
            point_of = {point: point for point in wordings}
            for point, texts in wordings.items():
                for text in texts:
                    point_of.setdefault(text, point)
            if point_of:
                yield grouped("own", topic, point_of, len(wordings))


def perspectrum(shared: Path) -> Iterator[Side]:
    """Yields the sides of Perspectrum's training queries that have more than one point."""
    queries = set(json.loads((HERE / "split.json").read_text("utf-8"))["train"]["perspectrum"])
    found: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for judged in sources.collection(shared / "bench/perspectrum")[2]:
        if judged.query_id in queries and judged.cluster and judged.relevance > 0:
            found[judged.query, str(judged.stance)].setdefault(judged.premise, judged.cluster)
    for (query, _), cluster_of in found.items():
        if len(cluster_of) > 2 and len(set(cluster_of.values())) > 1:
            yield grouped("perspectrum", query, cluster_of, 0)


def folds(sides: list[Side]) -> list[int]:
    """Returns the fold of each side."""
    topics = list(dict.fromkeys(side.topic for side in sides if side.source == "argkp"))
    order = np.random.default_rng(SEED).permutation(len(topics))
    fold = {topics[topic]: place % FOLDS for place, topic in enumerate(order)}
    others = sorted({side.topic for side in sides} - set(topics))
    encode = encoder()
    cosines = encode(others) @ encode(topics).T
    for other, row in zip(others, cosines, strict=True):
        fold[other] = fold[topics[row.argmax()]] if row.max() > NEAR else NO_FOLD
    return [fold[side.topic] for side in sides]


def main() -> None:
    """Writes the texts, and the sides one behind the other."""
    shared, into = map(Path, sys.argv[1:3])
    sides = [*argkp(shared), *own(), *perspectrum(shared)]
    number = Texts()
    columns: dict[str, Any] = {
        "source": np.array([side.source for side in sides]),
        "fold": np.array(folds(sides)),
        "headlines": np.array([side.headlines for side in sides]),
        "size": np.array([len(side.texts) for side in sides]),
        "text": np.array([number(text) for side in sides for text in side.texts]),
        "label": np.concatenate([side.labels.ravel() for side in sides]),
    }
    into.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(into / "sides.npz", **columns)
    (into / "texts.txt.xz").write_bytes(lzma.compress("\n".join(number.numbers).encode(), preset=4))
    print(dict(Counter(side.source for side in sides)), "sides,", len(number.numbers), "texts")


if __name__ == "__main__":
    main()
