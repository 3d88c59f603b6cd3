"""The method ``best`` on corpora small enough to compute by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from debatable.arrays import Floats
from debatable.embedding.table import TOKEN_VECTORS
from debatable.errors import InputError
from debatable.learning import AlwaysRelevant
from debatable.learning.relevance import UnknownMatch
from debatable.learning.word_vectors import sentence_match
from debatable.model import Stance
from debatable.ranking import method
from debatable.ranking.candidates.claim_steps import Dense
from debatable.ranking.diversity.novelty import Novelty
from debatable.ranking.methods.best import Best
from debatable.ranking.probabilities.specificity import NotSpecific, Specificity
from debatable.ranking.protocol import Question
from debatable.ranking.stance.table import NoStance
from tests.support.brute_backend import BruteBackend, ask
from tests.support.toys import energy


def three() -> BruteBackend:
    """Two claims; the first two premises say nearly the same, the third hangs on no claim."""
    return BruteBackend(
        ["ban cars", "ban planes"],
        ["x" * 10, "x" * 30, "x" * 20],
        [(0, 0, 1), (1, 0, 1), (1, 1, -1), (2, -1, 0)],
        [0, 1],
        [0, 1, 2],
        query=[1.0, 0.0],
        claim_vectors=[[0.75, 0], [0.25, 0]],
        premise_vectors=[[0.6, 0.8], [0.6, 0.8], [0.8, -0.6]],
    )


def test_every_probability_by_hand() -> None:
    ranking = Best(
        claims=Dense(temperature=1.0),
        direct=0.1,
        length=1.0,
        sentence=1,
        relevance=AlwaysRelevant(),
        sharper=1.0,
        specific=NotSpecific(),
        diversity=Novelty(theta=0.5, novel=0.5),
        stance=NoStance(),
    )
    ranked = ask(ranking, "q", three(), 5)
    # P(c|q) is 3/4 and 1/4. All premises of a claim are alike: P(p0|c0) = P(p1|c0) = 1/2 and P(p1|c1) = 1.
    through = np.array([3 / 8 * 10, (3 / 8 + 1 / 4) * 30, 0.0])
    # Divided by the best, the premises match with 3/4, 3/4 and 1, the better claim of both linked ones with 1.
    own = np.array([7 / 8 * 10, 7 / 8 * 30, 1 * 20])
    weight = 0.1 + 0.9 / 3  # a third of the premises has no claim
    p = (1 - weight) * through / through.sum() + weight * own / own.sum()
    assert p.sum() == pytest.approx(1)
    # Equal vectors say the same; the third is orthogonal. The second supports and attacks: 3/8 against 1/4.
    first, second, third = ranked
    assert {first.premise, third.premise} == {0, 1}
    assert first.score == pytest.approx(p[0] + p[1], abs=1e-6)
    assert second.premise == 2
    assert second.score == pytest.approx(p[2], abs=1e-6)
    assert third.score == pytest.approx(0, abs=1e-6)
    assert first.members == (first.premise,)
    assert [hit.stance for hit in ranked] == [Stance.PRO, Stance.NONE, Stance.PRO]
    assert [hit.explanation.recompute() for hit in ranked] == pytest.approx([hit.score for hit in ranked])


def test_those_who_say_the_same_are_named_with_the_hit() -> None:
    ranking = Best(
        claims=Dense(temperature=1.0),
        specific=NotSpecific(),
        diversity=Novelty(theta=0.5, novel=0.5),
        stance=NoStance(),
    )
    (hit,) = ask(ranking, "q", three(), 1)
    assert sorted(hit.members) == [0, 1]
    assert sorted(hit.claims) == ([0, 1] if hit.premise == 1 else [0])


def test_a_list_deep_enough_for_both_says_which_repeats_which() -> None:
    ranking = Best(
        claims=Dense(temperature=1.0),
        specific=NotSpecific(),
        diversity=Novelty(theta=0.5, novel=0.5),
        stance=NoStance(),
    )
    first, other, last = ask(ranking, "q", three(), 3)
    assert {first.premise, last.premise} == {0, 1} and other.premise == 2
    assert [hit.repeats for hit in (first, other, last)] == [-1, -1, first.premise]


def test_the_longer_of_two_is_preferred_as_far_as_asked() -> None:
    def two(*premises: str) -> BruteBackend:
        return BruteBackend(
            ["c"],
            list(premises),
            [(0, 0, 1), (1, 0, 1)],
            [0],
            [0, 1],
            query=[1.0, 0.0],
            claim_vectors=[[1, 0]],
            premise_vectors=[[1, 0], [0, 1]],
        )

    index = two("So. Short", "Yes. A long text.")
    general = Best(claims=Dense(), direct=0.0, specific=NotSpecific(), stance=NoStance())
    longer = replace(general, sentence=1)
    assert [hit.score for hit in ask(longer, "q", index, 2)] == pytest.approx([17 / 26, 9 / 26], abs=1e-6)
    even = ask(replace(general, length=0.0), "q", index, 2)
    assert [hit.premise for hit in even] == [0, 1]
    assert [hit.score for hit in even] == pytest.approx([0.5, 0.5])
    capped = replace(general, sentence=12)
    assert [hit.score for hit in ask(capped, "q", index, 2)] == pytest.approx([17 / 29, 12 / 29], abs=1e-6)
    single = two("So. Short", "A sentence of 17.")
    assert [hit.score for hit in ask(capped, "q", single, 2)] == pytest.approx([0.5, 0.5])
    sentences = replace(general, sentence=20)
    assert [hit.score for hit in ask(sentences, "q", index, 2)] == pytest.approx([0.5, 0.5])


def test_an_index_without_vectors_is_searched_by_words() -> None:
    index = energy(vectors=False)
    hits = ask(Best(stance=NoStance()), "nuclear power", index, 10)
    assert hits
    assert all(hit.members == (hit.premise,) for hit in hits)
    assert hits[0].score == pytest.approx(hits[0].explanation.recompute())
    assert not ask(Best(), "zebra", index, 10)


@pytest.mark.parametrize(
    "wrong",
    [
        "diversity=said-once(theta=1)",
        "diversity=said-once(theta=-0.1)",
        "diversity=said-once(novel=1)",
        "diversity=said-once(long=0)",
        "specific=own-point(width=0)",
        "specific=own-point(read=-1)",
        "specific=match(compared=-1)",
        "sharper=0",
        "length=1e400",
        "length=nan",
        "length=11",
        "sentence=99999999999999999999999",
        "trust=1e30",
        "direct=1.5",
        "depth=0",
        "read=-1",
        "sentence=-1",
        "claims=hybrid(K=0)",
        "claims=hybrid(temperature=0)",
        "claims=hybrid(share=1.5)",
    ],
)
def test_senseless_parameters_are_told_when_the_method_is_made(wrong: str) -> None:
    with pytest.raises(InputError):
        method(f"best({wrong})")


def alike(cosine: float) -> BruteBackend:
    """Two premises of one claim whose vectors have a given cosine; the first is longer, so it is shown."""
    return BruteBackend(
        ["ban cars"],
        ["x" * 30, "x" * 10],
        [(0, 0, 1), (1, 0, 1)],
        [0],
        [0, 1],
        query=[1.0, 0.0],
        claim_vectors=[[1, 0]],
        premise_vectors=[[1.0, 0.0], [cosine, float(np.sqrt(1 - cosine**2))]],
    )


@pytest.mark.parametrize(("cosine", "members"), [(0.9, (0, 1)), (0.86, (0, 1)), (0.85, (0,)), (0.6, (0,))])
def test_only_who_says_the_same_is_a_member(cosine: float, members: tuple[int, ...]) -> None:
    """From a cosine of 1/2 on premises begin to say the same; five sevenths of the way to 1 is at 6/7."""
    ranking = Best(claims=Dense(), diversity=Novelty(theta=0.5, novel=0.5), stance=NoStance())
    (hit,) = ask(ranking, "q", alike(cosine), 1)
    assert hit.members == members


@pytest.mark.parametrize(("first", "expected"), [(0.75, (0, 1)), (0.25, (1, 0))])
def test_claims_of_a_hit_come_by_what_they_brought(first: float, expected: tuple[int, ...]) -> None:
    index = BruteBackend(
        ["ban cars", "ban planes"],
        ["x" * 30],
        [(0, 0, 1), (0, 1, 1)],
        [0, 1],
        [0],
        query=[1.0, 0.0],
        claim_vectors=[[first, 0], [1 - first, 0]],
        premise_vectors=[[1.0, 0.0]],
    )
    (hit,) = ask(Best(claims=Dense(temperature=1.0), stance=NoStance()), "q", index, 1)
    assert hit.claims == expected


def test_premises_of_the_smaller_side_weigh_no_more_than_others() -> None:
    index = BruteBackend(
        ["ban cars"],
        ["x" * 30, "y" * 30, "z" * 30],
        [(0, 0, 1), (1, 0, 1), (2, 0, -1)],
        [0],
        [0, 1, 2],
        query=[1.0, 0.0, 0.0],
        claim_vectors=[[1.0, 0.0, 0.0]],
        premise_vectors=np.eye(3).tolist(),
    )
    method = Best(claims=Dense(), direct=0.0, specific=NotSpecific(), stance=NoStance())
    assert [hit.score for hit in ask(method, "q", index, 3)] == pytest.approx([1 / 3] * 3)


def test_more_than_five_hundred_can_be_asked_for() -> None:
    count = Best().compared + 40
    index = BruteBackend(
        ["ban cars"],
        [f"reason {number} and more" for number in range(count)],
        [(number, 0, 1) for number in range(count)],
        [0],
        list(range(count)),
        query=[1.0, 0.0],
        claim_vectors=[[1, 0]],
        premise_vectors=[[1.0, 0.0] if number % 2 else [0.0, 1.0] for number in range(count)],
    )
    ranking = Best(claims=Dense(), stance=NoStance())
    assert len({hit.premise for hit in ask(ranking, "q", index, count)}) == count
    assert len(ask(ranking, "q", index, 3)) == 3


class OnlyTrains:
    """Takes what speaks of trains for relevant."""

    def __call__(self, query: str, texts: Sequence[str]) -> Floats:
        return np.array([0.9 if "trains" in text else 0.3 for text in texts])


def test_premises_without_a_claim_are_read_with_the_query() -> None:
    index = BruteBackend(
        ["ban cars"],
        ["cars are loud", "trains are late", "nobody needs cars"],
        [(0, -1, 0), (1, -1, 0), (2, -1, 0)],
        [0],
        [0, 1, 2],
        query=[1.0, 0.0],
        claim_vectors=[[0.0, 1.0]],
        premise_vectors=[[0.8, 0.6], [0.7, -0.7], [0.0, 1.0]],
    )
    unread = ask(Best(claims=Dense(), relevance=AlwaysRelevant(), stance=NoStance()), "q", index, 3)
    assert [hit.premise for hit in unread] == [0, 1]
    read = ask(Best(claims=Dense(), relevance=OnlyTrains(), stance=NoStance()), "q", index, 3)
    assert [hit.premise for hit in read] == [1, 0]
    for hit in read:
        assert hit.explanation.recompute() == pytest.approx(hit.score)
        assert "read with the query" in str(hit.explanation)
    assert (
        ask(Best(claims=Dense(), relevance=OnlyTrains(), read=0, stance=NoStance()), "q", index, 3) == unread
    )


COSINES = [0.60, 0.59, 0.58, 0.57, 0.56, 0.55, 0.9]


def pointed(claim: float = 0.6, **texts: str) -> BruteBackend:
    """One claim; six premises say what it says, the last one alone what the query says beyond it."""
    return BruteBackend(
        ["ban cars"],
        [texts.get(f"p{number}", f"reason {number} against cars") for number in range(7)],
        [(number, 0, 1) for number in range(7)],
        [0],
        list(range(7)),
        query=[1.0, 0.0],
        claim_vectors=[[claim, float(np.sqrt(1 - claim**2))]],
        premise_vectors=[[cosine, float(np.sqrt(1 - cosine**2))] for cosine in COSINES],
    )


def test_a_specific_query_has_its_own_point_first() -> None:
    ranking = Best(claims=Dense(), stance=NoStance(), direct=0.0)
    general = ask(replace(ranking, specific=NotSpecific()), "q", pointed(), 7)
    assert general[0].premise != 6
    hits = ask(ranking, "q", pointed(), 7)
    assert hits[0].premise == 6
    assert hits[0].score == pytest.approx(1.0, abs=0.01)
    for hit in hits:
        assert hit.explanation.recompute() == pytest.approx(hit.score)
        assert "own point" in str(hit.explanation)


def test_a_query_that_a_claim_says_as_well_is_general() -> None:
    index = pointed(claim=1.0)
    ranking = Best(claims=Dense(), stance=NoStance(), direct=0.0)
    assert ask(ranking, "q", index, 7) == ask(replace(ranking, specific=NotSpecific()), "q", index, 7)


class Makes:
    """Finds the point of the query in the premise with this number, and in no other."""

    def __init__(self, number: int) -> None:
        self.number, self.read = number, list[str]()

    def __call__(self, query: str, premises: Sequence[str]) -> Floats | None:
        if query == "fremd":
            return None
        self.read.extend(premises)
        return np.array([9.0 if f"reason {self.number} " in text else -9.0 for text in premises])

    def point_support(self, query: str, premises: Sequence[str]) -> Floats | None:
        return np.array([2.0 if f"reason {self.number} " in text else 0.0 for text in premises])


def test_what_makes_the_point_of_a_specific_query_matches_it() -> None:
    index, model = pointed(), Makes(0)
    stage = Specificity(matching=model, read=2, compared=0, reading=0.2, words=0.0, sharpness=1.0)
    unread = replace(stage, matching=UnknownMatch())
    rows, claims = np.arange(7), np.array([0])
    question = Question("q", index)
    cosines = np.array(COSINES)
    plain = unread(AlwaysRelevant(), question, index, claims, rows)
    assert plain.share > 0.99
    assert np.log(plain.match) == pytest.approx(cosines - cosines.max(), abs=1e-6)
    read = stage(AlwaysRelevant(), question, index, claims, rows)
    assert len(model.read) == 2  # the two that match best: the last, and the first of the others
    assert question.point_support == {0: 2.0, 6: 0.0}
    moved = cosines + 0.2 * 4 * np.array([1, 0, 0, 0, 0, 0, -1])
    assert np.log(read.match) == pytest.approx(moved - moved.max(), abs=1e-6)
    foreign = Question("fremd", index)
    other = stage(AlwaysRelevant(), foreign, index, claims, rows)
    assert not foreign.point_support
    assert other.match.tolist() == plain.match.tolist()
    assert stage(AlwaysRelevant(), question, index, np.zeros(0, np.int64), rows).share == 0.0


def test_a_word_of_a_specific_query_counts_the_more_the_fewer_premises_have_it() -> None:
    index, stage = pointed(), Specificity(words=1.0, compared=0, sharpness=1.0, read=0)
    found = stage(AlwaysRelevant(), Question("reason 3 zebra", index), index, np.array([0]), np.arange(7))
    every, one, none = np.log1p(7 / 8), np.log1p(7 / 2), np.log1p(7)
    covered = np.full(7, every)
    covered[3] += one
    match = np.array(COSINES) + covered / (every + one + none)
    assert np.log(found.match) == pytest.approx(match - match.max(), abs=1e-6)


def test_the_best_sentence_of_the_premises_that_match_best_is_compared_with_a_specific_query() -> None:
    index, rows, query = (
        pointed(p1="Streets matter. Zebras cross here. Nobody waits."),
        np.arange(7),
        "zebras cross here",
    )
    stages = [Specificity(words=0.5, sharpness=1.0, compared=compared) for compared in (0, 2)]
    whole, best = (
        stage(AlwaysRelevant(), Question(query, index), index, np.array([0]), rows).match for stage in stages
    )
    first = np.array([1, 6])
    assert set(np.argsort(-whole)[:2]) == set(first)
    sentence = sentence_match(query, index.texts("premises", first), TOKEN_VECTORS)
    assert sentence[0] > 0.9 > 0.5 > sentence[1]
    expected = np.log(whole)
    expected[first] += 0.5 * (sentence - sentence.min())
    assert np.log(best) == pytest.approx(expected - expected.max(), abs=1e-6)


class OnlyCars:
    """A relevance model that takes claims on cars for certain, others for hardly relevant."""

    def __call__(self, query: str, texts: Sequence[str]) -> Floats:
        return np.array([1.0 if "cars" in text else 0.1 if "zoos" in text else 0.0 for text in texts])


def test_a_premise_of_another_debate_makes_the_point_of_a_specific_query_less() -> None:
    index = BruteBackend(
        ["ban cars", "ban zoos", "ban tea", "ban cars now"],
        ["too loud"] * 5,
        [(0, 0, 1), (1, 1, 1), (2, 2, 1), (3, 3, 1)],
        [0, 1, 2, 3],
        [0, 1, 2, 3, 4],
        query=[1.0, 0.0],
        claim_vectors=[[0.5, float(np.sqrt(0.75))]] * 4,
        premise_vectors=[[0.9, float(np.sqrt(0.19))]] * 5,
    )
    stage = Specificity(debate=0.5, read_claims=3, sharpness=1.0)
    found = stage(OnlyCars(), Question("q", index), index, np.arange(4), np.arange(5))
    # The last claim is not read, the last premise has none: both count as the median.
    assert np.log(found.match) == pytest.approx(0.5 * np.log([1.0, 0.1, 0.02, 0.1, 0.1]), abs=1e-6)
    same = stage(AlwaysRelevant(), Question("q", index), index, np.arange(4), np.arange(5))
    assert same.match == pytest.approx(np.ones(5))


class Turned:
    """A map of points under which what was near is far."""

    def __call__(self, vectors: Floats, encoder: str) -> Floats:
        return np.concatenate([vectors[:1], -vectors[1:]])


def test_the_cosines_before_and_after_the_map_of_points_count_alike() -> None:
    stage = Specificity(points=Turned(), words=0.0, sharpness=1.0, read=0)
    found = stage(AlwaysRelevant(), Question("q", pointed()), pointed(), np.array([0]), np.arange(7))
    assert found.match == pytest.approx(np.ones(7), abs=1e-6)
