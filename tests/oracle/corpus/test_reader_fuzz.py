"""Whatever is in a file, readers give arguments and errors of one sentence, soon, and touch no other file."""

from __future__ import annotations

import io
import json
import random
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from debatable.corpus.readers import Omission, read
from debatable.corpus.readers.maps import MAPS
from debatable.corpus.readers.table import READERS
from debatable.errors import DebatableError, RecordError
from debatable.model import Argument
from tests.unit.corpus.readers.test_maps import ARGDOWN, ARGUEBUF, BRAT, KIALO, SADFACE
from tests.unit.corpus.readers.test_polis import COMMENTS
from tests.unit.corpus.readers.test_sheets import ROWS, STRINGS, cell, excel, ods, row

SHORT, LONG = 150, 20_000
SECONDS = 5.0
"""What one small file may take, on a machine that has other things to do."""

PIECES = (
    *(
        b"[",
        b"]",
        b"<",
        b">",
        b"{",
        b"}",
        b'"',
        b"\\",
        b"\n",
        b"\r\n",
        b"\t",
        b"\x00",
        b"\xff",
        b"\xef\xbb\xbf",
    ),
    *(b"  + ", b"  -> ", b"(1) ", b"----\n", b"--\n", b"//", b"/*", b"*/", b"<!--", b"===\n", b"#(", b"@["),
    *(
        b"1.1. Con: ",
        b"-> See 9.9.",
        b"T1\tClaim 0 99999999",
        b"R1\tsupports Arg1:T1 Arg2:T1\t",
        b"A1\tStance T1 For",
    ),
    *(
        b"null",
        b"1e999",
        b"-1",
        b"\\ud800",
        b"[" * 2_000,
        b'{"a":' * 2_000,
        b"&a;",
        b"<!DOCTYPE a>",
        b"<![CDATA[",
    ),
    *(b"<!ENTITY a SYSTEM 'file:///etc/passwd'>", b'table:number-rows-repeated="99999999"', b"<v>99</v>"),
)


class Watch:
    """Notes what is opened, listed, changed or called while it is on; Python keeps an audit hook for good."""

    def __init__(self) -> None:
        self.on, self.seen = False, list[str]()
        sys.addaudithook(self)

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.on and (event == "open" or event.startswith(("os.", "shutil.", "socket.", "subprocess."))):
            self.seen.append(f"{event} {arguments[0] if arguments else ''}")

    @contextmanager
    def only(self, path: Path) -> Iterator[None]:
        """Fails where anything is opened but one file, and what Python opens and lists to import its modules."""
        self.seen, self.on = [], True
        try:
            yield
        finally:
            self.on = False
            imports = {f"os.listdir {folder}" for folder in sys.path_importer_cache}
            others = [
                one for one in self.seen if not one.endswith((".py", ".pyc", ".so")) and one not in imports
            ]
            assert set(others) <= {f"open {path}"}, others


@pytest.fixture(scope="module")
def watch() -> Watch:
    assert list(READERS)  # their modules are looked for and loaded before, as they are for any file
    return Watch()


def sheet(make: Callable[[Path], Path], folder: Path) -> bytes:
    return make(folder / "seed").read_bytes()


def seeds(format: str, folder: Path) -> bytes:
    """A sound file of each format."""
    if format == "excel":
        return sheet(lambda path: excel(path, ROWS, STRINGS), folder)
    if format == "ods":
        table = f"<table:table>{row(cell('premise'), cell('claim'))}{row(cell('a'), cell('b'))}</table:table>"
        return sheet(lambda path: ods(path, table), folder)
    texts = {
        "argdown": ARGDOWN,
        "kialo": KIALO,
        "brat": BRAT,
        "polis": COMMENTS,
        "sadface": json.dumps(SADFACE),
        "arguebuf": json.dumps(ARGUEBUF),
    }
    return texts[format].encode()


def mutated(content: bytes, chance: random.Random) -> bytes:
    """Cuts, doubles, swaps and puts in."""
    found = bytearray(content)
    for _ in range(chance.randint(1, 6)):
        at, end = sorted(chance.randrange(len(found) + 1) for _ in range(2))
        match chance.randrange(5):
            case 0:
                del found[at : min(end, at + 20)]
            case 1:
                found[at:at] = chance.choice(PIECES)
            case 2:
                found[at:at] = found[at : min(end, at + 60)]
            case 3 if found:
                found[at % len(found)] = chance.randrange(256)
            case _:
                found[at : at + 5] = chance.choice(PIECES)
    return bytes(found)


def mutated_parts(content: bytes, chance: random.Random) -> bytes:
    """Changes the XML inside of a sheet, or the archive itself."""
    if chance.random() < 0.3:
        return mutated(content, chance)
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            part = old.read(name)
            new.writestr(name, mutated(part, chance) if chance.random() < 0.6 else part)
    return out.getvalue()


ENDINGS = {
    **dict(zip(MAPS, (".argdown", ".json", ".ann", ".txt", ".json"), strict=True)),
    **{"polis": ".csv", "excel": ".xlsx", "ods": ".ods"},
}


def storm(format: str, number: int, folder: Path, watch: Watch) -> int:
    """Reads a sound file and broken ones, checks each, and returns how many of them lost or refused something."""
    chance = random.Random(f"{format} {number}")
    whole = seeds(format, folder)
    inside = folder / "inside"
    inside.mkdir()
    path = inside / f"file{ENDINGS[format]}"
    given = {"excel": "sheets", "ods": "sheets"}.get(format, format)
    change = mutated_parts if given == "sheets" else mutated
    damaged = 0
    for turn in range(number):
        content = change(whole, chance) if turn else whole
        path.write_bytes(content)
        start = time.perf_counter()
        errors: list[RecordError] = []
        omissions: list[Omission] = []
        try:
            with watch.only(path):
                found = list(
                    read(
                        path,
                        format=given,
                        on_error="skip",
                        on_skip=errors.append,
                        on_omission=omissions.append,
                    )
                )
        except DebatableError as error:
            assert str(error) and "\n" not in str(error)[:40], (turn, content)
            found = []
            errors.append(RecordError("refused"))
        damaged += bool(errors or omissions)
        assert time.perf_counter() - start < SECONDS, (turn, content)
        assert all(isinstance(one, Argument) and one.premise.text for one in found)
        assert all(error.what for error in errors)
        assert turn or (found and not errors)  # the first one is sound
    assert [one.name for one in inside.iterdir()] == [path.name]
    return damaged


@pytest.mark.parametrize("format", ENDINGS)
def test_a_few_broken_files_of_each_format(format: str, tmp_path: Path, watch: Watch) -> None:
    assert storm(format, SHORT, tmp_path, watch) > 0, "some of them are seen to be broken"


def test_the_watch_sees_what_is_opened_besides(tmp_path: Path, watch: Watch) -> None:
    (tmp_path / "a.ann").write_text(BRAT)
    (tmp_path / "a.txt").write_text("x")
    with pytest.raises(AssertionError, match=r"a\.txt"), watch.only(tmp_path / "a.ann"):
        list(read(tmp_path / "a.ann", on_error="skip"))


@pytest.mark.slow
@pytest.mark.parametrize("format", ENDINGS)
def test_twenty_thousand_broken_files_of_each_format(format: str, tmp_path: Path, watch: Watch) -> None:
    assert storm(format, LONG, tmp_path, watch) > 0, "some of them are seen to be broken"
