"""On which side premises are put: by links that tell and links that are silent, beside the premises' own words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatable.arrays import Floats
from debatable.learning import AlwaysSame, EvidenceModel, StanceModel
from debatable.model import Explanation, Stance
from debatable.ranking.protocol import Question, Scored
from debatable.ranking.stance.claims import ClaimStances
from debatable.ranking.stance.table import ReadStance, stance_stage
from tests.support.brute_backend import BruteBackend, Use

STAGE = ReadStance()
READ, VOICES = STAGE.premises_read, STAGE.premises_per_claim
CLAIM, PREMISE = STAGE.claim_weight, STAGE.premise_weight


@dataclass
class Reader:
    """Says the odds it was told to; remembers what it read and what it only looked at."""

    odds: Mapping[str, float]
    taught: bool = True
    was_read: list[str] = field(default_factory=list)
    was_skimmed: list[str] = field(default_factory=list)

    def __call__(self, query: str, claims: Sequence[str]) -> Floats:
        raise AssertionError("claims are known already")

    @property
    def fingerprint(self) -> str:
        return "given"

    def reads(self, text: str) -> bool:
        return self.taught

    def between(self, claims: Sequence[str], others: Sequence[str]) -> Floats:
        raise AssertionError("claims are known already")

    def towards(self, query: str, premises: Sequence[str]) -> Floats:
        self.was_read += premises
        return np.array([self.odds[text] for text in premises])

    def skimmed(self, query: str, premises: Sequence[str]) -> Floats:
        self.was_skimmed += premises
        return np.array([self.odds[text] for text in premises])


def put(
    model: StanceModel,
    uses: list[Use],
    agrees: list[float],
    stances: list[Stance] | None = None,
    premises: int = 1,
) -> list[Scored]:
    """Puts premises 0, 1, … on their sides, given how probably the query agrees with each claim."""
    index = BruteBackend(
        [f"claim {row}" for row in range(len(agrees))],
        [f"premise {row}" for row in range(premises)],
        uses,
        list(range(len(agrees))),
        list(range(premises)),
    )
    given_stances = stances or [Stance.NONE] * premises
    scored = [
        Scored(
            row, 1.0, stance, Explanation("score", 1.0), tuple(c for p, c, _ in uses if p == row and c >= 0)
        )
        for row, stance in enumerate(given_stances)
    ]
    agreed = ClaimStances(np.arange(len(agrees)), np.array(agrees, np.float64))
    return stance_stage(model).of_premises(Question("query", index), index, scored, agreed)


def test_the_reader_of_this_test_is_one() -> None:
    assert isinstance(Reader({}), EvidenceModel)


@settings(deadline=None)
@given(st.sampled_from([1, -1]), st.floats(0.01, 0.99), st.floats(-4, 4))
def test_links_and_own_words_add_up_as_odds(sign: int, agrees: float, odds: float) -> None:
    (hit,) = put(Reader({"premise 0": odds}), [(0, 0, sign)], [agrees])
    together = CLAIM * sign * math.log(agrees / (1 - agrees)) + PREMISE * odds
    support = 1 / (1 + math.exp(-together))
    assert hit.confidence == pytest.approx(max(support, 1 - support), abs=1e-9)
    if abs(together) > 1e-9:
        assert hit.stance is (Stance.PRO if together > 0 else Stance.CON)
        assert "claim 0" in str(hit.reason) and not hit.estimated


@settings(deadline=None)
@given(st.lists(st.sampled_from([1, -1]), min_size=1, max_size=3), st.floats(0.0, 1.0), st.floats(-4, 4))
def test_turning_everything_turns_the_side_and_nothing_else(
    signs: list[int], agrees: float, odds: float
) -> None:
    (one,) = put(Reader({"premise 0": odds}), [(0, 0, sign) for sign in signs], [agrees])
    (other,) = put(Reader({"premise 0": -odds}), [(0, 0, -sign) for sign in signs], [agrees])
    assert one.confidence == pytest.approx(other.confidence, abs=1e-9)
    if one.confidence > 0.5 + 1e-9:
        assert one.stance.sign == -other.stance.sign != 0


def test_a_premise_whose_links_have_no_side_is_judged_by_its_own_words() -> None:
    (hit,) = put(Reader({"premise 0": -2.0}), [(0, 0, 0)], [0.9])
    assert (hit.stance, hit.estimated) == (Stance.CON, False)
    assert hit.confidence == pytest.approx(1 / (1 + math.exp(-2)))
    assert "its own words" in str(hit.reason)


@pytest.mark.parametrize(("odds", "stance"), [(2.0, Stance.PRO), (-2.0, Stance.CON), (0.0, Stance.PRO)])
def test_a_premise_without_a_claim_is_read_alone(odds: float, stance: Stance) -> None:
    (hit,) = put(Reader({"premise 0": odds}), [(0, -1, 0)], [])
    assert (hit.stance, hit.estimated) == (stance, True)
    assert hit.confidence == pytest.approx(1 / (1 + math.exp(-abs(odds))))
    assert "its own words" in str(hit.reason)


def test_the_best_are_read_and_the_others_are_looked_at() -> None:
    count = READ + 3
    model = Reader({f"premise {row}": 1.0 for row in range(count)})
    hits = put(model, [(row, -1, 0) for row in range(count)], [], premises=count)
    assert model.was_read == [f"premise {row}" for row in range(READ)]
    assert model.was_skimmed == [f"premise {row}" for row in range(READ, count)]
    assert all(hit.stance is Stance.PRO and hit.estimated for hit in hits)


def test_premises_with_a_claim_and_without_keep_their_places() -> None:
    model = Reader({"premise 0": 0.0, "premise 1": -3.0})
    first, second = put(model, [(0, 0, 1), (1, -1, 0)], [0.9], premises=2)
    assert (first.stance, first.estimated) == (Stance.PRO, False)
    assert (second.stance, second.estimated) == (Stance.CON, True)
    assert second.confidence == pytest.approx(1 / (1 + math.exp(-3)))


@pytest.mark.parametrize("model", [AlwaysSame(), Reader({}, taught=False)])
def test_who_cannot_read_leaves_it_at_what_links_tell(model: StanceModel) -> None:
    hits = put(model, [(0, 0, -1), (1, -1, 0)], [0.9], [Stance.NONE, Stance.CON], premises=2)
    assert [hit.stance for hit in hits] == [Stance.CON, Stance.CON]
    assert [hit.confidence for hit in hits] == pytest.approx([0.9, 0.5])
    assert [hit.estimated for hit in hits] == [False, False]


@pytest.mark.parametrize("before", [Stance.PRO, Stance.CON, Stance.NONE])
def test_links_that_cancel_each_other_leave_the_side_it_has(before: Stance) -> None:
    (hit,) = put(AlwaysSame(), [(0, 0, 1), (0, 1, -1)], [1.0, 1.0], [before])
    assert (hit.stance, hit.confidence) == (before, 0.5)


def test_a_model_of_claims_alone_speaks_of_premises_that_hang_on_none() -> None:
    def model(query: str, claims: Sequence[str]) -> Floats:
        return np.array([{"premise 1": 0.2}[text] for text in claims])

    first, second = put(model, [(0, 0, 1), (1, -1, 0)], [0.52], premises=2)
    assert (first.stance, second.stance) == (Stance.PRO, Stance.CON)
    assert [first.confidence, second.confidence] == pytest.approx([0.52, 0.8])


def test_what_the_first_premises_say_counts_for_those_far_down_the_list() -> None:
    count = READ + 2
    model = Reader({f"premise {row}": -2.0 for row in range(READ)})
    hits = put(model, [(row, 0, 1 if row < READ else -1) for row in range(count)], [0.6], premises=count)
    assert not model.was_skimmed and model.was_read == [f"premise {row}" for row in range(VOICES)]
    assert [hit.stance for hit in hits] == [Stance.CON] * READ + [Stance.PRO] * 2


def test_premises_without_a_claim_are_read_beside_the_others() -> None:
    count = READ + VOICES
    names = [f"premise {row}" for row in range(count)]
    model = Reader(dict.fromkeys(names, 1.0))
    uses = [(row, 0 if row < VOICES else -1, int(row < VOICES)) for row in range(count)]
    put(model, uses, [0.55], premises=count)
    assert model.was_read == names[:READ] and model.was_skimmed == names[READ:]
