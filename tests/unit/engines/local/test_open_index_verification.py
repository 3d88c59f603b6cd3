"""What verify finds: every value that an answer can show or depend on."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pytest

from debatable.engines import add_arguments, make_index, open_engine, verify_index
from debatable.engines.local.pointer import checked, signed
from debatable.errors import CorruptIndexError
from debatable.files import sha256
from debatable.model import Argument, Claim, Premise, Stance
from tests.support.indexes import BY_WORDS, argument, cars_index


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return cars_index(tmp_path / "index", argument("c", "Cars are fast"))


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE premises SET text = 'Cars are cool' WHERE id = 'a'",
        "UPDATE premises SET id = 'z' WHERE id = 'a'",
        "UPDATE premises SET language = 'de' WHERE id = 'a'",
        "UPDATE claims SET text = 'Keep cars'",
        "UPDATE arguments SET id = 'z' WHERE id = 'a'",
        "UPDATE arguments SET stance = 'con' WHERE id = 'a'",
        "UPDATE arguments SET source = 'elsewhere' WHERE id = 'a'",
        "UPDATE arguments SET url = 'https://example.com' WHERE id = 'a'",
        "UPDATE arguments SET discussion = 'streets' WHERE id = 'a'",
        "UPDATE arguments SET premise = 2 WHERE id = 'a'",
        "UPDATE arguments SET claim = NULL WHERE id = 'a'",
        "UPDATE arguments SET born = 0 WHERE id = 'a'",
        "UPDATE arguments SET died = 1 WHERE id = 'a'",
        "UPDATE premises SET text_key = x'00' WHERE id = 'a'",
    ],
)
def test_a_changed_value_in_the_corpus_is_found(index: Path, change: str) -> None:
    """The database was found whole by its own check whatever its values were."""
    assert verify_index(index) == []
    with closing(sqlite3.connect(index / "corpus-000001.sqlite", isolation_level=None)) as db:
        db.execute(change)
    assert verify_index(index)


@pytest.mark.parametrize("name", ["debatable.json", "generations/000001/manifest.json"])
def test_a_changed_value_in_a_document_is_found(index: Path, name: str) -> None:
    path = index / name
    content = path.read_bytes()
    document = orjson.loads(content)
    for key, value in document.items():
        for other in _others(value):
            path.write_bytes(orjson.dumps({**document, key: other}))
            try:
                found = bool(verify_index(index))
            except Exception as error:
                found = "damaged" in str(error) or "cannot be read" in str(error) or "format" in str(error)
            assert found or key == "format", (key, other)
    path.write_bytes(content)
    assert verify_index(index) == []


def _others(value: object) -> list[object]:
    if isinstance(value, dict):
        return [{**value, key: other} for key, inner in value.items() for other in _others(inner)]
    return [value + 1] if isinstance(value, int) else [f"{value}x"]


def test_adding_to_a_damaged_generation_is_refused(index: Path) -> None:
    """Values that were taken over got a new checksum, and verify said that all was well."""
    path = index / "generations" / "000001" / "premises.length.npy"
    lengths = np.load(path)
    path.unlink()
    np.save(path, lengths + 1)
    with pytest.raises(CorruptIndexError, match="premises.length.npy"):
        add_arguments([argument("d", "Cars are red")], index)
    assert any("premises.length.npy" in problem for problem in verify_index(index))


def test_an_older_corpus_gets_its_checksums_with_the_next_change(index: Path) -> None:
    with closing(sqlite3.connect(index / "corpus-000001.sqlite", isolation_level=None)) as db:
        for table in ("arguments", "premises", "claims"):
            db.execute(f"ALTER TABLE {table} DROP COLUMN checksum")
        db.execute("PRAGMA user_version = 1")
    assert verify_index(index) == []
    add_arguments([argument("d", "Cars are red")], index)
    assert verify_index(index) == []
    with closing(sqlite3.connect(index / "corpus-000001.sqlite", isolation_level=None)) as db:
        db.execute("UPDATE premises SET text = 'Cars are cool' WHERE id = 'a'")
    assert verify_index(index)


def test_texts_that_share_an_id_or_a_claim_are_well(tmp_path: Path) -> None:
    one = argument("a", "Cars are loud")
    two = argument("b", "Cars are loud")
    three = type(one)(
        "c", Premise("a", "Grüße\u0301 \U0001f697", "de"), Claim("x", "Autos", "de"), one.stance
    )
    four = type(one)("d", Premise("a", "Alone"), None, one.stance)
    make_index([one, two, three, four], tmp_path / "index", configuration=BY_WORDS)
    assert verify_index(tmp_path / "index") == []


@pytest.mark.parametrize("seed", range(4))
def test_damage_of_a_generation_is_told_and_never_answered_from(index: Path, seed: int) -> None:
    """Flipped bits gave an IndexError, a TokenError, or other hits."""
    chance = random.Random(seed)
    files = [path for path in sorted((index / "generations").rglob("*.npy")) if path.stat().st_size]
    for path in files:
        content = path.read_bytes()
        at = chance.randrange(len(content))
        path.write_bytes(content[:at] + bytes([content[at] ^ 1 << chance.randrange(8)]) + content[at + 1 :])
        with (
            pytest.raises(CorruptIndexError, match="not what the manifest says"),
            open_engine(index) as engine,
        ):
            for method in ("framework", "bm25f"):
                engine.search("cars", method=method)
            engine.backend.lengths(np.arange(1))
            engine.backend.one_sentence(np.arange(1))
        path.write_bytes(content)


TABLES = ("claims", "premises", "links.premise", "links.claim", "links.sign", "links.argument")


def rewrite(index: Path, name: str, array: np.ndarray[Any, Any]) -> None:
    """Puts other values into a generation, with a manifest that vouches for them."""
    folder = index / "generations" / "000001"
    np.save(folder / name, array)
    path = folder / "manifest.json"
    manifest = checked(path.read_bytes())
    manifest["files"][name] = {
        **manifest["files"][name],
        "bytes": (folder / name).stat().st_size,
        "sha256": sha256(folder / name),
    }
    path.write_bytes(signed({key: value for key, value in manifest.items() if key != "checksum"}))


def test_a_generation_of_as_many_other_links_is_found(tmp_path: Path) -> None:
    """Generation and corpus are whole each, and have as many rows, but do not belong together."""
    index = tmp_path / "index"
    claims = [Claim(name, f"Claim {name}") for name in "xyz"]
    given = [
        Argument(
            f"{claim.id}{number}", Premise(f"{claim.id}{number}", f"Reason {claim.id} {number}"), claim, side
        )
        for claim in claims
        for number, side in enumerate((Stance.PRO, Stance.CON))
    ]
    make_index(given, index, configuration=BY_WORDS)
    for table in TABLES:
        name = f"{table}.npy"
        array = np.load(index / "generations" / "000001" / name)
        for at in range(len(array)):
            other = array.copy()
            other[at] = array[at - 1] if array[at - 1] != array[at] else array[at - 2]
            assert other[at] != array[at]
            rewrite(index, name, other)
            assert any("not those of the corpus" in problem for problem in verify_index(index)), (table, at)
        rewrite(index, name, array)
        assert verify_index(index) == []
