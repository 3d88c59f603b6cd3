from __future__ import annotations

import os
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from debatable.engines import (
    Configuration,
    Engine,
    add_arguments,
    make_index,
    open_engine,
    recluster_index,
    remove_arguments,
    verify_index,
)
from debatable.engines.local.generations import Manifest
from debatable.engines.local.locks import only_writer
from debatable.engines.local.pointer import Pointer, checked, signed
from debatable.engines.local.tables import CORPUS_DIGEST
from debatable.errors import (
    CorruptIndexError,
    IndexLockedError,
    InputError,
    NewerIndexError,
    NotAnIndexError,
    StorageError,
)
from debatable.model import Argument, Claim, Premise, Stance, claim_id
from tests.support.indexes import copied

make = partial(make_index, configuration=Configuration(encoder=""))

CLAIM = "Cars should leave the city"


def argument(id_: str, text: str, claim: str = CLAIM, stance: Stance = Stance.PRO) -> Argument:
    return Argument(id_, Premise(id_, text), Claim(claim_id(claim), claim), stance, "test")


CORPUS = [
    argument("a", "Cars are loud"),
    argument("b", "Cars take space from people", stance=Stance.CON),
    argument("c", "Buses need a free road in the city"),
]


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return copied(_make, tmp_path / "index", *CORPUS)


def _make(folder: Path, *arguments: Argument) -> None:
    make(arguments, folder)


def found(folder: Path, query: str = "cars") -> set[str]:
    with open_engine(folder) as engine:
        return {hit.premise.id for hit in engine.search(query, method="bm25", strict=False).hits}


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith(("-wal", "-shm", ".lock"))
    }


def test_what_is_indexed_is_found_and_whole(index: Path) -> None:
    assert found(index) == {"a", "b", "c"} and verify_index(index) == []


def test_added_and_removed_arguments(index: Path) -> None:
    add_arguments([argument("d", "Cars pollute")], index)
    assert found(index, "pollute cars") == {"a", "b", "c", "d"} and verify_index(index) == []
    remove_arguments(["a", "b"], index)
    assert found(index) == {"c", "d"} and verify_index(index) == []
    assert len(list((index / "generations").iterdir())) == 1, "old generations are cleaned up"


def test_each_change_is_one_revision(index: Path) -> None:
    """A pointer to a revision that is yet to be written would show a change that is under way."""
    revisions = [Pointer.read(index).revision]
    add_arguments([argument("d", "Cars pollute")], index)
    revisions.append(Pointer.read(index).revision)
    make(CORPUS, index, overwrite=True)
    assert [*revisions, Pointer.read(index).revision] == [1, 2, 1]


def test_the_same_corpus_gives_the_same_generation(tmp_path: Path) -> None:
    for name in ("one", "two"):
        make(CORPUS, tmp_path / name)
    first, second = (files(tmp_path / name / "generations") for name in ("one", "two"))
    assert first == second and len(first) > 6


def test_scores_after_changes_are_those_of_a_rebuild(index: Path, tmp_path: Path) -> None:
    add_arguments(
        [argument("d", "Cars pollute", "Ban cars"), argument("e", "Cars are loud", "Ban cars")], index
    )
    remove_arguments(["b"], index)
    rest = [a for a in CORPUS if a.id != "b"]
    extra = [argument("d", "Cars pollute", "Ban cars"), argument("e", "Cars are loud", "Ban cars")]
    make(rest + extra, tmp_path / "fresh")
    for query in ("ban loud cars", "city buses"):
        answers = []
        for folder in (index, tmp_path / "fresh"):
            with open_engine(folder) as engine:
                hits = engine.search(query, method="bm25", strict=False).hits
                answers.append({hit.premise.id: (hit.score, hit.stance) for hit in hits})
        assert answers[0] == answers[1] and answers[0]


def test_a_failing_change_changes_nothing(index: Path) -> None:
    before = files(index)

    def breaking() -> Iterator[Argument]:
        yield argument("d", "Cars pollute")
        raise InputError("the file ends too early")

    with pytest.raises(InputError, match="too early"):
        add_arguments(breaking(), index)
    with pytest.raises(InputError, match="in the index already"):
        add_arguments([argument("d", "new"), argument("a", "again")], index)
    with pytest.raises(InputError, match="no argument"):
        remove_arguments(["a", "nobody"], index)
    assert found(index) == {"a", "b", "c"} and verify_index(index) == []
    after = files(index)
    assert {name for name in after if "sqlite" not in name} == {
        name for name in before if "sqlite" not in name
    }


def test_readers_of_an_old_generation_keep_working(index: Path) -> None:
    with open_engine(index) as old:
        remove_arguments(["a", "c"], index)
        make([argument("z", "Cars are back")], index, overwrite=True)
        answers: list[set[str]] = []

        def ask() -> None:  # from another thread, so with a connection of its own
            answers.append({hit.premise.id for hit in old.search("cars", method="bm25", strict=False).hits})

        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()
        assert answers == [{"a", "b", "c"}] and old.outdated()
    assert found(index) == {"z"}
    add_arguments([argument("y", "More")], index)
    assert len(list((index / "generations").iterdir())) == 1
    assert [path.name for path in index.glob("corpus-*.sqlite")] == ["corpus-000003.sqlite"]


@pytest.mark.parametrize("leaving", ["oldest", "newest"])
def test_each_of_several_readers_keeps_its_own_view(index: Path, leaving: str) -> None:
    """Readers of several generations: what the oldest of them reads stays, and goes when it is gone."""
    readers: list[tuple[Engine, set[str]]] = []
    for number in range(3):
        engine = open_engine(index)
        readers.append((engine, found(index)))
        add_arguments([argument(f"x{number}", f"Cars are number {number}")], index)
        remove_arguments([f"x{number - 1}" if number else "a"], index)
    while readers:
        for engine, seen in readers:
            hits = engine.search("cars", method="bm25", strict=False).hits
            assert {hit.premise.id for hit in hits} == seen
        readers.pop(0 if leaving == "oldest" else -1)[0].close()
        add_arguments([argument("y", "Cars stay")], index)
        remove_arguments(["y"], index)
    assert stored(index) <= len(found(index)) + 1 and verify_index(index) == []


def test_an_index_is_replaced_only_when_asked(index: Path) -> None:
    with pytest.raises(InputError, match="is an index already"):
        make(CORPUS, index)
    make([argument("z", "Cars are fun")], index, overwrite=True)
    assert found(index) == {"z"} and verify_index(index) == []


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("precious")
    with pytest.raises(InputError, match="not an index"):
        make(CORPUS, tmp_path / "mine", overwrite=True)
    assert (tmp_path / "mine" / "thesis.txt").read_text() == "precious"


def test_an_empty_corpus_makes_no_index(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no argument in the corpus"):
        make([], tmp_path / "index")
    assert list(tmp_path.iterdir()) == []


def test_everything_may_be_removed_and_added_again(index: Path) -> None:
    remove_arguments(["a", "b", "c"], index)
    assert found(index) == set() and verify_index(index) == []
    add_arguments(CORPUS, index)
    assert found(index) == {"a", "b", "c"} and verify_index(index) == []


def test_what_a_killed_maker_left_is_removed(tmp_path: Path) -> None:
    left = tmp_path / ".index.abc.making"
    left.mkdir()
    make(CORPUS, tmp_path / "index")
    assert not left.exists()


def test_a_second_writer_is_told_to_wait(index: Path) -> None:
    with only_writer(index):
        errors: list[Exception] = []

        def write() -> None:
            try:
                remove_arguments(["a"], index)
            except IndexLockedError as error:
                errors.append(error)

        thread = threading.Thread(target=write)
        thread.start()
        thread.join()
    assert "another process is writing" in str(errors[0])


def test_a_changed_byte_is_noticed(index: Path) -> None:
    victim = next(path for path in (index / "generations").rglob("*.npy"))
    content = bytearray(victim.read_bytes())
    content[-1] ^= 1
    os.chmod(victim, 0o644)
    victim.write_bytes(bytes(content))
    (problem,) = verify_index(index)
    assert victim.name in problem and "manifest" in problem


def test_a_corpus_that_disagrees_with_the_generation_is_noticed(index: Path) -> None:
    with sqlite3.connect(index / "corpus-000001.sqlite") as db:
        db.execute("DELETE FROM arguments WHERE id = 'a'")
    assert any("not those of the corpus" in problem for problem in verify_index(index))


def test_folders_that_are_no_index(tmp_path: Path, index: Path) -> None:
    with pytest.raises(NotAnIndexError, match="does not exist"):
        open_engine(tmp_path / "nowhere")
    (tmp_path / "empty").mkdir()
    with pytest.raises(NotAnIndexError, match="is not a Debatable index"):
        open_engine(tmp_path / "empty")


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b'{"format": 99}', NewerIndexError),
        (b'{"format": 99, "store": "x", "revision": 1, "generation": "000001"}', NewerIndexError),
        (b"not json", CorruptIndexError),
        (b'{"format": 1}', CorruptIndexError),
        (b'{"format": 1, "store": "../x", "revision": 1, "generation": "1"}', CorruptIndexError),
        (b"[]", CorruptIndexError),
    ],
)
def test_a_bad_pointer(index: Path, content: bytes, error: type[Exception]) -> None:
    (index / "debatable.json").write_bytes(content)
    with pytest.raises(error):
        open_engine(index)


@pytest.mark.parametrize(
    ("content", "error"),
    [(b"{}", CorruptIndexError), (b"\xff", CorruptIndexError), (b'{"format": 9}', NewerIndexError)],
)
def test_a_bad_manifest(index: Path, content: bytes, error: type[Exception]) -> None:
    (index / "generations" / "000001" / "manifest.json").write_bytes(content)
    with pytest.raises(error):
        open_engine(index)


def stored(folder: Path) -> int:
    """Counts the arguments in the database, dead ones included."""
    with closing(sqlite3.connect(folder / "corpus-000001.sqlite")) as db:
        (count,) = db.execute("SELECT count(*) FROM arguments").fetchone()
    return int(count)


def test_dead_rows_go_although_a_server_follows_the_index(index: Path) -> None:
    """A reader that follows held the generation before each change, and dead rows stayed for ever."""
    engine = open_engine(index)
    for number in range(4):
        add_arguments([argument(f"x{number}", f"Trams are number {number}")], index)
        engine.close()
        engine = open_engine(index)
        remove_arguments([f"x{number}"], index)
        engine.close()
        engine = open_engine(index)
    assert stored(index) <= len(CORPUS) + 2 and verify_index(index) == []
    engine.close()


def test_a_stray_file_among_the_generations_keeps_nothing_from_being_cleaned(index: Path) -> None:
    (index / "generations" / ".DS_Store").write_bytes(b"")
    remove_arguments(["a"], index)
    assert stored(index) == len(CORPUS) - 1


def test_an_interruption_after_the_rename_says_what_was_done(
    index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It said that nothing was changed."""
    write = Pointer.write

    def interrupted(self: Pointer, folder: Path) -> None:
        write(self, folder)
        raise KeyboardInterrupt

    monkeypatch.setattr(Pointer, "write", interrupted)
    with pytest.raises(StorageError, match="interrupted, but the change was made"):
        remove_arguments(["a"], index)
    assert "a" not in found(index)


def test_a_reader_that_is_overtaken_again_and_again_opens_what_is_current(
    index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One retry was all a reader had."""
    read, left = Manifest.read, [3]

    def overtaken(folder: Path) -> Manifest:
        if left[0]:
            left[0] -= 1
            current = Pointer.read(index)
            following = Pointer(current.store, current.revision, f"{int(current.generation) + 1:06}")
            following.generation_path(index).parent.joinpath(current.generation).rename(
                following.generation_path(index)
            )
            following.write(index)
        return read(folder)

    monkeypatch.setattr(Manifest, "read", overtaken)
    with open_engine(index) as engine:
        assert engine.search("cars", method="bm25", strict=False).hits


def state(folder: Path) -> str:
    with open_engine(folder) as engine:
        return engine.backend.state


@pytest.mark.parametrize("fields", [{"url": "https://example.org"}, {"source": "other"}, {"id": "d"}])
def test_states_differ_where_answers_show_something_else(
    index: Path, tmp_path: Path, fields: dict[str, str]
) -> None:
    """Two indexes that differed in addresses alone had the same state, so that kept answers of one served the other."""
    changed = replace(CORPUS[2], **fields)  # type: ignore[arg-type]
    make([*CORPUS[:2], changed], tmp_path / "other")
    make(CORPUS, tmp_path / "same")
    assert state(tmp_path / "other") != state(index) == state(tmp_path / "same")
    make(CORPUS[:2], tmp_path / "first")
    make(CORPUS[:2], tmp_path / "second")
    add_arguments([CORPUS[2]], tmp_path / "first")
    add_arguments([changed], tmp_path / "second")
    assert state(tmp_path / "first") != state(tmp_path / "second")


def test_an_index_of_an_older_version_gets_a_digest_of_its_corpus(index: Path) -> None:
    generation = Pointer.read(index).generation_path(index)
    manifest = checked((generation / "manifest.json").read_bytes())
    del manifest["files"][CORPUS_DIGEST]
    (generation / "manifest.json").write_bytes(signed(manifest))
    digest = (generation / CORPUS_DIGEST).read_bytes()
    (generation / CORPUS_DIGEST).unlink()
    assert verify_index(index) == [] and state(index)
    recluster_index(index)
    assert (Pointer.read(index).generation_path(index) / CORPUS_DIGEST).read_bytes() == digest


def test_an_index_that_shares_its_corpus_with_a_copy_of_hard_links_is_not_changed(index: Path) -> None:
    """What was added to one of both damaged the other."""
    shutil.copytree(index, copy := index.with_name("copy"), copy_function=os.link)
    before = (index / "corpus-000001.sqlite").read_bytes()
    for change in (
        lambda: add_arguments([argument("d", "Cars are dear")], copy),
        lambda: remove_arguments(["a"], index),
    ):
        with pytest.raises(StorageError, match="hard link"):
            change()
    assert (index / "corpus-000001.sqlite").read_bytes() == before
    assert verify_index(index) == verify_index(copy) == []
    shutil.rmtree(copy)
    assert remove_arguments(["a"], index) == 1
