"""An index of a stranger: pipes, devices, programs in the database, places that are not there."""

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import product
from pathlib import Path

import numpy as np
import orjson
import pytest

from debatable.engines import LocalBackend, add_arguments, open_engine, verify_index
from debatable.engines.local.pointer import checked, signed
from debatable.errors import CorruptIndexError, DebatableError, InputError
from debatable.files import sha256
from tests.support.indexes import argument, cars_index

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes and devices are files of Unix")

GENERATION = "generations/000001"
CORPUS = "corpus-000001.sqlite"


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return cars_index(tmp_path / "index", argument("c", "Cars are fast"))


def asked(index: Path) -> None:
    with open_engine(index) as engine:
        engine.search("cars", method="bm25f")


def added(index: Path) -> None:
    add_arguments([argument("d", "Cars are old")], index)


WORKS: tuple[Callable[[Path], object], ...] = (asked, verify_index, added)


def within(seconds: float, work: Callable[[], object]) -> Exception:
    """Returns the error of some work that must fail in time."""
    raised: list[Exception] = []

    def run() -> None:
        try:
            work()
        except Exception as error:
            raised.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    assert not thread.is_alive(), "it hangs"
    assert raised, "it did not fail"
    return raised[0]


def files(index: Path) -> list[str]:
    return [str(path.relative_to(index)) for path in sorted(index.rglob("*")) if path.is_file()]


def test_a_pipe_in_place_of_any_file_is_refused_and_not_waited_for(index: Path, tmp_path: Path) -> None:
    """A pipe in place of the manifest or the corpus was opened, and waited for, for ever."""
    names = [*files(index), f"{CORPUS}-wal", f"{CORPUS}-shm"]
    for number, name in enumerate(names):
        copy = tmp_path / f"copy-{number}"
        shutil.copytree(index, copy)
        (copy / name).unlink(missing_ok=True)
        os.mkfifo(copy / name)
        for work in WORKS:
            error = within(20, partial(work, copy))
            assert isinstance(error, DebatableError), (name, error)
            assert name == "debatable.json" or str(copy / name) in str(error), (name, error)


def test_a_link_to_a_device_is_refused_and_one_to_a_file_is_not(index: Path, tmp_path: Path) -> None:
    away = tmp_path / "away"
    shutil.move(index / "generations", away)
    (index / "generations").symlink_to(away, target_is_directory=True)
    asked(index)
    assert verify_index(index) == []
    manifest = away / "000001" / "manifest.json"
    manifest.unlink()
    manifest.symlink_to("/dev/zero")
    assert "a pipe or a device" in str(within(20, lambda: asked(index)))


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"


@pytest.mark.parametrize(
    "program",
    [
        f"ALTER TABLE premises RENAME TO hidden; CREATE VIEW premises AS {ENDLESS}",
        "CREATE TRIGGER mine AFTER INSERT ON arguments BEGIN DELETE FROM arguments; END",
        "CREATE VIEW more AS SELECT * FROM premises",
        "CREATE TABLE more (x)",
        "ALTER TABLE claims ADD COLUMN more TEXT",
        "DROP INDEX argument_by_claim",
    ],
)
def test_a_database_with_another_schema_is_refused(index: Path, program: str) -> None:
    """A view named like a table ran for ever, and a trigger of a stranger ran with the next change."""
    with closing(sqlite3.connect(index / CORPUS)) as db:
        db.executescript(program)
    for work in WORKS:
        error = within(20, partial(work, index))
        assert isinstance(error, CorruptIndexError) and "its schema is another" in str(error)


def forged(index: Path, name: str, array: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> None:
    """Replaces an array, and its checksum in the manifest, as a forger would."""
    path, manifest = index / GENERATION / name, index / GENERATION / "manifest.json"
    path.unlink()
    np.save(path, array)
    document = checked(manifest.read_bytes())
    document["files"][name] = {"bytes": path.stat().st_size, "sha256": sha256(path)}
    manifest.write_bytes(signed({key: value for key, value in document.items() if key != "checksum"}))


@pytest.mark.parametrize("name", ["links.premise.npy", "links.claim.npy"])
@pytest.mark.parametrize("row", [-7, 99])
def test_links_out_of_range_are_a_sentence(index: Path, name: str, row: int) -> None:
    """They ended `verify` in an IndexError."""
    array = np.load(index / GENERATION / name)
    array[0] = row
    forged(index, name, array)
    for work in (asked, verify_index):
        with pytest.raises(CorruptIndexError, match="links lead to rows that are not there"):
            work(index)


def test_links_that_are_of_several_lengths_are_a_sentence(index: Path) -> None:
    forged(index, "links.sign.npy", np.load(index / GENERATION / "links.sign.npy")[:-1])
    with pytest.raises(CorruptIndexError, match="links lead to rows that are not there"):
        verify_index(index)


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("documents", lambda array: array + 50),
        ("documents", lambda array: array - 50),
        ("cells", lambda array: np.full_like(array, 200)),
        ("cell_code", lambda array: array + 10_000),
        ("codes", lambda array: array[:-1]),
        ("starts", lambda array: array[::-1].copy()),
        ("starts", lambda array: array + 1),
        ("ends", lambda array: array * 2),
        ("occurrences", lambda array: -array),
        ("occurrences", lambda array: array[:-1]),
    ],
)
def test_postings_out_of_range_are_found(
    index: Path,
    part: str,
    change: Callable[
        [np.ndarray[tuple[int, ...], np.dtype[np.int64]]], np.ndarray[tuple[int, ...], np.dtype[np.int64]]
    ],
) -> None:
    """They passed `verify`."""
    assert verify_index(index) == []
    name = f"lexical/premises/segment0.{part}.npy"
    forged(index, name, change(np.load(index / GENERATION / name)))
    assert f"{part} lead to what is not there" in problem(index)


def problem(index: Path) -> str:
    """Returns the first thing that `verify` finds, or says where it cannot go on; empty where there is none."""
    try:
        return "".join(verify_index(index)[:1])
    except CorruptIndexError as error:
        return str(error)


Array = np.ndarray[tuple[int, ...], np.dtype[np.generic]]
FORGERIES: dict[str, Callable[[Array], Array]] = {
    "more": lambda array: np.add(array, 50, dtype=np.float64).astype(array.dtype),
    "most": lambda array: np.full_like(array, 120),
    "twice": lambda array: np.multiply(array, 2, dtype=np.float64).astype(array.dtype),
    "less": lambda array: array[:-1],
    "none": lambda array: array[:0],
    "reversed": lambda array: array[::-1].copy(),
    "a column": lambda array: array.reshape(-1, 1),
    "fractions": lambda array: array.astype(np.float32) + np.float32(0.5),
    "words": lambda array: array.astype("U8"),
}


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.filterwarnings("ignore:(divide|invalid|overflow):RuntimeWarning")
def test_a_search_of_forged_postings_is_answered_or_refused(index: Path, step: int) -> None:
    """A posting of a document that is not there, or tables of other lengths, ended in an IndexError or TypeError."""
    refused = answered = 0
    home = index / GENERATION
    sound = {path: path.read_bytes() for path in index.rglob("*") if path.suffix in (".npy", ".json")}
    paths = sorted([*home.glob("lexical/premises/*.npy"), *home.glob("lexical/claims/*.npy")])
    for path, kind in [*product(paths, FORGERIES)][::step]:
        forged(index, path.relative_to(home).as_posix(), FORGERIES[kind](np.load(path)))
        try:
            with open_engine(index) as engine:
                for method in ("bm25", "bm25f"):
                    engine.search('+cars "cars are"', method=method, strict=False, operators=True)
            answered += 1
        except CorruptIndexError:
            refused += 1
        except Exception as error:
            raise AssertionError(f"{path.name}, {kind}: {error!r}") from error
        for file, content in sound.items():
            if file.read_bytes() != content:
                file.write_bytes(content)
    assert refused > 100 // step and answered > 10 // step, (refused, answered)


def test_the_pointer_cannot_be_forged_to_lead_out_of_the_folder(index: Path) -> None:
    document = orjson.loads((index / "debatable.json").read_bytes())
    document.pop("checksum")
    (index / "debatable.json").write_bytes(signed({**document, "store": "../elsewhere.sqlite"}))
    with pytest.raises(CorruptIndexError):
        asked(index)


def names(index: Path, **named: str) -> None:
    """Writes other names into the configuration of an index, as a forger would."""
    manifest = index / GENERATION / "manifest.json"
    document = checked(manifest.read_bytes())
    document["configuration"].update(named)
    manifest.write_bytes(signed({key: value for key, value in document.items() if key != "checksum"}))


def given_encoder(folder: Path) -> Path:
    """Makes the folder of an encoder that knows one text."""
    folder.mkdir(parents=True)
    (folder / "texts.txt").write_text("cars\n")
    np.save(folder / "vectors.npy", np.ones((1, 4), np.float32) / 2)
    return folder


def encoder_of(index: Path) -> str:
    with open_engine(index) as engine:
        assert isinstance(engine.backend, LocalBackend) and engine.backend.index.encoder.dimensions
        return engine.backend.encoder


def test_a_model_outside_of_the_folder_is_not_opened_unless_the_user_names_it(
    index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The path of any folder of this machine in a manifest was opened as an encoder or as a stance model."""
    monkeypatch.chdir(tmp_path)
    elsewhere = given_encoder(tmp_path / "elsewhere" / "model")
    (index / "away").symlink_to(elsewhere, target_is_directory=True)
    encoders = (str(elsewhere), f"sliding({elsewhere})", f"{index}/../elsewhere/model", f"{index}/away")
    for field, name in [
        *(("encoder", name) for name in encoders),
        ("encoder", "elsewhere"),
        ("encoder", "elsewhere/model"),
        ("read", f"{elsewhere}(read=2)"),
        ("read", f"learned(model={elsewhere})"),
        ("read", f"learned(model='{index}/a,b/../../elsewhere/model')"),
    ]:
        names(index, **{"encoder": "", "read": "", field: name})
        for work in (asked, added):
            with pytest.raises(
                InputError, match="which is not in its folder; if you trust it, set DEBATABLE_MODELS"
            ):
                work(index)
    names(index, encoder=str(elsewhere), read="")
    monkeypatch.setenv("DEBATABLE_MODELS", os.pathsep.join(["/nowhere", "~", str(tmp_path / "elsewhere")]))
    assert encoder_of(index) == str(elsewhere)


def test_a_model_inside_of_the_folder_is_opened(
    index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "all-MiniLM-L6-v2").mkdir()  # a folder that happens to have the name of an encoder
    for name in (str(given_encoder(index / "model")), "index/model", "first(./index/model)"):
        names(index, encoder=name)
        assert encoder_of(index) == name
    (tmp_path / "link").symlink_to(index, target_is_directory=True)
    assert encoder_of(tmp_path / "link") == "first(./index/model)"
    names(index, encoder="all-MiniLM-L6-v2")
    assert encoder_of(index) == "all-MiniLM-L6-v2"
