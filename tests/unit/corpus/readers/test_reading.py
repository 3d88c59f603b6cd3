from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from debatable.corpus import readers
from debatable.corpus.readers import READERS, Delimited, Jsonl, Source, corpus_files, read, reader, table
from debatable.errors import InputError, RecordError, UnknownNameError
from debatable.model import Argument, Premise
from tests.unit.corpus.readers.conftest import Skipping

JSONL = '{"id": "j", "premise": "x"}\n'
CSV = "id,premise\nc,x\n"
ARGSME = '[{"id": "m", "premises": [{"text": "x"}]}]'
OFFICIAL = '{"arguments": [{"id": "m", "premises": [{"text": "x"}]}]}'
AIF = '{"edges": [], "nodes": [{"nodeID": "1", "type": "I", "text": "x"}]}'


@pytest.mark.parametrize(
    ("name", "content", "id"),
    [
        ("f.jsonl", JSONL, "j"),
        ("f.ndjson", JSONL, "j"),
        ("F.JSONL", JSONL, "j"),
        ("f.json", JSONL, "j"),
        ("f", JSONL, "j"),
        ("f.csv", CSV, "c"),
        ("f.txt", CSV, "c"),
        ("f.tsv", CSV.replace(",", "\t"), "c"),
        ("f.json", ARGSME, "m"),
        ("f.json", "\n " + OFFICIAL, "m"),
        ("f", OFFICIAL, "m"),
        ("f.json", AIF, "f:1"),
        ("f.data", AIF, "f.data:1"),
    ],
)
def test_the_format_is_told_by_name_and_content(tmp_path: Path, name: str, content: str, id: str) -> None:
    (tmp_path / name).write_text(content)
    assert [argument.id for argument in read(tmp_path / name)] == [id]


@pytest.mark.parametrize("content", ["", "Lorem ipsum", '{"key": 1}', "premises without a table"])
def test_an_unknown_format_asks_for_its_name(tmp_path: Path, content: str) -> None:
    path = tmp_path / "f.json"
    path.write_text(content)
    with pytest.raises(RecordError, match="format of the file is not clear; name it with --format") as error:
        list(read(path))
    assert error.value.where == str(path)


@pytest.mark.parametrize(
    ("name", "content", "where"),
    [
        ("f.jsonl", "\n\n" + JSONL, "f.jsonl:3"),
        ("f.csv", 'id,premise\n\na,"x\ny"\n', "f.csv:3"),
        ("f.csv", "comment-id,comment-body\n1,x\n", "f.csv:2"),
        ("f.json", ARGSME, "f.json: argument 1"),
        ("f.json", AIF, "f.json"),
        ("f.ad", "[a]: x\n  + [b]: y\n", "f.ad"),
    ],
)
def test_an_argument_has_the_place_it_was_read_from(
    tmp_path: Path, name: str, content: str, where: str
) -> None:
    (tmp_path / name).write_text(content)
    (found,) = read(tmp_path)
    assert found.where == str(tmp_path / where)


def test_paths_may_be_one_or_many_and_keep_their_order(tmp_path: Path) -> None:
    one, two = tmp_path / "1.jsonl", tmp_path / "2.csv"
    one.write_text(JSONL)
    two.write_text(CSV)
    assert [argument.id for argument in read([two, one])] == ["c", "j"]
    assert [argument.id for argument in read(str(one))] == ["j"]


def test_folders_are_walked_in_the_order_of_names(tmp_path: Path) -> None:
    for name in (
        "b.jsonl",
        "a/z.jsonl",
        "a/b/c.jsonl",
        "c.csv",
        ".hidden.jsonl",
        ".git/x.jsonl",
        "README.md",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("premise\nx\n" if name.endswith("csv") else '{"premise": "x"}\n')
    assert [argument.id for argument in read(tmp_path)] == ["b:1", "c:2", "a/z:1", "a/b/c:1"]


def test_a_folder_without_corpus_files_is_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "README.md").touch()
    with pytest.raises(InputError, match="no corpus file"):
        read(tmp_path)


def test_a_missing_file_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    (tmp_path / "1.jsonl").write_text(JSONL)
    with pytest.raises(InputError, match="no such file") as error:
        read([tmp_path / "1.jsonl", tmp_path / "2.jsonl"], on_error="skip")
    assert error.value.where == str(tmp_path / "2.jsonl")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_reported(tmp_path: Path, skipping: Skipping) -> None:
    path = tmp_path / "1.jsonl"
    path.write_text(JSONL)
    path.chmod(0)
    assert "permission denied" in skipping(path)[1][0].what


@pytest.fixture
def closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of files with a folder among them that nobody may list, not even root."""
    for name in ("a", "b/closed", "c", ".hidden"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "1.jsonl").write_text('{"premise": "x"}\n')
    list_folder = os.scandir

    def scandir(path: str) -> Any:
        if os.fspath(path).endswith(("closed", ".hidden")):
            raise PermissionError(13, "Permission denied", path)
        return list_folder(path)

    monkeypatch.setattr(os, "scandir", scandir)
    return tmp_path / "b" / "closed"


def test_a_folder_that_cannot_be_listed_is_refused(closed: Path, tmp_path: Path) -> None:
    """It was passed over, and nobody knew that the index lacked what is in it."""
    for of in (tmp_path, closed):
        with pytest.raises(RecordError, match=r"the folder cannot be listed \(permission denied\)") as error:
            read(of)
        assert error.value.where == str(closed)
        with pytest.raises(RecordError, match="cannot be listed"):
            corpus_files(of)


def test_a_folder_that_cannot_be_listed_is_skipped_with_a_word(closed: Path, tmp_path: Path) -> None:
    skipped: list[RecordError] = []
    arguments = list(read(tmp_path, on_error="skip", on_skip=skipped.append))
    assert [argument.id for argument in arguments] == ["a/1:1", "c/1:1"]
    assert [error.where for error in skipped] == [str(closed)]
    with pytest.raises(InputError, match="no corpus file"):
        read(closed, on_error="skip")


def test_a_broken_file_does_not_keep_the_next_from_being_read(tmp_path: Path, skipping: Skipping) -> None:
    (tmp_path / "1.json").write_text('[{"id": "m", "premises": [{"text"')
    (tmp_path / "2.jsonl").write_text(JSONL)
    arguments, skipped = skipping(tmp_path)
    assert [argument.id for argument in arguments] == ["j"]
    assert len(skipped) == 1


def test_skipping_needs_no_one_to_tell(tmp_path: Path) -> None:
    (tmp_path / "1.jsonl").write_text("broken\n" + JSONL)
    assert [argument.id for argument in read(tmp_path, on_error="skip")] == ["j"]


def test_options_are_checked_at_once(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="unknown format 'jsnl'; did you mean 'jsonl'"):
        read(tmp_path, format="jsnl")
    with pytest.raises(UnknownNameError, match="unknown way with errors 'skp'"):
        read(tmp_path, on_error="skp")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="no tag"):
        read(tmp_path, language="")


@pytest.mark.parametrize(
    ("name", "content", "format"),
    [("f.jsonl", JSONL, "jsonl"), ("f.json", ARGSME, "argsme"), ("f", AIF, "aif")],
)
@pytest.mark.parametrize("named", [False, True])
def test_columns_of_a_format_without_columns_are_refused(
    tmp_path: Path, name: str, content: str, format: str, named: bool
) -> None:
    """They were ignored without a word, so that fields of other names were lost."""
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(InputError, match=f"format {format} has none; leave --column out") as refused:
        list(read(path, columns={"claim": "x"}, format=format if named else "auto", on_error="skip"))
    assert refused.value.where == str(path)


def test_columns_beside_a_reader_without_columns_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "f.jsonl"
    path.write_text(JSONL)
    with pytest.raises(InputError, match="leave --column out"):
        list(read(path, columns={"claim": "x"}, format=Jsonl()))


def test_readers_are_values_that_print_as_they_are_written() -> None:
    for name in READERS:
        made = reader(name, language="de", columns={"premise": "text"})
        assert made == reader(name, language="de", columns={"premise": "text"})
    assert repr(reader("jsonl")) == "Jsonl(language='en')"
    assert eval(repr(reader("tsv", columns={"id": "n"}))) == Delimited("en", "\t", (("id", "n"),))
    assert isinstance(reader("jsonl"), Jsonl)


def test_readers_of_ones_own(tmp_path: Path) -> None:
    def lines(source: Source) -> Iterator[Argument | RecordError]:
        for number, line in enumerate(source.stream, 1):
            name = f"{source.name}:{number}"
            yield Argument(name, Premise(name, line.decode().strip()))

    path = tmp_path / "notes.txt"
    path.write_text("Cars are loud.\nCars are fast.\n")
    assert [argument.premise.text for argument in read(path, format=lines)] == [
        "Cars are loud.",
        "Cars are fast.",
    ]
    READERS.register("lines", lines)
    try:
        assert len(list(read(path, format="lines", language="de"))) == 2
    finally:
        READERS.unregister("lines")
    with pytest.raises(InputError, match="7 is no format"):
        read(path, format=7)  # type: ignore[arg-type]


def test_a_module_in_the_folder_of_readers_is_a_format(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "shouts.py").write_text(
        "def shouts(source):\n    yield from ()\n\n\nFORMATS = {'shouts': shouts}\n"
    )
    monkeypatch.setattr(readers, "__path__", [*readers.__path__, str(tmp_path)])
    assert [name for name in table._formats() if name not in READERS] == ["shouts"]
    monkeypatch.delitem(sys.modules, "debatable.corpus.readers.shouts")


def test_a_format_takes_parameters(tmp_path: Path) -> None:
    path = tmp_path / "table.txt"
    path.write_text("id|premise\nc|x\n")
    assert [argument.id for argument in read(path, format="csv(delimiter=|)")] == ["c"]


def test_a_format_is_loaded_when_a_file_is_read() -> None:
    formats = ("aif", "argsme", "delimited", "jsonl")
    code = (
        "import sys; from debatable.corpus.readers import READERS, arguments_of, clean, read;"
        f"print([name for name in {formats} if f'debatable.corpus.readers.{{name}}' in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_hyphen_is_told_what_stands_for_standard_input() -> None:
    with pytest.raises(InputError, match="^-: there is no such file or folder; give /dev/stdin for standard"):
        list(read(["-"]))


def test_no_file_is_advised_that_the_system_does_not_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "exists", lambda self: False)
    with pytest.raises(InputError, match="^-: there is no such file or folder; check the path$"):
        list(read(["-"]))
