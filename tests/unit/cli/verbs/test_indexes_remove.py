"""``debatable remove``: which arguments went, and which there never were."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command_line import complaint, invoked
from tests.support.indexes import argument, cars_index


def test_the_ids_that_were_removed_are_named(tmp_path: Path) -> None:
    index = cars_index(tmp_path / "index")
    done = invoked("remove", "b", "a", "b", "--from", index)
    assert done.stderr == f"{index}: 2 arguments removed: b, a\n"


def test_of_many_the_first_are_named(tmp_path: Path) -> None:
    ids = [f"c{number}" for number in range(12)]
    index = cars_index(tmp_path / "index", *(argument(name, f"Cars are {name}") for name in ids))
    done = invoked("remove", *ids, "--from", index)
    assert done.stderr.endswith(f"12 arguments removed: {', '.join(ids[:10])} and 2 more\n")


def test_all_ids_that_nothing_has_are_named_and_nothing_is_removed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    index = cars_index(tmp_path / "index")
    said = complaint(capsys, monkeypatch, "remove", "x", "a", "y", "--from", index)
    assert "no argument has the id 'x' or 'y'" in said and said.endswith("nothing was removed")
    assert "removed: a" in invoked("remove", "a", "--from", index).stderr
