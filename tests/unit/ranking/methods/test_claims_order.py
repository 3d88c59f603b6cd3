"""The claims that a hit came through: the one that brought most first, ties by row, in every method."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatable.ranking import Method
from debatable.ranking.candidates.claim_steps import Dense
from debatable.ranking.methods.best import Best
from debatable.ranking.methods.framework import Framework
from debatable.ranking.methods.quixote import Quixote
from debatable.ranking.stance.table import NoStance
from tests.support.brute_backend import BruteBackend, ask

STEP = Dense(K=9, calibration="sum", temperature=1.0)
METHODS: dict[str, Callable[[], Method]] = {
    "framework": lambda: Framework(claims=STEP, stance=NoStance()),
    "framework, whole clusters": lambda: Framework(claims=STEP, stance=NoStance(), reach="cluster"),
    "quixote": lambda: Quixote(claims=STEP, stance=NoStance(), shortest=0),
    "best": lambda: Best(claims=STEP, stance=NoStance(), read_claims=0),
}


def one_premise(similarities: list[float], sign: int = 1) -> BruteBackend:
    """One premise that hangs on several claims, each of them a cluster of its own."""
    count = len(similarities)
    return BruteBackend(
        [f"claim number {row}" for row in range(count)],
        ["a premise that hangs on all of them"],
        [(0, row, sign) for row in range(count)],
        list(range(count)),
        [0],
        query=[1.0, 0.0],
        claim_vectors=[[value, 0.0] for value in similarities],
        premise_vectors=[[1.0, 0.0]],
        quality=[[1, 1, 1]] * count,
    )


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("name", METHODS)
@settings(max_examples=20, deadline=None)
@given(st.lists(st.sampled_from([0.125, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=5))
def test_the_claim_that_brought_most_comes_first(name: str, sign: int, similarities: list[float]) -> None:
    (hit,) = ask(METHODS[name](), "claim", one_premise(similarities, sign), 3)
    assert hit.claims == tuple(sorted(range(len(similarities)), key=lambda row: (-similarities[row], row)))


def test_several_members_of_a_group_add_up_to_what_a_claim_brought() -> None:
    # The nearest claim shares its 1/2 among four premises, of which one says what the premise of claim 1, with 3/8,
    # says; claim 2 has 1/8.
    index = BruteBackend(
        ["claim 0", "claim 1", "claim 2"],
        [f"premise {row}" for row in range(6)],
        [(0, 0, 1), (1, 0, 1), (2, 0, 1), (3, 0, 1), (4, 1, 1), (5, 2, 1)],
        [0, 1, 2],
        [0, 1, 2, 3, 0, 0],
        claim_vectors=[[0.5], [0.375], [0.125]],
        quality=[[1, 1, 1]] * 6,
    )
    first = ask(Framework(claims=STEP, stance=NoStance()), "claim", index, 9)[0]
    assert sorted(first.members) == [0, 4, 5]
    # pf is 1; icf of the shared cluster is log(3/3) = 0, that of the others log 3: claim 0 brings it nothing.
    assert first.claims == (1, 2, 0)
