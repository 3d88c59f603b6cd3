from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest

import debatable
from debatable.engines import cached, collection_index, open_engine
from debatable.errors import RecordError
from debatable.evaluation import Collection, Judgments, Query

POSIX = pytest.mark.skipif(os.name != "posix", reason="needs rights of files as POSIX has them")
LINES = (
    '{"id": "a", "premise": "Cars are loud"}\n{"id": "bad", "premise": ""}\n{"id": "a", "premise": "Twice"}\n'
)


def made(folder: Path, text: str = LINES) -> Collection:
    folder.mkdir(exist_ok=True)
    (folder / "corpus.jsonl").write_text(text)
    return Collection("cars", (Query("q", "Ban cars"),), Judgments([]), (folder / "corpus.jsonl",))


def test_the_index_of_a_collection_is_made_once_without_its_bad_records(tmp_path: Path) -> None:
    skipped: list[RecordError] = []
    folder = collection_index(made(tmp_path / "one"), cache=tmp_path / "cache", on_skip=skipped.append)
    assert [str(error).split(": ")[0].endswith("corpus.jsonl:2") for error in skipped] == [True]
    with open_engine(folder) as engine:
        assert [hit.premise.text for hit in engine.search("cars", method="bm25", strict=False).hits] == [
            "Cars are loud"
        ]
    again = collection_index(made(tmp_path / "copy"), cache=tmp_path / "cache", on_skip=skipped.append)
    assert again == folder
    assert len(skipped) == 1, "the second call reads nothing"


def test_another_corpus_gets_another_index(tmp_path: Path) -> None:
    one = collection_index(made(tmp_path / "one"), cache=tmp_path / "cache")
    other = collection_index(made(tmp_path / "one", LINES.replace("loud", "fast")), cache=tmp_path / "cache")
    assert one != other


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@POSIX
def test_the_fallback_is_private_to_the_user(temporary: Path) -> None:
    """Its name was the same for all users: whoever came first chose what the others read."""
    folder = cached._own_temporary()
    assert folder == temporary / f"debatable-{os.getuid()}" == cached._own_temporary()
    assert folder.stat().st_mode & 0o777 == 0o700


@POSIX
@pytest.mark.parametrize("trap", ["link", "open to all", "file"])
def test_what_somebody_else_put_there_is_not_used(trap: str, temporary: Path) -> None:
    place = temporary / f"debatable-{os.getuid()}"
    if trap == "link":
        (temporary / "theirs").mkdir()
        place.symlink_to(temporary / "theirs")
    elif trap == "file":
        place.write_bytes(b"")
    else:
        place.mkdir()
        place.chmod(0o777)
    folder = cached._own_temporary()
    assert folder != place and folder.stat().st_mode & 0o777 == 0o700


def test_the_lineage_changes_with_the_code_of_a_stage_and_with_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "debatable"
    source = Path(debatable.__file__).parent
    for stage in ("text", "lexical", "ranking"):
        shutil.copytree(source / stage, home / stage, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr("importlib.resources.files", lambda _: home)
    first = cached.lineage.__wrapped__()
    assert cached.lineage.__wrapped__() == first
    (home / "ranking" / "dense.py").write_text("")
    assert cached.lineage.__wrapped__() == first
    (home / "text" / "stops.py").write_text("")
    assert cached.lineage.__wrapped__() != first
