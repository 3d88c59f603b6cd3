from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from debatable.lexical.search.limits import Cache


def test_the_least_lately_asked_goes_first() -> None:
    made: list[str] = []

    def ask(key: str) -> None:
        def make() -> np.ndarray:
            made.append(key)
            return np.zeros(10, dtype=np.uint8)

        cache.get(key, make)

    cache = Cache(25)
    for key in "abacab":
        ask(key)
    assert made == ["a", "b", "c", "b"]


def test_an_array_that_is_too_large_alone_is_still_returned() -> None:
    cache = Cache(1)
    assert len(cache.get("x", lambda: np.zeros(100))) == 100
    assert len(cache.get("y", lambda: np.zeros(50))) == 50


def test_room_may_be_counted_otherwise() -> None:
    cache = Cache(2, size=lambda _: 1)
    for key in "abcab":
        cache.get(key, lambda: "x" * 1000)
    assert len(cache) == 2


@settings(deadline=None)
@given(st.integers(0, 12), st.lists(st.integers(0, 5), max_size=30))
def test_the_latest_used_are_remembered_as_far_as_there_is_room(room: int, asked: list[int]) -> None:
    sizes = [1, 2, 3, 5, 1, 4]
    cache, made, kept = Cache(room, size=lambda key: sizes[int(key) - 1]), list[int](), list[int]()
    for number in asked:
        key = number + 1

        def make(wanted: int = key) -> int:
            made.append(wanted)
            return wanted

        before = len(made)
        assert cache.get(key, make) == key
        assert (len(made) > before) == (key not in kept)
        if key in kept:
            kept.remove(key)
        kept.append(key)
        while sum(sizes[one - 1] for one in kept) > room and len(kept) > 1:
            kept.pop(0)
        assert len(cache) == len(kept)


def test_what_others_made_meanwhile_is_counted_once() -> None:
    cache = Cache(2, size=lambda word: 1)

    def slow() -> str:
        assert cache.get("a", lambda: "first") == "first"  # somebody else was quicker
        return "second"

    for _ in range(5):
        assert cache.get("a", slow) == "second"
    cache.get("b", lambda: "b")
    assert len(cache) == 2  # nothing was let go for room that nobody takes
