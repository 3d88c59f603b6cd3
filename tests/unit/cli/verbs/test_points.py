"""``debatable points``: comments in, reports out, and reports that are checked."""

from __future__ import annotations

import csv
import io
import json
from codecs import BOM_UTF8
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from debatable.files import json_bytes
from debatable.key_points import Comment, Points
from tests.support.command_line import complaint, invoked
from tests.support.points import COMMENTS, POINTS, SIDED


@pytest.fixture
def comments(tmp_path: Path) -> Path:
    path = tmp_path / "comments.csv"
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["comment-id", "agrees", "disagrees", "moderated", "comment-body"])
    for one in COMMENTS:
        writer.writerow([one.id, one.agrees, one.disagrees, 1, one.text])
    writer.writerow(["5", 0, 9, -1, "Buy watches."])
    path.write_text(out.getvalue(), "utf-8")
    return path


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What was asked of the summary, which answers with points made by hand."""
    calls: list[dict[str, Any]] = []

    def summarise(comments: Sequence[Comment], **options: Any) -> Points:
        calls.append({"comments": comments, **options})
        return SIDED if options["about"] else POINTS

    monkeypatch.setattr("debatable.key_points.summarise", summarise)
    return calls


def report(folder: Path, points: Points = POINTS) -> Path:
    path = folder / "report.json"
    path.write_bytes(json_bytes(points.as_dict()))
    return path


def test_a_table_shows_points_counts_votes_and_what_was_left_out(
    comments: Path, asked: list[dict[str, Any]]
) -> None:
    shown = invoked("points", "--corpus", comments).stdout
    assert "Trees cool the town." in shown and "35 agree, 10 disagree" in shown
    assert "1 comment that moderators took out" in shown
    (call,) = asked
    assert [one.id for one in call["comments"]] == ["1", "2", "3", "4"] and call["about"] is None


def test_a_table_says_what_its_numbers_are_and_that_quotes_were_left_out(
    comments: Path, asked: list[dict[str, Any]]
) -> None:
    """A quote ended in "2 0.99", and a point of four comments showed three."""
    shown = invoked("points", "--corpus", comments, "--quotes", "1").stdout
    assert "“=SUM(A1) parking is dear” comment 3 · 50 %" in shown and " more" not in shown
    assert invoked("points", "--corpus", comments, "--quotes", "0").stdout.count("    and 1 more") == 2


def test_options_reach_the_summary(comments: Path, asked: list[dict[str, Any]], tmp_path: Path) -> None:
    invoked(
        *("points", "--corpus", comments, "--about", "Plant trees", "--moderated"),
        *("--method", "points", "--checkpoint", tmp_path / "kept"),
    )
    (call,) = asked
    assert (call["about"], len(call["comments"]), call["checkpoint"]) == ("Plant trees", 5, tmp_path / "kept")


def test_formats_are_chosen_by_name_or_by_the_ending_of_the_file(
    comments: Path, asked: list[dict[str, Any]], tmp_path: Path
) -> None:
    starts = {"json": "{", "csv": "side,", "markdown": "# ", "html": "<!doctype html>"}
    for format, start in starts.items():
        assert invoked("points", "--corpus", comments, "-f", format).stdout.startswith(start), format
    for name, format in {"r.html": "html", "r.md": "markdown", "r.csv": "csv", "r.json": "json"}.items():
        done = invoked("points", "--corpus", comments, "-o", tmp_path / name)
        written = (tmp_path / name).read_bytes()
        assert written.removeprefix(BOM_UTF8).startswith(starts[format].encode()) and done.stdout == ""
        # Excel took the bytes of UTF-8 for another encoding, as nothing said what they are.
        assert written.startswith(BOM_UTF8) == (format == "csv"), format
        assert "2 points of 4 comments" in done.stderr


def test_json_is_one_document_and_the_same_bytes_twice(comments: Path, asked: list[dict[str, Any]]) -> None:
    first, second = (invoked("points", "--corpus", comments, "--json").stdout for _ in range(2))
    plain = json.loads(first)
    assert first == second and Points.from_dict(plain).sides == POINTS.sides
    assert plain["remarks"][0] == "left out: 1 comment that moderators took out"


def test_a_report_is_printed_again(tmp_path: Path) -> None:
    path = report(tmp_path)
    assert "Trees cool the town." in invoked("points", "--report", path, "-f", "html").stdout


def test_a_sound_report_is_verified(comments: Path, tmp_path: Path) -> None:
    path = report(tmp_path)
    said = invoked("points", "--verify", path, "--corpus", comments).stdout
    assert "2 points, all counts add up; 5 quotes, word for word in the corpus" in said
    assert "not compared" in invoked("points", "--verify", path).stdout
    assert json.loads(invoked("points", "--verify", path, "--json").stdout)["problems"] == []


def test_a_changed_count_and_a_changed_word_are_found(
    comments: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = POINTS.as_dict()
    plain["sides"][0]["points"][0]["count"] = 3
    (tmp_path / "counts.json").write_bytes(json_bytes(plain))
    said = complaint(capsys, monkeypatch, "points", "--verify", tmp_path / "counts.json")
    assert "do not follow from its quotes" in said
    comments.write_text(comments.read_text("utf-8").replace("Parking costs", "Parking cost"), "utf-8")
    said = complaint(capsys, monkeypatch, "points", "--verify", report(tmp_path), "--corpus", comments)
    assert "the quote of 4 at 0 is not in its text" in said


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "there is nothing to find points of"),
        (("Ban cars", "--corpus", "a.csv"), "a claim and --corpus were given"),
        (("--about", "Ban cars"), "--about is for comments"),
        (("--corpus", "none.csv"), "there is no such file"),
        (("--corpus", "a.csv", "-o", "a.txt"), "a table is for the terminal"),
        (("--corpus", "a.csv", "-o", "a.docx"), "no format of points has the ending .docx; name a .html"),
        (("--corpus", "a.csv", "-o", "a.html", "-f", "csv"), "--format csv does not go into a .html file"),
        (("--corpus", "a.csv", "--json", "-f", "csv"), "--json and --format csv"),
        (("Ban cars", "--verify", "a.json"), "--verify checks a report"),
        (("--report", "none.json"), "there is no such file"),
    ],
)
def test_mistakes_are_one_sentence(
    arguments: tuple[str, ...],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert sentence in complaint(capsys, monkeypatch, "points", *arguments)


@pytest.mark.parametrize("content", ["no json", "[]", "{}", '{"sides": 3, "about": null}'])
def test_what_is_no_report_is_refused(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "report.json"
    path.write_text(content, "utf-8")
    said = complaint(capsys, monkeypatch, "points", "--report", path)
    assert "json" in said.lower() or "no points" in said
