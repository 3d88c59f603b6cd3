"""Which engine a place belongs to."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatable import engines
from debatable.engines import QdrantIndex, index_at, location, open_engine
from debatable.errors import DebatableError, InputError, MissingExtraError, NotAnIndexError
from tests.support.indexes import BY_WORDS, argument
from tests.support.qdrant_server import free_ports


def test_a_folder_is_changed_as_ever(tmp_path: Path) -> None:
    where = tmp_path / "index"
    cars = [argument("a", "Cars are loud"), argument("b", "Cars are fast")]
    assert index_at(str(where)).create(cars, configuration=BY_WORDS).added == 2
    assert index_at(where).add([argument("c", "Cars are free")]).added == 1
    assert index_at(where).remove(["a"]) == 1
    assert index_at(where).verify() == []
    with open_engine(where) as engine:
        assert engine.info()["arguments"] == 2


@pytest.mark.parametrize(
    "change",
    [
        lambda where: open_engine(where),
        lambda where: index_at(where).create([]),
        lambda where: index_at(where).add([]),
        lambda where: index_at(where).remove([]),
        lambda where: index_at(where).recluster(),
        lambda where: index_at(where).verify(),
    ],
)
def test_an_address_leads_to_a_server(change, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    where = f"qdrant://127.0.0.1:{free_ports(1)[0]}/debates?timeout=1"
    with pytest.raises(DebatableError, match="no server answers"):
        change(where)
    with pytest.raises(InputError, match="no host and port"):
        change("qdrant://nowhere/debates")
    monkeypatch.setattr(location, "find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"pip install 'debatable\[qdrant\]'"):
        change(where)


def test_a_folder_may_be_called_anything_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NotAnIndexError, match="does not exist"):
        open_engine("qdrant")


def test_a_path_that_lost_a_slash_leads_to_a_server() -> None:
    assert index_at(Path("qdrant://one:6333/debates")) == index_at("qdrant://one:6333/debates")
    assert isinstance(index_at("qdrant:/one:6333/debates"), QdrantIndex)


def test_functions_of_older_versions_warn(tmp_path: Path) -> None:
    cars = [argument("a", "Cars are loud"), argument("b", "Cars are fast")]
    index_at(tmp_path / "index").create(cars, configuration=BY_WORDS)
    with pytest.warns(DeprecationWarning, match=r"use index_at\(where\).remove"):
        assert engines.remove_at(["a"], tmp_path / "index") == 1  # type: ignore[attr-defined]


def test_a_server_keeps_no_readings() -> None:
    pytest.importorskip("qdrant_client")
    with pytest.raises(InputError, match="does not keep what was read"):
        index_at("qdrant://localhost:6333/debates").read()
