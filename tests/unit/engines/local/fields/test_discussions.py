"""Discussions by hand, and against the words written out."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from debatable.corpus import Links
from debatable.engines.local.fields.claim_pairs import ClaimPairs
from debatable.engines.local.fields.discussions import Discussions
from debatable.lexical import Postings


def field(
    claims: list[list[str]],
    premises: list[list[str]],
    named: list[list[str]],
    links: list[tuple[int, int]],
    there: list[int] | None = None,
) -> Discussions:
    pairs = np.array(links, np.int64).reshape(-1, 2)
    kept = np.zeros(len(premises), np.bool_)
    kept[list(range(len(premises))) if there is None else there] = True
    return Discussions(
        Postings.build(named),
        Postings.build(claims),
        Postings.build(premises),
        ClaimPairs(
            Links(
                pairs[:, 0],
                pairs[:, 1],
                np.ones(len(pairs), np.int8),
                np.arange(len(pairs)),
                premises=len(premises),
                claims=len(claims),
            )
        ),
        kept,
    )


def test_a_premise_stands_in_its_claim_with_all_its_premises() -> None:
    # Both premises of the claim stand in: ban cars, cars are loud, noise kills. The third has no claim.
    found = field(
        [["ban", "cars"]],
        [["cars", "are", "loud"], ["noise", "kills"], ["cars"]],
        [[], [], []],
        [(0, 0), (1, 0), (2, -1)],
    )
    assert found.lengths().tolist() == [7, 7, 0]
    assert (found.N, found.T) == (2, 14)
    assert [part.tolist() for part in found.of("cars")] == [[0, 1], [2.0, 2.0], [7.0, 7.0]]
    assert [part.tolist() for part in found.of("kills")] == [[0, 1], [1.0, 1.0], [7.0, 7.0]]


def test_a_discussion_that_the_corpus_names_stands_for_itself_alone() -> None:
    found = field([["ban", "cars"]], [["loud"], ["noise"]], [["traffic", "cars"], []], [(0, 0), (1, 0)])
    assert found.lengths().tolist() == [2, 4]
    assert [part.tolist() for part in found.of("cars")] == [[0, 1], [1.0, 1.0], [2.0, 4.0]]
    assert found.of("traffic")[0].tolist() == [0], "the other premise of the claim does not inherit it"


words = st.lists(st.sampled_from("abc"), max_size=4)


@given(st.data())
def test_frequencies_are_those_of_the_words_written_out(data: st.DataObject) -> None:
    claims = data.draw(st.lists(words, min_size=1, max_size=3))
    premises = data.draw(st.lists(words, min_size=1, max_size=5))
    named = [data.draw(words) if data.draw(st.booleans()) else [] for _ in premises]
    rows = st.integers(0, len(premises) - 1)
    links = data.draw(st.lists(st.tuples(rows, st.integers(-1, len(claims) - 1)), max_size=8))
    there = data.draw(st.sets(rows))
    found = field(claims, premises, named, links, sorted(there))
    said = []
    for row in range(len(premises)):
        around = [
            word
            for claim in {claim for premise, claim in links if premise == row and claim >= 0}
            for words in (claims[claim], *(premises[p] for p in {p for p, c in links if c == claim}))
            for word in words
        ]
        said.append(Counter((named[row] or around) if row in there else []))
    assert found.lengths().tolist() == [counted.total() for counted in said]
    for term in "abc":
        rows_of, tf, lengths = found.of(term)
        assert rows_of.tolist() == [row for row, counted in enumerate(said) if counted[term]]
        assert tf.tolist() == [said[row][term] for row in rows_of]
        assert lengths.tolist() == [said[row].total() for row in rows_of]
