"""What counts as a difference between two results, and what does not."""

from __future__ import annotations

import pytest
from tools.differences import answer_difference, documents, new_fields, run_difference, without_times

RUN = "q1 Q0 p1 1 0.5 bm25\nq1 Q0 p2 2 0.25 bm25\n"


def test_equal_runs_do_not_differ() -> None:
    assert run_difference(RUN, RUN) == ""


@pytest.mark.parametrize(
    ("new", "told"),
    [
        (RUN.replace("p2", "p3"), "line 2: q1 Q0 p2 2 0.25 bm25 | q1 Q0 p3 2 0.25 bm25"),
        (RUN.replace("0.25", "0.125"), "order equal, scores differ by up to 0.125; line 2: "),
        (RUN + "q2 Q0 p1 1 1.0 bm25\n", "line 3: 2 lines | 3 lines"),
        (RUN.splitlines()[0] + "\n", "line 2: 2 lines | 1 lines"),
        ("", "line 1: 2 lines | 0 lines"),
        (RUN.replace("\n", "\r\n"), "line ends differ"),
    ],
)
def test_the_first_line_that_differs_is_told(new: str, told: str) -> None:
    assert run_difference(RUN, new).startswith(told)


def test_a_swap_with_other_scores_is_not_called_equal_order() -> None:
    swapped = "q1 Q0 p2 1 0.5 bm25\nq1 Q0 p1 2 0.1 bm25\n"
    assert run_difference(RUN, swapped).startswith("line 1")


def test_documents_are_read_however_they_are_laid_out() -> None:
    assert documents('{\n  "a": [1,\n 2]\n}\n\n{"b": "}{"} ') == [{"a": [1, 2]}, {"b": "}{"}]
    assert documents("") == documents("\n") == []


def test_times_are_left_out_at_every_depth() -> None:
    assert without_times([{"seconds": 1, "hits": [{"score": 1, "p95_ms": 3}]}]) == [{"hits": [{"score": 1}]}]


@pytest.mark.parametrize(
    ("new", "told"),
    [
        ({"hits": [{"stance": "con", "members": ["a", "b"]}]}, "hits.0.stance: 'pro' | 'con'"),
        ({"hits": [{"stance": "pro", "members": ["b", "a"]}]}, "hits.0.members.0: 'a' | 'b'"),
        ({"hits": [{"stance": "pro", "members": ["a"]}]}, "hits.0.members: 2 | 1 of them"),
        ({"hits": [{"stance": "pro"}]}, "hits.0.members: is gone"),
        ({"hits": []}, "hits: 1 | 0 of them"),
        ({"hits": None}, "hits: [{'stance': 'pro', 'members': ['a', 'b']}] | None"),
    ],
)
def test_the_first_field_that_differs_is_told(new: object, told: str) -> None:
    assert answer_difference({"hits": [{"stance": "pro", "members": ["a", "b"]}]}, new) == told


def test_scores_that_differ_in_the_last_digit_differ_and_new_fields_do_not() -> None:
    old, new = {"score": 0.1 + 0.2}, {"score": 0.3}
    assert answer_difference(old, new) == "score: 0.30000000000000004 | 0.3"
    assert answer_difference({"score": 1.0}, {"score": True}) == "score: 1.0 | True"
    assert answer_difference([{"score": 0.3}], [{"score": 0.3, "relevance": 0.9}]) == ""
    assert list(new_fields([{"score": 0.3}], [{"score": 0.3, "relevance": 0.9}])) == ["relevance"]
