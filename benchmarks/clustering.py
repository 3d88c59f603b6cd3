"""Clustering beside its peers: time, memory and agreement.

    python -m benchmarks.clustering peers            # 5,000 to 20,000 vectors, beside scipy and fastcluster
    python -m benchmarks.clustering claims           # 63,250 vectors, exact
    python -m benchmarks.clustering premises         # 700,000 vectors, the graph way
    python -m benchmarks.clustering quality FOLDER   # BCubed F1 of the cuts on keypoints and perspectrum

Every measurement is a process of its own; memory is the growth of its largest resident set while it ran.
"""

from __future__ import annotations

import argparse
import importlib
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from debatable.arrays import Rows, Singles

Tree = NDArray[np.float64]
PEERS = ("debatable", "fastcluster", "scipy")


def main() -> None:
    """Runs one of the benchmarks."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    verbs = parser.add_subparsers(dest="verb", required=True)
    peers = verbs.add_parser("peers")
    peers.add_argument("--sizes", type=int, nargs="+", default=[5_000, 10_000, 20_000])
    peers.add_argument("--repeats", type=int, default=3)
    for verb, size in (("claims", 63_250), ("premises", 700_000)):
        verbs.add_parser(verb).add_argument("--size", type=int, default=size)
    verbs.add_parser("quality").add_argument("folder", type=Path)
    once = verbs.add_parser("once")
    once.add_argument("name")
    once.add_argument("vectors", type=Path)
    once.add_argument("out", type=Path)
    given = parser.parse_args()
    if given.verb == "peers":
        compare(given.sizes, given.repeats)
    elif given.verb == "claims":
        claims(given.size)
    elif given.verb == "premises":
        premises(given.size)
    elif given.verb == "quality":
        from benchmarks.clustering_quality import report

        report(given.folder)
    else:
        run_once(given.name, given.vectors, given.out)


def compare(sizes: list[int], repeats: int) -> None:
    """Prints time and memory of each peer, and our ratios to them, at equal trees."""
    for size in sizes:
        vectors = argument_like(size)
        runs: dict[str, list[dict[str, float]]] = {name: [] for name in PEERS}
        trees: dict[str, Tree] = {}
        for _ in range(repeats):
            for name in PEERS:
                seen, trees[name] = measured(name, vectors)
                runs[name].append(seen)
        best, busy, memory = (
            {name: min(run[figure] for run in of) for name, of in runs.items()}
            for figure in ("seconds", "processor", "megabytes")
        )
        print(f"\n{size:,} vectors of 384 dimensions, best of {repeats}")
        for name in PEERS:
            line = f"  {name:12} {best[name]:8.2f} s {busy[name]:8.2f} s of processor {memory[name]:7.0f} MB"
            if name != "debatable":
                shared, apart = agreement(trees["debatable"], trees[name])
                line += (
                    f"   ratios: time {best[name] / best['debatable']:.2f}"
                    f", processor {busy[name] / busy['debatable']:.2f}"
                    f", memory {memory['debatable'] / memory[name]:.2f}"
                    f"   same joins {shared:.2%}, heights within {apart:.0e}"
                )
            print(line, flush=True)


def claims(size: int) -> None:
    """Prints time and memory of the exact tree and its hybrid cut, beside what a distance matrix takes."""
    seen, tree = measured("debatable", argument_like(size))
    matrix = size * (size - 1) / 2 * 8 / 1e6
    print(
        f"{size:,} claim-like vectors, exact average linkage: {seen['seconds']:.0f} s, "
        f"{seen['processor']:.0f} s of processor"
    )
    print(f"  {seen['megabytes']:,.0f} MB, {seen['peak']:,.0f} MB with the vectors and Python")
    print(
        f"  a condensed float64 matrix alone takes {matrix:,.0f} MB: ratio {seen['megabytes'] / matrix:.2f}"
    )
    print(f"  heights from {tree[0, 2]:.3f} to {tree[-1, 2]:.3f}")
    seen, _ = measured("hybrid", argument_like(size), tree)
    print(
        f"  hybrid cut: {seen['seconds']:.0f} s, {seen['megabytes']:,.0f} MB, {seen['clusters']:,.0f} clusters"
    )


def premises(size: int) -> None:
    """Prints time and memory of the graph way, and its agreement with the exact tree on a sample."""
    from sklearn.metrics import adjusted_rand_score

    from debatable.clustering import CellSearch, HybridCut, average_linkage, graph_linkage, with_singletons

    vectors = argument_like(size, seed=1)
    random = np.random.default_rng(0)
    for name, chosen in (
        ("a random sample", vectors[np.sort(random.choice(size, min(size, 10_000), replace=False))]),
        ("as dense a set of its own", argument_like(min(size, 10_000), seed=2)),
    ):
        # Components and cells are smaller in proportion, so that the bounds bite as in the large set.
        near = graph_linkage(chosen, largest=1024, search=CellSearch(cell=128, probes=16))
        exact = average_linkage(chosen)
        for height in (0.8, 1.0):
            cut = HybridCut(cut_height=height, absorb=None)
            labels = [with_singletons(cut(tree, chosen)) for tree in (near, exact)]
            score = adjusted_rand_score(*labels)
            print(
                f"agreement with exact on {name}, {len(chosen):,}, cut at {height}: ARI {score:.4f}",
                flush=True,
            )
    seen, _ = measured("graph", vectors)
    print(f"{size:,} premise-like vectors, graph way: {seen['seconds'] / 60:.1f} minutes", end="")
    print(f", {seen['processor'] / 60:.1f} of processor")
    print(f"  {seen['megabytes']:,.0f} MB, {seen['peak']:,.0f} MB with the vectors and Python")
    print(
        f"  of it neighbours {seen['search']:.0f} s, recall of the 16 nearest on 1,000 rows {seen['recall']:.3f}"
    )
    print(f"  hybrid cut {seen['cut']:.0f} s, {seen['clusters']:,.0f} clusters")


def measured(
    name: str, vectors: NDArray[np.float32], tree: Tree | None = None
) -> tuple[dict[str, float], Tree]:
    """Runs one job in a process of its own and returns what was measured, and its tree."""
    with tempfile.TemporaryDirectory() as folder:
        path, out = Path(folder) / "vectors.npy", Path(folder) / "tree.npy"
        np.save(path, vectors)
        if tree is not None:
            np.save(out, tree)
        command = [sys.executable, "-m", "benchmarks.clustering", "once", name, str(path), str(out)]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        return json.loads(done.stdout), np.load(out)


def run_once(name: str, path: Path, out: Path) -> None:
    """Runs one job on stored vectors, stores its tree and prints what was measured."""
    vectors = np.load(path)
    job = JOBS[name]
    prepared = job(out)
    before = peak()
    begin, busy = time.perf_counter(), time.process_time()
    seen = prepared(vectors)
    seconds, busy = time.perf_counter() - begin, time.process_time() - busy
    figures = {"seconds": seconds, "processor": busy, "megabytes": peak() - before, "peak": peak(), **seen}
    print(json.dumps(figures))


def peak() -> float:
    """Returns the largest resident set so far, in megabytes."""
    status = Path("/proc/self/status")
    if status.exists():  # what getrusage says there includes the process that started this one
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
        return int(lines["VmHWM"].split()[0]) * 1024 / 1e6
    most = float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    return most / 1e6 if sys.platform == "darwin" else most * 1024 / 1e6


Prepared = Callable[[NDArray[np.float32]], dict[str, float]]


def linkage_job(linkage: Callable[[Any], Any], out: Path) -> Prepared:
    """Prepares a job that makes a tree; a first one of few rows keeps imports out of the measurement."""
    linkage(argument_like(100))

    def run(vectors: NDArray[np.float32]) -> dict[str, float]:
        np.save(out, linkage(vectors))
        return {}

    return run


def debatable_job(out: Path) -> Prepared:
    """Our average linkage."""
    from debatable.clustering import average_linkage

    return linkage_job(average_linkage, out)


def scipy_job(out: Path) -> Prepared:
    """That of scipy."""
    from scipy.cluster.hierarchy import linkage

    return linkage_job(lambda vectors: linkage(vectors, method="average"), out)


def fastcluster_job(out: Path) -> Prepared:
    """That of fastcluster."""
    try:
        linkage = importlib.import_module("fastcluster").linkage
    except ImportError:
        sys.exit("this benchmark compares with fastcluster: pip install fastcluster")
    return linkage_job(lambda vectors: linkage(vectors, method="average"), out)


def hybrid_job(out: Path) -> Prepared:
    """The hybrid cut of a stored tree."""
    from debatable.clustering import HybridCut

    tree = np.load(out)

    def run(vectors: NDArray[np.float32]) -> dict[str, float]:
        return {"clusters": float(HybridCut(cut_height=1.0)(tree, vectors).max() + 1)}

    return run


def graph_job(out: Path) -> Prepared:
    """The graph way with its hybrid cut, and the recall of its neighbours."""
    from debatable.clustering import CellSearch, HybridCut, graph_linkage

    def run(vectors: NDArray[np.float32]) -> dict[str, float]:
        begin = time.perf_counter()
        found = CellSearch()(vectors)
        searched = time.perf_counter()
        tree = graph_linkage(vectors, search=lambda _: found)
        np.save(out, tree)
        linked = time.perf_counter()
        labels = HybridCut(cut_height=1.0)(tree, vectors)
        return {
            "search": searched - begin,
            "cut": time.perf_counter() - linked,
            "clusters": float(labels.max() + 1),
            "recall": recall(vectors, found[0]),
        }

    return run


JOBS: dict[str, Callable[[Path], Prepared]] = {
    "debatable": debatable_job,
    "fastcluster": fastcluster_job,
    "graph": graph_job,
    "hybrid": hybrid_job,
    "scipy": scipy_job,
}


def recall(vectors: Singles, found: Rows) -> float:
    """Returns the share of the true nearest neighbours of 1,000 rows that were found."""
    rows = np.random.default_rng(0).choice(len(vectors), min(1000, len(vectors)), replace=False)
    hits = 0.0
    for row in rows.tolist():
        near = vectors @ vectors[row]
        near[row] = -np.inf
        true = np.argpartition(-near, found.shape[1])[: found.shape[1]]
        hits += len(np.intersect1d(true, found[row]))
    return hits / float(len(rows) * found.shape[1])


def agreement(tree: Tree, other: Tree) -> tuple[float, float]:
    """Returns the share of equal joins of two trees, and how far apart their heights are at most."""
    ours, theirs = joined(tree), joined(other)
    both = ours.keys() & theirs.keys()
    return len(both) / len(ours), max((abs(ours[key] - theirs[key]) for key in both), default=0.0)


def joined(tree: Tree) -> dict[int, float]:
    """Maps each joined set of leaves, as the sum of random keys of its leaves, to its height."""
    keys = np.random.default_rng(0).integers(1, 2**62, size=len(tree) + 1, dtype=np.uint64).tolist()
    for left, right in tree[:, :2].astype(int).tolist():
        keys.append((keys[left] + keys[right]) % 2**64)
    return dict(zip(keys[len(tree) + 1 :], tree[:, 2].tolist(), strict=True))


def argument_like(count: int, *, dimensions: int = 384, seed: int = 0) -> NDArray[np.float32]:
    """Returns vectors like those of arguments: a fifth alone in their topic, the others in groups of about six.

    The spread of a group differs from group to group, and directions have falling weights, as those of
    sentence encoders have.
    """
    random = np.random.default_rng(seed)
    weights = (1 / np.sqrt(1 + np.arange(dimensions) / 20)).astype(np.float32)
    topics = random.standard_normal((max(count // 150, 1), dimensions), dtype=np.float32)
    groups = random.standard_normal((max(count // 6, 1), dimensions), dtype=np.float32)
    groups += topics[random.integers(len(topics), size=len(groups))]
    spread = random.uniform(0.1, 0.8, size=len(groups)).astype(np.float32)
    spread[random.random(len(groups)) < 0.2] = 1.5
    vectors = np.empty((count, dimensions), dtype=np.float32)
    for at in range(0, count, 20_000):
        size = min(20_000, count - at)
        group = random.integers(len(groups), size=size)
        noise = random.standard_normal((size, dimensions), dtype=np.float32)
        block = (groups[group] + spread[group, None] * noise) * weights
        vectors[at : at + size] = block / np.linalg.norm(block, axis=1, keepdims=True)
    return vectors


if __name__ == "__main__":
    main()
