"""Token buckets against the definition: what is saved up, what it costs, who is forgotten."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatable.service import rates as module
from debatable.service.rates import Rates


class Clock:
    """A clock that is set."""

    now = 1_000.0

    def __call__(self) -> float:
        return self.now


@settings(deadline=None)
@given(st.integers(1, 6), st.lists(st.sampled_from([0.0, 0.5, 10.0, 20.0, 60.0, 3_600.0]), max_size=30))
def test_nobody_asks_more_often_than_a_full_bucket_and_what_ran_in(rate: int, pauses: list[float]) -> None:
    clock = Clock()
    rates = Rates(rate, clock)
    allowed: list[float] = []
    for pause in pauses:
        clock.now += pause
        wait = rates.wait("a")
        assert wait >= 0
        if wait == 0:
            allowed.append(clock.now)
    for first, begin in enumerate(allowed):
        for last in range(first, len(allowed)):
            assert last - first + 1 <= rate + (allowed[last] - begin) * rate / 60 + 1e-6


@pytest.mark.parametrize("rate", [1, 2, 7])
@pytest.mark.parametrize("silent", [60.0, 3_600.0, 1e7])
def test_silence_saves_up_no_more_than_one_bucket(rate: int, silent: float) -> None:
    clock = Clock()
    rates = Rates(rate, clock)
    rates.wait("a")
    clock.now += silent
    assert [rates.wait("a") == 0 for _ in range(rate + 2)] == [True] * rate + [False, False]


@settings(deadline=None)
@given(st.integers(1, 90), st.floats(0.0, 200.0))
def test_who_waits_as_long_as_told_may_ask_again_and_not_much_earlier(rate: int, pause: float) -> None:
    clock = Clock()
    rates = Rates(rate, clock)
    while not rates.wait("a"):
        pass
    clock.now += pause
    wait = rates.wait("a")
    if wait:
        assert 1 <= wait <= 60 / rate + 1
        clock.now += wait + 1e-6  # rounding apart
        assert rates.wait("a") == 0


def test_asking_in_vain_costs_nothing() -> None:
    clock = Clock()
    rates = Rates(1, clock)
    assert rates.wait("a") == 0
    for _ in range(59):
        clock.now += 1.0
        assert rates.wait("a") > 0
    clock.now += 1.001
    assert rates.wait("a") == 0


def test_addresses_do_not_share_a_bucket() -> None:
    rates = Rates(1, Clock())
    assert [rates.wait(name) == 0 for name in ("a", "b", "a", "b")] == [True, True, False, False]


def test_no_rate_is_no_limit() -> None:
    rates = Rates(0, Clock())
    assert all(rates.wait("a") == 0 for _ in range(100))


def test_the_one_that_was_silent_longest_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_KNOWN", 2)
    rates = Rates(1, Clock())
    assert [rates.wait(name) for name in ("a", "b")] == [0, 0]
    assert rates.wait("a") > 0  # heard again, so b is the silent one
    assert rates.wait("c") == 0  # and goes
    assert rates.wait("a") > 0
    assert rates.wait("b") == 0
