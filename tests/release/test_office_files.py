"""Office files by the packages that others use: Word documents read back, sheets that they wrote read."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

import debatable
from debatable.corpus.readers import Omission, read
from debatable.word_brief import docx_bytes
from tests.support.indexes import cars_index

pytestmark = [pytest.mark.release, pytest.mark.filterwarnings("ignore::DeprecationWarning")]

ROWS: list[list[Any]] = [
    ["id", "premise", "claim", "stance"],
    [1, "Cars are loud, and <smelly> & more.\nAt night.", "Ban cars", "pro"],
    [2, "  Cars are free  ", "Ban cars", -1],
    [None, None, None, None],
    ["x", "=1+1", None, None],
]
EXPECTED = [
    ("1", "Cars are loud, and <smelly> & more.\nAt night.", "Ban cars", "pro"),
    ("2", "Cars are free", "Ban cars", "con"),
]


def found(path: Path) -> tuple[list[tuple[str, str, str, str]], list[str]]:
    omissions: list[Omission] = []
    arguments = list(read(path, on_omission=omissions.append, on_error="skip"))
    return [
        (one.id, one.premise.text, one.claim.text if one.claim else "", one.stance.value) for one in arguments
    ], [omission.what for omission in omissions]


def test_python_docx_reads_a_brief(tmp_path: Path) -> None:
    docx = pytest.importorskip("docx", reason="python-docx is not installed")
    with debatable.open(cars_index(tmp_path / "index")) as engine:
        answer = engine.search("Ban cars", method="bm25")
    document = docx.Document(io.BytesIO(docx_bytes(answer)))
    styled = [(one.style.name, one.text) for one in document.paragraphs]
    headings = [text for style, text in styled if style == "Heading 1"]
    assert headings == ["For", "Against", "Sources"]
    assert [text for style, text in styled if style == "Quote"] == ["“Cars are loud”", "“Cars are free”"]
    assert [text for style, text in styled if style == "Heading 2"] == ["1. Ban cars", "1. Ban cars"]
    assert document.core_properties.title == "Ban cars"
    links = [link.address for one in document.paragraphs for link in one.hyperlinks]
    assert links == ["https://example.org/a"]


def test_a_workbook_of_openpyxl(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl is not installed")
    book = openpyxl.Workbook()
    for row in ROWS:
        book.active.append(row)
    book.create_sheet("Second").append(["premise"])
    book.save(tmp_path / "table.xlsx")
    arguments, left = found(tmp_path / "table.xlsx")
    assert arguments == EXPECTED  # the formula has no value until Excel has computed it
    assert left[0] == "1 sheet after the first left out"


def test_a_sheet_of_odfdo(tmp_path: Path) -> None:
    odfdo = pytest.importorskip("odfdo", reason="odfdo is not installed")
    document = odfdo.Document("spreadsheet")
    document.body.clear()
    for name in ("First", "Second"):
        table = odfdo.Table(name)
        for row in ROWS[:4]:
            table.append_row(odfdo.Row())
            table.set_row_values(table.height - 1, row)
        document.body.append(table)
    document.save(str(tmp_path / "table.ods"))
    arguments, left = found(tmp_path / "table.ods")
    assert arguments == EXPECTED and left[0] == "1 sheet after the first left out"
