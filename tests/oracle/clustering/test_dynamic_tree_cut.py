"""Partitions equal to those of R's dynamicTreeCut 1.63, as a black box: labels alone, 0 for unassigned."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from debatable.clustering import Absorption, HybridCut, TreeCut, average_linkage, clustering

FEW = Path(__file__).with_name("dynamic_tree_cut.json.gz")
MANY = Path(__file__).parents[3].parent / "shared" / "oracle" / "treecut" / "cases.json.gz"


def cases(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(gzip.decompress(path.read_bytes()))["cases"]
    return found


def partition(labels: list[int], unassigned: int) -> set[frozenset[int]]:
    names = set(labels) - {unassigned}
    return {frozenset(row for row, label in enumerate(labels) if label == name) for name in names}


def hybrid_differences(path: Path) -> tuple[int, list[str]]:
    """Returns how many partitions were compared, and which differ."""
    compared, different = 0, []
    for number, case in enumerate(cases(path)):
        points = np.array(case["points"])
        tree = average_linkage(points)
        for answer in case["hybrid"]:
            absorb = Absorption(respects_tree=answer["respects_dendrogram"]) if answer["pam"] else None
            cut = HybridCut(answer["minimum_size"], answer["deep_split"], absorb=absorb)
            compared += 1
            if partition(cut(tree, points).tolist(), -1) != partition(answer["labels"], 0):
                different.append(f"{number}: {cut}")
    return compared, different


def test_hybrid_partitions_of_a_few_trees_are_those_of_r() -> None:
    assert hybrid_differences(FEW) == (6 * 45, [])


@pytest.mark.slow
@pytest.mark.skipif(not MANY.exists(), reason="the answers of R on 60 trees are not beside this project")
def test_hybrid_partitions_of_many_trees_are_those_of_r() -> None:
    assert hybrid_differences(MANY) == (60 * 45, [])


def tree_differences(path: Path) -> tuple[int, list[str]]:
    """Returns how many partitions were compared, and which differ."""
    compared, different = 0, []
    for number, case in enumerate(cases(path)):
        tree = average_linkage(np.array(case["points"]))
        for answer in case["tree"]:
            cut = TreeCut(answer["minimum_size"], int(answer["deep_split"]), answer["height"])
            compared += 1
            if partition(cut(tree).tolist(), -1) != partition(answer["labels"], 0):
                different.append(f"{number}: {cut}")
    return compared, different


def test_tree_partitions_of_a_few_trees_are_those_of_r() -> None:
    assert tree_differences(FEW) == (6 * 6, [])


@pytest.mark.skipif(not MANY.exists(), reason="the answers of R on 60 trees are not beside this project")
def test_tree_partitions_of_many_trees_are_those_of_r() -> None:
    assert tree_differences(MANY) == (60 * 6, [])


def test_named_variants_are_those_of_r() -> None:
    """R's default height and PAM stage had no name: ``hybrid`` has a fixed height and no such stage."""
    for case in cases(FEW):
        points = np.array(case["points"])
        for answer in case["hybrid"]:
            if answer["pam"] and not answer["respects_dendrogram"]:
                continue
            name = "hybrid-pam" if answer["pam"] else "hybrid-height"
            sizes = f"minimum_size={answer['minimum_size']},deep_split={answer['deep_split']}"
            found = clustering(f"{name}({sizes})")(points).tolist()
            assert partition(found, -1) == partition(answer["labels"], 0), name
    assert clustering("hybrid-r") == clustering("hybrid-pam(minimum_size=20,deep_split=1)")
