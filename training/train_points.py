"""Learns the map of points: a matrix after which premises that make one point lie near each other.

    python train_points.py SHARED DEMO [--check]

Texts are the points of points.jsonl.gz and the premises of Perspectrum's training queries, each in the group of those
that make the same point on the same side; topics near a reported one are left out. The bundled encoder reads them once.
A matrix that begins as the identity is then trained to predict, by the cosine of two mapped premises of one side
of a debate, whether they make one point. The mean of a few such matrices, trained on other draws, is written to
src/debatable/learning/models/points.npz, in half precision; --check writes nothing. Prints the area under the
curve on the two sets whose groups are reported, beside the cosine of the encoder. Needs no torch; took nine
minutes by the clock on two busy cores.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import sources
from splits import NEAR, STANCE, reported

from debatable.embedding import encoder
from debatable.learning.training.metrics import area_under_curve

HERE = Path(__file__).parent
MODEL = HERE.parent / "src/debatable/learning/models/points.npz"
ENCODER = "all-MiniLM-L6-v2"
MATRICES, STEPS, DEBATES, PREMISES = 3, 1500, 24, 32
RATE, WARM = 5e-4, 50
STEEP, MIDDLE = 10.0, 0.5

Singles = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]


class Side(NamedTuple):
    """The premises of one side of a debate: their rows among all vectors, and the number of the point each makes."""

    rows: Ints
    points: Ints


def grouped(shared: Path, reported_vectors: Singles, least: Singles) -> dict[tuple[str, str], dict[str, str]]:
    """Returns (debate, side) -> text -> point of all that may be trained on."""
    found: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    rows = sources.lines(HERE / "points.jsonl.gz")
    topics = sorted({row["topic"] for row in rows})
    near = (encoder(ENCODER)(topics) @ reported_vectors.T >= least).any(axis=1)
    kept = {topic for topic, like in zip(topics, near, strict=True) if not like}
    for row in rows:
        if row["topic"] in kept:
            side = found[row["topic"], str(row["pro"])]
            side.setdefault(row["point"], row["point"])
            side.setdefault(row["text"], row["point"])
    own = set(json.loads((HERE / "split.json").read_text("utf-8"))["train"]["perspectrum"])
    for judged in sources.collection(shared / "bench/perspectrum")[2]:
        if judged.query_id in own:
            found[judged.query_id, str(judged.stance)].setdefault(judged.premise, judged.cluster)
    print(len(kept), "topics of", len(topics), "and", len(own), "queries of Perspectrum")
    return {key: side for key, side in found.items() if len(side) > 2 and len(set(side.values())) > 1}


def numbered(groups: list[dict[str, str]]) -> tuple[list[Side], list[str]]:
    """Returns the sides by rows of all texts, and the texts."""
    row = {text: place for place, text in enumerate(dict.fromkeys(text for side in groups for text in side))}
    sides = []
    for side in groups:
        number = {point: place for place, point in enumerate(dict.fromkeys(side.values()))}
        points = np.array([number[point] for point in side.values()])
        sides.append(Side(np.array([row[text] for text in side]), points))
    return sides, list(row)


def trained(vectors: Singles, sides: list[Side], seed: int) -> Singles:
    """Returns a matrix trained by Adam on draws of debates: logistic loss, both answers counting alike."""
    draw = np.random.default_rng(seed)
    matrix = np.eye(vectors.shape[1], dtype=np.float32)
    line = np.array([STEEP, MIDDLE], np.float32)
    moments = [(np.zeros_like(of), np.zeros_like(of)) for of in (matrix, line)]
    for step in range(1, STEPS + 1):
        rows, point, debate = _drawn(sides, draw)
        slopes = _slopes(vectors[rows], matrix, line, point[:, None] == point, debate[:, None] == debate)
        rate = RATE * min(1, step / WARM) * (1 - step / STEPS)
        for of, slope, (first, second), factor in zip(
            (matrix, line), slopes, moments, (1.0, np.array([100.0, 1.0])), strict=True
        ):
            first += 0.1 * (slope - first)
            second += 0.01 * (slope * slope - second)
            moved = first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
            of -= (rate * factor * moved).astype(np.float32)
    print("matrix", seed, "steep and middle", line.round(3).tolist(), flush=True)
    return matrix


def _drawn(sides: list[Side], draw: np.random.Generator) -> tuple[Ints, Ints, Ints]:
    """Returns rows, points and debates of the premises of a step."""
    rows, points, debates = [], [], []
    for number, place in enumerate(draw.choice(len(sides), DEBATES, replace=False)):
        side = sides[place]
        few = draw.choice(len(side.rows), min(PREMISES, len(side.rows)), replace=False)
        rows.append(side.rows[few])
        points.append(side.points[few] + 1_000 * number)
        debates.append(np.full(len(few), number))
    return np.concatenate(rows), np.concatenate(points), np.concatenate(debates)


def _slopes(
    x: Singles, matrix: Singles, line: Singles, same: npt.NDArray[np.bool_], together: npt.NDArray[np.bool_]
) -> tuple[Singles, Singles]:
    """Returns the slopes of the loss in the matrix, and in the line from cosine to logit."""
    made = x @ matrix
    norms = np.linalg.norm(made, axis=1, keepdims=True)
    unit = made / norms
    cosines = unit @ unit.T
    np.fill_diagonal(together, False)
    weight = np.zeros_like(cosines)
    for answer in (together & same, together & ~same):
        weight[answer] = 1 / max(1, np.count_nonzero(answer))
    off = (1 / (1 + np.exp(-line[0] * (cosines - line[1]))) - same) * weight
    of_line = np.array([(off * (cosines - line[1])).sum(), -(off * line[0]).sum()], np.float32)
    of_unit = line[0] * (off + off.T) @ unit
    of_made = (of_unit - (of_unit * unit).sum(axis=1, keepdims=True) * unit) / norms
    return (x.T @ of_made).astype(np.float32), of_line


def measured(shared: Path, name: str, matrix: Singles) -> tuple[float, float]:
    """Returns the mean area over queries of pairs of one side: by the encoder's cosine, and by the map's."""
    sides: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    _, queries, judged = sources.collection(shared / "bench" / name)
    for row in judged:
        if row.cluster and row.relevance > 0 and queries[row.query_id].get("split", "dev") == "dev":
            sides[row.query_id, str(row.stance)].setdefault(row.premise, row.cluster)
    numbers, texts = numbered([side for side in sides.values() if len(side) > 2])
    vectors = encoder(ENCODER)(texts)
    mapped = vectors @ matrix
    mapped /= np.linalg.norm(mapped, axis=1, keepdims=True)
    areas = []
    for rows, points in numbers:
        one, other = np.triu_indices(len(rows), 1)
        same = points[one] == points[other]
        if same.any() and not same.all():
            areas.append(
                [area_under_curve((of[rows] @ of[rows].T)[one, other], same) for of in (vectors, mapped)]
            )
    before, after = np.mean(areas, axis=0)
    return float(before), float(after)


def main() -> None:
    """Teaches, measures and writes."""
    shared, demo = map(Path, sys.argv[1:3])
    marked = [
        (name, text) for name, rows in reported(shared, demo).items() if name in STANCE for _, text in rows
    ]
    marks = encoder(ENCODER)([text for _, text in marked])
    groups = grouped(shared, marks, np.array([NEAR[name] for name, _ in marked], np.float32))
    sides, texts = numbered(list(groups.values()))
    print(len(sides), "sides of debates,", len(texts), "premises", flush=True)
    vectors = encoder(ENCODER)(texts)
    matrix = np.mean([trained(vectors, sides, seed) for seed in range(MATRICES)], axis=0)
    for name in ("keypoints", "perspectrum"):
        before, after = measured(shared, name, matrix)
        print(f"{name}: area under the curve {after:.3f}, of the encoder's cosine {before:.3f}")
    if "--check" not in sys.argv:
        MODEL.parent.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(MODEL, encoder=np.array(ENCODER), weights=matrix.astype(np.float16))


if __name__ == "__main__":
    main()
