from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from debatable import lexical
from debatable.errors import CorruptIndexError, NewerIndexError, NotAnIndexError
from debatable.lexical.postings import inverted, save

DOCUMENTS = [
    ["nuclear", "power", "is", "safe"],
    ["ban", "nuclear", "nuclear", "power"],
    [],
    ["wind", "power"],
]


def test_saving_opening_adding_deleting(tmp_path: Path) -> None:
    index = lexical.build(DOCUMENTS)
    index.save(tmp_path / "a")
    opened = lexical.open(tmp_path / "a")
    assert opened.search(["nuclear", "power"]) == index.search(["nuclear", "power"])
    grown = opened.add([["wind", "wind"], ["new"]]).delete([0])
    grown.save(tmp_path / "b")
    again = lexical.open(tmp_path / "b")
    rebuilt = lexical.build([[], *DOCUMENTS[1:], ["wind", "wind"], ["new"]])
    for query in (["wind"], ["nuclear", "power", "new"]):
        assert again.search(query) == grown.search(query) == rebuilt.search(query)
    same = "segment0.documents.npy"
    assert (tmp_path / "a" / same).stat().st_ino == (tmp_path / "b" / same).stat().st_ino


def test_writing_segment_by_segment(tmp_path: Path) -> None:
    save(tmp_path, inverted(iter(DOCUMENTS), segment_tokens=5), None, False)
    written = lexical.open(tmp_path)
    assert [len(segment) for segment in written.postings.segments] == [2, 2]
    assert written.search(["nuclear", "power"]) == lexical.build(DOCUMENTS).search(["nuclear", "power"])
    lexical.write(tmp_path, [])
    assert len(lexical.open(tmp_path)) == 0


def test_saving_into_its_own_folder(tmp_path: Path) -> None:
    lexical.build(DOCUMENTS).save(tmp_path)
    grown = lexical.open(tmp_path).add([["wind"]])
    grown.save(tmp_path)
    assert lexical.open(tmp_path).search(["wind"]) == grown.search(["wind"])


def test_folders_that_are_no_index(tmp_path: Path) -> None:
    with pytest.raises(NotAnIndexError):
        lexical.open(tmp_path)
    lexical.build(DOCUMENTS).save(tmp_path)
    (tmp_path / "segment0.cells.npy").write_bytes(b"no array")
    with pytest.raises(CorruptIndexError, match="cells"):
        lexical.open(tmp_path)
    (tmp_path / "lexical.json").write_text('{"format": 99, "segments": 0, "rows": 0, "exact_lengths": false}')
    with pytest.raises(NewerIndexError):
        lexical.open(tmp_path)
    (tmp_path / "lexical.json").write_text("{")
    with pytest.raises(CorruptIndexError):
        lexical.open(tmp_path)


@pytest.mark.parametrize("key", ["format", "segments", "rows"])
@pytest.mark.parametrize("value", ['"1"', "1.0", "null", "[]"])
def test_manifests_with_values_of_other_kinds_are_refused(tmp_path: Path, key: str, value: str) -> None:
    lexical.build(DOCUMENTS).save(tmp_path)
    path = tmp_path / "lexical.json"
    path.write_text(re.sub(rf'"{key}":\d+', f'"{key}":{value}', path.read_text()))
    with pytest.raises(CorruptIndexError, match="the manifest cannot be read; build the index again"):
        lexical.open(tmp_path)


@pytest.mark.parametrize(("name", "value"), [("documents", 9), ("documents", -1), ("cells", 200)])
def test_postings_that_point_nowhere_are_noticed(tmp_path: Path, name: str, value: int) -> None:
    lexical.build(DOCUMENTS).save(tmp_path)
    path = tmp_path / f"segment0.{name}.npy"
    broken = np.load(path)
    broken[:] = np.array(value).astype(broken.dtype)
    np.save(path, broken)
    index = lexical.open(tmp_path)
    with pytest.raises(CorruptIndexError, match="not there"):
        index.search(["power"])
    with pytest.raises(CorruptIndexError, match="not there"):
        lexical.BM25F((1.0,)).search([index], ["power"])
