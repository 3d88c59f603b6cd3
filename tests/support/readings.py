"""Stored readings: what the bundled readers of pairs return, looked up in place of running them.

A test of what is done with readings need not run the model. A pair that is not stored is read by the model, once, so
that a stale or missing file makes tests slower and changes nothing else. To store all anew, after a change of weights:

    rm tests/support/readings.npz; pytest -n auto --dist worksteal --store-readings
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from filelock import FileLock

from debatable.arrays import Floats
from debatable.learning.pair_graph import PairGraph

__all__ = ["STORED", "Readings"]

STORED = Path(__file__).with_name("readings.npz")


class Readings:
    """Logits by a hash of the model, the two texts and how much is read of the first.

    Attributes:
        logits: Stored, and read since.
        new: Keys of what was read since.
    """

    def __init__(self, path: Path = STORED) -> None:
        """Opens a file; without it nothing is stored."""
        self.path = path
        self.logits = self._load()
        self.new: set[int] = set()

    @contextmanager
    def replayed(self) -> Iterator[None]:
        """Lets readers look pairs up, which changes nothing: a pair is read by itself."""
        read = PairGraph.logits

        def looked_up(
            graph: PairGraph,
            firsts: Sequence[str],
            seconds: Sequence[str] | None,
            first_limit: int | None,
            threads: int | None = None,
        ) -> Floats:
            keys = self.keys(graph, firsts, seconds, first_limit)
            places = {key: place for place, key in enumerate(keys) if key not in self.logits}
            if places:
                asked = None if seconds is None else [seconds[place] for place in places.values()]
                logits = read(
                    graph, [firsts[place] for place in places.values()], asked, first_limit, threads
                )
                self.logits.update(zip(places, logits, strict=True))
                self.new.update(places)
            return np.array([self.logits[key] for key in keys]).reshape(len(keys), len(graph.card.heads))

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(PairGraph, "logits", looked_up)
            yield

    @staticmethod
    def keys(
        graph: PairGraph, firsts: Sequence[str], seconds: Sequence[str] | None, first_limit: int | None
    ) -> list[int]:
        """Returns the key of each pair."""
        model = f"{graph.card.sha256} {graph.card.weights_sha256} {first_limit}"
        others = [None] * len(firsts) if seconds is None else seconds
        texts = (repr((model, *pair)).encode() for pair in zip(firsts, others, strict=True))
        return [int.from_bytes(blake2b(text, digest_size=8).digest()) for text in texts]

    def store(self) -> None:
        """Adds what was read to the file, which other processes may do at the same time."""
        with FileLock(Path(tempfile.gettempdir()) / "debatable-readings.lock"):
            every = self._load() | {key: self.logits[key] for key in self.new}
            by_heads = {
                heads: sorted(key for key in every if len(every[key]) == heads) for heads in range(1, 9)
            }
            arrays: dict[str, Any] = {}
            for heads, keys in by_heads.items():
                if keys:
                    arrays[f"keys {heads}"] = np.array(keys, np.uint64)
                    arrays[f"logits {heads}"] = np.array([every[key] for key in keys], np.float32)
            np.savez(self.path, allow_pickle=False, **arrays)

    def _load(self) -> dict[int, Floats]:
        if not self.path.is_file():
            return {}
        with np.load(self.path) as stored:
            return {
                key: logits
                for name in stored
                if name.startswith("keys")
                for key, logits in zip(
                    stored[name].tolist(),
                    stored[name.replace("keys", "logits")].astype(np.float64),
                    strict=True,
                )
            }
