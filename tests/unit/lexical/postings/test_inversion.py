from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from debatable import lexical
from debatable.lexical.postings.inversion import inverted, merged
from debatable.lexical.postings.segment import Segment


def test_many_small_additions_leave_few_segments() -> None:
    index = lexical.build([["x", "a"]])
    for number in range(100):
        index = index.add([["x", f"w{number}"]])
    assert len(index) == 101
    assert len(index.postings.segments) <= 7
    rebuilt = lexical.build([["x", "a"], *(["x", f"w{number}"] for number in range(100))])
    assert index.search(["w40", "x"], k=5) == rebuilt.search(["w40", "x"], k=5)


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("documents", [0, 1, 7, 60])
def test_few_and_many_postings_give_the_same_segment(
    documents: int, exact: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = np.random.default_rng(documents)
    texts = [[f"t{term}" for term in random.zipf(1.5, random.integers(0, 40)) % 50] for _ in range(documents)]

    def segments() -> list[Segment]:
        parts = list(inverted(texts, exact_lengths=exact, segment_tokens=100))
        return [*parts, merged(parts, exact_lengths=exact)]

    few = segments()
    monkeypatch.setattr("debatable.lexical.postings.inversion.FEW", 0)
    for one, other in zip(few, segments(), strict=True):
        for name in [field.name for field in dataclasses.fields(Segment) if field.name != "origin"]:
            left, right = getattr(one, name), getattr(other, name)
            np.testing.assert_array_equal(left, right)
            assert left.dtype == right.dtype, name
