"""The graph of a reader against BERT's definition, computed in numpy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from debatable.arrays import Floats
from debatable.learning import PairReader
from tests.support.tiny_reader import LIMIT, WORDS, pair_logits, tiny_folder, written


def pairs(count: int, words: int) -> tuple[list[str], list[str]]:
    draw = np.random.default_rng(11)
    texts = [" ".join(draw.choice(WORDS[4:], draw.integers(0, words))) for _ in range(2 * count)]
    return texts[:count], texts[count:]


def expected(firsts: list[str], seconds: list[str]) -> Floats:
    return np.array([pair_logits(one, other) for one, other in zip(firsts, seconds, strict=True)])


def test_float32_logits_are_those_of_the_definition(tmp_path: Path) -> None:
    firsts, seconds = pairs(60, LIMIT)
    reader = PairReader(tiny_folder(tmp_path, "float32"))
    np.testing.assert_allclose(reader(firsts, seconds), expected(firsts, seconds), atol=1e-4)
    alone = np.array([pair_logits(text, None) for text in firsts])
    np.testing.assert_allclose(reader(firsts), alone, atol=1e-4)


def test_int8_logits_are_near(tmp_path: Path) -> None:
    """Eight numbers wide, a layer rounds by more than a real one; products that saturate give a correlation of .84."""
    firsts, seconds = pairs(200, 12)
    found, wanted = PairReader(tiny_folder(tmp_path))(firsts, seconds), expected(firsts, seconds)
    for column in range(wanted.shape[1]):
        assert np.corrcoef(found[:, column], wanted[:, column])[0, 1] > 0.99
    assert ((found > 0) == (wanted > 0)).mean() > 0.95


@pytest.mark.parametrize("kind", ["float32", "int8"])
def test_the_writer_writes_such_graphs(tmp_path: Path, kind: str) -> None:
    pytest.importorskip("onnx", reason="writing graphs takes onnx")
    pytest.importorskip("safetensors", reason="writing graphs takes safetensors")
    firsts, seconds = pairs(30, 12)
    kept = PairReader(tiny_folder(tmp_path / "kept", kind))(firsts, seconds)
    anew = PairReader(tiny_folder(tmp_path / "anew", kind, written(kind)))(firsts, seconds)
    # What calibrates int8 is computed in floats: on another processor a last digit may move a weight by one step.
    np.testing.assert_allclose(anew, kept, atol=1e-4 if kind == "float32" else 0.5)
