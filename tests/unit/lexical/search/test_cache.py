from __future__ import annotations

import numpy as np

from debatable.lexical.search.cache import Cache


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
