"""The graph of a reader with MPNet's body, against the same sums written out in numpy."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

pytest.importorskip("onnx", reason="needs the extra train")

from debatable.embedding.runtime import runtime, session_options
from debatable.learning.coded_weights import Codes, coded, packed, unfolded
from debatable.learning.training.network.mpnet_graph import distance_buckets, mpnet_writer

Array = npt.NDArray[Any]
WIDTH, WIDE, HEADS, LAYERS, WORDS, LIMIT = 128, 192, 2, 2, 160, 24


def coded_rows(draw: np.random.Generator, name: str, rows: int, columns: int) -> dict[str, Array]:
    codes = draw.integers(-7, 8, (rows, columns)) + 8
    return {
        f"{name}.weight::codes": (codes[:, ::2] * 16 + codes[:, 1::2]).astype(np.uint8),
        f"{name}.weight::factors": draw.integers(1, 19, (rows, columns // 64)).astype(np.uint8),
        f"{name}.weight::scales": draw.uniform(0.5, 1.5, (rows, 1)).astype(np.float32) / 900,
    }


def weights() -> dict[str, Array]:
    draw = np.random.default_rng(5)

    def plain(*shape: int, mean: float = 0) -> Array:
        return draw.normal(mean, 0.1, shape).astype(np.float32)

    found = coded_rows(draw, "body.embeddings.word_embeddings", WORDS, WIDTH)
    found["body.embeddings.position_embeddings.weight"] = plain(40, WIDTH)
    norms = ["body.embeddings.LayerNorm"]
    for number in range(LAYERS):
        layer = f"body.encoder.layer.{number}"
        products = {f"{layer}.attention.attn.{part}": (WIDTH, WIDTH) for part in "qkvo"}
        products |= {f"{layer}.intermediate.dense": (WIDE, WIDTH), f"{layer}.output.dense": (WIDTH, WIDE)}
        for name, shape in products.items():
            found |= coded_rows(draw, name, *shape)
            found[f"{name}.bias"] = plain(shape[0])
        norms += [f"{layer}.attention.LayerNorm", f"{layer}.output.LayerNorm"]
    for norm in norms:
        found |= {f"{norm}.weight": plain(WIDTH, mean=1), f"{norm}.bias": plain(WIDTH)}
    found["body.encoder.relative_attention_bias.weight"] = plain(32, HEADS) * 10
    return found | {"heads.stance.weight": plain(1, WIDTH), "heads.stance.bias": plain(1)}


def matrix(held: dict[str, Array], name: str) -> Array:
    pairs = held[f"{name}.weight::codes"]
    codes = np.stack([pairs // 16, pairs % 16], axis=2).reshape(len(pairs), -1).astype(float) - 8
    factors = np.repeat(held[f"{name}.weight::factors"].astype(float), 64, axis=1)
    return np.asarray(codes * factors * held[f"{name}.weight::scales"])


def by_hand(held: dict[str, Array], ids: list[int]) -> float:
    """Reads one pair given MPNet's own numbers of its tokens."""

    def norm(x: Array, name: str) -> Array:
        spread = np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)
        centred = (x - x.mean(axis=1, keepdims=True)) / spread
        return np.asarray(centred * held[f"{name}.weight"] + held[f"{name}.bias"])

    def product(x: Array, name: str) -> Array:
        return np.asarray(x @ matrix(held, name).T + held[f"{name}.bias"])

    places = held["body.embeddings.position_embeddings.weight"][2 : 2 + len(ids)]
    x = norm(matrix(held, "body.embeddings.word_embeddings")[ids] + places, "body.embeddings.LayerNorm")
    between = held["body.encoder.relative_attention_bias.weight"][distance_buckets(len(ids))]
    for number in range(LAYERS):
        layer, heads = f"body.encoder.layer.{number}", []
        parts = [product(x, f"{layer}.attention.attn.{part}") for part in "qkv"]
        for head in range(HEADS):
            q, k, v = (part[:, head * 64 : (head + 1) * 64] for part in parts)
            scores = np.exp(q @ k.T / 8 + between[:, :, head])
            heads.append(scores / scores.sum(axis=1, keepdims=True) @ v)
        x = norm(
            x + product(np.concatenate(heads, axis=1), f"{layer}.attention.attn.o"),
            f"{layer}.attention.LayerNorm",
        )
        wide = product(x, f"{layer}.intermediate.dense")
        wide = wide * 0.5 * (1 + np.vectorize(math.erf)(wide / math.sqrt(2)))
        x = norm(x + product(wide, f"{layer}.output.dense"), f"{layer}.output.LayerNorm")
    return float(x.mean(axis=0) @ held["heads.stance.weight"][0] + held["heads.stance.bias"][0])


def feed(ids: list[int], width: int) -> dict[str, Array]:
    row = np.zeros((1, width), dtype=np.int64)
    row[0, : len(ids)] = ids
    return {"input_ids": row, "attention_mask": (np.arange(width) < len(ids))[None].astype(np.int64)} | {
        "token_type_ids": np.zeros_like(row)
    }


def session(model: bytes) -> Any:
    return runtime().InferenceSession(model, session_options(), providers=["CPUExecutionProvider"])


PAIRS = [[101, 110, 150, 102, 130, 102], [101, *range(105, 125), 102], [101, 102, 151, 151, 140, 102]]


@pytest.mark.parametrize("ids", PAIRS)
@pytest.mark.parametrize("padding", [0, 2])
def test_the_graph_reads_as_the_formulas_say(ids: list[int], padding: int) -> None:
    held = weights()
    own = [{101: 0, 102: 2}.get(token, token + 4) for token in ids]
    wanted = by_hand(held, own)
    writer = mpnet_writer(held, ["stance"], LIMIT, "tiny", HEADS)
    writer.spreads = None  # no rounding of what flows into a product
    found = session(writer.write().SerializeToString()).run(None, feed(ids, len(ids) + padding))[0]
    np.testing.assert_allclose(found, [[wanted]], atol=2e-4)
    rounded = session(mpnet_writer(held, ["stance"], LIMIT, "tiny", HEADS).write().SerializeToString())
    np.testing.assert_allclose(rounded.run(None, feed(ids, len(ids) + padding))[0], [[wanted]], atol=0.05)


def test_coded_weights_are_those_that_training_wrote() -> None:
    held = weights()
    writer = mpnet_writer(held, ["stance"], LIMIT, "tiny", HEADS)
    model = writer.write()
    size = len(model.SerializeToString())
    tensors = packed(model, writer.given, {})
    names = {name.removesuffix(".shape") for name in tensors if name.endswith(".shape")}
    assert not names  # all matrices of this one are small enough to stay in the graph
    assert len(model.SerializeToString()) == size
    for name, codes in writer.given.items():
        np.testing.assert_array_equal(unfolded(codes.tensors(name), name), codes.whole)


def test_distances_beyond_the_exact_ones_share_buckets() -> None:
    buckets = distance_buckets(200)
    forwards, backwards = buckets[0] - 16, buckets[:, 0]
    assert forwards[1:8].tolist() == backwards[1:8].tolist() == list(range(1, 8))
    assert np.array_equal(forwards[1:], backwards[1:]) and buckets[7, 7] == 0
    assert (np.diff(backwards) >= 0).all() and backwards[8] == 8 and backwards[127:].tolist() == [15] * 73
    assert backwards[16] == 10  # 8 + ⌊8 · ln 2 / ln 16⌋


def test_codes_of_a_matrix_are_as_near_as_their_steps_allow() -> None:
    whole = np.random.default_rng(1).integers(-127, 128, (128, 5)).astype(np.int8)
    for axis, array in ((0, whole), (1, np.ascontiguousarray(whole.T))):
        for largest in (7, 15):
            found = coded(array, axis, largest)
            steps = np.repeat(found.factors, 64, axis=axis)
            assert (
                np.abs(found.whole.astype(int) - array)
                <= np.maximum(steps / 2, np.abs(array) - largest * steps)
            ).all()
            assert np.abs(found.codes).max() <= largest
            np.testing.assert_array_equal(unfolded(found.tensors("m"), "m"), found.whole)


def test_a_group_is_coded_with_the_smallest_factor_that_holds_it() -> None:
    whole = np.zeros((64, 2), dtype=np.int8)
    whole[3] = [7, 8]
    assert coded(whole, 0).factors.tolist() == [[1, 2]]
    assert isinstance(coded(whole, 0), Codes)
