"""With which methods queries are asked, and the run it makes."""

from __future__ import annotations

import threading
from collections.abc import Iterable

import pytest

from debatable.embedding.cores import cores
from debatable.errors import DebatableError, InputError, UnknownNameError
from debatable.evaluation import Collection, evaluate, run, run_of
from debatable.evaluation.measures import Precision
from debatable.evaluation.runs import (
    ask,
    asked_methods,
    at_once,
    collection_engine,
    is_method,
    method_label,
    record_names,
    servable,
)
from debatable.model import Answer
from debatable.ranking import METHODS, Backend, Method, Question, Scored, method
from tests.support.json_lines import write_lines
from tests.support.methods import Backwards, nothing
from tests.support.shelf import Shelf


def test_methods_are_reported_by_the_name_asked_for_or_their_own() -> None:
    own = Backwards(2)
    asked = asked_methods(["bm25", method("bm25(claims=5)"), own, nothing, "bm25", method("bm25")])
    assert list(asked) == ["bm25", "bm25(claims=5)", "Backwards(step=2)", "nothing"]
    assert asked["Backwards(step=2)"] is own
    assert method_label(nothing) == "nothing"
    assert list(asked_methods()) == list(METHODS)


def other(name: str) -> Method:
    def found(question: Question, backend: Backend, k: int) -> list[Scored]:
        return []

    found.__name__ = name
    return found


def test_wrong_methods_are_refused_before_anything_is_asked() -> None:
    with pytest.raises(UnknownNameError, match="did you mean"):
        asked_methods(["bm52"])
    assert list(asked_methods(["bm52"], known=False)) == ["bm52"]
    with pytest.raises(InputError, match=r"methods are 'bm25', not a list; write \['bm25'\]"):
        asked_methods("bm25")
    with pytest.raises(InputError, match="two methods are called 'nothing'"):
        asked_methods([nothing, other("nothing")])
    with pytest.raises(InputError, match="5 is no method"):
        asked_methods([5])  # type: ignore[list-item]
    assert is_method("bm25(claims=5)")
    assert not is_method("bm25(claim=5)")


class Poor:
    """A searcher that serves one method."""

    def search(self, query: str, *, method: str | Method, k: int, strict: bool) -> Answer:
        if method != "bm25":
            raise DebatableError(f"no {method}")
        return Answer(query, "bm25", ())

    def resolve(self, ids: Iterable[str]) -> dict[str, str]:
        return {}


def test_what_cannot_be_served_is_left_out_with_the_reason() -> None:
    served, left_out = servable(Poor(), {"bm25": "bm25", "dense": "dense"}, "Ban cars")
    assert served == {"bm25": "bm25"}
    assert {name: str(error) for name, error in left_out.items()} == {"dense": "no dense"}


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


def test_an_engine_is_asked_without_explanations_and_answers_alike(lettered: Collection) -> None:
    """Every ranked premise used to be explained, which took most of an evaluation of deep lists."""
    with collection_engine(lettered) as engine:
        (answer, _) = ask(engine, lettered.queries, "framework(stance=none)", k=3).answers
        explained = engine.search(
            lettered.queries[0].text, method="framework(stance=none)", k=3, strict=False
        )
    assert [(hit.premise, hit.score) for hit in answer] == [(hit.premise, hit.score) for hit in explained]
    assert [hit.explanation.parts for hit in answer] == [()] * len(answer.hits)
    assert all(hit.explanation.parts for hit in explained)


class Meeting(Shelf):
    """Answers when two searches have met; the first one warms up by itself."""

    def __init__(self) -> None:
        self.asked, self.both = 0, threading.Barrier(2, timeout=60)

    def search(self, query: str, *, method: str | Method, k: int, strict: bool) -> Answer:
        self.asked += 1
        if self.asked > 1:
            self.both.wait()
        return super().search(query, method=method, k=k, strict=strict)


def test_queries_are_asked_at_once_and_answered_in_their_order(small: Collection) -> None:
    done: list[int | None] = []
    many = ask(Meeting(), small.queries, "good", jobs=2, progress=lambda _, count, __: done.append(count))
    assert [answer.query for answer in many.answers] == [query.text for query in small.queries]
    assert many.rankings() == ask(Shelf(), small.queries, "good").rankings()
    assert done == [1, 2]


def test_an_engine_is_asked_by_all_cores_another_searcher_by_one(lettered: Collection) -> None:
    with collection_engine(lettered) as engine:
        assert at_once(engine, None) == cores().count
        several = ask(engine, lettered.queries, "bm25f", k=1, depth=3, jobs=2)
        assert several.deepest().rankings() == ask(engine, lettered.queries, "bm25f", k=3).rankings()
    assert (at_once(Shelf(), None), at_once(Shelf(), 3)) == (1, 3)
    with pytest.raises(InputError, match="0 jobs"):
        at_once(Shelf(), 0)
