"""Claim step, premises without claims, and the methods that papers compare with."""

from __future__ import annotations

import numpy as np
import pytest
from debatable.ranking.claim_step import ClaimStep
from debatable.ranking.claims import Claims
from debatable.ranking.dense import Dense
from debatable.ranking.framework import Framework
from debatable.ranking.own_words import with_own_words

from debatable.errors import InputError, UnknownNameError
from debatable.model import Stance
from debatable.ranking import method, method_name
from tests.unit.ranking.toy import ToyIndex


def corpus() -> ToyIndex:
    """Two claims with premises, and two premises that hang on none."""
    return ToyIndex(
        claims=["ban cars", "ban planes"],
        premises=["cars stink", "planes stink", "cars are loud", "planes are loud", "trains are quiet"],
        uses=[(0, 0, 1), (1, 1, 1), (2, 0, -1), (3, -1, 0), (4, -1, 0)],
        claim_clusters=[0, 1],
        premise_clusters=[0, 1, 2, 3, 4],
        query=[1.0, 0.0],
        claim_vectors=[[0.75, 0.0], [0.25, 0.0]],
        premise_vectors=[[0.5, 0.0], [0.25, 0.0], [0.125, 0.0], [0.75, 0.0], [0.25, 0.0]],
    )


def test_lexical_claims() -> None:
    found = ClaimStep("lexical", "BM25", K=1)("cars", corpus())
    assert (found.rows.tolist(), found.probability.tolist()) == ([0], [1.0])


def test_hybrid_claims() -> None:
    # Lexical: 1 and 0; cosines divided by the best: 1 and 1/3.
    step = ClaimStep("hybrid", "BM25", K=2, temperature=1.0, share=0.5)
    found = step("cars", corpus())
    assert found.rows.tolist() == [0, 1]
    assert found.probability.tolist() == pytest.approx([1 / (1 + 1 / 6), (1 / 6) / (1 + 1 / 6)])


def test_hybrid_without_vectors_is_lexical() -> None:
    index = corpus()
    index.has_vectors = False
    assert ClaimStep("hybrid", "BM25", K=2)("cars", index).rows.tolist() == [0]


def test_premises_without_claims_get_their_share() -> None:
    # Two of five premises hang on no claim, found with cosines 3/4 and 1/4.
    found, own = with_own_words(ClaimStep("dense", K=5, temperature=1.0), "cars", corpus())
    assert found.rows.tolist() == [0, 1] and own.rows.tolist() == [3, 4]
    assert found.probability.tolist() == pytest.approx([0.6 * 3 / 4, 0.6 / 4])
    assert own.probability.tolist() == pytest.approx([0.4 * 3 / 4, 0.4 / 4])


def test_without_any_claim_premises_are_found_by_their_words() -> None:
    hits = Framework(stance="none", similarity="BM25")("loud stink", corpus(), 10)
    assert sorted(hit.premise for hit in hits) == [0, 1, 2, 3]
    assert all(hit.explanation.recompute() == pytest.approx(hit.score) for hit in hits)


def test_nothing_at_all_is_found() -> None:
    index = corpus()
    index.has_vectors = False
    for name in ("framework", "framework-hybrid", "claims"):
        assert method(f"{name}(stance=none)")("xyzzy", index, 5) == []


def test_claims_in_order() -> None:
    hits = Claims("dense", K=2, temperature=1.0, stance="none")("cars", corpus(), 10)
    assert [hit.premise for hit in hits] == [0, 2, 3, 1, 4]
    assert [hit.claims for hit in hits] == [(0,), (0,), (), (1,), ()]
    assert [hit.stance for hit in hits] == [Stance.PRO, Stance.CON, Stance.NONE, Stance.PRO, Stance.NONE]
    assert [hit.score for hit in hits] == pytest.approx([0.45, 0.45, 0.3, 0.15, 0.1])


def test_dense_premises() -> None:
    hits = Dense(stance="none")("cars", corpus(), 3)
    assert [(hit.premise, hit.score) for hit in hits] == [(3, 0.75), (0, 0.5), (1, 0.25)]


@pytest.mark.parametrize(
    "name", ["framework(K=5,N=3,representative=medoid)", "quixote(shortest=10)", "claims(K=7)"]
)
def test_names_parse_back(name: str) -> None:
    assert method_name(method(name)) == name


def test_mistakes_are_told() -> None:
    index = corpus()
    with pytest.raises(UnknownNameError, match="did you mean 'framework'"):
        method("framwork")
    with pytest.raises(UnknownNameError, match="'representative'"):
        method("framework(representativ=medoid)")
    with pytest.raises(UnknownNameError, match="dense"):
        Framework(claims="dens", stance="none")("cars", index, 3)
    with pytest.raises(InputError, match="K is 0"):
        Framework(K=0, stance="none")("cars", index, 3)
    with pytest.raises(UnknownNameError, match="reach"):
        Framework(reach="clam", stance="none")("cars", index, 3)
    with pytest.raises(UnknownNameError, match="normalis"):
        Framework(normalise="clam", stance="none")("cars", index, 3)
    index.has_vectors = False
    with pytest.raises(InputError, match="no vectors"):
        Framework(clusters="hybrid", stance="none")("cars", index, 3)


def test_opposite_claims_in_one_cluster_count_as_one_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """Support of a claim that opposes the query used to count with attacks on it, clusters being one."""
    index = ToyIndex(
        ["allow cars", "ban cars", "eat less"],
        ["cars are fun", "cars are great fun", "cars stink", "sugar is bad"],
        [(0, 0, 1), (1, 1, -1), (2, 1, 1), (3, 2, 1)],
        [0, 0, 1],
        [0, 0, 1, 2],
        claim_vectors=[[0.5], [0.5], [0.0]],
    )
    from debatable.ranking import around

    monkeypatch.setattr(around, "agreement", lambda *_: np.array([1.0, 0.0]))
    ranking = Framework("dense", K=2, stance="polarity", temperature=1.0, reach="cluster")
    hits = ranking("allow cars", index, 5)
    assert [(hit.members, hit.stance) for hit in hits] == [((1, 0), Stance.PRO), ((2,), Stance.CON)]
    # Each side of the one claim cluster has all of its probability.
    assert [hit.score for hit in hits] == pytest.approx([0.5, 0.5])
