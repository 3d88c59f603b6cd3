"""What of a run does not fit the collection is counted and said."""

from __future__ import annotations

from pathlib import Path

from debatable.evaluation import collection
from debatable.evaluation.runs import run_remarks

LINES = """{"id": "a1", "claim": "Ban cars", "premise": "Cars are loud", "stance": "pro"}
{"id": "a2", "claim": "Ban cars", "premise": "Cars are fast", "stance": "con"}
"""


def remarks(tmp_path: Path, **runs: dict[str, list[str]]) -> list[str]:
    (tmp_path / "corpus.jsonl").write_text(LINES, "utf-8")
    (tmp_path / "queries.jsonl").write_text(
        '{"query_id": "q1", "text": "Ban cars"}\n{"query_id": "q2", "text": "Keep cars"}\n', "utf-8"
    )
    (tmp_path / "judgments.jsonl").write_text(
        '{"query_id": "q1", "premise_id": "a1", "relevance": 1}\n'
        '{"query_id": "q2", "premise_id": "a2", "relevance": 1}\n',
        "utf-8",
    )
    return list(run_remarks(collection(tmp_path), runs))


def test_a_run_that_fits_gets_no_remark(tmp_path: Path) -> None:
    assert remarks(tmp_path, fine={"q1": ["a1", "a2"], "q2": ["a2"]}) == []


def test_what_does_not_fit_is_counted(tmp_path: Path) -> None:
    name = tmp_path.name
    assert remarks(tmp_path, odd={"q1": ["a1", "zz", "b"], "q9": ["b7"]}, fine={"q1": [], "q2": ["a1"]}) == [
        "odd has no answer to 1 of 2 queries; each counts as 0",
        f"odd answers 1 query that {name} does not have",
        "odd: 2 of 3 texts not in the corpus, such as 'b'; they count as not relevant",
    ]


def test_queries_that_nobody_judged_need_no_answer(tmp_path: Path) -> None:
    remarks(tmp_path)
    with (tmp_path / "queries.jsonl").open("a", encoding="utf-8") as stream:
        stream.write('{"query_id": "q3", "text": "Tax cars"}\n')
    runs = {"one": {"q1": ["a1"]}, "all": {"q1": ["a1"], "q2": ["a2"], "q3": ["a1"]}}
    assert list(run_remarks(collection(tmp_path), runs)) == [
        "one has no answer to 1 of 2 queries; each counts as 0"
    ]
