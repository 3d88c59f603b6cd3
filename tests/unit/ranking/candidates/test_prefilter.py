"""Candidates: through claims where there are any, and by themselves alone."""

from __future__ import annotations

import pytest

from debatable.errors import InputError
from debatable.ranking import Question
from debatable.ranking.candidates.claim_steps import Lexical
from debatable.ranking.candidates.prefilter import PREFILTERS, ClaimPrefilter, InductivePrefilter
from tests.support.brute_backend import BruteBackend


def backend(*, claims: bool = True) -> BruteBackend:
    """Premise 0 has no word of the query, but its claim has; premise 2 shares a word and speaks to no claim."""
    return BruteBackend(
        ["ban cars", "eat less"] if claims else [],
        ["they stink", "food is good", "cars are loud", "nothing at all"],
        [(0, 0 if claims else -1, 1), (1, 1 if claims else -1, 1), (2, -1, 0), (3, -1, 0)],
        [0, 1] if claims else [],
        [0, 1, 2, 3],
        vectors=False,
    )


def test_claims_bring_premises_of_other_words() -> None:
    index = backend()
    found = ClaimPrefilter(step=Lexical())(Question("ban cars", index), index)
    assert set(found.tolist()) == {0, 2}
    alone = InductivePrefilter(step=Lexical())(Question("ban cars", index), index)
    assert alone.tolist() == [2]


def test_a_corpus_without_claims_has_candidates() -> None:
    index = backend(claims=False)
    for prefilter in (ClaimPrefilter(), InductivePrefilter()):
        assert prefilter(Question("ban cars", index), index).tolist() == [2]


def test_no_more_candidates_than_asked_for() -> None:
    index = BruteBackend(
        [],
        [f"cars {'x ' * n}" for n in range(50)],
        [(n, -1, 0) for n in range(50)],
        [],
        range(50),
        vectors=False,
    )
    for prefilter in (ClaimPrefilter(depth=7), InductivePrefilter(depth=7), InductivePrefilter(depth=30)):
        assert len(prefilter(Question("cars", index), index)) == prefilter.depth


@pytest.mark.parametrize("name", ["claims(depth=0)", "inductive(depth=-1)", "inductive(step=hybrid(K=0))"])
def test_senseless_depths_are_refused(name: str) -> None:
    with pytest.raises(InputError):
        PREFILTERS.parse(name)
