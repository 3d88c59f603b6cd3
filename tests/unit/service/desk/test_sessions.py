from __future__ import annotations

import logging
import time
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from debatable.evaluation.annotation.desk import Desk
from debatable.service import Settings
from debatable.service.desk import desk_application
from debatable.service.desk.sessions import Sessions
from debatable.service.guard import LOGGER
from tests.unit.service.desk.conftest import Sitting, seated

JUDGE = "/judge?sheet=claims-similarity"


def test_nobody_sees_anything_before_they_have_signed_in(web: Any) -> None:
    client = TestClient(web, follow_redirects=False)
    for address in ("/", JUDGE, "/agreement", "/people", "/export", "/file?name=log.jsonl", "/sample"):
        told = client.get(address)
        assert (told.status_code, told.headers["location"], told.text) == (303, "enter", "")


def test_the_cookie_is_out_of_reach_and_the_token_is_in_no_address(web: Any, desk: Desk) -> None:
    token = desk.add_person("ann")
    client = TestClient(web, follow_redirects=False)
    entered = client.post("/enter", data={"name": "ann", "token": token})
    assert entered.status_code == 303 and entered.headers["location"] == "./"
    cookie = entered.headers["set-cookie"].lower()
    for part in ("httponly", "samesite=strict", "path=/", "max-age=1209600"):
        assert part in cookie
    assert "secure" not in cookie and token not in entered.headers["set-cookie"]
    safe = TestClient(web, base_url="https://testserver", follow_redirects=False)
    assert "secure" in safe.post("/enter", data={"name": "ann", "token": token}).headers["set-cookie"].lower()
    assert client.get("/").headers["cache-control"] == "no-store"


def test_a_wrong_name_and_a_wrong_token_are_told_alike(web: Any, desk: Desk) -> None:
    token = desk.add_person("ann")
    said = {
        TestClient(web).post("/enter", data=form).text
        for form in ({"name": "ann", "token": "x"}, {"name": "nobody", "token": token})
    }
    (page,) = said
    assert "No annotator has this name and this token" in page


def test_guessing_is_slow(web: Any, desk: Desk) -> None:
    client, codes, begun = TestClient(web), [0], time.monotonic()
    while codes[-1] != 429 and len(codes) < 300:
        codes.append(client.post("/enter", data={"name": "ann", "token": str(len(codes))}).status_code)
    seconds = time.monotonic() - begun
    assert set(codes[1:-1]) == {401} and codes[-1] == 429
    assert 30 <= len(codes) - 2 <= 30 + seconds / 2, "thirty at once, and thirty a minute"


def test_a_refusal_before_the_desk_is_a_page_without_links_to_the_search(web: Any) -> None:
    page = TestClient(web).post("/enter", content=b"x" * 2_000_000, headers={"Accept": "text/html"})
    assert page.status_code == 413 and "The request is too large." in page.text
    assert '<a href="/">Back' in page.text and "topics" not in page.text


@pytest.mark.parametrize("change", ["name", "until", "mac", "nothing left", "no letters"])
def test_a_cookie_that_was_changed_opens_nothing(ann: Sitting, eve: Sitting, change: str) -> None:
    cookie, value = ann.cookie
    name, until, mac = value.split(".")
    other = eve.cookie[1].split(".")[0]
    changed = {
        "name": f"{other}.{until}.{mac}",
        "until": f"{name}.{int(until) + 9}.{mac}",
        "mac": f"{name}.{until}.{'0' * len(mac)}",
        "nothing left": "..",
        "no letters": f"%ff.{until}.{mac}",
    }[change]
    client = TestClient(ann.client.app, follow_redirects=False, cookies={cookie: changed})
    assert client.get("/").headers["location"] == "enter"


def test_a_session_ends_with_its_time_and_with_its_token(desk: Desk, ann: Sitting) -> None:
    later = Sessions(desk, Settings(), clock=lambda: 9e9)

    class Asked:
        cookies = dict([ann.cookie])

    assert later.person(Asked()) is None  # type: ignore[arg-type]
    assert Sessions(desk, Settings()).person(Asked()) is not None  # type: ignore[arg-type]
    desk.add_person("ann", anew=True)
    assert Sessions(desk, Settings()).person(Asked()) is None  # type: ignore[arg-type]


def test_a_desk_that_was_started_anew_knows_people_again(desk: Desk, ann: Sitting) -> None:
    again = TestClient(desk_application(desk), cookies=dict(ann.client.cookies))
    assert "On your desk" in again.get("/").text


def test_leaving_takes_the_cookie_away(ann: Sitting) -> None:
    ann.post("leave", ann.fields("/", "leave"))
    assert ann.client.get("/").url.path == "/enter"


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
    ],
)
def test_forms_of_other_sites_are_refused(desk: Desk, ann: Sitting, headers: dict[str, str]) -> None:
    before = desk.length
    fields = {**ann.fields(JUDGE, "judge"), "value": "3"}
    assert ann.client.post("/judge", data=fields, headers=headers).status_code == 403
    entered = {"name": "ann", "token": "x"}
    assert ann.client.post("/enter", data=entered, headers=headers).status_code == 403
    assert desk.length == before
    own = {"origin": "http://testserver"}
    assert ann.client.post("/judge", data=fields, headers=own).status_code == 200 and desk.length > before


@pytest.mark.parametrize("action", ["judge", "group", "pile", "undo", "people", "leave", "sample"])
def test_forms_without_the_word_are_refused(eve: Sitting, ann: Sitting, action: str) -> None:
    fields = {
        "judge": {**eve.fields(JUDGE, "judge"), "value": "3"},
        "group": {"sheet": "claims-clustering", "query": "q1", "item": "a", "form": "x" * 12},
        "pile": {"sheet": "claims-clustering", "query": "q1", "new": "a", "form": "x" * 12},
        "undo": {"of": "1"},
        "people": {"name": "mallory"},
        "leave": {},
        "sample": {"words": "energy"},
    }[action]
    before = eve.desk.length
    of_somebody_else = ann.fields("/", "leave")["guard"]
    for guard in ("", "0" * 64, "é", of_somebody_else):
        assert eve.post(action, {**fields, "guard": guard}).status_code == 403, guard
    assert eve.desk.length == before


def test_the_log_of_requests_names_no_token(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    token = desk.add_person("ann")
    with caplog.at_level(logging.INFO, LOGGER.name):
        LOGGER.addHandler(caplog.handler)
        try:
            client = TestClient(desk_application(desk, Settings(log="queries")))
            client.post("/enter", data={"name": "ann", "token": token})
            client.get(JUDGE)
        finally:
            LOGGER.removeHandler(caplog.handler)
    assert "/enter" in caplog.text and token not in caplog.text


def test_two_desks_of_one_machine_do_not_sign_each_other_out(
    tmp_path: Path, desk: Desk, ann: Sitting
) -> None:
    other = Desk(tmp_path / "other", new=True)
    try:
        elsewhere = seated(desk_application(other), other, "ann")
        both = TestClient(ann.client.app, cookies=dict([ann.cookie, elsewhere.cookie]))
        assert ann.cookie[0] != elsewhere.cookie[0] and "On your desk" in both.get("/").text
        alone = TestClient(ann.client.app, cookies={ann.cookie[0]: elsewhere.cookie[1]})
        assert alone.get("/").url.path == "/enter", "a cookie of one desk opens no other"
    finally:
        other.close()
