"""Weights read back from a graph that was written from known ones."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from debatable.embedding import OnnxEncoder
from debatable.errors import InputError
from tests.support import tiny_reader
from tests.support.tiny_base import HEADS, tiny_base, tiny_weights

pytest.importorskip("torch", reason="needs the extra train")
pytest.importorskip("onnx", reason="needs the extra train")
pytest.importorskip("safetensors", reason="needs the extra train")


def test_weights_come_back_as_near_as_int8_allows() -> None:
    from debatable.learning.training.network.base import restored_weights

    found, heads = restored_weights(tiny_reader.HERE / "int8.onnx")
    wanted = {
        name.removeprefix("body."): value
        for name, value in tiny_reader.weights().items()
        if name.startswith("body.")
    }
    types = wanted["embeddings.token_type_embeddings.weight"]
    places = wanted["embeddings.position_embeddings.weight"][: tiny_reader.LIMIT] + types[0]
    wanted["embeddings.position_embeddings.weight"] = places
    wanted["embeddings.token_type_embeddings.weight"] = types - types[0]
    assert heads == tiny_reader.ATTENTION_HEADS and set(found) == set(wanted)
    for name, value in wanted.items():
        assert found[name].shape == value.shape
        atol = 0.15 if name.endswith("bias") and "LayerNorm" not in name else np.abs(value).max() / 50
        np.testing.assert_allclose(found[name], value, atol=atol, err_msg=name)


def test_the_bundled_models_and_folders_can_be_started_from(tmp_path: Path) -> None:
    from debatable.learning.training.network.base import open_base

    bundled, reader = open_base(), open_base("reader")
    assert (bundled.name, bundled.licence, bundled.positions, bundled.attention_heads) == (
        "all-MiniLM-L6-v2",
        "Apache-2.0",
        512,
        12,
    )
    assert reader.positions == 160 and reader.tokenizer == bundled.tokenizer
    own = open_base(str(tiny_base(tmp_path / "own")))
    assert own.attention_heads == HEADS and own.name == "own" and own.licence == "unknown"
    for name, value in tiny_weights().items():
        np.testing.assert_array_equal(own.weights[name], value)


def test_bases_that_do_not_fit_are_told(tmp_path: Path) -> None:
    from safetensors.numpy import save_file

    from debatable.learning.training.network.base import open_base

    def refused(folder: Path, words: str) -> None:
        with pytest.raises(InputError, match=words) as caught:
            open_base(str(folder))
        assert "\n" not in str(caught.value)

    refused(tmp_path / "nowhere", "no such folder; give a folder with model.safetensors")
    refused(tmp_path, "no weights to start from")
    folder = tiny_base(tmp_path / "a")
    (folder / "config.json").write_text(json.dumps({"num_attention_heads": 5}), "utf-8")
    refused(
        folder,
        "32 dimensions are not shared by 5 attention heads; say num_attention_heads in its config.json",
    )
    folder = tiny_base(tmp_path / "b")
    (folder / "tokenizer.json").unlink()
    refused(folder, "cannot read the tokenizer")
    folder = tiny_base(tmp_path / "c")
    weights = tiny_weights()
    del weights["encoder.layer.0.output.dense.bias"]
    save_file(weights, folder / "model.safetensors")
    refused(folder, "the weight encoder.layer.0.output.dense.bias is missing")
    weights = tiny_weights() | {"embeddings.token_type_embeddings.weight": np.zeros((1, 32), np.float32)}
    save_file(weights, folder / "model.safetensors")
    refused(folder, "has no token_type_embeddings as BERT has them")
    weights = tiny_weights()
    weights["embeddings.LayerNorm.bias"][3] = np.nan
    save_file(weights, folder / "model.safetensors")
    refused(folder, "not finite")
    (folder / "model.safetensors").write_bytes(b"junk")
    refused(folder, "is no safetensors file")
    folder = tiny_base(tmp_path / "d")
    (folder / "model.safetensors").unlink()
    (folder / "model.onnx").write_bytes(b"junk")
    refused(folder, "no weights can be read back from this graph")


def test_a_network_that_starts_from_the_bundled_encoder_encodes_as_it_does() -> None:
    from debatable.learning.training.network.base import open_base
    from debatable.learning.training.network.network import network_of, text_inputs

    texts = [
        "Zoos are cruel",
        "Nuclear power is safe and clean, and it needs little land.",
        "no",
        "Should we ban cars?",
    ]
    base = open_base()
    inputs = text_inputs(base.word_pieces, texts, None, 60, 160)
    cosines = (network_of(base, "", "cpu").read(inputs) * OnnxEncoder()(texts)).sum(axis=1)
    assert cosines.min() > 0.98
