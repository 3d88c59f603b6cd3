"""How long a search takes, method by method, at a size and at a tenth of it.

    python -m benchmarks.search --claims 60000 --premises 700000 --folder /tmp/search

Makes up a corpus (invented words by Zipf's law, see generate.py), indexes it lexically, and generates what an
encoder and a clustering would have computed: vectors, clusters of about six claims and of about three premises,
qualities. Queries are claims with words left out; the bundled encoder runs for each of them, so that its time
counts, and its vector is replaced by a noisy one of the claim. Prints p50 and p95 of each method at both sizes
and their ratio. An index that lies in the folder is used again.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import numpy as np

from benchmarks.generate import Speaker
from debatable.arrays import Floats, Halves, Ints, Singles
from debatable.embedding import BUNDLED, Encoder, encoder
from debatable.engines import Configuration, Engine, LocalBackend, make_index
from debatable.engines.local.open_index import OpenIndex
from debatable.engines.local.vectors import VectorTable
from debatable.model import Argument, Claim, Premise, Stance, claim_id
from debatable.ranking import METHODS
from debatable.ranking.protocol import Kind

DIMENSIONS = 384
METHODS_TIMED = (
    "best",
    "bm25",
    "bm25f",
    "claims",
    "dense",
    "framework",
    "framework-dense",
    "framework-hybrid",
    "quixote",
)
LIMIT_MS, LIMIT_RATIO = 400.0, 2.5


def arguments(claims: int, premises: int, seed: int) -> Iterator[Argument]:
    """Yields premises of forty words, about equally many for each claim."""
    speaker = Speaker(seed)
    number = 0
    for row in range(claims):
        text = f"{speaker.say(int(speaker.random.integers(4, 13)))} {row}"
        claim = Claim(claim_id(text), text)
        for _ in range(premises * (row + 1) // claims - premises * row // claims):
            stance = Stance.PRO if speaker.random.random() < 0.5 else Stance.CON
            premise = Premise(f"p{number}", f"{speaker.say(40)} {number}")
            yield Argument(f"a{number}", premise, claim, stance, source="made up")
            number += 1


class MadeUpIndex(OpenIndex):
    """A lexical index with generated vectors, clusters and qualities."""

    query: Singles

    @property
    def has_vectors(self) -> bool:
        """As if it were encoded."""
        return True

    @cached_property
    def _random(self) -> np.random.Generator:
        return np.random.default_rng(7)

    @cached_property
    def _claim_clusters(self) -> Ints:
        """Clusters of six neighbouring claims."""
        return np.asarray(np.arange(self.tables.links.claims) // 6, np.int64)

    @cached_property
    def _premise_clusters(self) -> Ints:
        """Clusters of about three premises, most of them of neighbouring claims."""
        premises = self.tables.links.premises
        drawn = np.arange(premises) // 36 * 12 + self._random.integers(0, 12, premises)
        far = self._random.random(premises) < 0.05
        drawn[far] = self._random.integers(0, drawn.max() + 1, int(far.sum()))
        return np.asarray(np.unique(drawn, return_inverse=True)[1], np.int64)

    def vectors(self, kind: Kind, variant: str = "") -> VectorTable:
        """Vectors of a cluster lie around a common point, however long texts are read."""
        return self._claim_vectors if kind == "claims" else self._premise_vectors

    @cached_property
    def _claim_vectors(self) -> VectorTable:
        return VectorTable(self._around(self._claim_clusters))

    @cached_property
    def _premise_vectors(self) -> VectorTable:
        return VectorTable(self._around(self._premise_clusters))

    @cached_property
    def quality(self) -> Singles:
        """How often each premise beats others."""
        return self._random.integers(0, 11, (len(self.tables.links), 3)).astype(np.float32)

    @cached_property
    def _encoder(self) -> Encoder:
        return encoder(BUNDLED)

    def encode(self, content: str) -> Singles:
        """Runs the encoder and returns the vector that belongs to the query."""
        self._encoder([content])
        return self.query

    def _around(self, clusters: Ints) -> Halves:
        centres = self._random.standard_normal((int(clusters.max()) + 1, DIMENSIONS), np.float32)
        vectors = np.empty((len(clusters), DIMENSIONS), np.float16)
        for start in range(0, len(clusters), 10_000):
            part = centres[clusters[start : start + 10_000]]
            part = part + 0.5 * self._random.standard_normal(part.shape, np.float32)
            vectors[start : start + 10_000] = part / np.linalg.norm(part, axis=1, keepdims=True)
        return vectors


def opened(folder: Path, claims: int, premises: int) -> MadeUpIndex:
    """Makes the index, or takes the one that is there."""
    if not (folder / "debatable.json").exists():
        start = time.perf_counter()
        make_index(arguments(claims, premises, seed=3), folder, configuration=Configuration(encoder=""))
        print(f"indexed {premises:,} premises in {time.perf_counter() - start:.0f} s")
    return MadeUpIndex(folder)


def spoken(engine: Engine, index: MadeUpIndex, queries: int) -> Iterator[str]:
    """Yields queries, claims with words left out, and gives the index the vector that belongs to each."""
    random = np.random.default_rng(11)
    for row in random.integers(0, index.tables.links.claims, queries):
        rows = np.array([row])
        words = engine.backend.texts("claims", rows)[0].split()[:-1]
        kept = [word for word in words if random.random() < 0.8] or words
        noisy = index.vectors("claims").of(rows)[0] + 0.02 * random.standard_normal(DIMENSIONS)
        index.query = (noisy / np.linalg.norm(noisy)).astype(np.float32)
        yield " ".join(kept)


def timed(engine: Engine, index: MadeUpIndex, method: str, queries: int) -> Floats:
    """Returns the milliseconds that each query took, after three that warm up: by the clock, and of the processor."""
    spent = []
    for query in spoken(engine, index, queries + 3):
        start = time.perf_counter(), time.process_time()
        engine.search(query, method=method, k=10)
        spent.append((time.perf_counter() - start[0], time.process_time() - start[1]))
    return np.array(spent[3:]).reshape(-1, 2) * 1000


def main() -> None:
    """Reads the command line and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--claims", type=int, default=60_000)
    parser.add_argument("--premises", type=int, default=700_000)
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--folder", type=Path, default=Path("search-benchmark"))
    parser.add_argument("--method", action="append", help="repeatable; all by default")
    options = parser.parse_args()
    indexes = {
        share: opened(
            options.folder / f"{options.premises // share}",
            options.claims // share,
            options.premises // share,
        )
        for share in (10, 1)
    }
    engines = {share: Engine(LocalBackend(index)) for share, index in indexes.items()}
    print(f"{'method':<18} {'p50':>8} {'p95':>8} ms at a tenth {'p50':>8} {'p95':>8} ms in full   p95 ratio")
    for name in options.method or [name for name in METHODS_TIMED if name in METHODS]:
        spent = {
            share: timed(engine, indexes[share], name, options.queries)[:, 0]
            for share, engine in engines.items()
        }
        (s50, s95), (l50, l95) = (np.percentile(spent[share], [50, 95]) for share in (10, 1))
        verdict = "" if name != "framework" else _verdict(l95, l95 / s95)
        print(
            f"{name:<18} {s50:8.1f} {s95:8.1f} {'':<14} {l50:8.1f} {l95:8.1f} {'':<11} {l95 / s95:9.2f}{verdict}"
        )


def _verdict(p95: float, ratio: float) -> str:
    met = p95 <= LIMIT_MS and ratio <= LIMIT_RATIO
    return f"  {'within' if met else 'OVER'} {LIMIT_MS:.0f} ms and {LIMIT_RATIO} times"


if __name__ == "__main__":
    main()
