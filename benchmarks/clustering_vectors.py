"""Vectors like those of claims and premises: topics, many small tight groups in them, and loners."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["argument_like"]


def argument_like(count: int, *, dimensions: int = 384, seed: int = 0) -> NDArray[np.float32]:
    """Returns unit vectors: a fifth of them alone in their topic, the others in groups of about six.

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
