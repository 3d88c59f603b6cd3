"""Closeness, reckoned by hand from what a model is told to read and from vectors of two places."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from debatable.errors import InputError
from debatable.model import Explanation, Stance
from debatable.ranking import Question, Scored
from debatable.ranking.relevance.closeness import Closeness
from debatable.ranking.relevance.weights import ALONE, WITH_CLAIM, WITHOUT_VECTORS, SameQuestionEstimate
from tests.support.brute_backend import BruteBackend
from tests.support.readers import GivenRelevance

READ = Closeness().read


def scored(premise: int, *claims: int) -> Scored:
    return Scored(premise, 1.0, Stance.NONE, Explanation("score", 1.0), claims)


def backend(*, vectors: bool = True) -> BruteBackend:
    """Two claims and three premises, the last without a claim."""
    return BruteBackend(
        ["near claim", "far claim"],
        ["near premise", "far premise", "alone"],
        [(0, 0, 1), (1, 1, 1), (2, -1, 0)],
        [0, 1],
        [0, 1, 2],
        query=[1.0, 0.0],
        claim_vectors=[[0.8, 0.6], [0.0, 1.0]],
        premise_vectors=[[0.6, 0.8], [0.0, 1.0], [0.5, 0.75**0.5]],
        vectors=vectors,
    )


def close(model: GivenRelevance, same: GivenRelevance | None = None) -> Closeness:
    """Closeness by what one model reads, the other saying nothing unless it is given."""
    return Closeness(model, same=same or GivenRelevance(), estimate=None)


def odds(closeness: Closeness, there: BruteBackend, hits: Sequence[Scored]) -> list[float]:
    found = closeness(Question("The query", there), there, hits)
    assert ((found >= 0) & (found <= 1)).all()
    return np.log(found / (1 - found)).tolist()  # type: ignore[no-any-return]


def test_what_is_read_and_both_cosines_add_up() -> None:
    model = GivenRelevance({"near claim": 0.9, "far claim": 0.1, "alone": 0.75})
    found = odds(close(model), backend(), [scored(0, 0, 1), scored(1, 1), scored(2)])
    assert found == pytest.approx(
        [
            WITH_CLAIM.bias + WITH_CLAIM.read * np.log(9) + WITH_CLAIM.claim * 0.8 + WITH_CLAIM.premise * 0.6,
            WITH_CLAIM.bias - WITH_CLAIM.read * np.log(9),
            ALONE.bias + ALONE.read * np.log(3) + ALONE.premise * 0.5,
        ],
        rel=1e-5,
    )
    assert model.read == [("near claim", "far claim", "alone")], "everything is read in one call"


def test_of_long_premises_both_ends_are_read_and_of_claims_all() -> None:
    words = " ".join(f"w{number}" for number in range(9))
    model, same = GivenRelevance(), GivenRelevance()
    there = BruteBackend([words], [words, words], [(0, 0, 1), (1, -1, 0)], [0], [0, 1])
    closeness = Closeness(model, same=same, estimate=None, model_words=2, same_words=5)
    closeness(Question("The query", there), there, [scored(0, 0), scored(1)])
    assert model.read == [(words, "w0 w1")]
    assert same.read == [(words,), ("w0 w1 w2 w7 w8",)]


def test_whether_both_are_about_one_question_adds_up_as_well() -> None:
    same = GivenRelevance({"near claim": 0.8, "far claim": 0.2, "alone": 0.8})
    hits = [scored(0, 0, 1), scored(1, 1), scored(2)]
    for vectors in (True, False):
        there = backend(vectors=vectors)
        without, found = (
            odds(close(GivenRelevance()), there, hits),
            odds(close(GivenRelevance(), same), there, hits),
        )
        weights = (WITH_CLAIM, WITH_CLAIM, ALONE) if vectors else (WITHOUT_VECTORS,) * 3
        added = [weight.same * x for weight, x in zip(weights, np.log([4, 0.25, 4]), strict=True)]
        assert (np.array(found) - without).tolist() == pytest.approx(added, rel=1e-5)
    assert same.read == [("near claim", "far claim"), ("alone",)] * 2, "claims and premises are read apart"


def test_without_vectors_reading_decides_alone() -> None:
    model = GivenRelevance({"near claim": 0.9, "far claim": 0.1, "alone": 0.75})
    hits = [scored(0, 0), scored(1, 1), scored(2)]
    found = odds(close(model), backend(vectors=False), hits)
    assert found == pytest.approx(
        [WITHOUT_VECTORS.bias + WITHOUT_VECTORS.read * x for x in (np.log(9), -np.log(9), np.log(3))]
    )


def test_more_of_anything_is_closer() -> None:
    for weights in (WITH_CLAIM, ALONE, WITHOUT_VECTORS):
        assert weights.read > 0 and weights.same > 0 and weights.claim >= 0 and weights.premise >= 0
    assert WITH_CLAIM.claim > 0 and WITH_CLAIM.premise > 0 and ALONE.premise > 0


def test_a_claim_is_read_once_for_all_its_premises() -> None:
    model = GivenRelevance()
    odds(close(model), backend(), [scored(0, 1), scored(1, 1), scored(2, 1)])
    assert model.read == [("far claim",)]


def many(*, vectors: bool) -> BruteBackend:
    size = READ + 6
    return BruteBackend(
        [f"claim {row}" for row in range(size)],
        [f"premise {row}" for row in range(size)],
        [(row, row, 1) for row in range(size)],
        [0] * size,
        [0] * size,
        vectors=vectors,
    )


@pytest.mark.parametrize("vectors", [True, False])
def test_the_best_hits_are_read(vectors: bool) -> None:
    there = many(vectors=vectors)
    best_first = [*range(READ + 5, -1, -1)]  # the best has the highest row
    model = GivenRelevance({f"claim {row}": 0.8 if row % 2 else 0.3 for row in best_first})
    found = odds(close(model), there, [scored(row, row) for row in best_first])
    assert [sorted(texts) for texts in model.read] == [sorted(f"claim {row}" for row in best_first[:READ])]
    read, unread = found[:READ], found[READ:]
    assert len(set(np.round(read, 9))) == 2 and len(unread) == 6
    if vectors:  # cosines of 1, and nothing read
        assert unread == pytest.approx([WITH_CLAIM.bias + WITH_CLAIM.claim + WITH_CLAIM.premise] * 6)
    else:
        assert unread == pytest.approx([min(read)] * 6), "nothing speaks for what nobody read"


def test_premises_without_a_claim_are_bounded_together_with_claims() -> None:
    size, model = READ + 6, GivenRelevance()
    there = BruteBackend(
        [f"claim {row}" for row in range(size)],
        [f"premise {row}" for row in range(size)],
        [(row, row if row % 2 else -1, row % 2) for row in range(size)],
        [0] * size,
        [0] * size,
    )
    hits = [scored(row, row) if row % 2 else scored(row) for row in range(size)]
    odds(close(model), there, hits)
    expected = {f"claim {row}" if row % 2 else f"premise {row}" for row in range(READ)}
    assert [set(texts) for texts in model.read] == [expected]


def test_a_method_that_names_no_claim_is_helped_out() -> None:
    model = GivenRelevance({"near claim": 0.9})
    there = backend()
    named, bare = odds(close(model), there, [scored(0, 0)]), odds(close(model), there, [scored(0)])
    assert named == bare and model.read == [("near claim",)] * 2


def test_nothing_found_is_nothing_read() -> None:
    model = GivenRelevance()
    assert odds(close(model), backend(), []) == [] and model.read == []


def test_certain_models_stay_finite() -> None:
    model = GivenRelevance({"near claim": 1.0, "far claim": 0.0})
    assert np.isfinite(odds(close(model), backend(vectors=False), [scored(0, 0), scored(1, 1)])).all()


@pytest.mark.parametrize("floor", [-0.1, 1.1, float("nan")])
def test_a_floor_is_a_probability(floor: float) -> None:
    with pytest.raises(InputError, match="give a (probability from 0 to 1|finite number)"):
        Closeness(GivenRelevance(), floor, GivenRelevance())


def test_a_model_has_a_name() -> None:
    assert Closeness("none") == Closeness("none", Closeness().floor)  # type: ignore[arg-type]
    assert Closeness("none") != Closeness()  # type: ignore[arg-type]
    assert Closeness(same="none") != Closeness()  # type: ignore[arg-type]


@pytest.mark.parametrize("floor", [0.0, 0.3, 0.4, 0.7, 0.98, 1.0])
def test_what_alone_is_close_needs_more_the_more_claims_there_are(floor: float) -> None:
    closeness = Closeness(floor=floor)
    levels = [closeness.lone_floor(claims) for claims in (0, 1, 100, 101, 1_350, 10**5, 10**9)]
    assert levels == sorted(levels), "more claims, more chance"
    assert levels[:3] == pytest.approx([floor] * 3), "few claims need nothing more"
    assert max(levels) <= max(floor, 0.98), "what is as sure as that is always enough"
    if 0 < floor < 0.8:
        odds = floor / (1 - floor) * 13.5**1.2
        assert levels[4] == pytest.approx(min(odds / (1 + odds), 0.98))


def test_however_fast_the_odds_grow_they_are_numbers() -> None:
    # A search of a large corpus ended in an OverflowError, or a claim was compared with what is no number.
    for floor, chance in ((0.4, 1_000.0), (0.999, 2.0**32), (0.4, 74.0)):
        steep = Closeness(floor=floor, chance=chance, surest=0.9999)
        assert steep.lone_floor(10**6) == 0.9999, (floor, chance)
        assert steep.lone_floor(100) == pytest.approx(floor)
    assert Closeness(floor=0.0, chance=1_000.0).lone_floor(10**6) == 0.0


@pytest.mark.parametrize("surest", [-0.1, 5.0])
def test_what_is_always_enough_is_a_probability(surest: float) -> None:
    # Beside a floor of 1, a larger one was a division by zero.
    with pytest.raises(InputError, match=f"^surest is {surest}; give a probability from 0 to 1$"):
        Closeness(surest=surest)


def crowd(claims: int) -> BruteBackend:
    """So many claims, each with a premise, and one premise without a claim."""
    return BruteBackend(
        [f"c{row}" for row in range(claims)],
        [f"p{row}" for row in range(claims + 1)],
        [*((row, row, 1) for row in range(claims)), (claims, -1, 0)],
        [0] * claims,
        [*range(claims + 1)],
        vectors=False,
    )


@pytest.mark.parametrize(
    ("claims", "hits", "relevance", "chance"),
    [
        (1_350, [scored(0, 0), scored(1, 1)], [0.8, 0.1], True),
        (1_350, [scored(0, 0), scored(1, 1)], [0.8, 0.5], False),
        (1_350, [scored(0, 0), scored(1, 0)], [0.8, 0.5], True),
        (1_350, [scored(0, 0), scored(1, 0)], [0.99, 0.5], False),
        (1_350, [scored(0), scored(1, 1)], [0.8, 0.1], True),
        (1_350, [scored(1_350), scored(1, 1)], [0.8, 0.1], False),
        (1_350, [scored(1_350), scored(1, 1)], [0.8, 0.6], False),
        (1_350, [scored(0, 0), scored(1, 1)], [0.3, 0.1], False),
        (100, [scored(0, 0), scored(1, 1)], [0.8, 0.1], False),
    ],
    ids=[
        "one claim alone",
        "another claim beside it",
        "two premises of one claim",
        "sure enough",
        "a claim it was not reached through",
        "a premise without a claim",
        "such a premise and a claim",
        "nothing is close",
        "few claims",
    ],
)
def test_one_claim_of_many_may_look_close_by_chance(
    claims: int, hits: Sequence[Scored], relevance: list[float], chance: bool
) -> None:
    found = Closeness(GivenRelevance(), 0.4, GivenRelevance()).by_chance(
        crowd(claims), hits, np.array(relevance)
    )
    assert found is chance


def claims_in_a_row(cosines: Sequence[float]) -> BruteBackend:
    """Claims whose vectors have given cosines with the first one, one premise each; the query is the first claim."""
    vectors = [[cosine, (1 - cosine**2) ** 0.5] for cosine in cosines]
    size = len(cosines)
    return BruteBackend(
        [f"claim {row}" for row in range(size)],
        [f"premise {row}" for row in range(size)],
        [(row, row, 1) for row in range(size)],
        list(range(size)),
        list(range(size)),
        query=[1.0, 0.0],
        claim_vectors=vectors,
        premise_vectors=vectors,
    )


def test_one_claim_is_read_and_the_others_estimated_where_all_is_clear() -> None:
    there = claims_in_a_row([1.0, 0.98, 0.95])
    same = GivenRelevance({f"claim {row}": 0.95 for row in range(3)})
    closeness = Closeness(GivenRelevance({f"claim {row}": 0.9 for row in range(3)}), same=same)
    found = odds(closeness, there, [scored(row, row) for row in range(3)])
    assert same.read == [("claim 0",)], "the second model reads the claim of the first hit alone"
    estimate = SameQuestionEstimate()
    for row, cosine in ((1, 0.98), (2, 0.95)):
        read, known = np.log(9), np.log(19)
        expected_same = (
            estimate.bias
            + estimate.read * read
            + (estimate.claim + estimate.premise) * cosine
            + estimate.same * known
            + estimate.near * cosine
            + estimate.same_near * known * cosine
        )
        weights = WITH_CLAIM
        expected = (
            weights.bias
            + weights.read * read
            + weights.same * expected_same
            + (weights.claim + weights.premise) * cosine
        )
        assert found[row] == pytest.approx(expected, rel=1e-4)


def test_claims_that_were_read_for_the_stance_are_read_first_in_place_of_that_of_the_first_hit() -> None:
    there = claims_in_a_row([1.0, 0.98, 0.95])
    same = GivenRelevance({f"claim {row}": 0.95 for row in range(3)})
    closeness = Closeness(GivenRelevance({f"claim {row}": 0.9 for row in range(3)}), same=same)
    question = Question("q", there)
    question.claims_read = {1, 2, 9}
    assert (closeness(question, there, [scored(row, row) for row in range(3)]) > 0.9).all()
    assert sorted(same.read) == [("claim 1", "claim 2")], "nothing but what was read already, at once"


def test_claims_near_to_the_floor_are_read_up_to_a_number() -> None:
    there = claims_in_a_row([0.45] * 8)
    same = GivenRelevance({f"claim {row}": 0.5 for row in range(8)})
    closeness = Closeness(GivenRelevance({f"claim {row}": 0.5 for row in range(8)}), same=same)
    odds(closeness, there, [scored(row, row) for row in range(8)])
    assert len(same.read) == SameQuestionEstimate().most and len(set(same.read)) == len(same.read)


def test_one_claim_is_read_at_least() -> None:
    with pytest.raises(InputError, match="most is 0; give 1 or more"):
        SameQuestionEstimate(most=0)
