from __future__ import annotations

from pathlib import Path

import pytest

from debatable.corpus.readers import MAX_LINE, MAX_TEXT, read
from debatable.errors import InputError, RecordError, UnknownNameError
from debatable.model import Argument, Claim, Premise, Stance, claim_id
from tests.unit.corpus.readers.conftest import Skipping


def table(tmp_path: Path, content: str | bytes, name: str = "t.csv") -> Path:
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def texts(path: Path) -> list[str]:
    return [argument.premise.text for argument in read(path)]


def test_columns_are_found_by_their_names_in_any_order_and_case(tmp_path: Path) -> None:
    path = table(tmp_path, "Stance,votes, Premise ,claim,ID\npro,5,They are loud.,Ban cars,a1\n")
    claim = Claim(claim_id("Ban cars"), "Ban cars")
    assert list(read(path)) == [Argument("a1", Premise("a1", "They are loud."), claim, Stance.PRO)]


def test_columns_are_mapped(tmp_path: Path) -> None:
    path = table(tmp_path, "claim,text,conclusion,polarity\nnot this,They are loud.,Ban cars,-1\n")
    columns = {"premise": "text", "claim": "conclusion", "stance": "polarity"}
    (argument,) = read(path, columns=columns)
    assert argument.premise.text == "They are loud."
    assert argument.claim is not None and argument.claim.text == "Ban cars"
    assert argument.stance is Stance.CON


def test_ids_are_made_of_file_and_line_where_there_are_none(tmp_path: Path) -> None:
    path = table(tmp_path, 'id,premise\n,"one\nand a half"\nx,two\n\n,three\n')
    assert [argument.id for argument in read(path)] == ["t:2", "x", "t:6"]
    assert list(read(path)) == list(read(path))


def test_quotes_delimiters_and_line_breaks_inside_cells(tmp_path: Path) -> None:
    path = table(tmp_path, 'premise,claim\r\n"He said ""no"", twice\r\nand left","a,b"\r\n')
    (argument,) = read(path)
    assert argument.premise.text == 'He said "no", twice \nand left'
    assert argument.claim is not None and argument.claim.text == "a,b"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("t.tsv", "premise\tclaim\na, b; c\td\n"),
        ("t.tab", "premise\tclaim\na, b; c\td\n"),
        ("t.csv", "premise\tclaim\na, b; c\td\n"),
        ("t.csv", 'premise;claim\n"a, b; c";d\n'),
        ("t.csv", 'premise,claim\n"a, b; c",d\n'),
    ],
)
def test_the_delimiter_is_told_by_ending_and_header(tmp_path: Path, name: str, content: str) -> None:
    (argument,) = read(table(tmp_path, content, name))
    assert argument.premise.text == "a, b; c"
    assert argument.claim is not None and argument.claim.text == "d"


def test_commas_in_a_title_are_not_taken_for_delimiters(tmp_path: Path) -> None:
    """Excel writes semicolons where commas are decimal, and puts titles with commas in no quotes."""
    asked = "What should the town do, in your opinion, about cars, buses and trees?"
    path = table(tmp_path, f'id;{asked}\n1;Buses, at night\n2;"Trees, and\nbenches"\n')
    assert [one.premise.text for one in read(path, columns={"premise": asked})] == [
        "Buses, at night",
        "Trees, and\nbenches",
    ]


def test_a_title_in_quotes_has_no_delimiters(tmp_path: Path) -> None:
    path = table(tmp_path, '"premise; or reason; or point",claim\nLoud,Ban cars\n')
    assert [one.premise.text for one in read(path, columns={"premise": "premise; or reason; or point"})] == [
        "Loud"
    ]


def test_a_format_given_by_name_beats_the_ending(tmp_path: Path) -> None:
    path = table(tmp_path, "premise,x\ty\na\tb\n", "t.csv")
    with pytest.raises(InputError, match="no column 'premise'"):
        list(read(path, format="tsv"))


@pytest.mark.parametrize(
    ("written", "stance"),
    [
        ("PRO", Stance.PRO),
        (" for ", Stance.PRO),
        ("supports", Stance.PRO),
        ("+1", Stance.PRO),
        ("1.0", Stance.PRO),
        ("Con", Stance.CON),
        ("against", Stance.CON),
        ("attack", Stance.CON),
        ("-1", Stance.CON),
        ("", Stance.NONE),
        ("none", Stance.NONE),
        ("0", Stance.NONE),
    ],
)
def test_stances_are_written_in_many_ways(tmp_path: Path, written: str, stance: Stance) -> None:
    (argument,) = read(table(tmp_path, f"premise,claim,stance\na,b,{written}\n"))
    assert argument.stance is stance


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("text,claim\na,b\n", "no column 'premise' for the premise; the columns are 'text', 'claim'"),
        ("text\na\n", "rename them, or map them with --column premise=TITLE, which index and add take"),
        ("", "no column 'premise' for the premise; the first row is empty: begin the file with the names"),
        ("\n", "no column 'premise' for the premise; the first row is empty"),
        ("premises,claim\na,b\n", "did you mean 'premises'"),
    ],
)
def test_a_missing_premise_column_is_refused_even_when_skipping(
    tmp_path: Path, skipping: Skipping, content: str, words: str
) -> None:
    path = table(tmp_path, content)
    with pytest.raises(InputError, match=words) as refused:
        skipping(path)
    assert not isinstance(refused.value, RecordError)
    assert refused.value.where == f"{path}:1"


def test_a_mapped_column_that_is_missing_is_refused(tmp_path: Path) -> None:
    path = table(tmp_path, "premise,polarity\na,b\n")
    with pytest.raises(InputError, match="no column 'polarty' for the stance, did you mean 'polarity'"):
        list(read(path, columns={"stance": "polarty"}))


def test_a_field_that_does_not_exist_cannot_be_mapped(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="unknown field 'premis'; did you mean 'premise'"):
        read(table(tmp_path, "premise\na\n"), columns={"premis": "text"})


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (b",b,pro", "premise is empty"),
        (b"a,b,perhaps", "stance is 'perhaps'"),
        (b"a,b", "the row has 2 cells, the header 3"),
        (b"a,b,pro,d", "the row has 4 cells, the header 3"),
        (b'"a"b,c,pro', "cannot be parsed"),
        (b"caf\xe9,b,pro", r"byte 4 of line 3 is not UTF-8 \(0xe9\)"),
        (b'"one\ncaf\xe9",b,pro', r"byte 4 of line 4 is not UTF-8 \(0xe9\)"),
        (b"x" * (MAX_TEXT + 1) + b",b,pro", "the limit is 1,048,576"),
        (b"x" * (MAX_LINE + 1) + b",b,pro", "a line is longer than 33,554,432 bytes"),
    ],
    ids=lambda value: value[:20] if isinstance(value, bytes) else "",
)
def test_a_bad_row_stops_or_is_skipped_with_its_line(
    tmp_path: Path, skipping: Skipping, bad: bytes, words: str
) -> None:
    path = table(tmp_path, b"premise,claim,stance\none,b,pro\n" + bad + b"\nlast,b,con\n")
    with pytest.raises(RecordError, match=words) as stopped:
        list(read(path))
    assert stopped.value.where == f"{path}:3"
    arguments, skipped = skipping(path)
    assert [argument.premise.text for argument in arguments] == ["one", "last"]
    assert [str(error) for error in skipped] == [str(stopped.value)]


def test_a_quote_that_is_never_closed_is_no_silent_loss(tmp_path: Path, skipping: Skipping) -> None:
    arguments, skipped = skipping(table(tmp_path, 'premise,claim\none,a\n"two,b\nthree,c\n'))
    assert [argument.premise.text for argument in arguments] == ["one"]
    assert len(skipped) == 1 and "unexpected end of data" in skipped[0].what
    assert skipped[0].what.endswith(", and lines 3 to 4 are lost with it")


def test_a_row_that_swallows_others_says_how_many_lines_it_took(tmp_path: Path, skipping: Skipping) -> None:
    """Hundreds of rows went with one bad record, of which only the first line was named."""
    rows = [f"reason {number},cars\n" for number in range(3, 200)]
    rows[0], rows[100] = '"reason 3,cars\n', '"reason 103",cars\n'
    arguments, skipped = skipping(table(tmp_path, "premise,claim\none,cars\n" + "".join(rows)))
    assert [error.what.rpartition(", and ")[2] for error in skipped] == ["lines 3 to 103 are lost with it"]
    assert len(arguments) == 1 + len(rows) - 101


def test_a_carriage_return_alone_is_said_to_be_one(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="a carriage return ends a line .* tr '.r' '.n'"):
        list(read(table(tmp_path, "premise,claim\rone,cars\r")))


@pytest.mark.parametrize(
    ("header", "columns"),
    [("premise,Premise", {}), ("text,text", {"premise": "text"}), ("premise,url,url", {})],
)
def test_a_column_that_is_there_twice_is_refused(
    tmp_path: Path, header: str, columns: dict[str, str]
) -> None:
    """The first one was taken without a word."""
    path = table(tmp_path, f"{header}\n" + ",".join("a" * (header.count(",") + 1)) + "\n")
    with pytest.raises(InputError, match="several columns are named .*--column") as refused:
        list(read(path, columns=columns))
    assert not isinstance(refused.value, RecordError)


def test_columns_that_are_there_twice_do_no_harm_where_another_is_read(tmp_path: Path) -> None:
    path = table(tmp_path, "votes,votes,premise,Premise\n1,2,one,two\n")
    assert [one.premise.text for one in read(path, columns={"premise": "Premise"})] == ["two"]


def test_null_bytes_become_spaces(tmp_path: Path) -> None:
    assert texts(table(tmp_path, b"premise,claim\na\x00b,c\n")) == ["a b"]


def test_a_cell_of_a_megabyte_passes(tmp_path: Path) -> None:
    assert [len(text) for text in texts(table(tmp_path, "premise\n" + "x" * MAX_TEXT + "\n"))] == [MAX_TEXT]


def test_a_header_of_the_wrong_encoding_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="byte 12 of line 1 is not UTF-8"):
        list(read(table(tmp_path, b"premise,caf\xe9\na,b\n")))
