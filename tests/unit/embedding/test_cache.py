from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from debatable.arrays import Matrix
from debatable.embedding import CachedEncoder, KnownVectors, VectorCache
from debatable.embedding import cache as cache_module
from debatable.errors import InputError, StorageError
from debatable.progress import Step


@dataclass
class Counting:
    """Three numbers of a text, and what was asked for."""

    asked: list[str] = field(default_factory=list)
    fail_after: int | None = None
    name: str = "counting"
    dimensions: int = 3
    limit: int | None = None
    fingerprint: str = "counting-1"

    def __call__(self, texts: Sequence[str], progress: Step | None = None) -> Matrix:
        if self.fail_after is not None and len(self.asked) >= self.fail_after:
            raise KeyboardInterrupt
        self.asked += texts
        rows = [[len(text) + 1, text.count("a") + 0.5, 1] for text in texts]
        matrix = np.array(rows, dtype=np.float32)
        return np.asarray(matrix / np.linalg.norm(matrix, axis=1, keepdims=True), dtype=np.float32)


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_module, "CHUNK", 4)


TEXTS = [f"{'a' * (i % 5)} text {i}" for i in range(18)]


def test_every_text_is_encoded_once(tmp_path: Path) -> None:
    encoder = Counting()
    cached = CachedEncoder(encoder, tmp_path)
    once = cached([*TEXTS, *TEXTS[:5]])
    assert sorted(encoder.asked) == sorted(TEXTS)
    np.testing.assert_allclose(once, Counting()([*TEXTS, *TEXTS[:5]]), atol=1e-3)
    np.testing.assert_array_equal(CachedEncoder(encoder, tmp_path)(TEXTS), once[:18])
    assert len(encoder.asked) == 18


def test_interrupted_encoding_goes_on_where_it_stopped(tmp_path: Path) -> None:
    first = Counting(fail_after=12)
    with pytest.raises(KeyboardInterrupt):
        CachedEncoder(first, tmp_path)(TEXTS)
    second = Counting()
    seen: list[tuple[int, int | None]] = []
    vectors = CachedEncoder(second, tmp_path)(TEXTS, lambda done, total: seen.append((done, total)))
    assert len(second.asked) == 6
    assert not set(first.asked) & set(second.asked)
    assert seen == [(16, 18), (18, 18)]
    np.testing.assert_array_equal(vectors, CachedEncoder(Counting(), tmp_path / "other")(TEXTS))


def test_a_broken_shard_is_made_again(tmp_path: Path) -> None:
    vectors = CachedEncoder(Counting(), tmp_path)(TEXTS)
    shard = sorted((tmp_path / "counting-1").glob("*.npy"))[0]
    shard.write_bytes(shard.read_bytes()[:-3])
    (tmp_path / "counting-1" / "half.tmp").write_bytes(b"left by a crash")
    encoder = Counting()
    np.testing.assert_array_equal(CachedEncoder(encoder, tmp_path)(TEXTS), vectors)
    assert 0 < len(encoder.asked) <= 4


def test_a_folder_that_was_removed_is_forgotten(tmp_path: Path) -> None:
    """A process kept what it had mapped: disk space was not freed, and vectors of the next build were not on disk."""
    CachedEncoder(Counting(), tmp_path / "unfinished")(TEXTS[:6])
    shutil.rmtree(tmp_path / "unfinished")
    assert len(CachedEncoder(Counting(), tmp_path / "unfinished").cache) == 0
    encoder = Counting(fail_after=4)
    with pytest.raises(KeyboardInterrupt):
        CachedEncoder(encoder, tmp_path / "unfinished")(TEXTS[:6])
    assert len(VectorCache(tmp_path / "unfinished" / "counting-1")) == 4


def test_a_folder_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    CachedEncoder(Counting(), tmp_path)(TEXTS)
    checks: list[Path] = []
    whole = cache_module.whole

    def counted(path: Path) -> bool:
        checks.append(path)
        return whole(path)

    monkeypatch.setattr(cache_module, "whole", counted)
    for made in (CachedEncoder, KnownVectors):
        encoder = Counting()
        again = made(encoder, tmp_path)
        for _ in range(3):
            again(TEXTS)
        assert not encoder.asked and len(checks) == len([*tmp_path.rglob("*.npy")])
        checks.clear()


def test_encoders_do_not_share_vectors(tmp_path: Path) -> None:
    CachedEncoder(Counting(), tmp_path)(TEXTS)
    other = Counting(fingerprint="counting-2")
    CachedEncoder(other, tmp_path)(TEXTS)
    assert len(other.asked) == 18


def test_vectors_are_half_precision_and_mapped(tmp_path: Path) -> None:
    CachedEncoder(Counting(), tmp_path)(TEXTS)
    cache = VectorCache(tmp_path / "counting-1")
    assert len(cache) == 18
    assert isinstance(cache.shards[0], np.memmap)
    assert cache.shards[0]["vector"].dtype == np.float16


def test_no_texts_no_vectors(tmp_path: Path) -> None:
    assert CachedEncoder(Counting(), tmp_path)([]).shape == (0, 3)


def test_a_file_in_the_way_is_an_error_of_ours(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="not a folder"):
        CachedEncoder(Counting(), tmp_path / "file")(TEXTS)
    with pytest.raises(StorageError, match="cannot be written"):
        CachedEncoder(Counting(), tmp_path / "file" / "below")(TEXTS)


def test_known_vectors_are_taken_and_others_made(tmp_path: Path) -> None:
    CachedEncoder(Counting(), tmp_path)(TEXTS[:6])
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.npy")}
    encoder = Counting()
    vectors = KnownVectors(encoder, tmp_path)([TEXTS[7], *TEXTS[:6], TEXTS[8]])
    assert encoder.asked == [TEXTS[7], TEXTS[8]]
    direct = Counting()([TEXTS[7], *TEXTS[:6], TEXTS[8]])
    np.testing.assert_array_equal(vectors.astype(np.float16), direct.astype(np.float16))
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.npy")} == before


@pytest.mark.parametrize("damage", ["other encoder", "changed byte", "no folder"])
def test_vectors_that_do_not_fit_are_made_again(tmp_path: Path, damage: str) -> None:
    CachedEncoder(Counting(), tmp_path)(TEXTS[:3])
    (shard,) = tmp_path.rglob("*.npy")
    encoder = Counting(fingerprint="counting-2" if damage == "other encoder" else "counting-1")
    if damage == "changed byte":
        shard.write_bytes(shard.read_bytes()[:-1] + b"\x77")
    folder = tmp_path / "nowhere" if damage == "no folder" else tmp_path
    np.testing.assert_array_equal(KnownVectors(encoder, folder)(TEXTS[:3]), Counting()(TEXTS[:3]))
    assert encoder.asked == TEXTS[:3] and not (tmp_path / "nowhere").exists()
