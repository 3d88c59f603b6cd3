"""The graph of a reader with BERT's body and coded matrices, against the float graph of the same weights."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

pytest.importorskip("onnx", reason="needs the extra train")

from debatable.learning.coded_weights import Codes
from debatable.learning.pair_graph import padded
from debatable.learning.training.network.coded_graph import coded_writer
from debatable.learning.training.network.export import reader_writer, typed
from tests.unit.learning.training.network.test_mpnet_graph import coded_rows, matrix, session

Array = npt.NDArray[Any]
WIDTH, WIDE, HEADS, LAYERS, WORDS, LIMIT = 128, 192, 2, 2, 160, 24
WORDS_OF = "body.embeddings.word_embeddings"


def weights() -> dict[str, Array]:
    draw = np.random.default_rng(6)

    def plain(*shape: int, mean: float = 0) -> Array:
        return draw.normal(mean, 0.1, shape).astype(np.float32)

    found = coded_rows(draw, WORDS_OF, WORDS, WIDTH)
    found["body.embeddings.position_embeddings.weight"] = plain(40, WIDTH)
    found["body.embeddings.token_type_embeddings.weight"] = plain(2, WIDTH)
    norms = ["body.embeddings.LayerNorm"]
    for number in range(LAYERS):
        layer = f"body.encoder.layer.{number}"
        products = {f"{layer}.attention.self.{part}": (WIDTH, WIDTH) for part in ("query", "key", "value")}
        products |= {f"{layer}.attention.output.dense": (WIDTH, WIDTH)}
        products |= {f"{layer}.intermediate.dense": (WIDE, WIDTH), f"{layer}.output.dense": (WIDTH, WIDE)}
        for name, shape in products.items():
            found |= coded_rows(draw, name, *shape)
            found[f"{name}.bias"] = plain(shape[0])
        norms += [f"{layer}.attention.output.LayerNorm", f"{layer}.output.LayerNorm"]
    for norm in norms:
        found |= {f"{norm}.weight": plain(WIDTH, mean=1), f"{norm}.bias": plain(WIDTH)}
    for head in ("stance", "closeness"):
        found |= {f"heads.{head}.weight": plain(1, WIDTH), f"heads.{head}.bias": plain(1)}
    return found


def as_floats(held: dict[str, Array]) -> dict[str, Array]:
    floats = {key: value for key, value in held.items() if "::" not in key}
    names = [key.removesuffix(".weight::codes") for key in held if key.endswith("::codes")]
    return floats | {f"{name}.weight": matrix(held, name).astype(np.float32) for name in names}


PAIRS = [
    ([101, 110, 150, 102], [130, 102]),
    ([101, *range(105, 115), 102], []),
    ([101, 102], [151, 140, 102]),
]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_the_graph_reads_as_that_of_the_same_weights_in_floats(first: list[int], second: list[int]) -> None:
    held, heads = weights(), ["stance", "closeness"]
    plain = reader_writer(as_floats(held), heads, LIMIT, "tiny", HEADS).write()
    wanted = session(plain.SerializeToString()).run(None, typed(first, second))[0]
    writer = coded_writer(held, heads, LIMIT, "tiny", attention_heads=HEADS)
    rounded = session(writer.write().SerializeToString()).run(None, typed(first, second))[0]
    np.testing.assert_allclose(rounded, wanted, atol=0.05)
    exact = coded_writer(held, heads, LIMIT, "tiny", attention_heads=HEADS)
    exact.spreads = None  # no rounding of what flows into a product
    found = session(exact.write().SerializeToString()).run(None, typed(first, second))[0]
    np.testing.assert_allclose(found, wanted, atol=2e-4)
    assert np.abs(found[0, 0] - found[0, 1]) > 1e-3, "two heads"


def test_words_of_another_model_take_the_place_of_its_own() -> None:
    held = weights()
    other = dict(held) | coded_rows(np.random.default_rng(9), WORDS_OF, WORDS, WIDTH)
    whole = np.rint(matrix(other, WORDS_OF) / other[f"{WORDS_OF}.weight::scales"]).astype(np.int8)
    words = Codes(whole, np.ones((WORDS, WIDTH // 64), np.int8), 1), other[f"{WORDS_OF}.weight::scales"][:, 0]
    given = coded_writer(held, ["stance"], LIMIT, "tiny", words, HEADS).write()
    own = coded_writer(other, ["stance"], LIMIT, "tiny", attention_heads=HEADS).write()
    first = coded_writer(held, ["stance"], LIMIT, "tiny", attention_heads=HEADS).write()
    logits = [session(m.SerializeToString()).run(None, typed(*PAIRS[0]))[0] for m in (given, own, first)]
    np.testing.assert_allclose(logits[0], logits[1], atol=0.02)
    assert (np.abs(logits[0] - logits[2]) > 0.02).all()


def test_numbers_of_two_bytes_change_the_logits_little_and_the_size_much() -> None:
    wide, half = (coded_writer(weights(), ["stance"], LIMIT, "tiny", attention_heads=HEADS) for _ in range(2))
    half.half = True
    models = [writer.write() for writer in (wide, half)]
    sizes = [{c.name: len(c.raw_data) for c in model.graph.initializer} for model in models]
    assert sizes[0]["places"] == 2 * sizes[1]["places"] == 4 * LIMIT * WIDTH
    assert sizes[0]["words.scale"] == 2 * sizes[1]["words.scale"] == 4 * WORDS
    logits = [session(m.SerializeToString()).run(None, typed(*PAIRS[0]))[0] for m in models]
    np.testing.assert_allclose(logits[0], logits[1], atol=0.02)
    assert (logits[0] != logits[1]).all()


def test_a_pair_has_the_same_bits_beside_others_and_with_more_padding() -> None:
    graph = coded_writer(weights(), ["stance"], LIMIT, "tiny", attention_heads=HEADS).write()
    reads = session(graph.SerializeToString())
    alone = [reads.run(None, padded([pair], 12, 0))[0] for pair in PAIRS]
    assert len({*np.concatenate(alone)[:, 0].tolist()}) == len(PAIRS)
    np.testing.assert_array_equal(reads.run(None, padded(PAIRS, 12, 0))[0], np.concatenate(alone))
    np.testing.assert_array_equal(reads.run(None, padded(PAIRS, 20, 0))[0], np.concatenate(alone))
