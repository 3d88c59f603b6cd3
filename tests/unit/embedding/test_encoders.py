from __future__ import annotations

import json
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from debatable.embedding import (
    BUNDLED,
    ENCODERS,
    OnnxEncoder,
    Sentences,
    SentenceTransformerEncoder,
    StaticEncoder,
    encoder,
)
from debatable.embedding.encoder import CheckedEncoder
from debatable.embedding.given import GivenVectors
from debatable.embedding.graph import pooled
from debatable.embedding.onnx import MODELS
from debatable.embedding.static import token_matrix, token_table
from debatable.errors import DebatableError, InputError, MissingExtraError, UnknownNameError


@pytest.mark.parametrize(
    "name",
    [
        BUNDLED,
        f"first({BUNDLED})",
        f"sliding({BUNDLED})",
        f"sentences({BUNDLED})",
        "static",
        "sentences(static)",
    ],
)
def test_names_parse_back(name: str) -> None:
    assert encoder(name).name == name
    assert encoder(encoder(name).name) == encoder(name)


def test_a_folder_is_an_encoder(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    (folder / "onnx").mkdir(parents=True)
    (folder / "onnx" / "model.onnx").symlink_to(MODELS / BUNDLED / "model.onnx")
    (folder / "tokenizer.json").symlink_to(MODELS / BUNDLED / "tokenizer.json")
    (folder / "sentence_bert_config.json").write_text('{"max_seq_length": 16}')
    found = encoder(folder)
    assert (found.limit, found.dimensions) == (16, 384)
    long = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    np.testing.assert_array_equal(found([long]), found([long + " and so on"]))
    assert found.fingerprint != encoder().fingerprint


def test_a_folder_of_given_vectors_is_an_encoder(tmp_path: Path) -> None:
    """Vectors by hand; white space in a text is one blank in its line."""
    np.save(tmp_path / "vectors.npy", np.array([[3.0, 4.0], [0.0, 2.0]], dtype=np.float32))
    (tmp_path / "texts.txt").write_text("ban cars\nfree trains\n", encoding="utf-8")
    found = encoder(tmp_path)
    assert isinstance(found, GivenVectors)
    np.testing.assert_allclose(found(["free\n trains", "ban cars"]), [[0.0, 1.0], [0.6, 0.8]], atol=1e-6)
    np.testing.assert_array_equal(found.unscaled(["ban cars"]), [[3, 4]])
    assert (found.dimensions, found.limit) == (2, None)
    before = found.fingerprint
    with pytest.raises(InputError, match=r"has no vector for 'dogs'; add the text to texts\.txt"):
        found(["dogs"])
    (tmp_path / "texts.txt").write_text("ban cars\nfree buses\n", encoding="utf-8")
    assert encoder(tmp_path).fingerprint != before


@pytest.mark.parametrize(
    ("matrix", "texts", "message"),
    [
        (np.zeros((2, 2), dtype=np.float32), b"one\n", "1 texts for 2 vectors"),
        (np.zeros(2, dtype=np.float32), b"one\ntwo\n", "no matrix of floats"),
        (np.zeros((2, 2), dtype=np.int64), b"one\ntwo\n", "no matrix of floats"),
        (np.full((1, 2), np.nan, dtype=np.float32), b"one\n", "not finite"),
        (np.zeros((1, 2), dtype=np.float32), b"\xff\n", "holds no vectors of texts"),
        (np.zeros((1, 2), dtype=np.float32), None, "holds no vectors of texts"),
        (np.array([{"a": 1}], dtype=object), b"one\n", "holds no vectors of texts"),
        (None, b"one\n", "holds no vectors of texts"),
    ],
)
def test_given_vectors_that_do_not_fit_are_refused(
    tmp_path: Path, matrix: npt.NDArray[Any] | None, texts: bytes | None, message: str
) -> None:
    if matrix is not None:
        np.save(tmp_path / "vectors.npy", matrix, allow_pickle=True)
    if texts is not None:
        (tmp_path / "texts.txt").write_bytes(texts)
    with pytest.raises(InputError, match=message):
        encoder(tmp_path)


def test_an_unknown_name_gets_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="all-MiniLM-L6-v2"):
        encoder("all-MiniLM-L6")


def test_mistakes_are_errors_of_ours(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        encoder("/nowhere/at/all")
    with pytest.raises(InputError, match="no encoder in this folder"):
        encoder(tmp_path)
    with pytest.raises(InputError, match="a list of texts"):
        encoder()("one text")
    with pytest.raises(InputError, match="text 1: expected text, got NoneType"):
        encoder()(["a", None])  # type: ignore[list-item]
    (tmp_path / "model.onnx").write_bytes(b"no graph")
    (tmp_path / "tokenizer.json").symlink_to(MODELS / BUNDLED / "tokenizer.json")
    with pytest.raises(InputError, match="cannot load the graph"):
        encoder(tmp_path)(["a"])


def test_hub_names_never_download_unless_asked() -> None:
    found = encoder("sentence-transformers/no-such-model-here")
    assert isinstance(found, SentenceTransformerEncoder)
    assert not found.allow_download
    with pytest.raises((MissingExtraError, InputError)) as caught:
        found(["a"])
    assert isinstance(caught.value, DebatableError)


def test_progress_reaches_the_total_and_no_texts_give_no_rows() -> None:
    seen: list[tuple[int, int | None]] = []
    encoder()(["a", "b c", "word " * 80], lambda done, total: seen.append((done, total)))
    assert seen[-1] == (3, 3)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    for name in (BUNDLED, f"sliding({BUNDLED})", f"sentences({BUNDLED})"):
        assert encoder(name)([]).shape == (0, 384)


def test_blocks_do_not_change_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f"claim number {'very ' * (i % 7)}{i}" for i in range(20)]
    whole = encoder()(texts)
    monkeypatch.setattr("debatable.embedding.onnx.BLOCK", 3)
    monkeypatch.setattr("debatable.embedding.onnx.BATCH_TOKENS", 16)
    np.testing.assert_array_equal(OnnxEncoder()(texts), whole)


def test_token_vectors_are_pooled_under_the_mask() -> None:
    values = np.array([[[1.0, 4.0], [3.0, 0.0], [9.0, 9.0]]], dtype=np.float32)
    mask = np.array([[1, 1, 0]])
    assert pooled(values, mask, "mean").tolist() == [[2.0, 2.0]]
    assert pooled(values, mask, "cls").tolist() == [[1.0, 4.0]]
    assert pooled(values, mask, "max").tolist() == [[3.0, 4.0]]


def test_importing_the_package_loads_no_runtime() -> None:
    code = (
        "import sys, debatable.embedding, debatable.embedding.words, debatable.embedding.similarity;"
        "heavy = 'onnxruntime', 'tokenizers', 'scipy', 'sklearn', 'torch', 'gensim', 'ot';"
        "print([m for m in heavy if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_static_folder_is_the_mean_of_its_token_vectors(tmp_path: Path) -> None:
    from tokenizers import Tokenizer, models, pre_tokenizers

    tokenizer = Tokenizer(models.WordLevel({"cars": 0, "kill": 1, "?": 2}, unk_token="?"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    matrix = np.array([[3.0, 0.0], [0.0, 4.0], [1.0, 1.0]], dtype="<f2")
    header = json.dumps({"embeddings": {"dtype": "F16", "shape": [3, 2], "data_offsets": [0, 12]}}).encode()
    (tmp_path / "model.safetensors").write_bytes(struct.pack("<Q", len(header)) + header + matrix.tobytes())
    found = encoder(tmp_path)
    assert isinstance(found, StaticEncoder)
    np.testing.assert_allclose(
        found(["cars kill", "cars", ""]), [[0.6, 0.8], [1.0, 0.0], [0.0, 0.0]], atol=1e-6
    )
    (tmp_path / "broken.safetensors").write_bytes(b"short")
    with pytest.raises(InputError, match="no safetensors file"):
        StaticEncoder(tmp_path / "broken.safetensors", tmp_path / "tokenizer.json").dimensions  # noqa: B018


def test_small_whole_numbers_go_with_a_scale_a_token(tmp_path: Path) -> None:
    rows, scales = np.array([[3, 0], [0, 4]], np.int8), np.array([0.5, 2.0], "<f2")
    header = json.dumps(
        {
            "embeddings": {"dtype": "I8", "shape": [2, 2], "data_offsets": [0, 4]},
            "scales": {"dtype": "F16", "shape": [2], "data_offsets": [4, 8]},
        }
    ).encode()
    whole = struct.pack("<Q", len(header)) + header + rows.tobytes() + scales.tobytes()
    (tmp_path / "model.safetensors").write_bytes(whole)
    np.testing.assert_array_equal(token_matrix(tmp_path / "model.safetensors"), [[1.5, 0.0], [0.0, 8.0]])
    table = token_table(tmp_path / "model.safetensors")
    np.testing.assert_array_equal(table.of([1, 1, 0]), [[0.0, 8.0], [0.0, 8.0], [1.5, 0.0]])
    assert table.of([]).shape == (0, 2) and table.of([1]).dtype == np.float32
    lacking = json.dumps({"embeddings": {"dtype": "I8", "shape": [2, 2], "data_offsets": [0, 4]}}).encode()
    (tmp_path / "lacking.safetensors").write_bytes(struct.pack("<Q", len(lacking)) + lacking + rows.tobytes())
    with pytest.raises(InputError, match="no safetensors file"):
        token_matrix(tmp_path / "lacking.safetensors")


def test_the_bundled_table_knows_what_belongs_together() -> None:
    claims = ["Zoos should be closed", "Animals do not belong in cages", "Taxes on sugar help public health"]
    zoos, cages, sugar = encoder("static")(claims)
    assert zoos @ cages > max(zoos @ sugar, cages @ sugar)
    np.testing.assert_allclose(np.linalg.norm([zoos, cages, sugar], axis=1), 1, atol=1e-6)


def test_objects_and_names_of_ones_own_are_encoders_too() -> None:
    own = OnnxEncoder(threads=1)
    assert encoder(own) is own
    assert ENCODERS.name(encoder("sliding(all-MiniLM-L6-v2)")) == "sliding(all-MiniLM-L6-v2)"
    assert ENCODERS.parse("first(all-MiniLM-L6-v2)") == encoder("first(all-MiniLM-L6-v2)")
    ENCODERS.register("mine", own)
    try:
        assert encoder("mine") is own
        assert encoder("sentences(mine)") == Sentences(own)
    finally:
        ENCODERS.unregister("mine")
    with pytest.raises(InputError, match="is no encoder"):
        encoder(7)  # type: ignore[arg-type]


def test_threads_are_those_asked_for() -> None:
    assert encoder(threads=3) == OnnxEncoder(threads=3)
    assert encoder() == OnnxEncoder()


class Fixed:
    """Gives the same array for any texts."""

    name, dimensions, limit, fingerprint = "fixed", 2, None, "fixed-1"

    def __init__(self, vectors: Any) -> None:
        self.vectors = vectors

    def __call__(self, texts: Any, progress: Any = None) -> Any:
        return self.vectors


@pytest.mark.parametrize("vectors", [[[0.6, 0.8], [0, 0]], np.array([[0.6, 0.8], [0.8, 0.597]], np.float16)])
def test_vectors_of_length_1_or_0_are_an_index(vectors: Any) -> None:
    assert CheckedEncoder(Fixed(vectors))(["a", "b"]).tolist() == np.asarray(vectors).tolist()


@pytest.mark.parametrize(
    "vectors, wrong",
    [
        ([[1, 0]], r"shape \(1, 2\) for 2 texts; return one of shape \(2, 2\)"),
        ([[1, 0, 0], [0, 1, 0]], r"shape \(2, 3\)"),
        ([1, 0], r"shape \(2,\)"),
        ([[1, 0], [3, 4]], "a vector of length 5; return rows of length 1"),
        ([[1, 0], [0.3, 0]], "length 0.3"),
        ([[1, 0], [np.nan, 0]], "length nan"),
    ],
)
def test_other_vectors_are_no_index(vectors: Any, wrong: str) -> None:
    """Guards against one vector that stands for all texts, files of another size, and cosines above 1."""
    with pytest.raises(InputError, match=f"fixed: the encoder gave .*{wrong}"):
        CheckedEncoder(Fixed(vectors))(["a", "b"])
