"""first, sliding and sentences on texts of 100, 600 and (slow) 3,000 tokens, against a direct computation."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import pytest
from tokenizers import Tokenizer

from debatable.embedding import encoder
from debatable.embedding.onnx import MODELS
from debatable.embedding.runtime import runtime, session_options

SENTENCES = [
    "Trains are quieter than planes.",
    "A ban on short flights would help the climate!",
    "Who pays for the new rails?",
    "Farmers lose their land to them.",
]


@pytest.fixture(scope="module")
def direct() -> Any:
    """Encodes one sequence of tokens with the graph itself: no batching, no padding."""
    folder = MODELS / "all-MiniLM-L6-v2"
    path = str(folder / "model.onnx")
    session = runtime().InferenceSession(path, session_options(), providers=["CPUExecutionProvider"])

    @cache
    def encode(*ids: int) -> np.ndarray:
        row = np.array([[101, *ids, 102]], dtype=np.int64)
        vector = session.run(None, {"input_ids": row, "attention_mask": np.ones_like(row)})[0][0]
        return np.asarray(vector / np.linalg.norm(vector))

    return encode


def text_of(tokens: int) -> tuple[str, list[str], list[int]]:
    """Returns a text of about so many tokens that ends with a sentence, its sentences and its tokens."""
    tokenizer = Tokenizer.from_file(str(MODELS / "all-MiniLM-L6-v2" / "tokenizer.json"))
    parts: list[str] = []
    count = 0
    while count < tokens:
        parts.append(SENTENCES[len(parts) * (len(parts) + 1) // 2 % 4])
        count += len(tokenizer.encode(parts[-1], add_special_tokens=False).ids)
    return " ".join(parts), parts, tokenizer.encode(" ".join(parts), add_special_tokens=False).ids


def mean(vectors: list[np.ndarray]) -> np.ndarray:
    total = np.mean(vectors, axis=0)
    return np.asarray(total / np.linalg.norm(total))


@pytest.mark.parametrize("tokens", [100, 600, pytest.param(3000, marks=pytest.mark.slow)])
def test_three_ways_equal_a_direct_computation(tokens: int, direct: Any) -> None:
    text, parts, ids = text_of(tokens)
    tokenizer = Tokenizer.from_file(str(MODELS / "all-MiniLM-L6-v2" / "tokenizer.json"))
    window, half = 254, 127
    starts = [0] if len(ids) <= window else [half * i for i in range(math.ceil(len(ids) / half))]
    expected = {
        "first": direct(*ids[:window]),
        "sliding": mean([direct(*ids[start : start + window]) for start in starts]),
        "sentences": mean([direct(*tokenizer.encode(p, add_special_tokens=False).ids) for p in parts]),
    }
    found = {way: encoder(f"{way}(all-MiniLM-L6-v2)")([text])[0] for way in expected}
    for way, vector in expected.items():
        assert found[way] @ vector > 0.9999, way  # int8 rounding may flip where padding changes float sums
    if tokens == 100:
        np.testing.assert_array_equal(found["first"], encoder()([text])[0])
        np.testing.assert_allclose(found["sliding"], found["first"], atol=1e-6)
    else:
        assert found["first"] @ found["sliding"] < 0.9995
    assert found["first"] @ found["sentences"] < 0.99


def test_only_the_first_tokens_count_for_first_and_all_for_sliding() -> None:
    text, _, _ = text_of(600)
    other = text + " Bananas are yellow and the sea is deep." * 5
    first, sliding = encoder("first(all-MiniLM-L6-v2)"), encoder("sliding(all-MiniLM-L6-v2)")
    np.testing.assert_array_equal(*first([text, other]))
    a, b = sliding([text, other])
    assert a @ b < 0.999
