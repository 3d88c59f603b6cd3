"""Lexical retrieval beside its peers: queries a second, indexing, memory, adding.

    python -m benchmarks.lexical queries --corpus claims      # 60,000 texts of about 9 words
    python -m benchmarks.lexical queries --corpus documents   # 380,000 texts of about 150 words
    python -m benchmarks.lexical similarities                 # all 139 beside BM25
    python -m benchmarks.lexical memory                       # of the open index, beside bm25s
    python -m benchmarks.lexical adding                       # 1,000 documents to 380,000
    python -m benchmarks.lexical kernels                      # numpy's way to add weights beside scipy's

Peers are measured where they are installed (``pip install bm25s numba rank_bm25``; Debian's liblucene8-java with a
JDK). With numba there are two of us: one that has compiled its ranking, which the others are compared with, and one
that ranks by numpy. All engines answer the same blocks of queries in turn, one thread, one query at a time. Seconds are
CPU seconds, so that what else runs on the machine counts for little; Lucene's are those of its searching thread, not
of its compiler and collector. Figures are medians over the blocks, after rounds to warm up.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.lexical_peers import Bm25s, Debatable, Engine, Lucene, RankBm25
from debatable import lexical
from debatable.lexical import similarities
from debatable.lexical.search.clause import Add, Column
from debatable.lexical.search.scratch import add_compiled, add_public

CORPORA = {"claims": (60_000, 9), "documents": (380_000, 150)}
BLOCK = 50
_LETTERS = "etaoinsrhldcumfpgwybvkxjqz"


@dataclass(frozen=True, slots=True)
class Corpus:
    """Made-up texts with a Zipfian vocabulary, and queries of words that stand together in one of them."""

    texts: list[str]
    queries: list[list[str]]  # five to ten different words of a document each


def _word(number: int) -> str:
    letters, number = "", number + 26
    while number:
        letters += _LETTERS[number % 26]
        number //= 26
    return letters


def corpus(documents: int, mean_length: int, *, queries: int = 1000, vocabulary: int = 200_000) -> Corpus:
    """Draws texts: lengths from a gamma distribution, words by rank with probability 1/rank."""
    random = np.random.default_rng(1)
    words = np.array([_word(number) for number in range(vocabulary)], dtype=object)
    rising = np.cumsum(1 / np.arange(1, vocabulary + 1))
    lengths = np.maximum(1, random.gamma(4, mean_length / 4, documents).astype(int))
    ids = np.searchsorted(rising, random.random(int(lengths.sum())) * rising[-1])
    parts = np.split(ids, np.cumsum(lengths)[:-1])
    asked: list[list[str]] = []
    while len(asked) < queries:
        distinct = np.unique(parts[int(random.integers(documents))])
        if len(distinct) >= 5:
            size = min(int(random.integers(5, 11)), len(distinct))
            asked.append([str(word) for word in words[random.choice(distinct, size, replace=False)]])
    return Corpus([" ".join(words[part]) for part in parts], asked)


def main() -> None:
    """Runs one of the benchmarks."""
    for name in ("OMP_NUM_THREADS", "NUMBA_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "verb", choices=("queries", "similarities", "memory", "adding", "kernels", "resident")
    )
    parser.add_argument("--corpus", choices=CORPORA, default="documents")
    parser.add_argument("--lucene", type=Path, help="lucene-core-8….jar", default=_lucene())
    parser.add_argument(
        "--only", action="append", help="a peer by its name in the table; repeatable, else all"
    )
    parser.add_argument("--warm", type=int, default=3, help="rounds before measuring")
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args()
    if given.verb == "resident":
        _resident(given.folder)
        return
    if given.verb == "kernels":
        _kernels()
        return
    made = corpus(*CORPORA[given.corpus])
    print(f"{len(made.texts):,} texts, {len(made.queries):,} queries", flush=True)
    if given.verb == "queries":
        _queries(made, _engines(given.lucene, given.only), given.warm)
    elif given.verb == "similarities":
        _similarities(made)
    elif given.verb == "memory":
        _memory(made)
    else:
        _adding(made)


def _lucene() -> Path | None:
    found = sorted(Path("/usr/share/java").glob("lucene*core-8*.jar"))
    return found[-1] if found and shutil.which("javac") else None


def _engines(jar: Path | None, only: list[str] | None) -> list[Engine]:
    engines: list[Engine] = [Debatable()]
    if importlib.util.find_spec("numba"):
        engines.insert(0, Debatable(compiled=True))
    if importlib.util.find_spec("bm25s"):
        engines.append(Bm25s("numpy"))
        if importlib.util.find_spec("numba"):
            engines.append(Bm25s("numba"))
    if importlib.util.find_spec("rank_bm25"):
        engines.append(RankBm25())
    if jar is not None:
        engines.append(Lucene(jar))
    else:
        print("Lucene is left out: no lucene-core-8 jar or no javac; see --lucene")
    return engines[:1] + [engine for engine in engines[1:] if not only or engine.name in only]


def _queries(made: Corpus, engines: list[Engine], warm: int) -> None:
    built = {}
    for engine in engines:
        built[engine.name] = engine.build(made.texts)
        print(f"{engine.name:<15} indexed in {built[engine.name]:8.1f} s", flush=True)
    rates = _rates(made, engines, warm)
    ours = engines[0].name
    print(f"\n{'':<15} {'index s':>9} {'ratio':>7} {'queries/s':>10} {'ours/theirs':>12}")
    for name, rate in rates.items():
        ratio = rates[ours] / rate
        print(
            f"{name:<15} {built[name]:>9.1f} {built[name] / built[ours]:>7.2f} {rate:>10.0f} {ratio:>12.2f}"
        )


def _rates(made: Corpus, engines: list[Engine], warm: int) -> dict[str, float]:
    """Returns the median queries a second of each engine; engines take turns block by block."""
    blocks = [made.queries[at : at + BLOCK] for at in range(0, len(made.queries), BLOCK)]
    for _ in range(warm):
        for engine in engines:
            for block in [] if engine.slow else blocks:
                engine.search(block)
    seconds: dict[str, list[float]] = {engine.name: [] for engine in engines}
    for place, block in enumerate(blocks):
        for engine in engines:
            if not engine.slow or place < 3:
                seconds[engine.name].append(engine.search(block) / len(block))
    return {name: 1 / statistics.median(values) for name, values in seconds.items()}


def _similarities(made: Corpus) -> None:
    first = Debatable()
    first.build(made.texts)
    few = Corpus(made.texts, made.queries[:200])
    ratios = {}
    for name in similarities():
        other = Debatable(name)
        other.name, other.index = f"{name} ", first.index
        rates = _rates(few, [first, other], warm=1)
        ratios[name] = rates[other.name] / rates[first.name]
        print(f"{name:<24} {rates[other.name]:>8.0f} queries/s, {ratios[name]:5.2f} of BM25", flush=True)
    slow = [name for name, ratio in ratios.items() if ratio < 0.5]
    middle = statistics.median(ratios.values())
    print(f"median {middle:.2f}; below a half: {len(slow)} of {len(ratios)}: {', '.join(slow)}")


def _memory(made: Corpus) -> None:
    folder = Path(tempfile.mkdtemp())
    (folder / "queries").write_text("\n".join(" ".join(query) for query in made.queries))
    lexical.write(folder / "debatable", (text.split() for text in made.texts))
    peer = Bm25s("numba")
    peer.build(made.texts)
    peer.index.save(folder / "bm25s")
    del made, peer
    sizes = {}
    for name in ("debatable", "bm25s"):
        command = [sys.executable, "-m", "benchmarks.lexical", "resident", "--folder", str(folder / name)]
        sizes[name] = float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        print(f"{name:<10} {sizes[name]:>7.0f} MB after all queries")
    print(f"ratio {sizes['debatable'] / sizes['bm25s']:.2f}")
    shutil.rmtree(folder)


def _resident(folder: Path) -> None:
    """Prints by how much the process grew: opening an index and asking all queries."""
    queries = [line.split() for line in (folder.parent / "queries").read_text().splitlines()]
    if folder.name == "debatable":
        lexical.open(folder).search(["x"])
        before = _megabytes()
        index = lexical.Index(lexical.open(folder).postings, lexical.Limits(unranked_postings=sys.maxsize))
        for query in queries:
            index.search(query, "BM25", 10)
    else:
        bm25s = importlib.import_module("bm25s")
        before = _megabytes()
        other = bm25s.BM25.load(folder)
        for query in queries[:200]:
            other.retrieve([query], k=10, show_progress=False)
    print(_megabytes() - before)


def _megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _adding(made: Corpus) -> None:
    folder = Path(tempfile.mkdtemp())
    begin = time.process_time()
    lexical.write(folder / "a", (text.split() for text in made.texts))
    built = time.process_time() - begin
    begin = time.process_time()
    lexical.open(folder / "a").add(text.split() for text in made.texts[:1000]).save(folder / "b")
    added = time.process_time() - begin
    print(f"build {built:.1f} s, add 1,000 {added:.3f} s: {100 * added / built:.2f} %")
    shutil.rmtree(folder)


def _kernels() -> None:
    """Prints what adding the weights of a term to the sums of 380,000 documents takes, and what loading code does."""
    load = _loading("import scipy.sparse")
    if importlib.util.find_spec("numba"):
        ranking = "import debatable.lexical.search.kernel"
        with tempfile.TemporaryDirectory() as folder:
            new = {"NUMBA_CACHE_DIR": folder}
            print(
                f"compiling the ranking takes {_loading(ranking, new, times=1):.1f} s, once a machine;",
                end=" ",
            )
            print(f"loading numba and what it keeps {_loading(ranking, new):.2f} s a process")
    compiled = add_compiled()
    if compiled is None:
        print("this scipy has no compiled function: numpy adds")
        return
    random = np.random.default_rng(1)
    print(f"{'postings':>8} {'sums':>8} {'numpy us':>9} {'scipy us':>9} {'ratio':>6}")
    for kind in (np.int16, np.float64):
        sums = np.zeros(CORPORA["documents"][0], dtype=kind)
        for count in (10, 100, 1_000, 10_000, 40_000):
            documents = np.sort(random.choice(len(sums), count, replace=False)).astype(np.int32)
            weights = np.ones(count, dtype=kind)
            public, fast = (_microseconds(add, sums, (documents, weights)) for add in (add_public, compiled))
            print(f"{count:>8,} {sums.dtype!s:>8} {public:>9.1f} {fast:>9.1f} {public / fast:>6.2f}")
    earned = 1e6 * load / (public - fast) * count
    print(
        f"loading scipy.sparse takes {load:.3f} s: earned back after {earned:,.0f} postings of frequent terms"
    )


def _loading(what: str, environment: Mapping[str, str] | None = None, times: int = 5) -> float:
    """Returns the CPU seconds that an import takes in a new process, beside numpy and the search: the median."""
    before = "import time, numpy, debatable.lexical; begin = time.process_time()"
    command = [sys.executable, "-c", f"{before}; {what}; print(time.process_time() - begin)"]
    given = {**os.environ, **(environment or {})}
    runs = [
        subprocess.run(command, check=True, capture_output=True, text=True, env=given) for _ in range(times)
    ]
    return statistics.median(float(run.stdout) for run in runs)


def _microseconds(add: Add, sums: NDArray[Any], column: Column) -> float:
    """Returns the median CPU time of one addition."""
    repeats, times = max(20, 200_000 // len(column[0])), []
    for _ in range(15):
        begin = time.process_time()
        for _ in range(repeats):
            add(sums, [column])
        times.append(time.process_time() - begin)
    return 1e6 * statistics.median(times) / repeats


if __name__ == "__main__":
    main()
