"""Which engine a place belongs to."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatable.engines import add_at, make_at, open_engine, recluster_at, remove_at, verify_at
from debatable.engines.qdrant import extra
from debatable.errors import DebatableError, InputError, MissingExtraError, NotAnIndexError
from tests.support.indexes import BY_WORDS, argument
from tests.support.qdrant_server import free_ports


def test_a_folder_is_changed_as_ever(tmp_path: Path) -> None:
    where = tmp_path / "index"
    cars = [argument("a", "Cars are loud"), argument("b", "Cars are fast")]
    assert make_at(cars, str(where), configuration=BY_WORDS).added == 2
    assert add_at([argument("c", "Cars are free")], where).added == 1
    assert remove_at(["a"], where) == 1
    assert verify_at(where) == []
    with open_engine(where) as engine:
        assert engine.info()["arguments"] == 2


@pytest.mark.parametrize(
    "change",
    [
        lambda where: open_engine(where),
        lambda where: make_at([], where),
        lambda where: add_at([], where),
        lambda where: remove_at([], where),
        lambda where: recluster_at(where),
        lambda where: verify_at(where),
    ],
)
def test_an_address_leads_to_a_server(change, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    where = f"qdrant://127.0.0.1:{free_ports(1)[0]}/debates?timeout=1"
    with pytest.raises(DebatableError, match="no server answers"):
        change(where)
    with pytest.raises(InputError, match="no host and port"):
        change("qdrant://nowhere/debates")
    monkeypatch.setattr(extra, "find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"pip install 'debatable\[qdrant\]'"):
        change(where)


def test_a_folder_may_be_called_anything_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NotAnIndexError, match="does not exist"):
        open_engine("qdrant")
