from __future__ import annotations

import os

import pytest

from debatable.evaluation.annotation.desk import Desk
from debatable.model import Stance
from tests.unit.service.desk.conftest import Sitting

CLAIMS, PREMISES = "claims-similarity", "claims-relevance"
A = f"/judge?sheet={CLAIMS}&query=q1&item=a"


def test_an_answer_is_kept_and_the_next_item_shown(desk: Desk, ann: Sitting) -> None:
    first = ann.fields(f"/judge?sheet={CLAIMS}", "judge")
    page = ann.post("judge", {**first, "value": "4"})
    assert page.url.path == "/judge" and "Kept: <b>4</b>" in page.text and "1 judged, 2 waiting" in page.text
    second = ann.fields(f"/judge?sheet={CLAIMS}", "judge")
    assert (first["query"], first["item"]) != (second["query"], second["item"])
    with desk.state() as state:
        (said,) = state.answers(CLAIMS, "ann")
    assert said.annotation.key == (first["query"], first["item"]) and said.annotation.value == 4


def test_a_reload_says_nothing_twice_nor_does_sending_again(desk: Desk, ann: Sitting) -> None:
    fields = {**ann.fields(A, "judge"), "value": "4"}
    page = ann.post("judge", fields)
    length = desk.length
    assert ann.client.get(str(page.url)).status_code == 200 and ann.post("judge", fields).status_code == 200
    assert desk.length == length


def test_two_tabs_keep_both_the_later_counts_and_the_stale_one_is_told(desk: Desk, ann: Sitting) -> None:
    one, other = ann.fields(A, "judge"), ann.fields(A, "judge")
    assert "Meanwhile" not in ann.post("judge", {**one, "value": "2"}).text
    told = ann.post("judge", {**other, "value": "5"}).text
    assert "Meanwhile you had answered <b>2</b> elsewhere" in told and "<b>5</b>" in told
    with desk.state() as state:
        now = state.answer(CLAIMS, "ann", ("q1", "a"))
        assert now is not None and now.annotation.value == 5
        assert [one.annotation.value for one in state.said.values()] == [2, 5]
    again = ann.answer(A, value="3")
    assert "Meanwhile" not in again.text and "Kept: <b>3</b>" in again.text


def test_undo_shows_the_item_again_and_a_stale_one_is_told(desk: Desk, ann: Sitting) -> None:
    ann.answer(A, value="2")
    undo = ann.fields(f"/judge?sheet={CLAIMS}", "undo")
    page = ann.post("undo", undo)
    assert "Taken back: <b>2</b>" in page.text and "item=a" in str(page.url)
    with desk.state() as state:
        assert state.answer(CLAIMS, "ann", ("q1", "a")) is None
    assert "taken back already" in ann.post("undo", undo).text


def test_what_others_said_cannot_be_taken_back_or_seen(desk: Desk, ann: Sitting, bob: Sitting) -> None:
    ann.answer(A, value="2")
    fields = ann.fields(f"/judge?sheet={CLAIMS}", "undo")
    stolen = {**fields, "guard": bob.fields("/", "leave")["guard"]}
    assert bob.post("undo", stolen).url.path == "/"
    page = bob.client.get(f"{A}&said={fields['of']}").text
    assert "Kept" not in page and "answered this before" not in page
    with desk.state() as state:
        assert state.answer(CLAIMS, "ann", ("q1", "a")) is not None


def test_later_puts_an_item_behind_the_others(ann: Sitting) -> None:
    address = f"/judge?sheet={CLAIMS}"
    items = []
    for _ in range(3):
        fields = ann.fields(address, "judge", 1)
        items.append(fields["item"])
        ann.post("judge", fields)
    assert sorted(items) == ["a", "b", "c"] and ann.fields(address, "judge")["item"] == items[0]


def test_a_premise_needs_a_side_where_it_is_relevant(desk: Desk, ann: Sitting) -> None:
    address = f"/judge?sheet={PREMISES}&query=q1&item=a"
    refused = ann.answer(address, value="2")
    assert refused.status_code == 400 and "The side is missing" in refused.text
    ann.answer(address, value="2", stance="con")
    with desk.state() as state:
        said = state.answer(PREMISES, "ann", ("q1", "a"))
        assert said is not None and said.annotation.stance is Stance.CON
    assert 'value="2" data-key="2" checked' in ann.client.get(address).text
    ann.answer(address, value="0")
    with desk.state() as state:
        said = state.answer(PREMISES, "ann", ("q1", "a"))
        assert said is not None and (said.annotation.value, said.annotation.stance) == (0, Stance.NONE)


def test_what_is_on_no_scale_is_told(ann: Sitting) -> None:
    for value in ("", "6", "-1", "five"):
        told = ann.answer(A, value=value)
        assert told.status_code == 400 and "is no answer; give 5, 4, 3, 2, 1" in told.text
    assert ann.answer(A, value="3", item="z").status_code == 400
    assert ann.client.get("/judge?sheet=nowhere").status_code == 404
    assert ann.client.get(f"/judge?sheet={CLAIMS}&query=q1&item=z").status_code == 404
    assert ann.client.get(f"/judge?sheet={CLAIMS}&said=x").status_code == 422


def test_an_answer_for_the_claim_is_not_read_as_for_for(ann: Sitting) -> None:
    page = ann.answer(f"/judge?sheet={PREMISES}", value="2", stance="pro").text
    assert "Kept: <b>2, for</b> on “" in page


def test_when_all_is_judged_the_page_says_so(ann: Sitting) -> None:
    for _ in range(3):
        page = ann.answer(f"/judge?sheet={CLAIMS}", value="1")
    assert "You have judged all that needs you" in page.text


def test_a_full_disk_is_told_and_the_form_can_be_sent_again(
    ann: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    fields = {**ann.fields(A, "judge"), "value": "4"}
    calls = iter([OSError(28, "No space left on device")])
    real = os.fsync

    def full(handle: int) -> None:
        if (error := next(calls, None)) is not None:
            raise error
        real(handle)

    monkeypatch.setattr(os, "fsync", full)
    told = ann.post("judge", fields)
    assert told.status_code == 507 and "nothing was kept" in told.text.lower() and "desk/" not in told.text
    assert "Kept: <b>4</b>" in ann.post("judge", fields).text
