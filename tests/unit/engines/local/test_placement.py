from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from debatable.api import register
from debatable.embedding.table import ENCODERS
from debatable.engines import (
    Configuration,
    add_arguments,
    make_index,
    open_engine,
    remove_arguments,
    verify_index,
)
from debatable.engines.local import vectors
from debatable.engines.local.generations import Manifest
from debatable.engines.local.pointer import Pointer, checked, signed
from debatable.engines.local.vectors import PARTS, Probing, cells_name
from debatable.errors import CorruptIndexError
from debatable.model import Argument, Claim, Premise, Stance, claim_id
from tests.support.encoders import LetterEncoder

LETTERS = "abcdefghijklmnopqrstuvwxyz"
CLAIM = Claim(claim_id("We must act"), "We must act")


def argument(number: int) -> Argument:
    text = f"{LETTERS[number % 26] * 3} {LETTERS[number // 26 % 26] * 2} {number}"
    return Argument(f"a{number}", Premise(f"a{number}", text), CLAIM, Stance.PRO)


@pytest.fixture
def configuration() -> Iterator[Configuration]:
    register("encoder", "letters", LetterEncoder())
    yield Configuration(encoder="letters", clusters="hybrid", cells=100)
    ENCODERS.unregister("letters")


@pytest.fixture
def folder(tmp_path: Path, configuration: Configuration, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An index of 400 premises in cells, few of which are looked into."""
    monkeypatch.setattr(vectors, "Probing", lambda: Probing(least=20, root=0, deep=0, wide=1))
    make_index(map(argument, range(400)), tmp_path / "index", configuration=configuration)
    return tmp_path / "index"


def inodes(folder: Path) -> dict[str, int]:
    """Returns the number that the disk knows each file of the cells of the premises by."""
    home = Pointer.read(folder).generation_path(folder)
    return {part: (home / cells_name("premises", part)).stat().st_ino for part in PARTS}


def found(folder: Path, text: str, k: int = 3, exact: bool = False) -> list[str]:
    with open_engine(folder, exact=exact) as engine:
        backend = engine.backend
        return backend.ids("premises", backend.nearest("premises", backend.encode(text), k).rows)


def test_a_table_of_few_rows_has_no_cells(folder: Path) -> None:
    names = set(Manifest.read(Pointer.read(folder).generation_path(folder)).files)
    assert {cells_name("premises", part) for part in PARTS} <= names
    assert not {cells_name("claims", part) for part in PARTS} & names


def test_0_is_for_never(folder: Path, configuration: Configuration, tmp_path: Path) -> None:
    how = replace(configuration, cells=0)
    make_index(map(argument, range(400)), tmp_path / "without", configuration=how)
    assert not (tmp_path / "without" / "generations" / "000001" / "cells").exists()
    assert found(tmp_path / "without", "ccc zz", 50) == found(folder, "ccc zz", 50, exact=True)
    assert found(tmp_path / "without", "ccc zz", 50) != found(folder, "ccc zz", 50), (
        "all cells were looked into"
    )


def test_an_index_of_before_is_searched_exactly(folder: Path) -> None:
    """An index whose manifest names no cells is as good as ever."""
    expected = found(folder, "ccc zz", 50, exact=True)
    home = Pointer.read(folder).generation_path(folder)
    document = checked((home / "manifest.json").read_bytes())
    document["files"] = {name: facts for name, facts in document["files"].items() if "cells" not in name}
    del document["configuration"]["cells"]
    (home / "manifest.json").write_bytes(signed(document))
    shutil.rmtree(home / "cells")
    assert found(folder, "ccc zz", 50) == expected


def test_adding_little_keeps_the_cells_and_finds_what_is_new(folder: Path) -> None:
    before = inodes(folder)
    add_arguments(map(argument, range(400, 410)), folder)
    assert inodes(folder) == before
    assert "a405" in found(folder, argument(405).premise.text)
    assert verify_index(folder) == []


def test_adding_much_makes_new_cells(folder: Path) -> None:
    before = inodes(folder)
    add_arguments(map(argument, range(400, 500)), folder)
    assert not set(before.values()) & set(inodes(folder).values())
    assert "a450" in found(folder, argument(450).premise.text)


def test_what_is_removed_neither_is_found_nor_hides_others(folder: Path) -> None:
    before = inodes(folder)
    text = argument(52).premise.text
    gone = found(folder, text, 12)
    remove_arguments(gone, folder)
    after = inodes(folder)
    assert after["codes"] == before["codes"] and after["units"] != before["units"]
    left = found(folder, text, 12)
    assert len(left) == 12 and not set(left) & set(gone)
    assert verify_index(folder) == []


def test_damage_to_the_cells_is_seen(folder: Path) -> None:
    path = folder / "generations" / "000001" / cells_name("premises", "rows")
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    assert any("premises.rows" in problem for problem in verify_index(folder))
    with pytest.raises(CorruptIndexError, match="not what the manifest says"):
        found(folder, "ccc")
