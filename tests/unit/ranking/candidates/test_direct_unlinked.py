"""Reading premises without a claim: what moves, what stays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from debatable.arrays import Floats
from debatable.learning import AlwaysRelevant
from debatable.ranking.candidates.claim_steps import Found
from debatable.ranking.candidates.direct import rerank_unlinked
from debatable.ranking.protocol import Question
from tests.support.brute_backend import BruteBackend

TEXTS = ["bikes", "cars", "planes", "trains", "ships"]


@dataclass
class Told:
    """Says what it was told, and remembers what it was asked."""

    relevance: dict[str, float]
    asked: list[str] = field(default_factory=list)

    def __call__(self, query: str, texts: Sequence[str]) -> Floats:
        self.asked += texts
        return np.array([self.relevance[text] for text in texts])


def backend(claimless: Sequence[int]) -> BruteBackend:
    uses = [(row, -1 if row in claimless else 0, 0 if row in claimless else 1) for row in range(len(TEXTS))]
    return BruteBackend(["a"], TEXTS, uses, [0], list(range(len(TEXTS))))


def found(*probability: float) -> Found:
    return Found(np.arange(len(probability)), np.array(probability))


def test_by_hand() -> None:
    index = backend([0, 2, 3, 4])
    model = Told({"bikes": 0.5, "planes": 1.0, "trains": 0.0})
    read = rerank_unlinked(
        model, Question("q", index), index, found(0.4, 0.3, 0.1, 0.1, 0.1), 3, 9, 99, trust=2.0
    )
    assert model.asked == ["bikes", "planes", "trains"]
    # Squared: 1/4, 1, 0; ships, which nobody read, count as the middle one, 1/4. Cars speak to a claim.
    alone = np.array([0.4 / 4, 0.1, 0.0, 0.1 / 4])
    expected = alone * (0.7 / alone.sum())
    assert read.found.probability.tolist() == pytest.approx([expected[0], 0.3, *expected[1:]])
    assert (read.match * read.factor).tolist() == pytest.approx(read.found.probability.tolist())
    assert read.match.tolist() == [0.4, 0.3, 0.1, 0.1, 0.1]


@given(
    st.lists(st.floats(0.01, 1), min_size=5, max_size=5),
    st.lists(st.floats(0, 1), min_size=5, max_size=5),
    st.sets(st.integers(0, 4)),
    st.integers(0, 6),
)
def test_probability_moves_among_premises_without_a_claim_alone(
    match: list[float], relevance: list[float], claimless: set[int], most: int
) -> None:
    index = backend(sorted(claimless))
    own = found(*sorted(match, reverse=True))
    model = Told(dict(zip(TEXTS, relevance, strict=True)))
    read = rerank_unlinked(model, Question("q", index), index, own, most, 9, 99, trust=2.0)
    after, alone = read.found.probability, np.isin(np.arange(5), sorted(claimless))
    assert model.asked == [TEXTS[row] for row in sorted(claimless)[:most]]
    assert after[~alone].tolist() == own.probability[~alone].tolist()
    assert after[alone].sum() == pytest.approx(own.probability[alone].sum())
    for one in sorted(claimless)[:most]:
        for other in sorted(claimless)[:most]:
            if relevance[one] >= relevance[other] and own.probability[one] >= own.probability[other]:
                assert after[one] >= after[other] * (1 - 1e-9) or after[alone].sum() == 0


@pytest.mark.parametrize("model", [AlwaysRelevant(), Told(dict.fromkeys(TEXTS, 0.0))])
def test_where_all_are_equally_relevant_nothing_moves(model: AlwaysRelevant | Told) -> None:
    index, own = backend([0, 1, 2, 3, 4]), found(0.4, 0.3, 0.1, 0.1, 0.1)
    read = rerank_unlinked(model, Question("q", index), index, own, 5, 9, 99, trust=2.0)
    assert read.found.probability.tolist() == own.probability.tolist()
    assert read.factor.tolist() == [1.0] * 5


def test_where_no_probability_is_left_nothing_moves() -> None:
    """A share of it was infinite, and infinity times nothing is no number."""
    index, own = backend([0, 1, 2, 3, 4]), found(0.4, 0.3, 0.1, 0.1, 0.1)
    model = Told({**dict.fromkeys(TEXTS, 0.0), TEXTS[1]: 1e-155})
    read = rerank_unlinked(model, Question("q", index), index, own, 5, 9, 99, trust=2.0)
    assert read.found.probability.tolist() == own.probability.tolist()
    steep = Told(dict.fromkeys(TEXTS, 0.49))
    same = rerank_unlinked(steep, Question("q", index), index, own, 5, 9, 99, trust=1_030.0)
    assert same.found.probability.tolist() == own.probability.tolist()


@pytest.mark.parametrize(
    ("words", "long", "asked"),
    [
        (6, 1, ["a b c d e f", "g", "h", "i"]),  # none is longer
        (
            5,
            3,
            ["a b c e f", "g", "h"],
        ),  # three words of the beginning, two of the end; one of four is longer
        (5, 1, ["a b c e f"]),
    ],
)
def test_long_premises_are_read_in_part_and_fewer_of_them(words: int, long: int, asked: list[str]) -> None:
    texts = ["a b c d e f", "g", "h", "i"]
    index = BruteBackend([], texts, [(row, -1, 0) for row in range(4)], [], [0, 1, 2, 3])
    model = Told(dict.fromkeys(asked, 0.5))
    rerank_unlinked(model, Question("q", index), index, found(0.4, 0.3, 0.2, 0.1), 24, words, long, trust=2.0)
    assert model.asked == asked
