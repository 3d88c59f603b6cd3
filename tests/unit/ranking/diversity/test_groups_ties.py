"""Ties by length and then alphabetically, against sorting all there is, at every cut."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from debatable.ranking.diversity.groups import Groups, ties_broken
from tests.support.brute_backend import BruteBackend


def backend(texts: list[str]) -> BruteBackend:
    count = len(texts)
    return BruteBackend(["c"], texts, [(row, 0, 1) for row in range(count)], [0], list(range(count)))


def groups(group: list[int], score: list[float]) -> Groups:
    count, nothing = len(group), np.zeros(len(group))
    return Groups(
        np.arange(count),
        np.array(group, np.int64),
        np.arange(len(score)),
        np.array(score, np.float64),
        np.zeros(len(score), np.int8),
        nothing,
        nothing,
    )


@st.composite
def drawn(draw: st.DrawFn) -> tuple[list[str], list[int], list[float]]:
    """Few lengths and few scores, so that nearly everything is tied; texts are all different."""
    count = draw(st.integers(1, 9))
    stems = draw(st.permutations([f"{a}{b}" for a in "abc" for b in "xyz"]))[:count]
    texts = [stem + "!" * draw(st.integers(0, 1)) for stem in stems]
    drawn_groups = [draw(st.integers(0, count - 1)) for _ in range(count)]
    names = sorted(set(drawn_groups))
    score = [draw(st.sampled_from([0.25, 0.5])) for _ in names]
    return texts, [names.index(one) for one in drawn_groups], score


@settings(deadline=None)
@given(drawn(), st.integers(1, 10))
def test_the_best_k_are_the_first_k_of_all(made: tuple[list[str], list[int], list[float]], k: int) -> None:
    texts, group, score = made

    def key(number: int) -> tuple[float, int, str]:
        own = [text for text, of in zip(texts, group, strict=True) if of == number]
        longest = max(map(len, own))
        return -score[number], -longest, min(text for text in own if len(text) == longest)

    expected = sorted(range(len(score)), key=key)
    assert ties_broken(backend(texts), groups(group, score), k) == expected[:k]


def test_the_last_place_goes_to_the_first_in_the_alphabet_whichever_row_it_has() -> None:
    for texts in (["a", "b", "c"], ["c", "b", "a"], ["b", "c", "a"]):
        assert ties_broken(backend(texts), groups([0, 1, 2], [1.0] * 3), 1) == [texts.index("a")]


def test_nothing_to_rank_is_an_empty_list() -> None:
    assert ties_broken(backend(["a"]), groups([], []), 3) == []
