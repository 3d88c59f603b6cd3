from __future__ import annotations

import gzip
import os
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from debatable.embedding.words import (
    Joined,
    JoinedWords,
    PooledWords,
    p_mean,
    pooling,
    save_vectors,
    word_vectors,
)
from debatable.embedding.words.formats import source_of
from debatable.errors import InputError, UnknownNameError

WORDS = {
    "the": [1.0, 0.0, 0.5],
    "car": [0.0, 2.0, -1.0],
    "new york": [3.0, 1.0, 1.0],
    "größe": [0.0, 0.0, 4.0],
}


def text_file(path: Path, header: bool) -> Path:
    lines = [f"{len(WORDS)} 3"] if header else []
    lines += [f"{word} {' '.join(map(str, vector))}" for word, vector in WORDS.items()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def binary_file(path: Path, newline: bytes = b"\n") -> Path:
    plain = {word: vector for word, vector in WORDS.items() if " " not in word}
    rows = [word.encode() + b" " + struct.pack("<3f", *vector) + newline for word, vector in plain.items()]
    path.write_bytes(f"{len(rows)} 3\n".encode() + b"".join(rows))
    return path


@pytest.mark.parametrize("header", [False, True], ids=["glove", "vec"])
def test_text_files(tmp_path: Path, header: bool) -> None:
    vectors = word_vectors(text_file(tmp_path / "v.txt", header))
    assert len(vectors) == 4
    assert [vectors.word(row) for row in range(4)] == list(WORDS)
    np.testing.assert_array_equal(
        vectors.of_words(["größe", "unknown", "Car", "new york"]),
        [WORDS["größe"], WORDS["car"], WORDS["new york"]],
    )
    np.testing.assert_array_equal(vectors.of_text("The the plane"), [WORDS["the"], WORDS["the"]])
    assert isinstance(vectors.matrix, np.memmap)


@pytest.mark.parametrize("newline", [b"\n", b""])
def test_word2vec_binary_with_and_without_line_ends(tmp_path: Path, newline: bytes) -> None:
    vectors = word_vectors(binary_file(tmp_path / "v.bin", newline))
    np.testing.assert_array_equal(vectors.of_words(["größe", "the"]), [WORDS["größe"], WORDS["the"]])


def test_packed_text_and_limit(tmp_path: Path) -> None:
    plain = text_file(tmp_path / "v.vec", header=True)
    packed = tmp_path / "v.vec.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert [len(word_vectors(packed)), len(word_vectors(plain, limit=2))] == [4, 2]


def test_a_file_is_converted_once_and_again_when_it_changes(tmp_path: Path) -> None:
    path = text_file(tmp_path / "v.txt", header=False)
    word_vectors(path, cache=tmp_path / "cache")
    made = tmp_path / "cache" / "v.txt.vectors" / "matrix.npy"
    before = made.stat().st_ino
    word_vectors(path, cache=tmp_path / "cache")
    assert made.stat().st_ino == before
    path.write_text("only 1 2 3\n")
    os.utime(path, ns=(1, 1))
    assert word_vectors(path, cache=tmp_path / "cache").word(0) == "only"
    assert not list((tmp_path / "cache").glob(".vectors-*"))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"the 1 2 3\ncar 1 2\n", ":2: expected a word and 3 numbers"),
        (b"the 1 2 3\ncar 1 2 x\n", ":2: expected a word and 3 numbers"),
        (b"5 3\nthe 1 2 3\n", "holds 1 words, not the 5"),
        (b"", "in no format"),
        (b"2 3\nthe \x00\x01\x02\xff\xfe", "ends in word 1 of 2"),
        (struct.pack("<i", 793712314) + b"\x00" * 20, "no whole fastText model"),
    ],
)
def test_broken_files_are_errors_with_a_place(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "broken"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        word_vectors(path)
    assert not (tmp_path / "broken.vectors").exists()


def test_no_file() -> None:
    with pytest.raises(InputError, match="no such file"):
        word_vectors("/nowhere/vectors.txt")


def test_gensim_reads_what_we_read(tmp_path: Path) -> None:
    keyed_vectors = pytest.importorskip("gensim.models").KeyedVectors
    rng = np.random.default_rng(0)
    keyed = keyed_vectors(7)
    keyed.add_vectors([f"w{i}" for i in range(50)] + ["naïve"], rng.normal(size=(51, 7)).astype(np.float32))
    for binary in (True, False):
        keyed.save_word2vec_format(str(tmp_path / f"{binary}"), binary=binary)
        ours = word_vectors(tmp_path / f"{binary}")
        np.testing.assert_allclose(ours.of_words(keyed.index_to_key), keyed.vectors, rtol=1e-6)
    np.testing.assert_array_equal(
        save_vectors(keyed, tmp_path / "kept").of_words(["naïve"])[0], keyed["naïve"]
    )


def test_fasttext_binary_equals_gensim_for_known_and_unknown_words(tmp_path: Path) -> None:
    fasttext: Any = pytest.importorskip("gensim.models.fasttext")
    texts = [["cars", "kill", "people"], ["größe", "and", "cars"], ["people", "drive", "cars"]] * 5
    model = fasttext.FastText(texts, vector_size=6, min_count=1, epochs=2, bucket=100, seed=1, workers=1)
    fasttext.save_facebook_model(model, str(tmp_path / "m.bin"))
    theirs = fasttext.load_facebook_vectors(str(tmp_path / "m.bin"))
    ours = word_vectors(tmp_path / "m.bin")
    for word in ("cars", "größe", "people", "carpool", "größer", "zz"):
        np.testing.assert_allclose(ours.of_words([word])[0], theirs.get_vector(word), atol=1e-6, err_msg=word)


def test_training_is_repeatable_and_learns_neighbours(tmp_path: Path) -> None:
    pytest.importorskip("gensim")
    from debatable.embedding.words import train_documents, train_words

    texts = ["cats chase mice", "dogs chase cats", "rockets reach orbit", "satellites orbit planets"] * 30
    a = train_words(texts, tmp_path / "a", dimensions=8, epochs=5, seed=3)
    b = train_words(texts, tmp_path / "b", dimensions=8, epochs=5, seed=3)
    np.testing.assert_array_equal(a.matrix, b.matrix)
    assert (
        train_words(texts, tmp_path / "c", method="fasttext", dimensions=4, epochs=1)
        .of_words(["catty"])
        .any()
    )
    documents = train_documents(texts, dimensions=8, epochs=5)
    vectors = documents(["cats chase mice", "rockets reach orbit", "cats chase mice"])
    np.testing.assert_array_equal(vectors[0], vectors[2])
    with pytest.raises(InputError, match="no word often enough"):
        train_words(["one"], tmp_path / "d")
    with pytest.raises(UnknownNameError):
        train_words(texts, tmp_path / "e", method="glove")


@pytest.mark.parametrize("method", ["pv-dm", "pv-dbow"])
def test_vectors_of_many_dimensions_are_inferred(method: str) -> None:
    """gensim worked in buffers that were freed: beyond 256 dimensions inference crashed the process."""
    pytest.importorskip("gensim")
    from debatable.embedding.words import train_documents

    documents = train_documents(
        ["cats chase mice", "dogs chase cats"] * 9, method=method, dimensions=300, epochs=4
    )
    vectors = documents(["cats chase mice", "dogs chase mice", "cats chase mice"])
    np.testing.assert_array_equal(vectors[0], vectors[2])
    assert vectors.shape == (3, 300) and np.isfinite(vectors).all()


def test_documents_have_the_same_vectors_in_every_process(capsys: pytest.CaptureFixture[str]) -> None:
    """gensim's inference starts where Python's hash says, which differs from process to process."""
    pytest.importorskip("gensim")
    script = """
from debatable.embedding.words import train_documents
texts = ["cats chase mice", "dogs chase cats", "rockets reach orbit"] * 9
for method in ("pv-dm", "pv-dbow"):
    documents = train_documents(texts, method=method, dimensions=6, epochs=4)
    vectors = documents(["cats chase rockets", "dogs reach orbit", "unheard of", ""])
    print(vectors.tobytes().hex(), documents.fingerprint)
"""
    command = [sys.executable, "-c", script]
    environment = {**os.environ, "PYTHONHASHSEED": "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"}
    elsewhere = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
    exec(script, {})
    assert capsys.readouterr().out == elsewhere
    one, _, other, _ = elsewhere.split()
    assert one != other and min(len(set(one)), len(set(other))) > 2


def test_documents_are_inferred_as_gensim_does_from_the_same_start(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("gensim")
    from gensim.models import doc2vec

    from debatable.embedding.words import train_documents
    from debatable.embedding.words.training import stable_hash

    start = doc2vec.pseudorandom_weak_vector
    monkeypatch.setattr(
        doc2vec, "pseudorandom_weak_vector", lambda size, seed_string: start(size, seed_string, stable_hash)
    )
    texts = [f"w{n} w{n + 1} w{n + 2} w{n + 3}" for n in range(60)] * 2
    found = {}
    for method, memory in (("pv-dm", 1), ("pv-dbow", 0)):
        documents = train_documents(texts, method=method, dimensions=4, epochs=9, seed=5)
        assert documents.model.dm == memory
        found[method] = documents.unscaled(texts[:5])
        for text, vector in zip(texts, found[method], strict=False):
            documents.model.random.seed(5)
            np.testing.assert_array_equal(vector, documents.model.infer_vector(text.split(), epochs=9))
    assert not np.allclose(found["pv-dm"], found["pv-dbow"], atol=1e-3)
    with pytest.raises(UnknownNameError, match="did you mean 'pv-dm'"):
        train_documents(texts, method="pvdm")


def test_poolings_by_hand() -> None:
    x = np.array([[1.0, -2.0], [3.0, -8.0], [5.0, 4.0]])
    expected = {
        "mean": [3.0, -2.0],
        "median": [3.0, -2.0],
        "min": [1.0, -8.0],
        "max": [5.0, 4.0],
        "geometric": [15 ** (1 / 3), -(64 ** (1 / 3))],
        "p1": [3.0, -2.0],
        "p2": [(35 / 3) ** 0.5, (84 / 3) ** 0.5],
        "p3": [(153 / 3) ** (1 / 3), -((456 / 3) ** (1 / 3))],
        "mean+max": [3.0, -2.0, 5.0, 4.0],
    }
    for name, values in expected.items():
        np.testing.assert_allclose(pooling(name)(x), values, err_msg=name)
    np.testing.assert_allclose(p_mean(x[:, :1], 200), [5.0], rtol=0.01)
    for name in ("avg", "p", "p0", "pinf", "mean+"):
        with pytest.raises(UnknownNameError):
            pooling(name)


def test_pooled_and_joined_texts(tmp_path: Path) -> None:
    vectors = word_vectors(text_file(tmp_path / "v.txt", header=False))
    pooled = PooledWords(vectors, "mean+max")
    found = pooled(["the car", "nothing known"])
    expected = np.array([0.5, 1.0, -0.25, 1.0, 2.0, 0.5])
    np.testing.assert_allclose(found, [expected / np.linalg.norm(expected), np.zeros(6)], atol=1e-6)
    both = Joined((PooledWords(vectors), pooled))
    assert both(["the car"]).shape == (1, both.dimensions) == (1, 9)
    (tmp_path / "w.txt").write_text("plane 7\ncar 9\n")
    wide = PooledWords(word_vectors(tmp_path / "w.txt"))
    raw = np.array([0, 2, -1, 9.0])
    np.testing.assert_allclose(
        Joined((PooledWords(vectors), wide), "raw")(["car"])[0], raw / np.linalg.norm(raw), atol=1e-6
    )
    equal = np.array([0, 2 / 5**0.5, -1 / 5**0.5, 1.0])
    np.testing.assert_allclose(
        Joined((PooledWords(vectors), wide))(["car"])[0], equal / np.linalg.norm(equal), atol=1e-6
    )
    with pytest.raises(UnknownNameError, match="scale of a concatenation"):
        Joined((wide,), "rough")
    joined = JoinedWords((vectors, word_vectors(tmp_path / "w.txt")))
    np.testing.assert_array_equal(joined.of_text("a car plane"), [[0, 2, -1, 9], [0, 0, 0, 7]])


def test_formats_are_told_apart_by_content(tmp_path: Path) -> None:
    glove = text_file(tmp_path / "misleading.bin", header=False)
    assert (source_of(glove).count, source_of(glove).dimensions) == (4, 3)
