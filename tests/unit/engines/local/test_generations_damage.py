"""An index with damaged files answers as before, or refuses in a sentence; it can be made again in its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from debatable.engines import make_index, open_engine, verify_index
from debatable.errors import CorruptIndexError, DebatableError
from tests.support.indexes import BY_WORDS, argument, cars_index


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def longer(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"x")


DAMAGES: tuple[Callable[[Path], None], ...] = (cut, empty, folder, longer, Path.unlink)


def answers(index: Path) -> list[object]:
    with open_engine(index) as engine:
        return [
            engine.health(),
            *(
                [(hit.premise.id, hit.score) for hit in engine.search("cars loud", method=name, strict=False)]
                for name in ("bm25", "bm25f")
            ),
        ]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_no_damaged_file_gives_a_traceback_or_another_answer(
    damage: Callable[[Path], None], tmp_path: Path
) -> None:
    index = cars_index(tmp_path / "index")
    expected = answers(index)
    files = (path for path in sorted(index.rglob("*")) if path.is_file() and path.suffix != ".lock")
    sound = {path: path.read_bytes() for path in files}
    for hurt in sound:
        damage(hurt)
        try:
            assert answers(index) == expected, hurt
        except DebatableError as error:
            assert "\n" not in str(error), hurt
        for path, content in sound.items():
            if path.is_dir():
                path.rmdir()
            if not path.is_file() or path.read_bytes() != content:
                path.write_bytes(content)


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\x00", b'{"format": 2, "store": "x"}'])
def test_a_broken_pointer_can_be_overwritten_as_the_error_says(content: bytes, tmp_path: Path) -> None:
    """The advice was to use --overwrite, which read the broken pointer and gave the same advice."""
    index = cars_index(tmp_path / "index")
    (index / "debatable.json").write_bytes(content)
    with pytest.raises(CorruptIndexError, match="--overwrite"):
        open_engine(index)
    make_index([argument("z", "Cars are new")], index, configuration=BY_WORDS, overwrite=True)
    assert verify_index(index) == []
    with open_engine(index) as engine:
        assert [hit.premise.id for hit in engine.search("cars", method="bm25", strict=False)] == ["z"]
    assert [path.name for path in (index / "generations").iterdir()] == ["000002"]
    assert len(list(index.glob("corpus-*.sqlite"))) == 1


def test_an_overwriting_that_fails_leaves_the_broken_index_as_it_is(tmp_path: Path) -> None:
    index = cars_index(tmp_path / "index")
    (index / "debatable.json").write_bytes(b"")
    with pytest.raises(DebatableError, match="no argument in the corpus"):
        make_index([], index, configuration=BY_WORDS, overwrite=True)
    assert (index / "debatable.json").read_bytes() == b""
    assert (index / "corpus-000001.sqlite").exists() and (index / "generations" / "000001").is_dir()
