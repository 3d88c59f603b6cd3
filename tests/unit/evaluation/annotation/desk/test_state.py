"""Any number of first lines of a log is a state that fits what was done until then."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatable.errors import InputError
from debatable.evaluation.annotation.desk import Answer, Desk, DeskState
from debatable.evaluation.annotation.desk.log import Log
from tests.support.desks import CLAIMS, laid

SHEET = "claims-similarity"
PEOPLE = ("ann", "bob", "eve")
KEYS = [(item.query_id, item.item_id) for item in CLAIMS]
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("answer"), st.sampled_from(PEOPLE), st.sampled_from(KEYS), st.integers(1, 5)),
        st.tuples(st.just("decision"), st.just("eve"), st.sampled_from(KEYS), st.integers(1, 5)),
        st.tuples(st.just("undo"), st.sampled_from(PEOPLE), st.integers(0, 12), st.just(0)),
        st.tuples(st.just("both"), st.sampled_from(PEOPLE), st.integers(1, 5), st.just(0)),
    ),
    max_size=14,
)
View = dict[tuple[str, str, tuple[str, str]], int]


class Notebook:
    """What a person would keep with pencil and paper: answers in order, struck out when taken back."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, str, tuple[str, str], int, str]] = []

    def view(self) -> View:
        return {(kind, who, key): value for kind, who, key, value, _ in self.lines}


def state_of(records: list[dict[str, Any]]) -> DeskState:
    state = DeskState()
    for record in records:
        state.apply(record)
    return state


def view_of(state: DeskState) -> View:
    found: View = {}
    for who in state.people:
        for key in KEYS:
            for kind in ("answer", "decision"):
                one = state.answer(SHEET, who, key, decision=kind == "decision")
                if one is not None:
                    found[kind, who, key] = int(one.annotation.value)
    return found


def done(desk: Desk, notebook: Notebook, step: tuple[Any, ...], form: str) -> None:
    kind, who, what, value = step
    if kind == "undo":
        own = [line for line in notebook.lines if line[1] == who]
        if own:
            struck = own[what % len(own)][-1]
            with desk.state() as state:
                number = next(
                    n for (person, named), n in state.forms.items() if named == struck and person == who
                )
            assert desk.undo(who, number) is not None
            notebook.lines = [line for line in notebook.lines if line[-1] != struck or line[1] != who]
        else:
            assert desk.undo(who, what) is None
        return
    answers = KEYS[:2] if kind == "both" else [what]
    grade = what if kind == "both" else value
    desk.say(SHEET, who, [Answer(key, str(grade)) for key in answers], form, decision=kind == "decision")
    kept = "decision" if kind == "decision" else "answer"
    notebook.lines += [(kept, who, key, grade, form) for key in answers]


@settings(max_examples=60, deadline=None)
@given(steps=STEPS)
def test_any_prefix_is_what_was_done_until_then(
    tmp_path_factory: pytest.TempPathFactory, steps: list[Any]
) -> None:
    folder = tmp_path_factory.mktemp("desk")
    desk, notebook = Desk(folder / "desk", new=True), Notebook()
    for name in PEOPLE:
        desk.add_person(name, lead=name == "eve")
    laid(desk, "similarity", folder)
    views: dict[int, View] = {}
    for number, step in enumerate(steps):
        done(desk, notebook, step, f"form-{number}")
        with desk.state() as state:
            views[len(desk._log.records)] = notebook.view()
            assert view_of(state) == notebook.view()
    desk.close()
    log = Log(folder / "desk" / "log.jsonl")
    log.close()
    for length in range(len(log.records) + 1):
        state = state_of(log.records[:length])
        if length in views:
            assert view_of(state) == views[length]
        if SHEET not in state.sheets:
            continue
        given = state.by_item(SHEET)
        counts = {key: len(answers) for key, answers in given.items()}
        assert all(len({one.annotator for one in given[key]}) == counts[key] for key in given)
        assert sum(counts.values()) == sum(len(state.answers(SHEET, name)) for name in PEOPLE)
        for key, one in state.decisions(SHEET).items():
            assert one.annotation.key == key and one == state.decision(SHEET, key)
        for name in PEOPLE:
            last = state.last(name)
            assert (last is None) == (not any(who == name for _, who, _ in view_of(state)))


@pytest.mark.parametrize(
    "record",
    [
        {"kind": "future"},
        {},
        {"kind": "answer", "annotator": "nobody"},
        {"kind": "undo", "annotator": "ann", "of": 99},
        {"kind": "sheet", "name": "x", "task": "guessing", "wanted": 2, "sha256": ""},
        {
            "kind": "sample",
            "draft": {"seeds": [1], "struck": [], "refused": [], "rounds": 0, "size": 0, "seed": 0},
        },
    ],
)
def test_records_that_do_not_fit_are_told(record: dict[str, Any]) -> None:
    with pytest.raises(Exception, match="line 7 of the log|unknown task") as told:
        DeskState().apply({**record, "n": 7})
    assert isinstance(told.value, InputError) or "unknown task" in str(told.value)
