"""Comments of tables, JSON lines, plain text and Polis exports."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from debatable.errors import InputError
from debatable.key_points.comments import CommentFile, read_comments
from debatable.model import Stance

POLIS = (
    "timestamp,datetime,comment-id,author-id,agrees,disagrees,moderated,comment-body\n"
    '1,Mon,7,1,48,8,1,"Widen the road, please."\n'
    "2,Mon,8,1,1,0,-1,Buy my watches.\n"
    "3,Mon,9,2,3,5,0,Build a bridge.\n"
)
CONSULTATIONS = Path(__file__).parents[4] / "shared" / "data" / "polis"


def written(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def texts(read: CommentFile) -> list[str]:
    return [one.text for one in read.comments]


def test_polis_is_recognised_and_votes_stand_beside_comments(tmp_path: Path) -> None:
    read = read_comments(written(tmp_path, "comments.csv", POLIS))
    assert read.format == "polis"
    first, second = read.comments
    assert (first.id, first.text, first.agrees, first.disagrees) == ("7", "Widen the road, please.", 48, 8)
    assert (second.id, second.text, second.agrees, second.disagrees) == ("9", "Build a bridge.", 3, 5)
    assert read.remarks == ("left out: 1 comment that moderators took out",)


def test_comments_that_moderators_took_out_are_kept_where_that_is_asked_for(tmp_path: Path) -> None:
    read = read_comments(written(tmp_path, "comments.csv", POLIS), moderated=True)
    assert [one.id for one in read.comments] == ["7", "8", "9"] and read.remarks == ()


def test_a_column_named_moderated_means_nothing_outside_polis(tmp_path: Path) -> None:
    read = read_comments(written(tmp_path, "a.csv", "text,moderated\nYes.,-1\n"))
    assert texts(read) == ["Yes."]


def test_the_folder_of_an_export_names_the_consultation(tmp_path: Path) -> None:
    written(tmp_path, "comments.csv", POLIS)
    written(tmp_path, "summary.csv", 'topic,"Roads, and ""bridges"""\nurl,https://pol.is/1\n')
    read = read_comments(tmp_path)
    assert read.title == 'Roads, and "bridges"' and {one.source for one in read.comments} == {read.title}
    written(tmp_path, "summary.csv", "\ufefftopic,Roads\n")
    assert read_comments(tmp_path).title == "Roads", "a byte-order mark is no part of the first name"


def test_tables_have_their_texts_under_many_names(tmp_path: Path) -> None:
    for number, name in enumerate(("comment", "Text", "premise", "argument", "BODY", "statement")):
        read = read_comments(written(tmp_path, f"{number}.csv", f"id;{name};source\na;Yes, do.;town\n"))
        (only,) = read.comments
        assert (only.id, only.text, only.source, only.agrees) == ("a", "Yes, do.", "town", None), name


def test_a_sheet_is_refused_with_what_to_do(tmp_path: Path) -> None:
    """It was read as lines of text, whose bytes are not UTF-8."""
    path = written(tmp_path, "answers.xlsx", b"PK\x03\x04\x14\x00\x89\n")
    with pytest.raises(InputError, match="comments are not read from sheets; save the sheet as CSV in UTF-8"):
        read_comments(path)


def test_a_json_list_is_refused_with_what_to_do(tmp_path: Path) -> None:
    """Its lines were taken for comments, brackets and names of fields with them."""
    path = written(tmp_path, "a.json", '[\n  {\n    "text": "More trees"\n  }\n]\n')
    with pytest.raises(InputError, match="not read from a JSON list; write one JSON object a line"):
        read_comments(path)
    assert texts(read_comments(written(tmp_path, "b.json", '{"text": "Yes"}\n{"text": "No"}\n'))) == [
        "Yes",
        "No",
    ]


def test_another_column_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, "a.tsv", "Your answer\ttext\nMore trees\tno\n")
    assert texts(read_comments(path, column="your answer")) == ["More trees"]
    with pytest.raises(InputError, match="no column 'your answr', did you mean 'your answer'?.*--column"):
        read_comments(path, column="Your answr")


def test_a_table_without_a_known_column_names_its_columns(tmp_path: Path) -> None:
    path = written(tmp_path, "a.csv", "name,wish\nAnn,More trees\n")
    with pytest.raises(InputError, match="which column holds the comments.*'name', 'wish'"):
        read_comments(path)


def test_json_lines(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "a.jsonl",
        '{"comment": "More trees", "agrees": 4, "stance": "con"}\n\n{"premise": "No", "id": "x"}\n',
    )
    first, second = read_comments(path).comments
    assert (first.id, first.agrees, first.disagrees, first.stance) == ("a:1", 4, None, Stance.CON)
    assert (second.id, second.text, second.stance) == ("x", "No", Stance.NONE)


def test_a_column_that_is_there_twice_is_refused_where_it_is_read(tmp_path: Path) -> None:
    """The last one was taken without a word, and all comments in the first were lost."""
    table = "id,Wish,wish,votes,votes,text\n1,More trees,Fewer cars,1,2,Yes\n"
    with pytest.raises(InputError, match=r"a\.csv:1: several columns are named 'wish'; rename all but one"):
        read_comments(written(tmp_path, "a.csv", table), column="Wish")
    assert texts(read_comments(written(tmp_path, "b.csv", table))) == ["Yes"]
    with pytest.raises(InputError, match="several columns are named 'agrees'"):
        read_comments(written(tmp_path, "c.csv", "agrees,agrees,text\n1,2,Yes\n"))


def test_votes_with_a_decimal_are_counted_and_others_that_are_no_numbers_are_named(tmp_path: Path) -> None:
    """Tables of programs write 31.0 where a column has gaps: all votes were lost without a word."""
    table = 'text;likes;dislikes\nA;31.0;2\nB;;\nC;1.204;0\nD;4;"about 5"\n'
    read = read_comments(written(tmp_path, "a.csv", table))
    votes = [(one.agrees, one.disagrees) for one in read.comments]
    assert votes == [(31, 2), (None, None), (None, 0), (4, None)]
    assert read.remarks == (
        "not counted: votes of 2 comments that are no whole numbers, such as '1.204'; write them with digits alone",
    )


def test_plain_text_has_a_comment_a_line(tmp_path: Path) -> None:
    content = "More trees, please.\n\n  Fewer cars.  \n"
    for name in ("a.txt", "answers"):
        read = read_comments(written(tmp_path, name, content))
        assert read.format == "text" and texts(read) == ["More trees, please.", "Fewer cars."]
        assert [one.id.split(":")[1] for one in read.comments] == ["1", "3"]


def test_a_file_without_an_ending_is_recognised_by_its_first_line(tmp_path: Path) -> None:
    assert read_comments(written(tmp_path, "a", '{"text": "Yes"}\n')).format == "jsonl"
    assert read_comments(written(tmp_path, "b", "id,comment\n1,Yes\n")).format == "csv"


def test_packed_files_are_unpacked(tmp_path: Path) -> None:
    assert texts(read_comments(written(tmp_path, "a.csv.gz", gzip.compress(b"text\nYes\n")))) == ["Yes"]


def test_bad_records_are_counted_and_the_others_kept(tmp_path: Path) -> None:
    path = written(
        tmp_path, "a.jsonl", b'{"text": "Yes"}\nno json\n{"text": " "}\n{"text": "\xff"}\n{"text": "No"}'
    )
    read = read_comments(path)
    assert texts(read) == ["Yes", "No"]
    (remark,) = read.remarks
    assert remark.startswith("left out: 3 bad records, such as ") and "a.jsonl:2" in remark


def test_a_row_of_another_width_and_a_line_that_is_not_utf8_are_bad_records(tmp_path: Path) -> None:
    path = written(tmp_path, "a.csv", b"id,text\n1,a,b\n2,caf\xe9\n3,Yes\n")
    assert texts(read_comments(path)) == ["Yes"]
    assert texts(read_comments(written(tmp_path, "a.txt", b"caf\xe9\nYes\n"))) == ["Yes"]


def test_a_remark_on_bytes_that_are_not_utf8_says_what_to_do(tmp_path: Path) -> None:
    """A sheet saved for Windows lost half of its comments, and nothing said how they are kept."""
    for name in ("a.csv", "a.txt"):
        (remark,) = read_comments(written(tmp_path, name, b"id,text\n2,caf\xe9\n3,Yes\n")).remarks
        assert "not UTF-8" in remark and "; save it as UTF-8" in remark, name


def test_a_text_of_a_megabyte_is_kept_and_a_longer_one_counted(tmp_path: Path) -> None:
    whole = "Trees. " * (2**20 // 7)
    path = written(tmp_path, "a.txt", f"{whole}\n{whole}{whole}\nYes.\n")
    read = read_comments(path)
    assert texts(read) == [whole.strip(), "Yes."] and "1 bad record" in read.remarks[0]


def test_equal_ids_are_told_apart(tmp_path: Path) -> None:
    read = read_comments(written(tmp_path, "a.csv", "id,text\n1,A\n1,B\n1 (2),C\n1,D\n"))
    names = [one.id for one in read.comments]
    assert len(set(names)) == 4 and names[:2] == ["1", "1 (2)"] and texts(read) == ["A", "B", "C", "D"]
    assert any("named several comments" in remark for remark in read.remarks)


def test_markup_is_kept_and_counted(tmp_path: Path) -> None:
    read = read_comments(written(tmp_path, "a.txt", "<b>Trees</b> now\nA &amp; B\n3 < 4 > 2\n"))
    assert texts(read)[0] == "<b>Trees</b> now"
    assert read.remarks == ("2 comments with markup, which is shown as it was written",)


@pytest.mark.parametrize("content", ["", "\n \n", "comment\n"])
def test_a_file_without_a_comment_is_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises(InputError, match="there is no comment"):
        read_comments(written(tmp_path, "a.csv" if "c" in content else "a.txt", content))


def test_a_missing_file_and_a_folder_of_something_else_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.csv", tmp_path):
        with pytest.raises(InputError, match="no such file"):
            read_comments(path)


def test_damage_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_comments(written(tmp_path, "a.txt.gz", gzip.compress(b"Yes\n" * 5_000)[:-12]))
    with pytest.raises(InputError, match="UTF-16"):
        read_comments(written(tmp_path, "b.txt", "Yes".encode("utf-16")))


def test_progress_is_reported(tmp_path: Path) -> None:
    seen: list[int] = []
    path = written(tmp_path, "a.txt", "Yes\n" * 2_500)
    read_comments(path, progress=lambda done, total: seen.append(done))
    assert seen == [1_000, 2_000]


@pytest.mark.parametrize(
    ("name", "kept", "left_out"),
    [
        ("american-assembly.bowling-green", 607, 289),
        ("canadian-electoral-reform", 152, 22),
        ("scoop-hivemind.biodiversity", 154, 162),
    ],
)
def test_real_exports_are_read_as_they_are(name: str, kept: int, left_out: int) -> None:
    """Counted beforehand, by the column ``moderated``."""
    if not (CONSULTATIONS / name).is_dir():
        pytest.skip("the Polis exports are not on this machine")
    read = read_comments(CONSULTATIONS / name)
    assert (read.format, len(read.comments)) == ("polis", kept)
    assert read.remarks == (f"left out: {left_out} comments that moderators took out",)
    assert all(one.agrees is not None and one.disagrees is not None for one in read.comments)


def test_bad_records_are_left_out_without_an_option_that_points_does_not_have(tmp_path: Path) -> None:
    (remark,) = read_comments(written(tmp_path, "a.csv", "id,comment\n1,More buses.\n2,\n")).remarks
    assert remark == "left out: 1 bad record, such as {}:3: its comment is empty; correct it".format(
        tmp_path / "a.csv"
    )


def test_a_column_without_a_title_is_not_taken_for_the_comments(tmp_path: Path) -> None:
    table = ",Your answer\n0,More buses.\n"
    with pytest.raises(InputError, match="not clear which column .* there are: '', 'your answer'"):
        read_comments(written(tmp_path, "a.csv", table))
    named = read_comments(written(tmp_path, "b.csv", table), column="Your answer")
    assert texts(named) == ["More buses."]


@pytest.mark.parametrize("content", ["", ";;\n1;2;3\n"])
def test_a_table_without_names_of_columns_is_refused_as_that(tmp_path: Path, content: str) -> None:
    with pytest.raises(InputError, match=r"a\.csv:1: the first row is empty; begin the file with the names"):
        read_comments(written(tmp_path, "a.csv", content))


def test_long_titles_of_columns_are_cut_visibly(tmp_path: Path) -> None:
    asked = "What should the town do next? (please be specific)"
    with pytest.raises(InputError, match=r"there are: 'when', 'what should the town do next\? \(please be…'"):
        read_comments(written(tmp_path, "a.csv", f"When,{asked}\nMonday,More buses.\n"))
