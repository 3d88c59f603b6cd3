from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from debatable.progress import Deadline
from debatable.service.turns import GoneError, Turns


async def worked(
    turns: Turns, log: list[str], name: str, seconds: float = 0.02, *, long: bool = False
) -> None:
    """Holds a turn for a while."""
    async with turns.turn("work", long=long):
        log.append(f"+{name}")
        await asyncio.sleep(seconds)
    log.append(f"-{name}")


def most(log: list[str], names: str) -> int:
    """Returns how many of some were at work at once."""
    now = largest = 0
    for entry in log:
        now += (entry[0] == "+") - (entry[0] == "-") if entry[1] in names else 0
        largest = max(largest, now)
    return largest


@pytest.mark.parametrize("slots", [1, 2, 3])
def test_turns_come_in_the_order_of_arrival_and_no_more_than_slots(slots: int) -> None:
    turns, log = Turns(slots), list[str]()

    async def all_of_them() -> None:
        await asyncio.gather(*(worked(turns, log, name) for name in "abcdef"))

    asyncio.run(all_of_them())
    assert [entry[1] for entry in log if entry[0] == "+"] == list("abcdef")
    assert most(log, "abcdef") == slots


def test_long_jobs_wait_behind_all_others_and_never_take_every_slot() -> None:
    """A list of a thousand claims made every single search wait."""
    turns, log = Turns(2), list[str]()

    async def all_of_them() -> None:
        jobs = [asyncio.ensure_future(worked(turns, log, name, long=True)) for name in "xyz"]
        await asyncio.sleep(0)
        await asyncio.gather(*(worked(turns, log, name) for name in "abc"))
        await asyncio.gather(*jobs)

    asyncio.run(all_of_them())
    order = [entry[1] for entry in log if entry[0] == "+"]
    assert order[0] == "x" and order.index("y") > order.index("c")
    assert most(log, "xyz") == 1 and most(log, "abcxyz") == 2


def test_the_wait_is_known_from_what_runs_what_waits_and_how_long_that_takes() -> None:
    now = [0.0]
    turns = Turns(2, budget=4.0, clock=lambda: now[0])

    async def all_of_them() -> None:
        go = asyncio.Event()

        async def work() -> None:
            async with turns.turn("search"):
                await go.wait()

        async def begun(count: int) -> list[asyncio.Task[None]]:
            tasks = [asyncio.ensure_future(work()) for _ in range(count)]
            await asyncio.sleep(0)
            return tasks

        first = await begun(2)
        assert turns.wait() == pytest.approx(
            (1.0 + 1.0) / 2
        )  # a quarter of the budget each, before any is known
        assert turns.too_long() == 0
        now[0] = 2.0
        go.set()
        await asyncio.gather(*first)
        assert turns.mean("search") == pytest.approx(2.0)
        go.clear()
        tasks = await begun(3)
        assert turns.wait() == pytest.approx((2.0 + 2.0 + 2.0) / 2)
        assert turns.too_long() == 3
        now[0] = 3.5
        assert turns.wait() == pytest.approx((0.5 + 0.5 + 2.0) / 2)
        assert turns.too_long() == 0
        go.set()
        await asyncio.gather(*tasks)
        assert turns.mean("search") < 2.0 and turns.wait() == 0.0

    asyncio.run(all_of_them())


def test_without_a_budget_nothing_is_too_long() -> None:
    turns = Turns(1)

    async def all_of_them() -> None:
        async with turns.turn("search"):
            assert turns.too_long() == 0

    asyncio.run(all_of_them())


async def cancelled(turns: Turns, waiting: Callable[[], Awaitable[None]]) -> None:
    task = asyncio.ensure_future(waiting())
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_who_is_gone_or_cancelled_gives_the_slot_back() -> None:
    turns, log = Turns(1), list[str]()

    async def all_of_them() -> None:
        async with turns.turn("first"):
            await cancelled(turns, lambda: worked(turns, log, "a"))
            gone: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
            gone.set_result(True)
            with pytest.raises(GoneError):
                async with turns.turn("second", gone=gone):
                    log.append("b")
        await cancelled(turns, lambda: worked(turns, log, "c", 10))
        still: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        async with turns.turn("third", gone=still):
            log.append("d")

    asyncio.run(all_of_them())
    assert log == ["+c", "d"]


def test_a_turn_that_comes_in_the_moment_of_a_cancellation_is_not_lost() -> None:
    turns, log = Turns(1), list[str]()

    async def all_of_them() -> None:
        async with turns.turn("first"):
            task = asyncio.ensure_future(worked(turns, [], "a"))
            await asyncio.sleep(0)
        task.cancel()  # the slot is its own by now
        await asyncio.gather(task, return_exceptions=True)
        await asyncio.wait_for(worked(turns, log, "b"), 1)

    asyncio.run(all_of_them())
    assert "+b" in log


def test_kinds_are_forgotten_no_memory_is_lost_to_many_of_them() -> None:
    turns = Turns(1)

    async def all_of_them() -> None:
        for number in range(1_000):
            async with turns.turn(f"/{number}"):
                pass

    asyncio.run(all_of_them())
    assert sum(turns.mean(f"/{number}") > 0 for number in range(1_000)) <= 256


def test_equal_questions_count_as_one_and_are_never_refused() -> None:
    """Sixty people with seven questions were refused, though seven searches answer them all."""
    turns = Turns(2, budget=4.0, guess=1.0)
    go = asyncio.Event()

    async def ask(question: str | None) -> None:
        async with turns.turn("search", question=question):
            await go.wait()

    async def all_at_once() -> None:
        asking = [asyncio.ensure_future(ask(question)) for question in "aabbbbccc"]
        await asyncio.sleep(0)
        assert turns.wait() == pytest.approx((1 + 1 + 1 + 1) / 2, abs=0.1)  # a runs twice; b and c wait
        assert turns.too_long("d") == 0
        asking += [asyncio.ensure_future(ask(None)) for _ in range(3)]
        await asyncio.sleep(0)
        assert turns.wait() == pytest.approx((4 + 3) / 2, abs=0.1)  # those without a name are all different
        assert turns.too_long("d") == 4 and turns.too_long() == 4
        assert turns.too_long("a") == turns.too_long("c") == 0
        go.set()
        await asyncio.gather(*asking)
        assert turns.wait() == 0.0

    asyncio.run(all_at_once())


def test_a_guess_holds_until_the_first_request_was_measured() -> None:
    assert Turns(1, budget=4.0).mean("search") == 1.0
    assert Turns(1, budget=4.0, guess=0.25).mean("search") == 0.25


async def held(turns: Turns, *deadlines: Deadline) -> None:
    """Holds so many turns at once, and ends them."""
    go = asyncio.Event()

    async def search(deadline: Deadline) -> None:
        async with turns.turn("search", deadline=deadline):
            await go.wait()

    searches = [asyncio.ensure_future(search(deadline)) for deadline in deadlines]
    await asyncio.sleep(0)
    go.set()
    await asyncio.gather(*searches)


def waited(seconds: float, *, missed: bool = False) -> Deadline:
    """Returns the deadline of a search that waited for a server."""
    deadline = Deadline(10.0)
    deadline.waited, deadline.missed = seconds, missed
    return deadline


@pytest.mark.parametrize(
    ("before", "refused"),
    [
        ([], [False, False, False]),
        ([waited(0.5)], [False, False, False]),
        ([waited(3.0)], [False, False, True]),  # three at once would make it nine of ten seconds
        ([waited(7.0)], [False, True, True]),
        ([waited(7.0), waited(0.0)], [False, True, True]),  # a kept answer says nothing about the server
        ([waited(2.0, missed=True)], [False, True, True]),  # nobody knows how long it would have taken
        ([waited(5.0), waited(5.0)], [False, False, True]),  # two at once took five seconds
    ],
)
def test_a_search_is_refused_at_once_where_the_server_would_not_answer_in_time(
    before: list[Deadline], refused: list[bool]
) -> None:
    """A search that nobody had to wait for began, however slow the server was, and was given up at its end."""
    turns = Turns(4, budget=10.0, guess=0.1)
    told: list[int] = []

    async def all_of_them() -> None:
        go = asyncio.Event()
        await held(turns, *before)

        async def search() -> None:
            async with turns.turn("search", deadline=waited(0.0)):
                await go.wait()

        searches = []
        for _ in refused:
            told.append(turns.too_long("a new question", "search"))
            searches.append(asyncio.ensure_future(search()))
            await asyncio.sleep(0)
        assert turns.too_long("another", "page") == 0, "other requests are not those of a search"
        go.set()
        await asyncio.gather(*searches)

    asyncio.run(all_of_them())
    assert [seconds > 0 for seconds in told] == refused
    assert max(told) <= 10


def test_a_server_that_is_quick_again_is_believed_after_a_few_searches() -> None:
    turns = Turns(4, budget=10.0, guess=0.1, server=9.0)

    async def all_of_them() -> list[int]:
        told = []
        for _ in range(4):
            async with turns.turn("search", deadline=waited(0.2)):
                told.append(turns.too_long("a", "search"))
        return told

    told = asyncio.run(all_of_them())
    assert told[0] and not told[-1]


@pytest.mark.parametrize("long", [False, True])
def test_a_slot_that_gets_free_while_somebody_is_cancelled_goes_to_the_next(long: bool) -> None:
    """The slot was given to who was cancelled: an error for who gave it back, and one slot less for ever."""

    async def race() -> list[str]:
        turns, order, ends = Turns(1), list[str](), asyncio.Event()

        async def one(name: str) -> None:
            async with turns.turn("search", long=long):
                order.append(name)
                await ends.wait()

        first, second, third = (asyncio.create_task(one(name)) for name in ("first", "second", "third"))
        await asyncio.sleep(0)
        ends.set()  # the first goes on next, and gives its slot back before the second learns that it was cancelled
        second.cancel()
        done = await asyncio.wait_for(asyncio.gather(first, second, third, return_exceptions=True), 10)
        assert [type(one) for one in done] == [type(None), asyncio.CancelledError, type(None)]
        assert turns.wait() == 0.0
        async with asyncio.timeout(10), turns.turn("search", long=long):
            order.append("later")
        return order

    assert asyncio.run(race()) == ["first", "third", "later"]
