"""Pairs that were read are not read again: for tests that ask a model the same things over and over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import pytest

from debatable.arrays import Floats
from debatable.learning.pair_graph import PairGraph

__all__ = ["Readings", "kept_readings"]

Readings = dict[tuple[str, str, str | None, int | None], Floats]
"""Logits by model, first text, second text and how much is read of the first."""


@contextmanager
def kept_readings(readings: Readings) -> Iterator[None]:
    """Lets readers look up what they read before, which changes nothing: a pair is read by itself."""
    read = PairGraph.logits

    def looked_up(
        graph: PairGraph,
        firsts: Sequence[str],
        seconds: Sequence[str] | None,
        first_limit: int | None,
        threads: int | None = None,
    ) -> Floats:
        model = graph.card.sha256
        others = [None] * len(firsts) if seconds is None else list(seconds)
        keys = [(model, first, other, first_limit) for first, other in zip(firsts, others, strict=True)]
        new = list(dict.fromkeys(key for key in keys if key not in readings))
        if new:
            those = None if seconds is None else [str(second) for _, _, second, _ in new]
            found = read(graph, [key[1] for key in new], those, first_limit, threads)
            readings.update(zip(new, found, strict=True))
        return np.array([readings[key] for key in keys]).reshape(len(keys), len(graph.card.heads))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PairGraph, "logits", looked_up)
        yield
