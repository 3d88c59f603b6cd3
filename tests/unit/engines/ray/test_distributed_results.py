from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from debatable.engines.ray.distributed import StoredResults, key_of

ARRAYS = {"found": np.arange(6, dtype=np.int32).reshape(2, 3), "far": np.array([0.5], np.float32)}


@pytest.fixture
def kept(tmp_path: Path) -> StoredResults:
    results = StoredResults(tmp_path / "results")
    results.store("a", ARRAYS)
    return results


def test_a_result_comes_back_as_it_was(kept: StoredResults) -> None:
    found = kept.find("a")
    assert found is not None and list(found) == ["found", "far"]
    for name, array in ARRAYS.items():
        assert found[name].dtype == array.dtype and found[name].tolist() == array.tolist()
    assert kept.find("b") is None


@pytest.mark.parametrize("place", [0, 20, 150, -1])
def test_a_damaged_result_was_never_there(kept: StoredResults, place: int) -> None:
    path = kept.folder / "a.chunk"
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)
    assert kept.find("a") is None


@pytest.mark.parametrize("size", [0, 7, 16, 200])
def test_a_cut_off_result_was_never_there(kept: StoredResults, size: int) -> None:
    path = kept.folder / "a.chunk"
    path.write_bytes(path.read_bytes()[:size])
    assert kept.find("a") is None


def test_a_result_under_the_name_of_another_is_none(kept: StoredResults) -> None:
    (kept.folder / "a.chunk").rename(kept.folder / "b.chunk")
    assert kept.find("b") is None


def test_nothing_is_pickled(kept: StoredResults) -> None:
    with pytest.raises(ValueError, match="pickle|Object arrays"):
        kept.store("c", {"objects": np.array([{}], object)})
    assert kept.find("c") is None


def test_a_key_hangs_on_the_work_and_on_where_texts_end() -> None:
    keys = {
        key_of("analysis english", [b"ab", b"c"]),
        key_of("analysis english", [b"a", b"bc"]),
        key_of("analysis english", [b"abc"]),
        key_of("analysis german", [b"abc"]),
        key_of("analysis english", [b"c", b"ab"]),
    }
    assert len(keys) == 5
