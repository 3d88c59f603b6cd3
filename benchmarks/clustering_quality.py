"""How well the cuts find the groups that people made: BCubed F1 on keypoints and perspectrum."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from debatable.clustering import (
    Absorption,
    CellSearch,
    ConstantCut,
    HybridCut,
    LevelCut,
    TreeCut,
    average_linkage,
    graph_linkage,
    with_singletons,
)
from debatable.embedding import encoder

__all__ = ["bcubed", "report"]

Vectors = NDArray[np.float32]
Cut = Callable[[NDArray[np.float64], Vectors], NDArray[np.int32]]
HEIGHTS = [round(0.4 + 0.05 * step, 2) for step in range(20)]


def bcubed(labels: Sequence[int], truth: Sequence[str]) -> float:
    """Returns BCubed F1 (Bagga and Baldwin 1998): the harmonic mean of item-wise precision and recall.

    >>> round(bcubed([0, 0, 1], ["a", "b", "b"]), 4)
    0.6667
    """
    both = Counter(zip(labels, truth, strict=True))
    found, true = Counter(labels), Counter(truth)
    precision = sum(count * count / found[label] for (label, _), count in both.items()) / len(labels)
    recall = sum(count * count / true[group] for (_, group), count in both.items()) / len(labels)
    return 2 * precision * recall / (precision + recall)


def collection(folder: Path, least: int) -> tuple[list[str], dict[str, dict[int, str]]]:
    """Returns the texts, and for each query the groups of its premises of at least some relevance."""
    lines = (folder / "corpus.jsonl").read_text(encoding="utf-8").splitlines()
    premises = [json.loads(line) for line in lines]
    row = {premise["id"]: at for at, premise in enumerate(premises)}
    groups: dict[str, dict[int, str]] = {}
    for line in (folder / "judgments.jsonl").read_text(encoding="utf-8").splitlines():
        judged = json.loads(line)
        if judged["relevance"] >= least and judged["cluster"]:
            groups.setdefault(judged["query_id"], {}).setdefault(row[judged["premise_id"]], judged["cluster"])
    return [premise["premise"] for premise in premises], groups


def cuts() -> Iterator[tuple[str, str, Cut]]:
    """Yields every cut tried, with its family and its parameters."""
    for height in HEIGHTS:
        yield "constant", f"height {height}", ConstantCut(height)
    for size, cut_height, deep in product((2, 3, 5, 8), (0.8, 0.9, 1.0, 1.1, None), range(5)):
        name = f"N0 {size}, deep split {deep}, cut {cut_height}"
        if deep < 2:
            yield "tree", name, TreeCut(size, deep, cut_height)
            yield "levels", name, LevelCut(size, deep, cut_height)
        yield "hybrid", name, HybridCut(size, deep, cut_height, None)
        yield "lowest-core", name, HybridCut(size, deep, cut_height, None, "lowest")
        if deep in (0, 2) and size in (2, 5) and cut_height != 0.8:
            yield "hybrid + PAM", name, HybridCut(size, deep, cut_height, Absorption(limit=None))
            radius = Absorption(respects_tree=False, limit=0.0)
            yield "hybrid + PAM in radius", name, HybridCut(size, deep, cut_height, radius)


def report(folder: Path) -> None:
    """Prints the best cut of each family on every collection, and the project's defaults."""
    defaults = {"constant": "height 0.75"}
    defaults["hybrid"] = defaults["lowest-core"] = "N0 2, deep split 0, cut 1.0"
    defaults["tree"] = defaults["levels"] = "N0 2, deep split 1, cut 0.9"
    for name, least in (("keypoints", 1), ("keypoints", 2), ("perspectrum", 1)):
        texts, groups = collection(folder / name, least)
        vectors = embedded(texts)
        whole: dict[int, str] = {}
        for of_query in groups.values():
            whole = of_query | whole
        per_query = [of_query for of_query in groups.values() if len(of_query) >= 5]
        for scope, sets in (("per query", per_query), ("whole", [whole])):
            print(f"\n{name}, relevance >= {least}, {scope}: {len(sets)} sets, {len(whole)} premises")
            scores = measured(vectors, sets)
            if scope == "whole":
                agreement(vectors[list(whole)])
            for family in dict.fromkeys(family for family, _ in scores):
                best = max((key for key in scores if key[0] == family), key=lambda key: scores[key])
                line = f"  {family:24} best {scores[best]:.4f} ({best[1]})"
                if family in defaults:
                    line += f"   default {scores[family, defaults[family]]:.4f}"
                print(line, flush=True)


def measured(vectors: Vectors, sets: list[dict[int, str]]) -> dict[tuple[str, str], float]:
    """Returns the mean BCubed F1 of every cut over the sets."""
    chosen = [vectors[list(of_set)] for of_set in sets]
    trees = [average_linkage(rows) for rows in chosen]
    scores = {}
    for family, name, cut in cuts():
        each = [
            bcubed(with_singletons(cut(tree, rows)).tolist(), list(of_set.values()))
            for tree, rows, of_set in zip(trees, chosen, sets, strict=True)
        ]
        scores[family, name] = float(np.mean(each))
    return scores


def agreement(vectors: Vectors) -> None:
    """Prints how far the graph way agrees with the exact tree, with bounds in proportion to the set."""
    from sklearn.metrics import adjusted_rand_score

    near = graph_linkage(vectors, largest=1024, search=CellSearch(cell=128, probes=16))
    exact = average_linkage(vectors)
    for height in (0.8, 0.9, 1.0):
        cut = HybridCut(2, 2, height, None)
        score = adjusted_rand_score(*(with_singletons(cut(tree, vectors)) for tree in (near, exact)))
        print(f"  graph way and exact tree, hybrid cut at {height}: ARI {score:.4f}", flush=True)


def embedded(texts: list[str]) -> Vectors:
    """Encodes texts with the bundled encoder."""
    return encoder()(texts)
