"""Where relations between claims were read ahead, few readings of the query give the stances of all."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from debatable.model import Explanation, Stance
from debatable.progress import Deadline
from debatable.ranking import Question
from debatable.ranking.protocol import LinkRows, Scored
from debatable.ranking.relations import ClaimRelations, RelationMemory
from debatable.ranking.stance.premises import linked_premises
from debatable.ranking.stance.related import RelatedReading, _linked_hits
from debatable.ranking.stance.table import ReadStance
from tests.support.brute_backend import BruteBackend
from tests.support.readers import GivenEvidence

CLAIMS = ["We should ban cars", "We should keep cars", "Cars should go from cities", "Tea is good"]
SIDES = np.array([1.0, -1.0, 1.0, 0.0])
QUERY = "There should be no cars in the city"
DEFAULT = RelatedReading()


def backend(read: np.ndarray | None = None, prior: float = 0.0) -> BruteBackend:
    """Three claims of one debate and one of another; two premises for each, one on either side."""
    uses = [(2 * claim + side, claim, 1 - 2 * side) for claim, side in product(range(4), range(2))]
    index = BruteBackend(
        CLAIMS,
        [f"premise {row}" for row in range(8)],
        uses,
        list(range(4)),
        list(range(8)),
        claim_vectors=[[1.0, 0.0], [1.0, 0.0], [1.0, 0.0], [0.0, 1.0]],
        premise_vectors=[[1.0, 0.0]] * 8,
    )
    pairs = np.array([[0, 1], [0, 2], [1, 2]])
    log_odds = np.array([-4.0, 4.0, -4.0], np.float32)
    everything = np.ones(4, np.bool_) if read is None else read
    index.relations = RelationMemory(ClaimRelations("given", pairs, log_odds, prior, everything))
    return index


def ranked(*premises: int) -> list[Scored]:
    return [Scored(row, 1.0, Stance.NONE, Explanation("score", 1.0), (row // 2,)) for row in premises]


def stances(model: GivenEvidence, index: BruteBackend) -> np.ndarray:
    stage = ReadStance(model)
    mass = np.array([0.5, 0.3, 0.15, 0.05])
    return stage.of_claims(Question(QUERY, index), index, np.arange(4), mass).probability


def test_one_reading_tells_the_stances_of_related_claims() -> None:
    model = GivenEvidence({CLAIMS[0]: 3.0})
    probability = stances(model, backend())
    assert [pair for pair in model.read] == [(CLAIMS[0], QUERY)], "nothing but the first claim is read"
    # own 3, weight 1, bearing tanh(2) of either sign, slope and alike as by default
    bears = np.tanh(2.0)
    related = DEFAULT.evidence_slope * bears * 3.0 / (1 + DEFAULT.related_alike * bears)
    expected = [DEFAULT.evidence_slope * 3.0, -related, related, 0.0]
    assert np.log(probability / (1 - probability)).tolist() == pytest.approx(expected)


def test_a_claim_with_the_words_of_the_query_needs_no_reading() -> None:
    model, index = GivenEvidence({CLAIMS[0]: -3.0}), backend()
    stage, question = ReadStance(model), Question(CLAIMS[1], index)
    stances = stage.of_claims(question, index, np.arange(4), np.array([0.5, 0.3, 0.15, 0.05]))
    assert stances.probability[1] > 0.99 and stances.probability[0] < 0.1 and stances.probability[2] < 0.1
    hits = stage.of_premises(question, index, ranked(2, 0, 4), stances)
    assert [hit.stance for hit in hits] == [Stance.PRO, Stance.CON, Stance.CON] and not model.read


def test_a_claim_with_another_word_is_read() -> None:
    model, index = GivenEvidence({CLAIMS[0]: -3.0}), backend()
    question = Question("We should not ban cars", index)
    ReadStance(model).of_claims(question, index, np.arange(4), np.array([0.5, 0.3, 0.15, 0.05]))
    assert model.read == [(CLAIMS[0], question.text)]


def test_the_prior_of_a_corpus_counts_for_every_pair_that_was_read() -> None:
    probability = stances(GivenEvidence({CLAIMS[0]: 3.0}), backend(prior=4.0))
    assert probability[1] == 0.5, "-4 as read and a prior of 4 tell nothing"
    assert probability[2] > 0.8


def test_claims_that_were_not_read_ahead_are_read_with_each_other_as_before() -> None:
    model = GivenEvidence({CLAIMS[0]: 3.0})
    stances(model, backend(read=np.array([True, False, False, True])))
    assert {pair[0] for pair in model.read} == set(CLAIMS), "all claims are read"


def test_where_no_evidence_may_travel_nothing_is_read() -> None:
    model, index = GivenEvidence({CLAIMS[0]: 3.0}), backend()
    stage, question = ReadStance(model, related=0), Question(QUERY, index)
    stances = stage.of_claims(question, index, np.arange(4), np.array([0.5, 0.3, 0.15, 0.05]))
    assert stances.probability.tolist() == [0.5] * 4
    hits = stage.of_premises(question, index, ranked(0, 2), stances)
    assert [hit.confidence for hit in hits] == [0.5, 0.5]
    assert not [pair for pair in model.read if pair[0] in CLAIMS], "no claim is read"


def test_another_model_does_not_take_what_this_one_read() -> None:
    index = backend()
    index.relations = RelationMemory(
        ClaimRelations(
            "other", np.zeros((0, 2), np.int64), np.zeros(0, np.float32), 0.0, np.ones(4, np.bool_)
        )
    )
    model = GivenEvidence({CLAIMS[0]: 3.0})
    stances(model, index)
    assert len(model.read) > 1


def test_premises_follow_their_links_after_what_was_read() -> None:
    model = GivenEvidence({CLAIMS[0]: 3.0}, premises={"premise 0": 2.0, "premise 3": 2.0})
    index = backend()
    stage, question = ReadStance(model), Question(QUERY, index)
    hits = stage.of_premises(question, index, ranked(0, 1, 2, 3, 4, 5))
    assert [hit.stance for hit in hits] == [
        Stance.PRO,
        Stance.CON,
        Stance.CON,
        Stance.PRO,
        Stance.PRO,
        Stance.CON,
    ]
    assert all(hit.confidence > 0.75 for hit in hits)


@pytest.mark.parametrize("most", [0, 1, 3, 6])
def test_no_more_is_read_than_allowed_beyond_the_first_ones(most: int) -> None:
    model = GivenEvidence()  # nothing is ever sure
    index = backend()
    stage = ReadStance(model, readings=most)
    stage.of_premises(Question(QUERY, index), index, ranked(*range(8)))
    assert len(model.read) == max(most, stage.first_claims + stage.unsure_claims)
    assert len(set(model.read)) == len(model.read), "nothing is read twice"


def test_reading_ends_where_the_first_stances_are_sure() -> None:
    unsure = 1.0  # of the claim alone; another one, or its premises, make it sure
    sure = GivenEvidence(
        {CLAIMS[0]: unsure, CLAIMS[2]: 4.0},
        premises={f"premise {row}": 4.0 * (1 - 2 * (row % 2)) for row in range(2)},
    )
    for prior, more in ((0.0, DEFAULT.unsure_claims), (1.5, DEFAULT.first_premises)):
        sure.read.clear()
        index = backend(prior=prior)
        ReadStance(sure).of_premises(Question(QUERY, index), index, ranked(0, 1, 4, 5))
        assert len(sure.read) == DEFAULT.first_claims + more


@pytest.mark.parametrize(("prior", "read"), [(0.0, 1), (0.9, 1), (1.1, 3)])
def test_a_sure_claim_is_enough_unless_the_claims_of_the_corpus_stand_on_one_side(
    prior: float, read: int
) -> None:
    model = GivenEvidence(
        {CLAIMS[0]: 4.0}, premises={f"premise {row}": 4.0 * (1 - 2 * (row % 2)) for row in range(2)}
    )
    index = backend(prior=prior)
    ReadStance(model).of_premises(Question(QUERY, index), index, ranked(0, 1, 4, 5))
    assert len(model.read) == read
    careful = ReadStance(replace(model, read=[]), sure_claim=9.0)
    careful.of_premises(Question(QUERY, index), index, ranked(0, 1, 4, 5))
    assert len(careful.model.read) == (2 if prior < careful.one_sided else 3)  # type: ignore[attr-defined]


def test_premises_that_make_the_point_count_for_their_claims_and_for_related_ones() -> None:
    stage, index = ReadStance(GivenEvidence(), readings=1, first_premises=0), backend()
    question = Question(QUERY, index)
    question.point_support = {1: -1.0, 7: 0.5}  # both are against their claims, the first and the last
    stances = stage.of_claims(question, index, np.arange(4), np.array([0.5, 0.3, 0.15, 0.05]))
    after = stage.read_on(question, index, linked_premises(index, ranked(0, 2, 4, 6)), stances).probability
    one = stage.evidence_slope * stage.point_slope * stage.point_weight
    bears = np.tanh(2.0)
    expected = [one, -one * bears, one * bears, -one / 2]
    assert np.log(after / (1 - after)).tolist() == pytest.approx(expected)
    none = replace(stage, point_weight=0.0)
    unmoved = none.read_on(question, index, linked_premises(index, ranked(0, 2, 4, 6)), stances)
    assert unmoved.probability.tolist() == [0.5] * 4


@pytest.mark.parametrize(("prior", "slope"), [(0.0, DEFAULT.point_slope), (1.5, 1.0)])
def test_all_that_was_read_of_a_specific_query_is_trusted_less_unless_all_claims_stand_on_one_side(
    prior: float, slope: float
) -> None:
    stage = ReadStance(GivenEvidence({CLAIMS[0]: 2.0}), readings=1, first_premises=0)
    index, mass = backend(prior=prior), np.array([0.5, 0.3, 0.15, 0.05])
    odds = []
    for support in ({}, {8: 0.5}):  # the premise has no claim, and so says nothing itself
        question = Question(QUERY, index)
        question.point_support = support
        stances = stage.of_claims(question, index, np.arange(4), mass)
        after = stage.read_on(question, index, linked_premises(index, ranked(0, 2, 4, 6)), stances)
        odds.append(np.log(after.probability / (1 - after.probability)))
    assert np.all(np.abs(odds[0][:3]) > 0.5)
    assert odds[1].tolist() == pytest.approx((slope * odds[0]).tolist())


def test_the_question_knows_which_claims_were_read() -> None:
    model, index = GivenEvidence(), backend()
    question = Question(QUERY, index)
    ReadStance(model, readings=9).of_premises(question, index, ranked(0, 2, 4))
    assert question.claims_read == {CLAIMS.index(first) for first, other in model.read if other == QUERY}
    assert len(question.claims_read) > 1


def test_only_links_with_a_stance_to_related_claims_count_and_premises_keep_their_order() -> None:
    links = LinkRows(
        np.array([5, 7, 5, 9, 7, 5]),
        np.array([2, 0, 4, -1, 2, 0]),
        np.array([1, -1, 1, 1, 0, -1], np.int8),
        np.arange(6),
    )
    hits = [*_linked_hits(np.array([9, 7, 5]), links, np.array([2, 0]))]
    assert [(hit.row, hit.places.tolist(), hit.signs.tolist()) for hit in hits] == [
        (7, [1], [-1.0]),
        (5, [0, 1], [1.0, -1.0]),
    ]


def test_nothing_is_read_after_the_deadline() -> None:
    model, index, late = GivenEvidence({CLAIMS[0]: 4.0}), backend(), Deadline(0.0)
    hits = ReadStance(model).of_premises(Question(QUERY, index, late), index, ranked(0, 1))
    assert not model.read and late.unread > 0
    assert [hit.confidence for hit in hits] == [0.5, 0.5]


def test_a_table_of_relations_looks_up_what_brute_force_finds() -> None:
    random = np.random.default_rng(5)
    pairs = np.unique(np.sort(random.integers(0, 30, (80, 2)), axis=1), axis=0)
    pairs = pairs[pairs[:, 0] < pairs[:, 1]]
    values = random.normal(size=len(pairs)).astype(np.float32)
    table = ClaimRelations("", pairs, values, 0.5, np.ones(40, np.bool_))
    by_pair = {(int(a), int(b)): float(v) for (a, b), v in zip(pairs, values, strict=True)}
    for _ in range(20):
        rows = random.permutation(40)[:12]
        expected = [
            [
                by_pair[low, high] + 0.5 if (low := min(a, b), high := max(a, b)) in by_pair else 0.0
                for b in rows.tolist()
            ]
            for a in rows.tolist()
        ]
        assert table.between(rows).tolist() == pytest.approx(np.array(expected))
    assert table.share_read(np.array([1, 2]), np.array([0.0, 0.0])) == 0.0
