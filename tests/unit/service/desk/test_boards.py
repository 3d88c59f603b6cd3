from __future__ import annotations

from debatable.evaluation.annotation.desk import Desk
from tests.unit.service.desk.conftest import Sitting

SHEET = "claims-clustering"
BOARD = f"/group?sheet={SHEET}&query=q1"


def groups(desk: Desk, who: str, *, decision: bool = False) -> dict[str, str]:
    with desk.state() as state:
        found = {item: state.answer(SHEET, who, ("q1", item), decision=decision) for item in "ab"}
    return {item: str(one.annotation.value) for item, one in found.items() if one is not None}


def put(who: Sitting, number: int, address: str = BOARD, **said: str) -> str:
    return str(who.post("group", {**who.fields(address, "group", number), **said}).text)


def test_cards_go_to_new_and_known_piles(desk: Desk, ann: Sitting) -> None:
    put(ann, 0)
    assert groups(desk, "ann") == {"a": "Group 1"}
    page = put(ann, 0, group="Group 1")
    assert groups(desk, "ann") == {"a": "Group 1", "b": "Group 1"} and "All are placed" in page
    put(ann, 1, new="  cost   of it ")
    assert groups(desk, "ann")["b"] == "cost of it" and "2 groups" in ann.client.get(BOARD).text


def test_a_pile_is_renamed_and_that_is_taken_back_at_once(desk: Desk, ann: Sitting) -> None:
    put(ann, 0)
    put(ann, 0, group="Group 1")
    ann.post("pile", {**ann.fields(BOARD, "pile"), "new": "noise"})
    assert groups(desk, "ann") == {"a": "noise", "b": "noise"}
    page = ann.post("undo", ann.fields(BOARD, "undo"))
    assert groups(desk, "ann") == {"a": "Group 1", "b": "Group 1"} and page.url.path == "/group"


def test_two_tabs_of_a_board_are_told(desk: Desk, ann: Sitting) -> None:
    one, other = ann.fields(BOARD, "group"), ann.fields(BOARD, "group")
    ann.post("group", {**one, "new": "noise"})
    assert "Meanwhile you had answered <b>noise</b>" in ann.post("group", {**other, "new": "cost"}).text
    assert groups(desk, "ann") == {"a": "cost"}


def test_names_that_are_none_are_told(ann: Sitting) -> None:
    assert ann.post("group", {**ann.fields(BOARD, "group"), "new": "x" * 201}).status_code == 422
    assert ann.post("group", {**ann.fields(BOARD, "group"), "new": "a\x00"}).status_code == 422
    assert ann.client.get(f"/group?sheet={SHEET}&query=nowhere").status_code == 404
    assert ann.client.get("/group?sheet=claims-similarity").status_code == 404
    assert ann.client.get(f"/judge?sheet={SHEET}").url.path == "/group"


def test_others_are_shown_to_those_who_decide_alone(
    desk: Desk, ann: Sitting, bob: Sitting, eve: Sitting
) -> None:
    for name, one, other in ((ann, "noise", "noise"), (bob, "loud", "cost")):
        put(name, 0, new=one)
        put(name, 0, new=other)
    decide = f"{BOARD}&decide=true"
    assert ann.client.get(decide).status_code == 403 and "loud" not in ann.client.get(BOARD).text
    page = eve.client.get(decide).text
    assert "bob: cost" in page and "Begin with how ann grouped" in page
    fields = eve.fields(decide, "pile", 1)
    assert fields["like"] == "bob"
    eve.post("pile", fields)
    assert groups(desk, "eve", decision=True) == {"a": "loud", "b": "cost"} and groups(desk, "eve") == {}
    put(eve, 0, decide, group="cost")
    assert groups(desk, "eve", decision=True) == {"a": "cost", "b": "cost"}
    stolen = {**fields, "guard": ann.fields("/", "leave")["guard"], "form": "z" * 12}
    assert ann.post("pile", stolen).status_code == 403
    assert "0 premises are grouped differently" in eve.client.get(f"/decide?sheet={SHEET}").text
