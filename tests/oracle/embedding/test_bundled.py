"""The bundled encoder against vectors of the original model (texts.txt through sentence-transformers, float32)."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np

from debatable.embedding import OnnxEncoder, encoder
from debatable.embedding.onnx import MODELS

HERE = Path(__file__).parent
TEXTS = (HERE / "texts.txt").read_text(encoding="utf-8").splitlines()
REFERENCE = np.load(HERE / "minilm_float32.npy", allow_pickle=False)


def test_vectors_agree_with_the_original() -> None:
    """Weights and activations of 8 bits cost .0008 of the cosine on average (docs/embedding.md), processors .0001."""
    cosines = (encoder()(TEXTS) * REFERENCE).sum(axis=1)
    assert cosines.mean() >= 0.998
    assert cosines.min() >= 0.99


def test_neighbours_agree_with_the_original() -> None:
    """Of the ten nearest, .958 were the same on the processor that the weights were chosen on."""

    def nearest(vectors: np.ndarray) -> np.ndarray:
        similarity = vectors @ vectors.T - 2 * np.eye(len(vectors))
        return np.argsort(-similarity, axis=1)[:, :10]

    pairs = zip(nearest(encoder()(TEXTS)), nearest(REFERENCE), strict=True)
    assert np.mean([len(set(a) & set(b)) / 10 for a, b in pairs]) >= 0.95


def test_model_file_is_the_one_that_the_card_speaks_of() -> None:
    folder = MODELS / "all-MiniLM-L6-v2"
    card = json.loads((folder / "encoder.json").read_text())
    assert hashlib.sha256((folder / "model.onnx").read_bytes()).hexdigest() == card["sha256"]
    assert (OnnxEncoder().dimensions, OnnxEncoder().limit) == (card["dimensions"], card["limit"])


def test_a_vector_does_not_depend_on_company_order_or_threads() -> None:
    odd = ["", "a", "!!! " * 200, "Привет, 中文 😀", "word " * 100, "\ud800 lone surrogate"]
    together = encoder()([*TEXTS, *odd])
    alone = np.vstack([encoder()([text]) for text in [*TEXTS, *odd]])
    np.testing.assert_array_equal(together, alone)
    np.testing.assert_array_equal(encoder()([*odd, *TEXTS][::-1])[::-1], np.roll(together, len(odd), axis=0))
    np.testing.assert_array_equal(encoder(threads=1)([*TEXTS, *odd]), together)
