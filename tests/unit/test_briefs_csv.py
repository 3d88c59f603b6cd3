"""An answer as CSV: every field in its column, zero apart from nothing, and no cell that a spreadsheet runs."""

from __future__ import annotations

import csv
import io

import pytest

from debatable.briefs import csv_text
from debatable.model import COLUMNS, Answer, Argument, Claim, Cluster, Explanation, Hit, Premise, Stance


def table(*hits: Hit, explain: bool = False) -> list[dict[str, str]]:
    text = csv_text(Answer("Ban cars", "bm25", hits), explain)
    return list(csv.DictReader(io.StringIO(text, newline="")))


def hit(
    text: str = "Loud.",
    *,
    score: float = 1.0,
    relevance: float | None = None,
    confidence: float = 1.0,
    source: str = "letters",
) -> Hit:
    premise = Premise("p1", text)
    return Hit(
        premise,
        (Claim("c", "Cars are loud"), Claim("d", "Cars stink")),
        Stance.CON,
        score,
        Cluster("said", ("p1", "p2", "p3")),
        Explanation("score", score, "sum", (Explanation("words", score, note="loud"),)),
        (
            Argument("a", premise, source=source, url="https://a.example"),
            Argument("b", premise, source="forum"),
        ),
        stance_confidence=confidence,
        relevance=relevance,
    )


def test_every_field_is_in_its_column() -> None:
    first, second = table(hit(relevance=0.25, confidence=0.75, score=0.1), hit("Noisy."))
    assert first == {
        "rank": "1",
        "stance": "con",
        "stance_confidence": "0.7500",
        "relevance": "0.2500",
        "score": "0.1",
        "premise_id": "p1",
        "premise": "Loud.",
        "claim": "Cars are loud",
        "cluster": "said",
        "size": "3",
        "source": "letters",
        "url": "https://a.example",
    }
    assert second["rank"] == "2" and second["premise"] == "Noisy."


def test_nothing_found_is_a_header() -> None:
    assert csv_text(Answer("Ban cars", "bm25", ())).splitlines() == [",".join(COLUMNS)]


@pytest.mark.parametrize(
    ("relevance", "shown"), [(None, ""), (0.0, "0.0000"), (1.0, "1.0000"), (0.00004, "0.0000")]
)
def test_a_relevance_of_zero_is_not_one_that_nobody_asked_for(relevance: float | None, shown: str) -> None:
    assert table(hit(relevance=relevance))[0]["relevance"] == shown


@pytest.mark.parametrize("score", [0.0, -1.5, 1e-12, 1 / 3, 12345.678])
def test_a_score_is_read_back_as_it_was(score: float) -> None:
    assert float(table(hit(score=score))[0]["score"]) == score


def test_a_premise_without_claim_and_source_leaves_these_cells_empty() -> None:
    alone = Hit(Premise("p", "x"), (), Stance.NONE, 1.0, Cluster("", ("p",)), Explanation("score", 1.0))
    (row,) = table(alone)
    assert [row[name] for name in ("claim", "cluster", "source", "url", "relevance")] == [""] * 5
    assert (row["stance"], row["size"]) == ("none", "1")


@pytest.mark.parametrize("first", ["=", "+", "-", "@", "\t", "\r"])
@pytest.mark.parametrize("column", ["premise", "source"])
def test_no_text_is_run_as_a_formula(first: str, column: str) -> None:
    text = f"{first}cmd|' /C calc'!A0"
    (row,) = table(hit(text) if column == "premise" else hit(source=text))
    assert row[column] == f"'{text}"


@pytest.mark.parametrize("text", ["a=b", "5-4", "'quoted", " =1", "", "-5", "+4.5", "-1e9"])
def test_what_is_no_formula_is_left_alone(text: str) -> None:
    assert table(hit(text))[0]["premise"] == text


def test_explanations_are_one_more_column() -> None:
    (row,) = table(hit(score=2.0), explain=True)
    assert row["explanation"] == "score 2 = sum of; words 2  [loud]"
    assert "explanation" not in table(hit())[0]
