"""The functions of the package, as a user calls them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import debatable
from debatable.errors import InputError, NotAnIndexError, RecordError, UnknownNameError
from debatable.model import Stance
from tests.support.indexes import BY_WORDS, argument, cars_index

RECORD = {"id": "c", "claim": "Ban cars", "premise": "Cars pollute", "stance": "pro"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return cars_index(tmp_path / "index")


def ids(folder: Path, query: str = "cars") -> list[str]:
    with debatable.open(folder) as engine:
        return sorted(hit.premise.id for hit in engine.search(query, method="bm25", strict=False))


def test_an_index_of_records_of_arguments_and_of_files(tmp_path: Path) -> None:
    path = tmp_path / "corpus.csv"
    path.write_text("id,claim,text,stance\nc,Ban cars,Cars pollute,pro\n")
    given: dict[str, Any] = {
        "records": [RECORD],
        "arguments": [argument("c", "Cars pollute")],
        "file": str(path),
        "files": [path],
    }
    for name, corpus in given.items():
        made = debatable.index(
            corpus, into=tmp_path / name, columns={"premise": "text"}, configuration=BY_WORDS
        )
        assert made.added == 1 and ids(tmp_path / name) == ["c"], name


def test_adding_and_removing(folder: Path) -> None:
    assert debatable.add([RECORD], to=str(folder)).added == 1
    assert ids(folder) == ["a", "b", "c"]
    assert debatable.add([{**RECORD, "stance": "con"}], to=folder, on_duplicate="replace").replaced == 1
    with debatable.open(folder) as engine:
        stances = {
            hit.premise.id: hit.stance for hit in engine.search("ban cars", method="bm25", strict=False)
        }
    assert stances["c"] is Stance.CON
    assert debatable.remove(iter(["a", "c"]), from_=folder) == 2
    assert ids(folder) == ["b"]


def test_bad_records_are_told_of(tmp_path: Path) -> None:
    skipped: list[RecordError] = []
    made = debatable.index(
        [RECORD, {"premise": ""}],
        into=tmp_path / "new",
        on_error="skip",
        on_skip=skipped.append,
        configuration=BY_WORDS,
    )
    assert made.added == 1 and [error.where for error in skipped] == ["argument 2"]


def test_a_bad_record_leaves_everything_as_it_was(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="argument 2: its premise is empty"):
        debatable.add([RECORD, {"premise": ""}], to=folder)
    assert ids(folder) == ["a", "b"]
    with pytest.raises(RecordError):
        debatable.index([{"premise": ""}], into=tmp_path / "new", configuration=BY_WORDS)
    assert [path.name for path in tmp_path.iterdir()] == ["index"]


def test_an_index_is_replaced_only_where_that_is_asked_for(folder: Path) -> None:
    with pytest.raises(InputError, match="is an index already"):
        debatable.index([RECORD], into=folder, configuration=BY_WORDS)
    debatable.index([RECORD], into=folder, configuration=BY_WORDS, overwrite=True)
    assert ids(folder) == ["c"]


def test_progress_is_told(tmp_path: Path) -> None:
    steps: list[str] = []
    debatable.index(
        [RECORD],
        into=tmp_path / "new",
        configuration=BY_WORDS,
        progress=lambda step, done, total: steps.append(step),
    )
    assert {"claims", "premises"} <= set(steps)


@pytest.mark.parametrize("where", [None, 17, "", b"index", ["index"]])
def test_a_folder_that_is_none(where: Any) -> None:
    for call in (
        lambda: debatable.open(where),
        lambda: debatable.index([RECORD], into=where),
        lambda: debatable.add([RECORD], to=where),
        lambda: debatable.remove(["a"], from_=where),
    ):
        with pytest.raises(InputError, match="give the path of a folder"):
            call()


def test_no_index_there(tmp_path: Path) -> None:
    for call in (
        lambda: debatable.open(tmp_path / "nowhere"),
        lambda: debatable.add([RECORD], to=tmp_path),
        lambda: debatable.remove(["a"], from_=tmp_path),
    ):
        with pytest.raises(NotAnIndexError):
            call()


@pytest.mark.parametrize("given", [None, "a", b"a", 7])
def test_ids_that_are_no_list(folder: Path, given: Any) -> None:
    with pytest.raises(InputError, match="give a list of them"):
        debatable.remove(given, from_=folder)


def test_ids_that_are_none(folder: Path) -> None:
    with pytest.raises(InputError, match="the id 7 is no text"):
        debatable.remove(["a", 7], from_=folder)  # type: ignore[list-item]
    with pytest.raises(InputError, match="no argument has the id 'nobody'"):
        debatable.remove(["a", "nobody"], from_=folder)
    assert ids(folder) == ["a", "b"]


def test_options_that_are_none(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="unknown way with duplicates 'keep'"):
        debatable.add([RECORD], to=folder, on_duplicate="keep")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="the configuration is of type str"):
        debatable.index([RECORD], into=tmp_path / "new", configuration="english")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="there is no argument in the corpus"):
        debatable.index([], into=tmp_path / "new", configuration=BY_WORDS)
