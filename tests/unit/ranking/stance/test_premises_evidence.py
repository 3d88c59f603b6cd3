"""What premises say of their claims: sums are reckoned by hand, with the claim's log-odds times .9, those of premises
times 1.6, and of n premises of one claim divided by 1 + .5 (n - 1)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatable.arrays import Ints
from debatable.ranking.protocol import LinkRows, Question
from debatable.ranking.stance.claims import ClaimStances
from debatable.ranking.stance.premises import LinkedPremises, PremiseEvidence, PremiseReading, ProseLean
from tests.support.brute_backend import BruteBackend, Use
from tests.support.readers import GivenEvidence

READING = PremiseReading()
READ, VOICES, BEGINNING = READING.premises_read, READING.premises_per_claim, READING.premise_words


def links(uses: list[Use]) -> LinkRows:
    premises, claims, signs = zip(*uses, strict=True)
    return LinkRows(
        np.array(premises, np.int64),
        np.array(claims, np.int64),
        np.array(signs, np.int8),
        np.arange(len(uses)),
    )


def log_odds(known: list[float], uses: list[Use], own: dict[int, float]) -> list[float]:
    """Returns what is known of claims 0, 1, … after premises were heard, in log-odds, as it is given."""
    before = ClaimStances(np.arange(len(known)), 1 / (1 + np.exp(-np.array(known, float))))
    after = READING.with_evidence(before, links(uses), PremiseEvidence(own)).probability
    return np.log(after / (1 - after)).tolist()  # type: ignore[no-any-return]


def test_a_premise_speaks_for_its_claim_with_its_sign() -> None:
    assert log_odds([1.0], [(0, 0, 1)], {0: 2.0}) == pytest.approx([0.9 + 3.2])
    assert log_odds([1.0], [(0, 0, -1)], {0: 2.0}) == pytest.approx([0.9 - 3.2])


def test_a_claim_that_nobody_read_is_told_by_its_premises() -> None:
    assert log_odds([0.0], [(0, 0, -1)], {0: -1.0}) == pytest.approx([1.6])


def test_premises_of_one_claim_add_up_to_less_than_their_sum() -> None:
    uses = [(0, 0, 1), (1, 0, -1), (2, 0, 1)]
    assert log_odds([0.5], uses, {0: 1.0, 1: -2.0, 2: 0.5}) == pytest.approx([0.45 + 1.6 * 3.5 / 2])


def test_a_premise_of_two_claims_gives_half_to_each() -> None:
    assert log_odds([0.0, 0.0], [(0, 0, 1), (0, 1, -1)], {0: 3.0}) == pytest.approx([2.4, -2.4])


def test_claims_whose_premises_were_not_heard_stay_as_they_are() -> None:
    uses = [(0, 0, 1), (1, 1, 1), (2, 1, 0), (3, -1, 0)]
    assert log_odds([1.0, -2.0], uses, {0: 1.0, 2: 9.0, 3: 9.0}) == pytest.approx([0.9 + 1.6, -2.0])
    assert log_odds([1.0, -2.0], uses, {}) == pytest.approx([1.0, -2.0])


def test_links_to_claims_that_nobody_asked_about_are_left_out() -> None:
    agreed = READING.with_evidence(
        ClaimStances(np.array([4]), np.array([0.5])), links([(0, 4, 1), (0, 9, 1)]), PremiseEvidence({0: 1.0})
    )
    assert agreed.claims.tolist() == [4]
    assert agreed.probability == pytest.approx([1 / (1 + np.exp(-1.6))]), "the other link does not count"


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(-1, 3), st.integers(-1, 1)), min_size=1, max_size=12),
    st.lists(st.floats(-3, 3), min_size=6, max_size=6),
)
def test_sums_are_those_of_a_plain_loop(uses: list[Use], told: list[float]) -> None:
    known = [1.0, -0.5, 0.0, 2.0]
    telling = [(premise, claim, sign) for premise, claim, sign in uses if claim >= 0 and sign]
    expected = []
    for claim, odds in enumerate(known):
        mine = [(premise, sign) for premise, other, sign in telling if other == claim]
        each = [sign * told[one] / sum(premise == one for premise, _, _ in telling) for one, sign in mine]
        expected.append(0.9 * odds + 1.6 * sum(each) / (1 + 0.5 * (len(each) - 1)) if each else odds)
    assert log_odds(known, uses, dict(enumerate(told))) == pytest.approx(expected, abs=1e-6)


def linked(there: BruteBackend, rows: Ints) -> LinkedPremises:
    return LinkedPremises(rows, there.claimless(rows), there.links("premises", rows))


class Listening(GivenEvidence):
    """Remembers what it is given to read of premises."""

    def towards(self, query, premises):  # type: ignore[no-untyped-def]
        self.given = list(premises)
        return np.zeros(len(premises))

    def skimmed(self, query, premises):  # type: ignore[no-untyped-def]
        return np.ones(len(premises))


def test_of_a_premise_with_a_claim_the_beginning_is_read_and_of_others_all() -> None:
    long = " ".join(f"word{number}" for number in range(BEGINNING + 5))
    uses = [(0, 0, 1), (1, 0, 0), (2, -1, 0)]
    there = BruteBackend(["claim"], [long] * 3, uses, [0], [0, 1, 2])
    model = Listening({})
    rows, question = np.arange(3), Question("The query", there)
    found = PremiseReading(model).premise_evidence(question, there, linked(there, rows))
    assert model.given == [" ".join(long.split()[:BEGINNING]), long, long]
    assert found.log_odds == {0: 0.0, 1: 0.0, 2: 0.0}


def test_of_a_long_premise_without_a_claim_both_ends_are_read() -> None:
    words = [f"word{number}" for number in range(100)]
    there = BruteBackend([], [" ".join(words)], [(0, -1, 0)], [], [0])
    model, rows = Listening({}), np.arange(1)
    PremiseReading(model).premise_evidence(Question("The query", there), there, linked(there, rows))
    assert model.given == [" ".join(words[:42] + words[72:])]


def test_premises_beyond_the_first_are_looked_at_only_without_a_claim() -> None:
    count = READ + 2
    uses = [(row, 0 if row != READ else -1, 1 if row != READ else 0) for row in range(count)]
    there = BruteBackend(["claim"], [f"premise {row}" for row in range(count)], uses, [0], list(range(count)))
    rows, question = np.arange(count), Question("The query", there)
    found = PremiseReading(Listening({})).premise_evidence(question, there, linked(there, rows))
    assert found.log_odds == {**dict.fromkeys(range(VOICES), 0.0), READ: 1.0}


def test_of_each_claim_so_many_premises_are_read_and_no_more() -> None:
    uses = [(row, int(row >= 6), 1) for row in range(READ)] + [(5, 1, 1)]
    there = BruteBackend(
        ["one", "other"], [f"premise {row}" for row in range(READ)], uses, [0, 0], [0] * READ
    )
    rows, question = np.arange(READ)[::-1], Question("The query", there)
    found = PremiseReading(Listening({})).premise_evidence(question, there, linked(there, rows))
    assert list(found.log_odds) == [9, 8, 7, 5, 4, 3], (
        "the first three of either, the first being the last by row"
    )


class Certain(GivenEvidence):
    """Reads a log-odds off the first word of a text."""

    def towards(self, query, premises):  # type: ignore[no-untyped-def]
        return np.array([float(text.split()[0]) for text in premises])

    def skimmed(self, query, premises):  # type: ignore[no-untyped-def]
        return np.zeros(len(premises))


def read_of(first_words: list[str], lengths: list[int], uses: list[Use]) -> PremiseEvidence:
    """Returns what premises of so many words say, weighed without slope."""
    texts = [f"{first}{' word' * (length - 1)}" for first, length in zip(first_words, lengths, strict=True)]
    there = BruteBackend(["claim"], texts, uses, [0], list(range(len(texts))))
    rows, question = np.arange(len(texts)), Question("The query", there)
    prose = ProseLean(words=5, share=0.5, slope=1.0)
    return PremiseReading(Certain({}), prose=prose).premise_evidence(question, there, linked(there, rows))


def test_long_premises_are_weighed_together_and_short_ones_are_not() -> None:
    found = read_of(["1", "1", "0.5", "-0.5", "3"], [5, 9, 5, 5, 4], [(row, -1, 0) for row in range(5)])
    assert found.log_odds == pytest.approx({0: 1.375, 1: 1.375, 2: 0.875, 3: -0.125, 4: 3.0})
    assert found.prose == {0, 1, 2, 3}


def test_a_long_premise_with_a_claim_that_tells_is_not_weighed() -> None:
    found = read_of(["1", "1", "1"], [9, 9, 9], [(0, -1, 0), (1, 0, 1), (2, -1, 0)])
    assert found.log_odds == pytest.approx({0: 1.5, 1: 1.0, 2: 1.5})
    assert found.prose == {0, 2}


def test_one_long_premise_alone_has_nobody_beside_it() -> None:
    found = read_of(["1", "2"], [9, 2], [(0, -1, 0), (1, -1, 0)])
    assert found.log_odds == pytest.approx({0: 1.0, 1: 2.0})
    assert found.prose == frozenset()
