"""Answers of a searcher, and the run they make."""

from __future__ import annotations

import pytest

from debatable.errors import InputError
from debatable.evaluation import Collection, evaluate, run, run_of
from debatable.evaluation.measures import Precision
from debatable.evaluation.runs import ask, record_names
from tests.support.json_lines import write_lines
from tests.support.methods import Backwards, nothing
from tests.support.shelf import Shelf


def test_an_answer_with_a_premise_twice_is_refused(small: Collection) -> None:
    shelf = Shelf()
    shelf.lists = {"good": ["p1", "p1"]}
    with pytest.raises(InputError, match="names a premise twice"):
        evaluate(small, ["good"], searcher=shelf)


def test_runs_name_premises_by_the_record_judged_best(small: Collection) -> None:
    shelf = Shelf()
    names = record_names(small.judgments, shelf.resolve([]))
    run = run_of(ask(shelf, small.queries, "good"), small.queries, "tag", names)
    assert [premise for premise, _ in run.rankings["q1"]] == ["r1-again", "r2", "r3"]


def test_a_method_of_ones_own_runs_on_the_corpus_of_a_collection(
    small: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(small.corpus[0].parent / "cache"))
    records = [{"id": f"r{number}", "premise": f"Number {number}."} for number in range(1, 6)]
    write_lines(small.corpus[0], *records, {"id": "r1-again", "premise": "Number 1."})
    made = run(small, Backwards(2))
    assert made.tag == "Backwards(step=2)"
    assert made.ids() == {"q1": ["r5", "r3", "r1-again"], "q2": ["r5", "r3", "r1-again"]}
    assert run(small, Backwards(), k=1, tag="last").ids()["q1"] == ["r5"]
    assert run(small, nothing).ids() == {"q1": [], "q2": []}
    evaluation = evaluate(small, [Backwards(), "bm25"], [Precision(5)])
    assert list(evaluation.methods) == ["Backwards(step=1)", "bm25"]
    assert evaluation.methods["Backwards(step=1)"].values["P@5"].tolist() == [0.6, 0.6]
