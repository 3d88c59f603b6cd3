from __future__ import annotations

import csv
from pathlib import Path

import pytest

from debatable.corpus.readers import Omission, read
from debatable.errors import InputError
from debatable.model import Stance
from tests.unit.corpus.readers.conftest import Skipping

HEADER = "timestamp,datetime,comment-id,author-id,agrees,disagrees,moderated,comment-body\n"
COMMENTS = (
    HEADER
    + '1,Mon,10,7,5,4,1,"More cycling, and walking."\n'
    + "2,Mon,11,7,5,4,-1,Spam.\n"
    + "3,Mon,12,8,0,0,0,Nobody has moderated this.\n"
)
SUMMARY = 'topic,Traffic\nurl,https://pol.is/1abc\nvoters,12\nconversation-description,"Two\nlines"\n'
SHARED = Path(__file__).parents[5] / "shared" / "data" / "polis"


@pytest.fixture
def export(tmp_path: Path) -> Path:
    folder = tmp_path / "town"
    folder.mkdir()
    (folder / "comments.csv").write_text(COMMENTS, "utf-8")
    (folder / "summary.csv").write_text(SUMMARY, "utf-8")
    (folder / "votes.csv").write_text("timestamp,datetime,comment-id,voter-id,vote\n1,Mon,10,1,1\n", "utf-8")
    return folder


def test_comments_are_premises_of_the_conversation_and_votes_no_corpus(export: Path) -> None:
    omissions: list[Omission] = []
    read_arguments = list(read(export, on_omission=omissions.append))
    assert [(one.id, one.premise.text) for one in read_arguments] == [
        ("comments:10", "More cycling, and walking."),
        ("comments:12", "Nobody has moderated this."),
    ]
    first = read_arguments[0]
    assert (first.claim, first.stance, first.source) == (None, Stance.NONE, "polis")
    assert (first.discussion, first.url) == ("Traffic", "https://pol.is/1abc")
    assert [omission.what for omission in omissions] == [
        "1 comment that moderators rejected left out",
        "votes, authors and times of comments left out",
    ]


def test_a_summary_may_begin_with_a_byte_order_mark(export: Path) -> None:
    """A spreadsheet saves it so: the topic was not found, and the name of the file stood in its place."""
    (export / "summary.csv").write_text(SUMMARY, "utf-8-sig")
    assert {one.discussion for one in read(export)} == {"Traffic"}


def test_without_a_summary_the_file_names_the_discussion(export: Path) -> None:
    (export / "summary.csv").unlink()
    arguments = list(read(export / "comments.csv"))
    assert {(one.discussion, one.url) for one in arguments} == {("comments", "")}


def test_columns_mapped_by_hand_make_it_a_table(export: Path) -> None:
    arguments = list(read(export / "comments.csv", columns={"premise": "comment-body", "id": "comment-id"}))
    assert [one.id for one in arguments] == ["10", "11", "12"]


def test_a_table_of_something_else_is_refused(export: Path) -> None:
    with pytest.raises(InputError, match=r"votes.csv:1: there is no column 'comment-body'"):
        list(read(export / "votes.csv", format="polis"))


def test_bad_rows_are_skipped_with_their_line(export: Path, skipping: Skipping) -> None:
    (export / "comments.csv").write_text(
        HEADER + "1,Mon,10\n2,Mon,11,7,5,4,1, \n3,M,12,7,1,1,1,Good.\n", "utf-8"
    )
    arguments, errors = skipping(export)
    assert [one.premise.text for one in arguments] == ["Good."]
    assert [(error.where or "").rpartition(":")[2] for error in errors] == ["2", "3"]
    assert "3 cells, the header 8" in errors[0].what and "empty" in errors[1].what


@pytest.mark.parametrize("name", ["american-assembly.bowling-green", "canadian-electoral-reform"])
def test_published_conversations_are_read_whole(name: str, skipping: Skipping) -> None:
    if not SHARED.is_dir():
        pytest.skip("the published conversations are not beside the project")
    with (SHARED / name / "comments.csv").open(encoding="utf-8", newline="") as stream:
        kept = [row for row in csv.DictReader(stream) if row["moderated"] != "-1"]
    arguments, errors = skipping(SHARED / name)
    assert [one.id for one in arguments] == [f"comments:{row['comment-id']}" for row in kept] and not errors
    assert len({one.discussion for one in arguments}) == 1 and arguments[0].url.startswith("https://pol.is/")
