from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from debatable.errors import DebatableError, IndexLockedError, InputError
from debatable.evaluation.annotation import write_pool
from debatable.evaluation.annotation.desk import Answer, Desk
from debatable.model import Stance
from tests.support.desks import CLAIMS, answered, laid, opened_desk

SHEET = "claims-similarity"
KEY = ("q1", "a")


def test_everything_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    with opened_desk(tmp_path) as desk:
        answered(desk, "ann", "a", 4)
        answered(desk, "eve", "a", 5, decision=True)
    desk = Desk(tmp_path / "desk")
    with desk.state() as state:
        given, settled = state.answer(SHEET, "ann", KEY), state.decision(SHEET, KEY)
        assert given is not None and given.annotation.value == 4
        assert settled is not None and settled.annotation.value == 5
        assert list(state.people) == ["ann", "bob", "eve"] and state.people["eve"].lead
    assert list(desk.items(SHEET).values()) == CLAIMS
    desk.close()


def test_a_token_opens_the_desk_to_its_owner_alone(tmp_path: Path) -> None:
    with opened_desk(tmp_path) as desk:
        token = desk.add_person("Zoë  Q")
        assert desk.add_person("Zoë Q") == "", "who is there gets no second token"
        person = desk.signed_in("Zoë Q", f" {token}\n")
        assert person is not None and person.name == "Zoë Q" and not person.lead
        assert desk.signed_in("ann", token) is None and desk.signed_in("Zoë Q", "") is None
        assert desk.signed_in("nobody", "") is None
        again = desk.add_person("Zoë Q", anew=True)
        assert desk.signed_in("Zoë Q", token) is None and desk.signed_in("Zoë Q", again) is not None
    assert token not in (tmp_path / "desk" / "log.jsonl").read_text()
    if os.name != "nt":
        assert stat.S_IMODE((tmp_path / "desk" / "secret").stat().st_mode) == 0o600


def test_somebody_may_lead_later_with_the_same_token(tmp_path: Path) -> None:
    with opened_desk(tmp_path) as desk:
        token = desk.add_person("dan")
        assert desk.add_person("dan", lead=True) == ""
        person = desk.signed_in("dan", token)
        assert person is not None and person.lead
        assert desk.add_person("dan") == "" and desk.signed_in("dan", token) == person


@pytest.mark.parametrize("name", ["", " ", "x" * 61, "a\x00b", "\x1b[31m"])
def test_what_is_no_name_is_refused(tmp_path: Path, name: str) -> None:
    with opened_desk(tmp_path) as desk, pytest.raises(InputError, match="no name of an annotator"):
        desk.add_person(name)


def test_the_later_of_two_tabs_counts_and_is_told(tmp_path: Path) -> None:
    with opened_desk(tmp_path) as desk:
        first = desk.say(SHEET, "ann", [Answer(KEY, "3", seen=0)], "tab-1")
        second = desk.say(SHEET, "ann", [Answer(KEY, "5", seen=0)], "tab-2")
        assert not first.crossed and second.crossed and second.replaced == first.number
        third = desk.say(SHEET, "ann", [Answer(KEY, "4", seen=second.number)], "tab-2b")
        assert not third.crossed
        with desk.state() as state:
            now = state.answer(SHEET, "ann", KEY)
            assert now is not None and now.annotation.value == 4
            assert [one.annotation.value for one in state.said.values()] == [3, 5, 4]


def test_a_form_that_is_sent_twice_is_kept_once(tmp_path: Path) -> None:
    with opened_desk(tmp_path) as desk:
        first = desk.say(SHEET, "ann", [Answer(KEY, "3")], "form")
        assert desk.say(SHEET, "ann", [Answer(KEY, "5")], "form") == first
        assert desk.say(SHEET, "bob", [Answer(KEY, "5")], "form") != first, "forms of others are others"
        desk.undo("ann", first.number)
        desk.say(SHEET, "ann", [Answer(KEY, "3")], "form")
        with desk.state() as state:
            assert state.answer(SHEET, "ann", KEY) is None, "what was taken back does not come again"


def test_undo_goes_back_step_by_step(tmp_path: Path) -> None:
    with opened_desk(tmp_path) as desk:
        first, second = answered(desk, "ann", "a", 3), answered(desk, "ann", "a", 5)
        assert desk.undo("bob", second.number) is None, "nobody takes back what others said"
        assert desk.undo("ann", second.number) == second and desk.undo("ann", second.number) is None
        with desk.state() as state:
            assert state.answer(SHEET, "ann", KEY) == first and state.last("ann") == first
        desk.undo("ann", first.number)
        with desk.state() as state:
            assert state.answer(SHEET, "ann", KEY) is None and state.last("ann") is None
            assert len(state.said) == 2, "both stay in the log"


def test_what_one_form_says_is_taken_back_together(tmp_path: Path) -> None:
    with opened_desk(tmp_path, "clustering") as desk:
        sheet = "claims-clustering"
        answered(desk, "ann", "a", "old")
        both = [Answer(("q1", "a"), "new"), Answer(("q1", "b"), "new")]
        said = desk.say(sheet, "ann", both, "rename")
        desk.undo("ann", said.number)
        with desk.state() as state:
            kept = state.answer(sheet, "ann", ("q1", "a"))
            assert kept is not None and kept.annotation.value == "old"
            assert state.answer(sheet, "ann", ("q1", "b")) is None


@pytest.mark.parametrize(
    ("sheet", "who", "key", "value", "decision", "said"),
    [
        ("nowhere", "ann", KEY, "3", False, "no such item"),
        (SHEET, "ann", ("q1", "z"), "3", False, "no such item"),
        (SHEET, "ann", ("q2", "a"), "3", False, "no such item"),
        (SHEET, "ann", KEY, "6", False, "is no answer; give 5, 4, 3, 2, 1"),
        (SHEET, "ann", KEY, "", False, "is no answer"),
        (SHEET, "ann", KEY, "3", True, "only those who lead decide"),
        (SHEET, "mallory", KEY, "3", False, "only those who lead"),
    ],
)
def test_what_does_not_fit_is_refused_and_not_kept(
    tmp_path: Path, sheet: str, who: str, key: tuple[str, str], value: str, decision: bool, said: str
) -> None:
    with opened_desk(tmp_path) as desk:
        before = (tmp_path / "desk" / "log.jsonl").read_bytes()
        with pytest.raises(InputError, match=said):
            desk.say(sheet, who, [Answer(("q1", "b"), "3"), Answer(key, value)], "form", decision=decision)
        assert (tmp_path / "desk" / "log.jsonl").read_bytes() == before


def test_a_side_is_kept_where_the_task_asks_for_it(tmp_path: Path) -> None:
    with opened_desk(tmp_path, "relevance") as desk:
        assert answered(desk, "ann", "a", 2, Stance.PRO).annotation.stance is Stance.PRO
        for value in (0, 3, 4):
            assert answered(desk, "bob", "a", value, Stance.PRO).annotation.stance is Stance.NONE


def test_one_process_has_a_desk_open(tmp_path: Path) -> None:
    with opened_desk(tmp_path), pytest.raises(IndexLockedError, match="another process has this desk open"):
        Desk(tmp_path / "desk")


def test_a_pool_is_laid_once_and_not_exchanged(tmp_path: Path) -> None:
    with opened_desk(tmp_path) as desk:
        assert laid(desk, "similarity", tmp_path) == SHEET
        write_pool(CLAIMS[:2], tmp_path / "claims.jsonl")
        with pytest.raises(InputError, match="the desk has another pool as 'claims-similarity'"):
            desk.add_sheet(tmp_path / "claims.jsonl", "similarity")
        with pytest.raises(InputError, match="0 people an item; use 1 to 20"):
            desk.add_sheet(tmp_path / "claims.jsonl", "relevance", wanted=0)


def test_folders_that_are_no_desk_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.txt").write_text("x")
    for name, said in (("file", "no folder"), ("other", "is no desk"), ("new", "there is no desk")):
        with pytest.raises(InputError, match=said):
            Desk(tmp_path / name)
    with pytest.raises(InputError, match="is no desk"):
        Desk(tmp_path / "other", new=True)
    assert [one.name for one in (tmp_path / "other").iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize("name", ["log.jsonl", "pools/claims-similarity.jsonl"])
def test_a_broken_line_is_told_and_the_desk_can_be_opened_after_repair(tmp_path: Path, name: str) -> None:
    with opened_desk(tmp_path) as desk:
        answered(desk, "ann", "a", 4)
        answered(desk, "ann", "b", 4)
    path = tmp_path / "desk" / name
    kept = path.read_bytes()
    path.write_bytes(
        kept.replace(b"nuclear", b"NUCLEAR", 1) if "pools" in name else kept.replace(b"4", b"5", 1)
    )
    with pytest.raises(DebatableError, match="not what was"):
        Desk(tmp_path / "desk")
    path.write_bytes(kept)
    Desk(tmp_path / "desk").close()
