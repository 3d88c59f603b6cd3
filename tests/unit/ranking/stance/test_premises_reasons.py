"""Reasons say what was read, of the link that a premise was reached through."""

from __future__ import annotations

import numpy as np
import pytest

from debatable.model import QUOTED, Explanation, Stance, StanceReason
from debatable.ranking import Scored
from debatable.ranking.stance.claims import ClaimStances
from debatable.ranking.stance.premises import link_reasons
from tests.support.brute_backend import BruteBackend


@pytest.mark.parametrize(
    ("sign", "probability", "reason"),
    [
        (1, 0.87, "speaks for ‘Close zoos’, which your claim agrees with: .87"),
        (-1, 0.87, "speaks against ‘Close zoos’, which your claim agrees with: .87"),
        (1, 0.2, "speaks for ‘Close zoos’, which your claim opposes: .80"),
        (-1, 0.0, "speaks against ‘Close zoos’, which your claim opposes: 1.00"),
        (1, 0.5, "speaks for ‘Close zoos’, and nobody can tell how your claim takes that"),
    ],
)
def test_the_words_of_a_link(sign: int, probability: float, reason: str) -> None:
    assert str(StanceReason("link", probability, "Close zoos", sign)) == reason


def test_a_long_claim_is_cut() -> None:
    quoted = str(StanceReason("link", 0.9, "word " * 60, 1)).split("‘")[1].split("’")[0]
    assert len(quoted) <= QUOTED and quoted.endswith("word…")
    whole = "w" * QUOTED
    assert f"‘{whole}’" in str(StanceReason("link", 0.9, whole, 1))


@pytest.mark.parametrize(
    ("support", "reason"),
    [
        (0.9, "speak for your claim: .90"),
        (0.1, "speak against your claim: .90"),
        (0.5, "speak for your claim: .50"),
    ],
)
def test_own_words(support: float, reason: str) -> None:
    assert str(StanceReason("own words", support)) == f"its own words {reason}"
    assert (
        str(StanceReason("own words and other hits", support))
        == f"its own words and those of the other hits {reason}"
    )


def scored(premise: int, *claims: int) -> Scored:
    return Scored(premise, 1.0, Stance.NONE, Explanation("score", 1.0), claims)


def test_the_claim_that_a_premise_was_reached_through_comes_first() -> None:
    uses = [(0, 0, 1), (0, 1, -1), (1, 1, 1), (1, 2, 1), (2, -1, 0), (3, 3, 1), (4, 0, 0)]
    backend = BruteBackend(["A", "B", "C", "D"], list("pqrst"), uses, [0] * 4, [0] * 5)
    agreed = ClaimStances(np.array([0, 1, 2]), np.array([0.95, 0.6, 0.1]))
    hits = [scored(0, 1, 0), scored(1), scored(2), scored(3, 3), scored(4, 0)]
    found = link_reasons(backend, hits, backend.links("premises", np.arange(5)), agreed)
    assert {row: str(reason) for row, reason in found.items()} == {
        0: "speaks against ‘B’, which your claim agrees with: .60",  # reached through B, though A is surer
        1: "speaks for ‘C’, which your claim opposes: .90",  # reached through none: the surest
    }, "no reason without a claim, without a side, or of a claim that nobody asked about"


def test_the_order_of_links_does_not_matter() -> None:
    """Whether the link that a premise was reached through comes before or after a surer one."""
    agreed = ClaimStances(np.array([0, 1, 2]), np.array([0.95, 0.6, 0.1]))
    told = set()
    for order in ((0, 1, 2), (1, 0, 2), (2, 1, 0), (1, 2, 0)):
        backend = BruteBackend(["A", "B", "C"], ["p"], [(0, claim, 1) for claim in order], [0] * 3, [0])
        links = backend.links("premises", np.arange(1))
        told.add(str(link_reasons(backend, [scored(0, 1)], links, agreed)[0]))
        told.add(str(link_reasons(backend, [scored(0)], links, agreed)[0]))
    assert told == {
        "speaks for ‘B’, which your claim agrees with: .60",
        "speaks for ‘A’, which your claim agrees with: .95",
    }
