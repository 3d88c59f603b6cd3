"""Equal questions at once are one search, and answers are kept within their bounds, by the state of the index."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import debatable
from debatable.engines import Engine
from debatable.errors import QueryError
from debatable.model import Answer
from debatable.progress import Deadline
from debatable.service import Settings, application
from debatable.service.current_engine import CurrentEngine
from debatable.service.kept_answers import LARGEST, KeptAnswers, SharingEngine, size_of
from tests.support.indexes import argument


def answer(remark: str = "") -> Answer:
    return Answer("Ban cars", "bm25", (), remarks=(remark,))


class Slow:
    """A search that waits until it may end, and counts how often it is begun."""

    def __init__(self, error: Exception | None = None) -> None:
        self.begun, self.may_end = threading.Semaphore(0), threading.Event()
        self.times, self._error = 0, error

    def __call__(self) -> Answer:
        self.times += 1
        self.begun.release()
        assert self.may_end.wait(10)
        if self._error is not None:
            raise self._error
        return answer()


def asked_at_once(kept: KeptAnswers, search: Slow, people: int) -> list[Answer | BaseException]:
    """Has several ask while the search of the first runs."""

    def ask(_: int) -> Answer | BaseException:
        try:
            return kept("cars", search)[0]
        except QueryError as error:
            return error

    with ThreadPoolExecutor(people) as pool:
        answers = pool.map(ask, range(people))
        assert search.begun.acquire(timeout=10)
        while kept.counts()["shared"] < people - 1:
            pass
        search.may_end.set()
        return list(answers)


def test_those_who_ask_the_same_at_once_get_one_answer() -> None:
    kept, search = KeptAnswers(10, 100_000), Slow()
    answers = asked_at_once(kept, search, 5)
    assert search.times == 1 and all(one is answers[0] for one in answers)
    assert kept.counts() == {
        "kept": 0, "searched": 1, "shared": 4, "held": 1, "bytes": size_of(answer())
    }  # fmt: skip
    assert kept("cars", search)[0] is answers[0] and kept.counts()["kept"] == 1


def test_an_error_reaches_all_who_wait_and_nobody_after_them() -> None:
    kept, search = KeptAnswers(10, 100_000), Slow(QueryError("no"))
    assert all(isinstance(one, QueryError) for one in asked_at_once(kept, search, 3))
    assert search.times == 1 and kept.counts()["held"] == 0
    assert kept("cars", answer)[0].query == "Ban cars"


def test_different_questions_do_not_wait_for_each_other() -> None:
    kept, slow = KeptAnswers(10, 100_000), Slow()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(kept, "cars", slow)
        assert slow.begun.acquire(timeout=10)
        assert kept("zoos", answer)[0].query == "Ban cars"
        assert not waiting.done()
        slow.may_end.set()
        waiting.result(10)


def test_the_answer_not_asked_for_longest_makes_room() -> None:
    kept = KeptAnswers(2, 100_000)
    for key in ("a", "b", "a", "c", "a", "b"):  # b is dropped for c, then c for b
        kept(key, answer)
    assert kept.counts()["searched"] == 4 and kept.counts()["held"] == 2


def test_answers_take_no_more_memory_than_they_may() -> None:
    size = size_of(answer("x" * 1_000))
    kept = KeptAnswers(1_000, LARGEST * size)
    for number in range(50):
        kept(number, lambda number=number: answer("xy"[number % 2] * 1_000))  # type: ignore[misc]
        assert kept.counts()["bytes"] <= LARGEST * size
    assert kept.counts()["held"] == LARGEST
    kept("large", lambda: answer("x" * 2_000))
    assert kept.counts()["held"] == LARGEST
    kept("large", lambda: answer("x" * 2_000))
    assert kept.counts()["searched"] == 52  # it pushed nothing out, and was not kept


def test_what_may_be_another_answer_later_is_not_kept() -> None:
    kept = KeptAnswers(10, 100_000)
    assert kept("cars", answer, lambda: False)[1] is False
    assert kept("cars", answer, lambda: True)[1] is True
    assert kept("cars", answer)[1] is True
    assert (kept.counts()["searched"], kept.counts()["kept"]) == (2, 1)


@pytest.mark.parametrize("kept", [KeptAnswers(0, 100_000), KeptAnswers(10, 0)])
def test_none_are_kept_where_none_may_be(kept: KeptAnswers) -> None:
    kept("cars", answer)
    kept("cars", answer)
    assert kept.counts()["searched"] == 2 and kept.counts()["bytes"] == 0


OPTIONS: list[dict[str, Any]] = [
    {},
    {"method": "bm25"},
    {"k": 1},
    {"stance": "pro"},
    {"languages": ["en"]},
    {"among": ["a"]},
    {"operators": True},
    {"spelling": False},
]


def test_every_option_makes_another_question(folder: Path) -> None:
    with debatable.open(folder) as plain:
        kept = KeptAnswers(100, 10_000_000)
        engine = SharingEngine(plain, kept)
        for _ in range(2):
            for options in OPTIONS:
                found = engine.search("cars", **{"method": "bm25f", **options})
                assert found.hits == plain.search("cars", **{"method": "bm25f", **options}).hits
        assert kept.counts()["searched"] == kept.counts()["kept"] == len(OPTIONS)


def test_deadlines_make_no_other_question(folder: Path) -> None:
    with debatable.open(folder) as plain:
        kept = KeptAnswers(100, 10_000_000)
        engine = SharingEngine(plain, kept)
        for _ in range(2):
            engine.search("cars", method="bm25", deadline=Deadline(60.0))
        assert (kept.counts()["searched"], kept.counts()["kept"]) == (1, 1)


def test_an_answer_that_was_cut_short_is_not_kept_and_says_so_to_all(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its ETag would promise the same answer the next time."""
    slow = Slow()

    def cut(self: Engine, query: str, *, deadline: Deadline, **options: Any) -> Answer:
        found = slow()
        deadline.unread += 5
        return found

    monkeypatch.setattr(Engine, "search", cut)
    with debatable.open(folder) as plain, ThreadPoolExecutor(2) as pool:
        kept = KeptAnswers(100, 10_000_000)
        engine, deadlines = SharingEngine(plain, kept), [Deadline(60.0), Deadline(60.0)]
        running = [pool.submit(engine.search, "cars", deadline=deadline) for deadline in deadlines]
        while not kept.counts()["shared"]:
            pass
        slow.may_end.set()
        assert running[0].result(10) is running[1].result(10)
    assert slow.times == 1 and sorted(deadline.unread for deadline in deadlines) == [1, 5]
    assert kept.counts()["held"] == 0


def test_a_changed_index_is_searched_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("debatable.service.current_engine.INTERVAL", 0.0)
    asked = {"q": "cars pollute", "method": "bm25"}
    with TestClient(application(folder)) as client:
        before = [client.get("/api/v1/search", params=asked).json() for _ in range(2)]
        assert before[0] == before[1]
        debatable.add([argument("c", "Cars pollute")], to=folder)
        assert client.get("/api/v1/search", params=asked).json()["hits"][0]["premise"]["id"] == "c"
        debatable.remove(["c"], from_=folder)
        assert client.get("/api/v1/search", params=asked).json()["hits"] == before[0]["hits"]
        lines = client.get("/api/v1/metrics").text.splitlines()
    assert 'debatable_answers_total{from="searched"} 3' in lines
    assert 'debatable_answers_total{from="kept"} 1' in lines and "debatable_answers_kept 3" in lines


def test_one_kept_answer_serves_the_api_the_page_and_every_order_of_hits(folder: Path) -> None:
    with TestClient(application(folder)) as client:
        for path, more in (
            ("/api/v1/search", {}),
            ("/api/v1/search", {"sort": "long"}),
            ("/", {}),
            ("/brief", {}),
        ):
            assert (
                client.get(path, params={"q": "cars", "k": "7", "method": "bm25", **more}).status_code == 200
            )
        lines = client.get("/api/v1/metrics").text.splitlines()
    assert 'debatable_answers_total{from="searched"} 1' in lines
    assert 'debatable_answers_total{from="kept"} 3' in lines


def test_a_warm_service_has_searched_before_the_first_request(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[str] = []
    search = Engine.search

    def recorded(self: Engine, query: str, **options: Any) -> Answer:
        searched.append(query)
        return search(self, query, **options)

    monkeypatch.setattr(Engine, "search", recorded)
    application(folder, Settings(warm=True))
    assert searched == ["Ban cars"]
    application(folder, Settings(warm=False))
    assert searched == ["Ban cars"]


def test_what_cannot_be_searched_is_served_all_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(self: Engine, query: str, **options: Any) -> Answer:
        raise QueryError("nothing can be read")

    monkeypatch.setattr(Engine, "search", broken)
    CurrentEngine(folder).warm()
    assert "no search before the first request: nothing can be read" in caplog.text
