from __future__ import annotations

import csv
import io
import json
from codecs import BOM_UTF8
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from debatable.cli.printing.answers import FORMATS, LINES, print_answer, write_answer
from debatable.model import Answer, Argument, Claim, Cluster, Explanation, Hit, Premise, Stance, StanceReason

CLAIM = Claim("c-1", "Ban *cars*")


def hit(id_: str, text: str, stance: Stance, score: float) -> Hit:
    premise = Premise(id_, text)
    explanation = Explanation("score", score, "sum", (Explanation("BM25(q,p)", score, note="a [note]"),))
    link = Argument(id_, premise, CLAIM, stance, "portal", "https://example.org")
    return Hit(premise, (CLAIM,), stance, score, Cluster(id_, (id_, "z")), explanation, (link,))


UNSURE: dict[str, Any] = {
    "stance_confidence": 0.52,
    "reason": StanceReason("link", 0.52, "Ban *cars*", 1),
    "relevance": 0.7,
}

ANSWER = Answer(
    "Ban cars",
    "bm25",
    (
        hit("a", "They are loud\x1b[31m, and [bold]how[/bold]", Stance.PRO, 2.0),
        hit("b", '=HYPERLINK("evil"), "quoted"', Stance.CON, 1.5),
        hit("c", "-1 is a number", Stance.NONE, 1.0),
        replace(hit("d", "Who knows", Stance.UNDECIDED, 0.5), **UNSURE),
    ),
    remarks=("one remark",),
    weak=(hit("w", "Far away", Stance.PRO, 0.25),),
)
FAR = Answer(
    "Ban cars",
    "bm25",
    (),
    remarks=("nothing close to this claim among 4 premises",),
    weak=tuple(hit(f"w{n}", f"Far *away* {n}", Stance.PRO, 1 / n) for n in range(1, 5)),
)


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    monkeypatch.setenv("COLUMNS", "100")
    found = {}
    for name in FORMATS:
        print_answer(ANSWER, name, explain=True)
        found[name] = capsys.readouterr().out
    return found


def test_json_is_one_document(printed: dict[str, str]) -> None:
    document = json.loads(printed["json"])
    assert [h["premise"]["id"] for h in document["hits"]] == ["a", "b", "c", "d"]
    assert [h["premise"]["id"] for h in document["weak"]] == ["w"]
    last = document["hits"][3]
    assert (last["stance"], last["stance_confidence"], last["relevance"]) == ("undecided", 0.52, 0.7)
    assert last["stance_reason"] == str(UNSURE["reason"]) and document["hits"][0]["relevance"] is None
    assert document["hits"][0]["explanation"]["parts"][0]["label"] == "BM25(q,p)"
    assert document["hits"][0]["cluster"] == {"id": "a", "size": 2, "members": ["a", "z"]}


def test_jsonl_is_one_hit_a_line(printed: dict[str, str]) -> None:
    lines = [json.loads(line) for line in printed["jsonl"].splitlines()]
    assert [line["rank"] for line in lines] == [1, 2, 3, 4] and lines == json.loads(printed["json"])["hits"]


def test_csv_reads_back_and_holds_no_formulas(printed: dict[str, str]) -> None:
    rows = list(csv.DictReader(io.StringIO(printed["csv"])))
    assert [row["stance"] for row in rows] == ["pro", "con", "none", "undecided"], (
        "what is not close is no row"
    )
    assert [row["relevance"] for row in rows] == ["", "", "", "0.7000"]
    assert [row["stance_confidence"] for row in rows] == ["1.0000"] * 3 + ["0.5200"]
    assert rows[1]["premise"] == "'" + '=HYPERLINK("evil"), "quoted"'
    assert float(rows[0]["score"]) == 2.0 and rows[0]["size"] == "2"


def test_empty_cells_of_csv_are_empty(capsys: pytest.CaptureFixture[str]) -> None:
    alone = Premise("d", "Without a claim")
    bare = Hit(alone, (), Stance.NONE, 0.5, Cluster("d", ("d",)), Explanation("score", 0.5))
    print_answer(Answer("Ban cars", "bm25", (bare,)), "csv")
    (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert (row["claim"], row["source"], row["url"]) == ("", "", "")


def test_markdown_has_a_heading_a_side_and_escapes(printed: dict[str, str]) -> None:
    text = printed["markdown"]
    assert text.index("## For") < text.index("## Against") < text.index("## Undecided")
    assert r"Ban \*cars\*" in text and "one remark" in text
    undecided = text.split("## Undecided")[1]
    assert undecided.index("1. -1 is a number") < undecided.index("2. Who knows")
    assert r"speaks for ‘Ban \*cars\*’, which your claim agrees with: .52" in text
    assert "Far away" not in text, "something is close"


def test_the_table_shows_both_sides_and_does_not_obey_texts(printed: dict[str, str]) -> None:
    text = printed["table"]
    assert "For" in text and "Against" in text and "Undecided" in text
    assert "\x1b[31m" not in text and "[bold]how[/bold]" in text and "said 2 times" in text
    assert "1 for, 1 against, 2 undecided, 1 not close" in text and "Far away" not in text
    assert "speaks for ‘Ban *cars*’, which your claim agrees with: .52" in text
    assert "Note: one remark." in text and max(map(len, text.splitlines())) <= 100


def test_a_narrow_terminal_stacks_the_sides(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    print_answer(ANSWER, "table")
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 50 and text.index("They are loud") < text.index("HYPERLINK")


def test_no_hit_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    print_answer(Answer("x", "bm25", ()), "table")
    assert "No premise was found." in capsys.readouterr().out


def test_where_nothing_is_close_the_nearest_three_are_shown_as_such(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = {}
    for name in FORMATS:
        print_answer(FAR, name)
        said[name] = capsys.readouterr().out
    for name, away in (("table", "Far *away*"), ("markdown", r"Far \*away\*")):
        assert "Nearest, but not close" in said[name] and "nothing close to this claim" in said[name]
        assert [f"{away} {n}" in said[name] for n in range(1, 5)] == [True, True, True, False]
        assert "No premise was found" not in said[name] and "For" not in said[name]
    assert len(json.loads(said["json"])["weak"]) == 4
    assert list(csv.DictReader(io.StringIO(said["csv"]))) == [] and said["jsonl"] == said["trec"] == ""


def test_formats_without_a_place_for_remarks_print_them_aside(capsys: pytest.CaptureFixture[str]) -> None:
    """An empty CSV or run did not say why it was empty."""
    for name in FORMATS:
        print_answer(FAR, name)
        said = capsys.readouterr().err
        assert ("Note: nothing close to this claim among 4 premises." in said) == (name in LINES), name


def test_where_a_side_alone_has_nothing_a_remark_says_which(capsys: pytest.CaptureFixture[str]) -> None:
    remark = "nothing was found against this claim"
    print_answer(Answer("Ban cars", "bm25", (), remarks=(remark,), parameters={"stance": "con"}), "table")
    shown = capsys.readouterr().out
    assert f"Note: {remark}." in shown and "No premise was found" not in shown
    print_answer(Answer("Ban cars", "bm25", (), parameters={"stance": "both"}), "table")
    assert "No premise was found." in capsys.readouterr().out


def test_a_side_that_was_left_out_is_not_counted(capsys: pytest.CaptureFixture[str]) -> None:
    """It said "0 for", as if nothing spoke for the claim."""
    for stance, counts in (("con", "1 against"), ("pro", "1 for"), ("both", "1 for, 1 against")):
        signs = {"con": (-1,), "pro": (1,)}.get(stance, (1, -1))
        hits = tuple(hit for hit in ANSWER.hits if hit.stance.sign in signs)
        print_answer(replace(ANSWER, hits=hits, weak=(), parameters={"stance": stance}), "table")
        (line,) = [line for line in capsys.readouterr().out.splitlines() if " · method " in line]
        assert line.startswith(f"{counts} · "), stance


def test_what_is_on_the_nearest_claims_is_said_first(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    nearest = replace(ANSWER, closeness="nearest", remarks=("these are on the nearest claim\x1b[31m",))
    for name in FORMATS:
        print_answer(nearest, name)
        out, err = capsys.readouterr()
        assert "nearest" not in err or name in LINES
        if name == "table":
            assert out.index("Note: these are on the nearest claim") < out.index("They are loud")
            assert "1 against, 2 undecided, on the nearest claims, 1 not close" in out and "\x1b" not in out
        if name in LINES:
            remarks = [line for line in err.splitlines() if not line.startswith("debatable: not kept: ")]
            assert remarks[0].startswith("Note: these are on the nearest claim") and "Note" not in out
        if name == "json":
            assert json.loads(out)["closeness"] == "nearest"


def test_a_spreadsheet_opens_a_written_table_with_its_accents(tmp_path: Path) -> None:
    """Excel took the bytes of UTF-8 for another encoding; the page had saved tables that it opens right."""
    for format, mark in (("csv", BOM_UTF8), ("markdown", b""), ("jsonl", b"")):
        write_answer(ANSWER, format, tmp_path / format)
        assert (tmp_path / format).read_bytes().count(BOM_UTF8) == bool(mark), format
        assert (tmp_path / format).read_bytes().startswith(mark)
