"""The mixture of what claims bring and what is found directly: a distribution, whichever of them is empty."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatable.arrays import Floats, Ints
from debatable.ranking.candidates.claim_steps import Found
from debatable.ranking.candidates.uses import Uses
from debatable.ranking.probabilities.inference import Inference
from debatable.ranking.probabilities.mixture import PremiseMixture, Strength, premise_mixture
from tests.support.brute_backend import BruteBackend

TEXTS = ["Too. Loud.", "They are loud. They stink. No.", "They are far too big", "", "Loud!"]
SENTENCES = [2, 3, 1, 0, 1]
CLAIMS = [0.75, 0.25]


def backend(claimless: Sequence[int]) -> BruteBackend:
    uses = [(row, -1 if row in claimless else 0, 0 if row in claimless else 1) for row in range(len(TEXTS))]
    return BruteBackend(["a", "b"], TEXTS, uses, [0, 1], list(range(len(TEXTS))))


def inference(
    uses: Sequence[tuple[int, int, int, bool, float, float]], agrees: Sequence[float] = (1.0, 1.0)
) -> Inference:
    """Uses as (premise, claim, sign, known, supporting, attacking)."""
    columns: list[Ints] = [np.array([use[part] for use in uses], np.int64) for part in range(3)]
    sides: list[Floats] = [np.array([use[part] for use in uses], np.float64) for part in (4, 5)]
    known = np.array([use[3] for use in uses], bool)
    linked = Uses(columns[1], columns[0], columns[2].astype(np.int8), known, np.arange(len(uses)))
    one = np.ones(len(uses))
    found = Found(np.arange(2), np.array(CLAIMS))
    numbers = one.astype(np.int64)
    agreed = np.array(agrees, np.float64)
    return Inference(found, agreed, linked, columns[1], numbers, numbers, one, one, one, *sides)


def directly(own: dict[int, float]) -> Found:
    return Found(np.array(list(own), np.int64), np.array(list(own.values()), np.float64))


masses = st.sampled_from([0.0, 0.125, 0.5])
linked = st.tuples(
    st.integers(0, 4), st.integers(0, 1), st.sampled_from([1, -1]), st.booleans(), masses, masses
)


@settings(deadline=None)
@given(
    st.lists(linked, max_size=6, unique_by=lambda use: use[:3]),
    st.dictionaries(st.integers(0, 4), st.sampled_from([0.25, 0.5]), max_size=4),
    st.sampled_from([0.0, 0.25, 1.0]),
    st.sampled_from([0.0, 0.5, 1.0]),
    st.sampled_from([0, 1, 4, 10]),
    st.lists(st.integers(0, 4), max_size=3, unique=True),
)
def test_probabilities_sum_to_one_and_follow_the_definition(
    uses: list[tuple[int, int, int, bool, float, float]],
    own: dict[int, float],
    direct: float,
    length: float,
    sentence: int,
    claimless: list[int],
) -> None:
    made = premise_mixture(
        inference(uses), directly(own), direct, Strength(length, sentence), backend(claimless)
    )
    rows = sorted({use[0] for use in uses} | set(own))
    assert made.rows.tolist() == rows
    strength = {}
    for row in rows:
        long = len(TEXTS[row]) if SENTENCES[row] != 1 or sentence <= 1 else 0
        strength[row] = max(long, sentence, 1) ** length
    through = {row: strength[row] * sum(u[4] + u[5] for u in uses if u[0] == row) for row in rows}
    alone = {row: strength[row] * own.get(row, 0.0) for row in rows}
    z, z_own = sum(through.values()), sum(alone.values())
    assert made.norms == pytest.approx((z, z_own))
    weight = direct + (1 - direct) * len(claimless) / len(TEXTS)
    if z == 0 or z_own == 0:  # the one that found anything has it all
        weight = 1.0 if z == 0 else 0.0
    assert made.direct == pytest.approx(weight)
    assert made.probability.sum() == pytest.approx(1.0 if z + z_own > 0 else 0.0)
    expected = [(1 - weight) * through[row] / (z or 1) + weight * alone[row] / (z_own or 1) for row in rows]
    assert made.probability.tolist() == pytest.approx(expected)
    for at, row in enumerate(rows):
        assert sorted(made.uses_of(at).tolist()) == [n for n, use in enumerate(uses) if use[0] == row]


@pytest.mark.parametrize(
    ("own", "uses"), [({}, [(0, 0, 1, True, 0.5, 0.0), (1, 1, 1, True, 0.5, 0.0)]), ({0: 0.4, 1: 0.1}, [])]
)
def test_where_one_way_found_nothing_the_other_has_it_all(
    own: dict[int, float], uses: list[tuple[int, int, int, bool, float, float]]
) -> None:
    made = premise_mixture(inference(uses), directly(own), 0.25, Strength(), backend([4]))
    assert made.probability.sum() == pytest.approx(1.0)
    assert (made.probability > 0).all()


def sides(
    *uses: tuple[int, int, int, bool, float, float], agrees: Sequence[float] = (1.0, 1.0)
) -> PremiseMixture:
    return premise_mixture(inference(uses, agrees), directly({4: 1.0}), 0.25, Strength(), backend([]))


def test_sides_are_told_by_the_claims_that_matter_most() -> None:
    # Premise 0 supports the claim of 3/4 and attacks that of 1/4, premise 1 the other way round.
    both = [(0, 0, 1, True, 0.5, 0.0), (0, 1, -1, True, 0.0, 0.5)]
    turned = [(1, 0, -1, True, 0.0, 0.5), (1, 1, 1, True, 0.5, 0.0)]
    assert sides(*both, *turned).sides.tolist() == [1, -1, 0]
    assert sides(*both, *turned, agrees=(0.0, 0.0)).sides.tolist() == [-1, 1, 0]
    assert sides(*both, *turned, agrees=(0.5, 0.5)).sides.tolist() == [0, 0, 0]


def test_a_stance_that_nobody_knows_tells_no_side() -> None:
    assert sides((0, 0, 1, False, 0.5, 0.0)).sides.tolist() == [0, 0]
