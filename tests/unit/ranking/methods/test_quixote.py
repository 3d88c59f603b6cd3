"""Quality ranking by hand."""

from __future__ import annotations

import numpy as np
import pytest

from debatable.errors import InputError, UnknownNameError
from debatable.model import Stance
from debatable.ranking.candidates.claim_steps import Dense
from debatable.ranking.methods.quixote import Quixote
from debatable.ranking.stance.table import NoStance
from tests.support.brute_backend import BruteBackend, ask

LONG = "This premise has well over thirty characters"


def corpus(quality: list[list[float]] | None, texts: list[str] | None = None) -> BruteBackend:
    """Claims 0 and 1 mean the same, claim 2 stands alone; P(c|q) is 1/2, 1/4 and 1/4."""
    return BruteBackend(
        claims=["ban cars", "forbid cars", "ban planes"],
        premises=texts or [f"{LONG} {row}" for row in range(5)],
        uses=[(0, 0, 1), (1, 0, -1), (2, 1, 1), (3, 2, 1), (4, 2, -1)],
        claim_clusters=[0, 0, 1],
        premise_clusters=[0, 1, 0, 1, 2],
        claim_vectors=[[0.5], [0.25], [0.25]],
        quality=quality,
    )


CLAIMS = Dense(K=3, calibration="sum", temperature=1.0)
METHOD = Quixote(claims=CLAIMS, stance=NoStance(), split=False)
QUALITY: list[list[float]] = [[1, 1, 1], [0, 1, 0], [2, 1, 1], [1, 1, 0], [0, 1, 1]]


def test_by_hand() -> None:
    # P(c|q) is 1/2, 1/4, 1/4. DCFs 3 and 1 of 4 at claim 0; the only premise of claim 1; 2 and 2 of 4 at claim 2.
    hits = ask(METHOD, "cars", corpus(QUALITY), 5)
    assert [hit.cluster for hit in hits] == ["premises-0", "premises-1", "premises-2"]
    assert [hit.score for hit in hits] == pytest.approx(
        [1 / 2 * 3 / 4 + 1 / 4 * 1, 1 / 2 * 1 / 4 + 1 / 4 * 1 / 2, 1 / 4 * 1 / 2], abs=1e-12
    )
    for hit in hits:
        assert hit.explanation.recompute() == pytest.approx(hit.score, abs=1e-12)


def test_the_only_premise_of_a_claim_is_not_silenced_by_a_larger_one_of_the_same_meaning() -> None:
    # Premise 2 has beaten nobody, since there is nobody at claim 1 but it; claim 0 means the same and has two.
    hits = ask(METHOD, "cars", corpus([[1, 1, 1], [0, 0, 0], [0.5, 0.5, 0.5], [1, 1, 1], [0, 0, 0]]), 5)
    found = {hit.cluster: hit.score for hit in hits}
    assert found["premises-0"] == pytest.approx(1 / 2 * 1 + 1 / 4 * 1, abs=1e-12)


def test_a_claim_of_the_same_meaning_that_was_not_found_shares_with_those_that_were() -> None:
    # Claims 0 and 2 are found, 2/3 and 1/3; claim 1 means what 0 means, and they share 2/3.
    two = Dense(K=2, calibration="sum", temperature=1.0)
    index = corpus(QUALITY)
    index._vectors["claims"] = [np.array([value], np.float32) for value in (0.5, 0.0, 0.25)]
    method = Quixote(claims=two, stance=NoStance(), split=False)
    scores = {hit.cluster: hit.score for hit in ask(method, "cars", index, 5)}
    assert scores["premises-0"] == pytest.approx(1 / 3 * 3 / 4 + 1 / 3, abs=1e-6)
    assert scores["premises-2"] == pytest.approx(1 / 3 * 1 / 2, abs=1e-6)


def test_one_z_for_all() -> None:
    # All DCFs together are 12.
    method = Quixote(claims=CLAIMS, stance=NoStance(), split=False, normalise="all")
    scores = [hit.score for hit in ask(method, "cars", corpus(QUALITY), 5)]
    assert scores == pytest.approx(
        [1 / 2 * 3 / 12 + 1 / 4 * 4 / 12, 1 / 2 * 1 / 12 + 1 / 4 * 2 / 12, 1 / 4 * 2 / 12], abs=1e-12
    )


def test_a_claim_where_nobody_was_beaten_shares_alike() -> None:
    hits = ask(METHOD, "cars", corpus([[0, 0, 0]] * 5), 5)
    assert [hit.score for hit in hits] == pytest.approx([1 / 4 + 1 / 4, 1 / 4 + 1 / 8, 1 / 8], abs=1e-12)
    assert [hit.explanation.recompute() for hit in hits] == pytest.approx([hit.score for hit in hits])


def test_clusters_split_by_stance() -> None:
    hits = ask(Quixote(claims=CLAIMS, stance=NoStance()), "cars", corpus(QUALITY), 5)
    found = {(hit.cluster, hit.stance): hit.members for hit in hits}
    assert found == {
        ("premises-0", Stance.PRO): (0, 2),
        ("premises-1", Stance.CON): (1,),
        ("premises-1", Stance.PRO): (3,),
        ("premises-2", Stance.CON): (4,),
    }
    assert sum(hit.score for hit in hits) == pytest.approx(1.0, abs=1e-12)


def test_short_premises_are_dropped() -> None:
    texts = [LONG, "x" * 29, LONG + "!", "y" * 30, "short"]
    hits = ask(METHOD, "cars", corpus(QUALITY, texts), 5)
    assert [hit.members for hit in hits] == [(2, 0), (3,)]
    assert [hit.score for hit in hits] == pytest.approx([3 / 4, 1 / 4], abs=1e-12)


def test_ties_by_length_then_text() -> None:
    texts = [f"{LONG} b", f"{LONG} a", f"{LONG} longer", f"{LONG} c", f"{LONG} d"]
    index = BruteBackend(
        ["ban cars"],
        texts,
        [(row, 0, 1) for row in range(5)],
        [0],
        list(range(5)),
        quality=[[1, 1, 1]] * 5,
    )
    assert [hit.premise for hit in ask(METHOD, "cars", index, 5)] == [2, 1, 0, 3, 4]
    assert [hit.premise for hit in ask(METHOD, "cars", index, 2)] == [2, 1]


def test_an_index_without_quality_says_so() -> None:
    with pytest.raises(InputError, match="quality"):
        ask(METHOD, "cars", corpus(None), 5)


def far(similarity: float) -> BruteBackend:
    """Claim 0 is found; claim 1, far from it, has premise 2, which says what 0 says, and its rival 3."""
    return BruteBackend(
        claims=["ban cars", "close the ports"],
        premises=[f"{LONG} {row}" for row in range(2)]
        + [f"{LONG} and is the longest {row}" for row in (2, 3)],
        uses=[(0, 0, 1), (1, 0, -1), (2, 1, -1), (3, 1, 1)],
        claim_clusters=[0, 1],
        premise_clusters=[0, 1, 0, 2],
        claim_vectors=[[0.75], [similarity]],
        quality=[[1, 1, 1], [0, 1, 0], [1, 0, 0], [1, 1, 0]],
    )


ONE = Dense(K=1, calibration="sum", temperature=1.0)


def test_expansion_brings_in_the_premises_of_the_same_clusters() -> None:
    # P(c|q) is 3/4 and 1/4 over the claim found and the one brought in. DCFs are 3 and 1 of 4 at claim 0, 1 and 2 of 3
    # at claim 1, whose premise 3 was not brought in: it is a rival and nothing more.
    method = Quixote(claims=ONE, stance=NoStance(), split=False)
    hits = ask(method, "cars", far(0.25), 5)
    assert [(hit.cluster, hit.members) for hit in hits] == [("premises-0", (2, 0)), ("premises-1", (1,))]
    assert [hit.score for hit in hits] == pytest.approx(
        [3 / 4 * 3 / 4 + 1 / 4 * 1 / 3, 3 / 4 * 1 / 4], abs=1e-6
    )
    assert hits[0].claims == (0, 1)
    for hit in hits:
        assert hit.explanation.recompute() == pytest.approx(hit.score, abs=1e-9)


def test_without_expansion_the_claims_found_have_it_all() -> None:
    method = Quixote(claims=ONE, stance=NoStance(), split=False, expansion="none")
    hits = ask(method, "cars", far(0.25), 5)
    assert [hit.members for hit in hits] == [(0,), (1,)]
    assert [hit.score for hit in hits] == pytest.approx([3 / 4, 1 / 4], abs=1e-12)


def test_a_premise_brought_in_without_a_probability_is_a_member_but_on_no_side() -> None:
    # Claim 1 has nothing of the query: premise 2 adds nothing, but says the same at greater length.
    whole, sides = (
        ask(Quixote(claims=ONE, stance=NoStance(), split=split), "cars", far(0.0), 5)
        for split in (False, True)
    )
    assert [hit.members for hit in whole] == [(2, 0), (1,)]
    assert [hit.score for hit in whole] == pytest.approx([3 / 4, 1 / 4], abs=1e-12)
    assert [(hit.members, hit.stance) for hit in sides] == [((0,), Stance.PRO), ((1,), Stance.CON)]


def test_an_expansion_that_is_none_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="clusters"):
        Quixote(expansion="cluster")  # type: ignore[arg-type]


def test_short_premises_without_a_claim_are_dropped_too() -> None:
    texts = [LONG, "y" * 29, "z" * 30]
    index = BruteBackend(
        claims=["ban cars"],
        premises=texts,
        uses=[(0, 0, 1), (1, -1, 0), (2, -1, 0)],
        claim_clusters=[0],
        premise_clusters=[0, 1, 2],
        claim_vectors=[[1.0]],
        premise_vectors=[[1.0], [1.0], [1.0]],
        quality=[[1, 1, 1], [0, 0, 0], [0, 0, 0]],
    )
    hits = ask(METHOD, "cars", index, 5)
    assert sorted(member for hit in hits for member in hit.members) == [0, 2]
