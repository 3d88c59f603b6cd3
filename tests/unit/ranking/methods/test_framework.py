"""The framework end to end: the worked example of its probabilities, sides and premises without claims."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction as F

import numpy as np
import pytest

from debatable.errors import InputError, UnknownNameError
from debatable.model import Stance
from debatable.ranking.candidates.claim_steps import Dense, Lexical
from debatable.ranking.methods.framework import Framework
from debatable.ranking.probabilities.inference import Normalise, Reach
from debatable.ranking.stance.table import NoStance, stance_stage
from tests.support.brute_backend import BruteBackend, ask
from tests.support.toys import GivenStance, energy
from tests.unit.ranking.candidates.test_claim_steps import corpus

SAME = [F(3, 4), F(3, 4), F(1, 4), F(1, 4)]
"""How probably each claim has the stance of the query."""

# P(pi|q) of the clusters {0,1}, {2}, {3,4}, {5}, {6}; see the probabilities for how they come about.
OWN = [F(1, 2), F(7, 48), F(1, 4), F(5, 48), F(0)]
CLUSTER = [F(1, 2), F(1, 8), F(1, 4), F(1, 8), F(0)]


@pytest.mark.parametrize(("reach", "scores"), [("claim", OWN), ("cluster", CLUSTER)])
@pytest.mark.parametrize("split", [True, False])
def test_the_method_end_to_end(reach: Reach, scores: list[F], split: bool) -> None:
    backend = energy()
    told = zip(backend.texts("claims", np.arange(4)), map(float, SAME), strict=True)
    claims = Dense(K=4, calibration="sum", temperature=1.0)
    method = Framework(claims=claims, stance=stance_stage(GivenStance(dict(told))), reach=reach, split=split)
    ranked = ask(method, "Use nuclear power", backend, 5)
    order = [0, 2, 1, 3, 4]
    assert [hit.cluster for hit in ranked] == [f"premises-{number}" for number in order]
    assert [hit.score for hit in ranked] == pytest.approx([float(scores[i]) for i in order], abs=1e-12)
    assert [hit.premise for hit in ranked] == [1, 4, 2, 5, 6]
    assert [hit.members for hit in ranked] == [(1, 0), (4, 3), (2,), (5,), (6,)]
    assert [hit.stance for hit in ranked] == [
        Stance.PRO,
        Stance.CON,
        Stance.CON,
        Stance.CON,
        Stance.NONE,
    ]
    for hit in ranked:
        assert hit.explanation.recompute() == pytest.approx(hit.score, abs=1e-12)
        assert hit.explanation.value == hit.score


def test_without_any_claim_premises_are_found_by_their_words() -> None:
    hits = ask(Framework(claims=Lexical(similarity="BM25"), stance=NoStance()), "loud stink", corpus(), 10)
    assert sorted(hit.premise for hit in hits) == [0, 1, 2, 3]
    assert all(hit.explanation.recompute() == pytest.approx(hit.score) for hit in hits)


def test_opposite_claims_in_one_cluster_count_as_one_side() -> None:
    """Support of a claim that opposes the query used to count with attacks on it, clusters being one."""
    index = BruteBackend(
        ["allow cars", "ban cars", "eat less"],
        ["cars are fun", "cars are great fun", "cars stink", "sugar is bad"],
        [(0, 0, 1), (1, 1, -1), (2, 1, 1), (3, 2, 1)],
        [0, 0, 1],
        [0, 0, 1, 2],
        claim_vectors=[[0.5], [0.5], [0.0]],
    )
    told = GivenStance({"allow cars": 1.0, "ban cars": 0.0})
    ranking = Framework(claims=Dense(K=2, temperature=1.0), stance=stance_stage(told), reach="cluster")
    hits = ask(ranking, "allow cars", index, 5)
    assert [(hit.members, hit.stance) for hit in hits] == [((1, 0), Stance.PRO), ((2,), Stance.CON)]
    # Each side of the one claim cluster has all of its probability.
    assert [hit.score for hit in hits] == pytest.approx([0.5, 0.5])


@pytest.mark.parametrize("against", [-1, 1])
@pytest.mark.parametrize("normalise", ["claim", "all"])
def test_premises_without_a_claim_have_their_share_beside_one_side_and_beside_both(
    against: int, normalise: Normalise
) -> None:
    # One of four premises has no claim: a quarter of all probability, whether the claim has both sides or one.
    index = BruteBackend(
        ["ban cars"],
        ["cars are loud", "cars stink", "cars are useful", "cars kill"],
        [(0, 0, 1), (1, 0, 1), (2, 0, against), (3, -1, 0)],
        [0],
        [0, 1, 2, 3],
    )
    method = Framework(claims=Lexical(K=5), stance=NoStance(), normalise=normalise)
    hits = ask(method, "cars", index, 9)
    scores = {hit.premise: hit.score for hit in hits}
    assert scores[3] / sum(scores.values()) == pytest.approx(1 / 4, abs=1e-9)
    for hit in hits:
        assert hit.explanation.recompute() == pytest.approx(hit.score, abs=1e-12)


def test_signs_together_count_support_and_attack_as_one() -> None:
    """6.2 of the paper ignores the stance; pf and cf were counted for each sign alone, whatever the setting."""
    claims = Dense(K=4, calibration="sum", temperature=1.0)
    unsigned = Framework(
        claims=claims, stance=NoStance(), reach="cluster", normalise="all", split=False, signs="together"
    )
    hits = {hit.cluster: hit for hit in ask(unsigned, "Use nuclear power", energy(), 5)}
    # Every cluster but {3, 4} speaks to both claim clusters with one sign or the other: cf = |Gamma|, icf = 0.
    # 3 and 4 speak to the first alone: pf = 2 for either, and Z is 2 claims x 2 premises x 2 log 2.
    # P(c|q) of its claims is 1/2 + 1/4, so P(pi|q) = 3/4 x 4/8, and half of it for the coin.
    assert hits["premises-2"].score == pytest.approx(3 / 16)
    assert sum(hit.score for hit in hits.values()) == pytest.approx(3 / 16)
    assert hits["premises-2"].explanation.recompute() == pytest.approx(3 / 16)
    apart = ask(replace(unsigned, signs="apart"), "Use nuclear power", energy(), 5)
    assert apart[0].score > 0 and apart[0].cluster == "premises-0"
    with pytest.raises(InputError, match="signs=together ignores the stance; add stance=none"):
        Framework(signs="together")
    with pytest.raises(UnknownNameError, match="unknown way to count signs 'both'"):
        Framework(stance=NoStance(), signs="both")  # type: ignore[arg-type]
