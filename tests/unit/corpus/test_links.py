"""Links by premise and by claim against looking through all of them."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from debatable.corpus.links import Links

pairs = st.lists(st.tuples(st.integers(0, 4), st.integers(-1, 3)), max_size=12)


@settings(deadline=None)
@given(pairs, st.lists(st.integers(0, 4), max_size=6), st.lists(st.integers(0, 3), max_size=6))
def test_links_of_rows_come_in_the_order_of_the_rows_and_as_they_were_added(
    made: list[tuple[int, int]], premises: list[int], claims: list[int]
) -> None:
    premise, claim = (np.array([pair[part] for pair in made], np.int64) for part in (0, 1))
    links = Links(premise, claim, np.zeros(len(made), np.int8), np.arange(len(made)), premises=5, claims=4)
    assert len(links) == len(made)
    for row in range(5):
        assert links.of_premise(row).tolist() == [n for n, pair in enumerate(made) if pair[0] == row]
    for row in range(4):
        assert links.of_claim(row).tolist() == [n for n, pair in enumerate(made) if pair[1] == row]
    asked = links.of_premises(np.array(premises, np.int64)).tolist()
    assert asked == [n for row in premises for n, pair in enumerate(made) if pair[0] == row]
    asked = links.of_claims(np.array(claims, np.int64)).tolist()
    assert asked == [n for row in claims for n, pair in enumerate(made) if pair[1] == row]
