from __future__ import annotations

import numpy as np

from debatable.lexical.kept import Kept


def test_the_least_lately_asked_goes_first() -> None:
    made: list[str] = []

    def ask(key: str) -> None:
        def make() -> np.ndarray:
            made.append(key)
            return np.zeros(10, dtype=np.uint8)

        kept.get(key, make)

    kept = Kept(25)
    for key in "abacab":
        ask(key)
    assert made == ["a", "b", "c", "b"]


def test_an_array_that_is_too_large_alone_is_still_returned() -> None:
    kept = Kept(1)
    assert len(kept.get("x", lambda: np.zeros(100))) == 100
    assert len(kept.get("y", lambda: np.zeros(50))) == 50
