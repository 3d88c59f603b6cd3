"""What an index holds does not depend on the processor that it was made on."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from debatable.corpus.readers import read
from debatable.embedding import KnownVectors, encoder
from debatable.engines import demo_collection
from debatable.engines.cached import demo_vectors
from tests.contract.pairs import BUNDLED, FACTORIES, KINDS

TOLERANCE = 1e-3
"""How far a cosine may be from 1: last digits of floats differ between processors, and where one crosses the border
between two bytes of an activation, components of the vector move by some thousandths."""


@pytest.mark.parametrize("factory", [name for name in FACTORIES if name != "brute force"])
def test_vectors_are_those_of_another_processor(factory: str, tmp_path: Path) -> None:
    """The bundled vectors were made on x86-64 with VNNI; the index makes its own."""
    arguments = list(read([demo_collection() / "corpus.jsonl.gz"]))[::40]
    backend = FACTORIES[factory](arguments, BUNDLED, tmp_path)
    shipped = KnownVectors(encoder(BUNDLED), demo_vectors())
    for kind in KINDS:
        rows = backend.rows(kind)
        made, others = backend.vectors(kind, rows), shipped(backend.texts(kind, rows))
        lengths = np.linalg.norm(made, axis=1) * np.linalg.norm(others, axis=1)
        assert len(rows) >= 15 and ((made * others).sum(axis=1) / lengths).min() >= 1 - TOLERANCE
    backend.close()
