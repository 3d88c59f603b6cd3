"""Unfolded weights in the cache folder: the same bytes, never damaged ones, and no error where none can be kept."""

from __future__ import annotations

import json
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from debatable.errors import InputError
from debatable.learning import PairReader, pair_graph
from debatable.learning.coded_weights import WEIGHTS, Bytes, read_coded
from debatable.learning.kept_weights import MOST, KeptWeights
from debatable.learning.pair_reader import MODELS

MATRICES: dict[str, Bytes] = {
    "b": np.arange(-64, 64, dtype=np.int8).reshape(2, 64),
    "a": np.full((3, 64), -128, np.int8),
}


def same(one: dict[str, Bytes] | None, other: dict[str, Bytes]) -> bool:
    return one is not None and one.keys() == other.keys() and all((one[n] == other[n]).all() for n in other)


def test_what_was_written_is_read_and_cannot_be_changed(tmp_path: Path) -> None:
    kept = KeptWeights("0123", tmp_path / "weights")
    assert kept.read() is None
    kept.write(MATRICES)
    found = kept.read()
    assert found is not None and same(found, MATRICES)
    assert found["a"].shape == (3, 64) and not found["a"].flags.writeable
    assert KeptWeights("012", tmp_path / "weights").read() is None


@pytest.mark.parametrize("place", [0, 20, -1])
def test_a_damaged_copy_is_not_used(tmp_path: Path, place: int) -> None:
    kept = KeptWeights("0123", tmp_path)
    kept.write(MATRICES)
    (copy,) = tmp_path.iterdir()
    content = bytearray(copy.read_bytes())
    content[place] ^= 1
    copy.write_bytes(content)
    assert kept.read() is None
    copy.write_bytes(content[:-1])
    assert kept.read() is None
    copy.write_bytes(b"")
    assert kept.read() is None
    kept.write(MATRICES)
    assert same(kept.read(), MATRICES)


def test_several_may_write_at_once(tmp_path: Path) -> None:
    kept = KeptWeights("0123", tmp_path)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: kept.write(MATRICES), range(32)))
    assert same(kept.read(), MATRICES) and len(list(tmp_path.iterdir())) == 1


def test_copies_that_were_not_used_longest_are_removed(tmp_path: Path) -> None:
    for number in range(MOST):
        KeptWeights(f"{number}", tmp_path).write(MATRICES)
        (copy,) = tmp_path.glob(f"{number}-*")
        os.utime(copy, (number, number))
    KeptWeights("0", tmp_path).read()  # so it was used last
    KeptWeights("new", tmp_path).write(MATRICES)
    left = {path.name.split("-")[0] for path in tmp_path.iterdir()}
    assert left == {"new", "0", *(f"{number}" for number in range(2, MOST))}


def test_nothing_is_kept_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    kept = KeptWeights("0123", tmp_path / "file" / "weights")
    kept.write(MATRICES)
    assert kept.read() is None


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a bundled model, and a cache folder of its own."""
    monkeypatch.setattr(
        "debatable.learning.kept_weights.user_cache_path", lambda name: tmp_path / "cache" / name
    )
    return Path(shutil.copytree(MODELS / "reader", tmp_path / "reader"))


def test_a_model_gives_the_same_bits_with_kept_weights(
    reader: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = ["We should ban cars", "Zoos"], ["Cars are loud", "Animals suffer there"]
    expected = PairReader(MODELS / "reader")(*pairs)
    unfolded = PairReader(reader)(*pairs)
    (copy,) = (tmp_path / "cache" / "debatable" / "weights").iterdir()
    kept = KeptWeights(copy.stem.split("-")[0], copy.parent).read()
    assert kept is not None and same(kept, read_coded(reader / WEIGHTS))
    pair_graph._opened.cache_clear()
    monkeypatch.delattr(pair_graph, "read_coded")  # nobody unfolds
    np.testing.assert_array_equal(PairReader(reader)(*pairs), expected)
    np.testing.assert_array_equal(unfolded, expected)


def test_damaged_weights_are_refused(reader: Path) -> None:
    content = bytearray((reader / WEIGHTS).read_bytes())
    content[-1] ^= 1
    (reader / WEIGHTS).write_bytes(content)
    with pytest.raises(InputError, match="is damaged"):
        PairReader(reader)(["a"], ["b"])


def test_weights_are_not_kept_under_the_hash_of_another_model(reader: Path, tmp_path: Path) -> None:
    card = json.loads((reader / "card.json").read_text("utf-8"))
    stance = json.loads((MODELS / "stance" / "card.json").read_text("utf-8"))
    (reader / "card.json").write_text(
        json.dumps(card | {"weights_sha256": stance["weights_sha256"]}), "utf-8"
    )
    with pytest.raises(InputError, match="is damaged, or not the model that its card describes"):
        PairReader(reader)(["a"], ["b"])
    assert not (tmp_path / "cache").exists()


def test_few_weights_are_not_kept(reader: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pair_graph, "MANY", (reader / WEIGHTS).stat().st_size + 1)
    PairReader(reader)(["a"], ["b"])
    assert not (tmp_path / "cache").exists()
