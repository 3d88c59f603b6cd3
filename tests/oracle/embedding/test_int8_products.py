"""Products of bytes and int8 weights, as opened for every model, against whole numbers.

On x86-64 without VNNI onnxruntime by default adds two products in 16 bits and saturates. There, these tests fail
without the option that makes products exact; the saturated sums are computed here, too, so that it is known on
every processor that the inputs tell one from the other.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tools.int8_saturation import can_saturate

from debatable.arrays import Ints
from debatable.embedding.graph import open_session
from debatable.embedding.runtime import arithmetic
from debatable.errors import InputError
from debatable.learning.coded_weights import WEIGHTS, read_coded
from debatable.learning.pair_reader import MODELS as READERS

GRAPH = Path(__file__).parents[2] / "support" / "tiny_models" / "products.onnx"
INPUTS, OUTPUTS = 256, 20
OPERATORS = (
    "MatMulInteger",
    "MatMulIntegerToFloat",
    "ExternalWeights",  # the same operator with weights that are not in the file, as the bundled readers have it
    "DynamicQuantizeMatMul",
    "QuantizeDequantize",
    "QGemm",
    "QLinearMatMul",
)


def weights() -> Ints:
    """The rule by which tools/make_int8_graphs.py sets the sign of 127."""
    rule = [[(row + column) // 2 % 7 < 4 for column in range(OUTPUTS)] for row in range(INPUTS)]
    return np.where(rule, 127, -127)


def activations(texts: int) -> Ints:
    """Bytes 0 and 255 alone."""
    return np.random.default_rng(texts).integers(0, 2, (texts, INPUTS)) * 255


def saturating_sums(bytes_: Ints, matrix: Ints) -> Ints:
    """Adds two products in 16 bits, as vpmaddubsw does, and what comes of it in 32."""
    products = bytes_[:, :, None] * matrix[None]
    return np.asarray(np.clip(products[:, ::2] + products[:, 1::2], -(2**15), 2**15 - 1).sum(axis=1))


def output(operator: str, sums: Ints, matrix: Ints) -> Ints:
    """What an operator makes of the sums of products: it takes 128 off the bytes, or rounds, or neither."""
    if operator in ("MatMulIntegerToFloat", "ExternalWeights"):
        return np.asarray(sums - 128 * matrix.sum(axis=0))
    return np.round(sums / 2**16).astype(np.int64) + 128 if operator == "QLinearMatMul" else sums


@pytest.mark.parametrize("texts", [1, 5, 33])
@pytest.mark.parametrize("operator", OPERATORS)
def test_products_are_exact_integers(operator: str, texts: int) -> None:
    session = open_session(GRAPH, {"external": weights().astype(np.int8)})
    found = session.run([operator], {"input_ids": activations(texts)})[0]
    sums = activations(texts) @ weights()
    np.testing.assert_array_equal(found, output(operator, sums, weights()))
    saturated = output(operator, saturating_sums(activations(texts), weights()), weights())
    assert (found != saturated).any(axis=1).all(), "these inputs tell exact products from saturating ones"


def test_shared_weights_are_exact_or_refused() -> None:
    """Where onnxruntime would have to shift weights that two operators share, it cannot open the graph."""
    shifted = arithmetic().weights == "uint8"
    if shifted:
        with pytest.raises(InputError, match="shares int8 weights.*export it with a copy"):
            open_session(GRAPH.with_name("shared.onnx"))
        return
    bytes_, matrix = activations(5)[:, :64], weights()[:64, :16]
    once, again = open_session(GRAPH.with_name("shared.onnx")).run(None, {"input_ids": bytes_})
    np.testing.assert_array_equal(once, bytes_ @ matrix)
    np.testing.assert_array_equal(again, (255 - bytes_) @ matrix)


def test_a_pair_of_weights_can_saturate_if_some_bytes_make_it() -> None:
    edge = np.array([-127, -66, -65, -64, -63, -1, 0, 1, 63, 64, 65, 66, 127])
    first, second = (side.ravel() for side in np.meshgrid(edge, edge))
    corners = np.array([[one, other] for one in (0, 255) for other in (0, 255)])
    pairs = np.vstack([first, second])
    differs = saturating_sums(corners, pairs) != corners @ pairs
    np.testing.assert_array_equal(can_saturate(pairs.astype(np.int8))[0], differs.any(axis=0))


@pytest.mark.parametrize("name", ["reader", "stance"])
def test_bundled_weights_need_exact_products(name: str) -> None:
    """Sums of real weights saturate in some columns, and in none but those that are marked."""
    matrices = {key: one for key, one in read_coded(READERS / name / WEIGHTS).items() if key != "words"}
    largest = max(matrices, key=lambda key: np.abs(matrices[key].astype(int)).max())
    matrix = matrices[largest].astype(np.int64)
    bytes_ = np.vstack([np.where(matrix[:, :2].T > 0, 255, 0), np.full(len(matrix), 255)])
    saturates = (saturating_sums(bytes_, matrix) != bytes_ @ matrix).any(axis=0)
    marked = can_saturate(matrices[largest]).any(axis=0)
    assert saturates.any() and not (saturates & ~marked).any()
