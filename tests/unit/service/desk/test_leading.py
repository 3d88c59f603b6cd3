from __future__ import annotations

import json
import re

import pytest
from fastapi.testclient import TestClient

from debatable.evaluation.annotation.desk import EXPORTS, Desk
from tests.unit.service.desk.conftest import Sitting

SHEET = "claims-similarity"


def judged(who: Sitting, **values: str) -> None:
    for item, value in values.items():
        query = "q2" if item == "c" else "q1"
        who.answer(f"/judge?sheet={SHEET}&query={query}&item={item}", value=value)


@pytest.mark.parametrize(
    "address",
    ["/agreement", "/people", "/export", "/file?name=log.jsonl", "/sample", f"/decide?sheet={SHEET}"],
)
def test_some_pages_are_for_those_who_lead(ann: Sitting, eve: Sitting, address: str) -> None:
    told = ann.client.get(address)
    assert told.status_code == 403 and "for those who lead the desk" in told.text
    assert eve.client.get(address).status_code == 200


def test_agreement_is_measured_on_the_fly(ann: Sitting, bob: Sitting, eve: Sitting) -> None:
    judged(ann, a="5", b="1")
    judged(bob, a="5", b="1")
    page = eve.client.get("/agreement").text
    assert "ann and bob</th><td>2</td><td>100 %" in page and "1.000 [" in page
    judged(bob, b="5")
    page = eve.client.get("/agreement").text
    assert "<td>2</td><td>50 %" in page and "1 waiting for a third" in page and "1.000 [" not in page


def test_a_dispute_is_decided_and_counts_in_the_export(ann: Sitting, bob: Sitting, eve: Sitting) -> None:
    judged(ann, a="1", b="2", c="4")
    judged(bob, a="4", b="2", c="5")
    address = f"/decide?sheet={SHEET}"
    page = eve.client.get(address).text
    assert "2 open, 0 decided" in page and "far apart" in page and "<b>ann</b> 1" in page
    eve.post("judge", {**eve.fields(address, "judge"), "value": "3"})
    assert "1 open, 1 decided" in eve.client.get(address).text
    rows = [json.loads(line) for line in eve.client.get("/file?name=claim_judgments.jsonl").text.splitlines()]
    assert {row["claim_id"]: row["relevance"] for row in rows} == {"a": 2, "b": 1, "c": 3}
    stolen = {**ann.fields(f"/judge?sheet={SHEET}&query=q1&item=b", "judge"), "value": "5", "decide": "true"}
    assert ann.post("judge", stolen).status_code == 403


def test_somebody_is_let_in_and_the_token_is_shown_once(desk: Desk, eve: Sitting) -> None:
    page = eve.post("people", {**eve.fields("/people", "leave"), "name": "  Zoë <b>  "}).text
    (token,) = re.findall(r'<code class="token">([^<]+)</code>', page)
    assert "Zoë &lt;b&gt;" in page and token not in eve.client.get("/people").text
    person = desk.signed_in("Zoë <b>", token)
    assert person is not None and not person.lead
    again = eve.post("people", {**eve.fields("/people", "leave"), "name": "Zoë <b>"}).text
    assert "is here already" in again and desk.signed_in("Zoë <b>", token) is not None
    renewed = eve.post("people", {**eve.fields("/people", "leave"), "name": "Zoë <b>", "anew": "true"}).text
    assert 'class="token"' in renewed and desk.signed_in("Zoë <b>", token) is None
    assert eve.post("people", {**eve.fields("/people", "leave"), "name": " "}).status_code == 400


def test_a_reload_makes_no_second_token(desk: Desk, ann: Sitting, eve: Sitting) -> None:
    """The token that was on the page, and perhaps passed on, had ended with the reload."""
    (seen,) = re.findall(r'value="ann">.*?name="seen" value="([^"]+)"', eve.client.get("/people").text)
    form = {**eve.fields("/people", "leave"), "name": "ann", "anew": "true", "seen": seen}
    (token,) = re.findall(r'<code class="token">([^<]+)</code>', eve.post("people", form).text)
    again = eve.post("people", form).text
    assert "ann got a new token since this page was made" in again and 'class="token"' not in again
    assert desk.signed_in("ann", token) is not None


def test_those_who_lead_renew_their_own_token(desk: Desk, eve: Sitting) -> None:
    page = eve.post("people", {**eve.fields("/people", "leave"), "name": "eve", "anew": "true"}).text
    (token,) = re.findall(r'<code class="token">([^<]+)</code>', page)
    assert eve.client.get("/").url.path == "/enter", "the old session ended"
    client = TestClient(eve.client.app)
    assert client.post("/enter", data={"name": "eve", "token": token}).url.path == "/"


def test_every_file_is_given_or_says_why_not(ann: Sitting, eve: Sitting) -> None:
    for name in EXPORTS:
        told = eve.client.get(f"/file?name={name}")
        assert told.status_code == (200 if name in ("queries.jsonl", "log.jsonl") else 400), name
    judged(ann, a="1")
    told = eve.client.get("/file?name=annotations.jsonl")
    assert told.headers["content-disposition"] == 'attachment; filename="annotations.jsonl"'
    assert json.loads(told.text)["annotator"] == "ann"
    assert eve.client.get("/file?name=../secret").status_code == 404


def test_a_decision_is_taken_back(desk: Desk, ann: Sitting, bob: Sitting, eve: Sitting) -> None:
    judged(ann, a="1")
    judged(bob, a="4")
    address = f"/decide?sheet={SHEET}"
    eve.post("judge", {**eve.fields(address, "judge"), "value": "3"})
    page = eve.post("undo", eve.fields(address, "undo"))
    assert (
        page.url.path == "/decide"
        and "1 open, 0 decided" in page.text
        and "Taken back: <b>3</b>" in page.text
    )
    with desk.state() as state:
        assert state.decision(SHEET, ("q1", "a")) is None
