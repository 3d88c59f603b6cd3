"""Discussions by hand, and against the words written out."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from debatable.corpus import Links
from debatable.engines.local.fields import ClaimPairs, Discussions
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


@given(st.data())
def test_weights_of_every_row_are_those_of_the_rows_that_have_the_term(data: st.DataObject) -> None:
    claims = data.draw(st.lists(words, min_size=1, max_size=12))
    premises = data.draw(st.lists(words, min_size=1, max_size=12))
    spoken_to = [data.draw(st.integers(0, len(claims) - 1)) for _ in premises]
    found = field(claims, premises, [[] for _ in premises], list(enumerate(spoken_to)))
    for term in "abc":
        whole = found.of_every_row(term, lambda tf, dl: tf / (1 + dl))
        rows, tf, lengths = found.of(term)
        expected = np.zeros(len(premises))
        expected[rows] = tf / (1 + lengths)
        if whole is None:
            share = len(
                {spoken_to[row] for row in rows.tolist()}
                | {c for c, said in enumerate(claims) if term in said}
            )
            assert 8 * share < len(claims), "only a term of few claims is looked up row by row"
        else:
            assert whole.tolist() == expected.tolist()


def test_what_a_premise_says_to_two_claims_or_in_a_named_discussion_is_not_weighed_by_claim() -> None:
    two = field([["a"], ["b"]], [["c"], ["a"]], [[], []], [(0, 0), (0, 1), (1, 0)])
    none = field([["a"]], [["c"], ["a"]], [[], []], [(0, 0), (1, -1)])
    named = field([["a"]], [["c"], ["a"]], [["b"], []], [(0, 0), (1, 0)])
    part = field([["a"]], [["c"], ["a"]], [[], []], [(0, 0), (1, 0)], there=[1])
    for found in (two, none, named, part):
        assert found.of_every_row("a", lambda tf, dl: tf) is None
