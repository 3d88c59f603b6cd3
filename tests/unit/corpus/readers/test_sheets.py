from __future__ import annotations

import time
import zipfile
from pathlib import Path

import pytest

from debatable.corpus.readers import Omission, read
from debatable.corpus.readers import sheets as module
from debatable.errors import InputError, RecordError
from tests.unit.corpus.readers.conftest import Skipping

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
ODF = "urn:oasis:names:tc:opendocument:xmlns"


def excel(path: Path, rows: str, strings: str = "", *, sheets: int = 1) -> Path:
    """Writes a workbook by hand."""
    names = "".join(f'<sheet name="S{n}" sheetId="{n}" r:id="r{n}"/>' for n in range(1, sheets + 1))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{MAIN}" xmlns:r="{LINKS}"><sheets>{names}</sheets></workbook>',
        )
        archive.writestr(
            "xl/_rels/workbook.xml.rels",
            '<Relationships><Relationship Id="r1" Target="worksheets/one.xml"/>'
            '<Relationship Id="r2" Target="worksheets/two.xml"/></Relationships>',
        )
        archive.writestr("xl/sharedStrings.xml", f'<sst xmlns="{MAIN}">{strings}</sst>')
        archive.writestr(
            "xl/worksheets/one.xml", f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'
        )
    return path


def ods(path: Path, tables: str, head: str = "") -> Path:
    """Writes a spreadsheet of OpenDocument by hand."""
    spaces = " ".join(f'xmlns:{name}="{ODF}:{name}:1.0"' for name in ("office", "table", "text"))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "content.xml", f"{head}<office:document-content {spaces}>{tables}</office:document-content>"
        )
    return path


RICH = "<si><r><t>Cars </t></r><r><t>are loud</t></r><rPh><t>x</t></rPh></si>"
STRINGS = f"<si><t>premise</t></si><si><t>claim</t></si>{RICH}"
ROWS = (
    '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c>'
    '<c r="D2" t="inlineStr"><is><t>ID</t></is></c></row>'
    '<row r="4"><c r="A4" t="s"><v>2</v></c><c r="C4" t="str"><f>A1</f><v>Ban cars</v></c><c r="D4"><v>17</v></c></row>'
    '<row r="5"><c r="A5" t="inlineStr"><is><t>Only this</t></is></c><c r="B5" t="e"><v>#REF!</v></c></row>'
)


def cell(text: str, more: str = "") -> str:
    return f"<table:table-cell {more}><text:p>{text}</text:p></table:table-cell>"


def row(*cells: str, more: str = "") -> str:
    return f"<table:table-row {more}>{''.join(cells)}</table:table-row>"


def test_a_workbook_with_gaps_rich_text_formulas_and_inline_texts(tmp_path: Path) -> None:
    omissions: list[Omission] = []
    found = list(read(excel(tmp_path / "t.xlsx", ROWS, STRINGS, sheets=3), on_omission=omissions.append))
    assert [(one.id, one.premise.text, one.claim and one.claim.text) for one in found] == [
        ("17", "Cars are loud", "Ban cars"),
        ("t:5", "Only this", None),
    ]
    assert found[1].where == f"{tmp_path / 't.xlsx'}:5"
    assert [one.what for one in omissions] == [
        "2 sheets after the first left out",
        "formulas (their last values are kept) left out",
    ]


def test_nothing_is_said_to_be_left_out_of_a_workbook_that_is_read_whole(tmp_path: Path) -> None:
    """Each sheet was said to lose formulas, formats, notes and pictures, whether it had any or not."""
    first = '<row r="1"><c r="A1" t="inlineStr"><is><t>premise</t></is></c></row>'
    rows = first + '<row r="2"><c r="A2"><v>7</v></c></row>'
    path = excel(tmp_path / "t.xlsx", rows, sheets=2)
    with zipfile.ZipFile(path, "a") as archive:  # the second sheet is empty, as Excel used to make them
        archive.writestr("xl/worksheets/two.xml", f'<worksheet xmlns="{MAIN}"><sheetData/></worksheet>')
    tables = f"<table:table>{row(cell('premise'))}{row(cell('Loud'))}</table:table>"
    for whole in (path, ods(tmp_path / "t.ods", f"{tables}<table:table>{row()}</table:table>")):
        omissions: list[Omission] = []
        assert len(list(read(whole, on_omission=omissions.append))) == 1
        assert omissions == []


def test_formats_notes_and_pictures_are_said_to_be_left_out_where_there_are_any(tmp_path: Path) -> None:
    first = '<row r="1"><c r="A1" t="inlineStr"><is><t>premise</t></is></c></row>'
    rows = first + '<row r="2"><c r="A2" s="1"><v>45000</v></c></row>'
    path = excel(tmp_path / "t.xlsx", rows)
    with zipfile.ZipFile(path, "a") as archive:
        styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>'
        archive.writestr("xl/styles.xml", f'<styleSheet xmlns="{MAIN}">{styles}</styleSheet>')
        archive.writestr("xl/comments1.xml", "<comments/>")
        archive.writestr("xl/media/image1.png", b"")
    omissions: list[Omission] = []
    list(read(path, on_omission=omissions.append))
    assert [one.what for one in omissions] == ["formats of numbers and dates, notes, pictures left out"]


def test_a_workbook_whose_xml_is_indented(tmp_path: Path) -> None:
    """Blanks behind a value counted as digits of a shared text's number: deeply indented cells were empty."""
    rows = ROWS.replace("><", ">" + "\n".ljust(12) + "<")
    found = list(read(excel(tmp_path / "t.xlsx", rows, STRINGS)))
    assert [(one.id, one.premise.text, one.claim and one.claim.text) for one in found] == [
        ("17", "Cars are loud", "Ban cars"),
        ("t:5", "Only this", None),
    ]


def test_a_sheet_of_opendocument_with_repeats_notes_and_spaces(tmp_path: Path) -> None:
    note = "<office:annotation><text:p>secret</text:p></office:annotation>"
    words = "<text:p>Cars<text:s text:c='2'/>are</text:p><text:p>loud</text:p>"
    loud = f"<table:table-cell>{note}{words}</table:table-cell>"
    first = "<table:table>" + "".join(
        [
            row(cell("premise"), cell("stance"), cell("claim")),
            row(more='table:number-rows-repeated="1000000"'),
            row(loud, cell("pro"), cell("Ban cars")),
            row(cell("Twice"), more='table:number-rows-repeated="2"'),
        ]
    )
    omissions: list[Omission] = []
    path = ods(tmp_path / "t.ods", f"{first}</table:table><table:table>{row(cell('x'))}</table:table>")
    found = list(read(path, on_omission=omissions.append))
    assert [(one.id, one.premise.text, one.stance.value) for one in found] == [
        ("t:1000002", "Cars  are\nloud", "pro"),
        ("t:1000003", "Twice", "none"),
        ("t:1000004", "Twice", "none"),
    ]
    assert [one.what for one in omissions] == ["1 sheet after the first left out", "notes left out"]


def test_columns_are_mapped_and_missed_as_in_a_table(tmp_path: Path) -> None:
    path = ods(tmp_path / "t.ods", f"<table:table>{row(cell('text'))}{row(cell('Loud'))}</table:table>")
    assert [one.premise.text for one in read(path, columns={"premise": "text"})] == ["Loud"]
    with pytest.raises(InputError, match=r"t.ods:1: there is no column 'premise'.*only the first is read"):
        list(read(path))


def test_a_row_that_is_too_wide_is_skipped_alone(tmp_path: Path, skipping: Skipping) -> None:
    rows = row(cell("premise")) + row(cell("a"), cell("b")) + row(cell("Good"))
    arguments, errors = skipping(ods(tmp_path / "t.ods", f"<table:table>{rows}</table:table>"))
    assert [one.premise.text for one in arguments] == ["Good"]
    assert [error.where for error in errors] == [f"{tmp_path / 't.ods'}:2"]


ENTITIES = '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'
OUTSIDE = '<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]>'


@pytest.mark.parametrize("head", [ENTITIES, OUTSIDE, '<!DOCTYPE a SYSTEM "http://example.org/a.dtd">'])
def test_entities_and_document_types_are_refused(tmp_path: Path, head: str) -> None:
    path = ods(tmp_path / "t.ods", f"<table:table>{row(cell('premise'))}</table:table>", head)
    with pytest.raises(RecordError, match="declares a document type"):
        list(read(path))


def test_a_part_that_unpacks_to_too_much_is_refused_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_UNPACKED", 2**20)
    path = ods(tmp_path / "t.ods", "<table:table>" + " " * 2**23)
    assert path.stat().st_size < 2**15
    with pytest.raises(RecordError, match="unpacks to more than"):
        list(read(path))


def test_a_part_that_is_packed_as_no_sheet_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    """Two megabytes of texts that are all the same took more than a minute."""
    path = excel(tmp_path / "t.xlsx", ROWS, "<si><t>a</t></si>" * 1_500_000)
    assert path.stat().st_size < 2**17
    start = time.process_time()
    with pytest.raises(RecordError, match="more than 100 times its size, as no sheet does"):
        list(read(path))
    assert time.process_time() - start < 0.5


def test_an_archive_that_understates_its_parts_is_read_no_further(tmp_path: Path) -> None:
    path = ods(tmp_path / "t.ods", f"<table:table>{row(cell('premise'))}</table:table>" + " " * 2**16)
    content = bytearray(path.read_bytes())
    size = zipfile.ZipFile(path).getinfo("content.xml").file_size
    told = size.to_bytes(4, "little")
    assert content.count(told) == 2, "before the part and in the directory"
    path.write_bytes(bytes(content).replace(told, (200).to_bytes(4, "little")))
    with pytest.raises(RecordError, match="cannot be unpacked|not well-formed"):
        list(read(path))


@pytest.mark.parametrize(
    ("rows", "what"),
    [
        (
            row(cell("premise")) + row(cell("x"), more='table:number-rows-repeated="9999999"'),
            "repeats 9,999,999 times",
        ),
        (row(cell("premise", 'table:number-columns-repeated="9999999"')), "more than 1,000 cells"),
        ("", "first sheet is empty"),
    ],
)
def test_repeats_that_would_grow_large_are_refused(tmp_path: Path, rows: str, what: str) -> None:
    with pytest.raises(RecordError, match=what):
        list(read(ods(tmp_path / "t.ods", f"<table:table>{rows}</table:table>")))


def test_what_is_no_sheet_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.xlsx").write_bytes(b"premise,claim\n")
    with zipfile.ZipFile(tmp_path / "b.xlsx", "w") as archive:
        archive.writestr("other.txt", "x")
    with zipfile.ZipFile(tmp_path / "c.ods", "w") as archive:
        archive.writestr("content.xml", "<a><b>")
    whole = excel(tmp_path / "d.xlsx", ROWS, STRINGS).read_bytes()
    (tmp_path / "d.xlsx").write_bytes(whole[:-30])
    for name, what in {
        "a.xlsx": "unpacked",
        "b.xlsx": "no sheet",
        "c.ods": "not well-formed",
        "d.xlsx": "unpacked",
    }.items():
        with pytest.raises(RecordError, match=what):
            list(read(tmp_path / name))
