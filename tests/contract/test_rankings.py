"""Every method ranks the same on every backend."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from debatable.errors import InputError
from debatable.ranking import METHODS, Backend, Method, Question, Scored, method
from debatable.ranking.diversity.premise_ranker import BiasedCoreset, OnePerCluster, TopK
from debatable.ranking.methods.diverse import Diverse
from debatable.ranking.relevance.learned import LearnedFilter
from tests.contract.pairs import BUNDLED, Pair
from tests.support.relevance import SharedWords, without_model
from tests.support.word_encoder import WORDS

pytestmark = pytest.mark.usefixtures("read_once")

QUERIES = ("Cars should be banned from the city", "nuclear power power", "quiet", "zebras", "the")


IN_PARTS = {
    f"{name}-{form}" for name in ("framework", "framework-paper") for form in ("sentences", "sliding")
}
NEEDS = {
    "": {
        *("dense", "framework-dense", "framework-first", "framework-paper-first", "quixote", "zero-shot"),
        *IN_PARTS,
    },
    WORDS: {"quixote"},
    BUNDLED: IN_PARTS,
}
"""Methods that lack something, by encoder: vectors, qualities, or vectors of long texts."""
READING = [
    Diverse(relevance=LearnedFilter(SharedWords()), ranker=BiasedCoreset(0.5, "l2")),
    Diverse(relevance=LearnedFilter(SharedWords()), ranker=OnePerCluster()),
    Diverse(relevance=LearnedFilter(SharedWords(), tau=0.05), ranker=TopK()),
]
SERVED = [*(name for name in METHODS if not without_model(name)), *READING]


def told(pair: Pair, hits: list[Scored], *, theirs: bool) -> list[dict[str, Any]]:
    """Returns hits with rows of the oracle, and their scores and explanations apart."""
    found = []
    for hit in hits:
        rows = {"premises": (hit.premise, *hit.members), "claims": hit.claims}
        if theirs:
            rows = {
                "premises": tuple(pair.ours("premises", np.array(rows["premises"]))),
                "claims": tuple(pair.ours("claims", np.array(rows["claims"], np.int64))),
            }
        found.append(
            {**rows, "stance": hit.stance, "cluster": hit.cluster, "estimated": hit.estimated}
            | {"tree": [(depth, part.label, part.of, part.note) for depth, part in hit.explanation.walk()]}
        )
    return found


def values(hit: Scored) -> list[float]:
    """Returns the score of a hit and all values that explain it."""
    return [hit.score, *(part.value for _, part in hit.explanation.walk())]


def near(found: Sequence[float], expected: Sequence[float], exact: float) -> bool:
    """Says whether finite numbers are equal but for rounding, as `pytest.approx` does, and faster."""
    one, other = np.array(found), np.array(expected)
    assert np.isfinite([*found, *expected]).all()
    return one.shape == other.shape and bool(
        np.all(np.abs(one - other) <= np.maximum(exact, exact * np.abs(other)))
    )


def ranked(backend: Backend, name: str | Method, query: str, k: int) -> list[Scored] | None:
    """Returns the ranking; None where vectors or qualities are missing for it."""
    try:
        return method(name)(Question(query, backend), backend, k)
    except InputError as error:
        assert "vectors" in error.what or "quality" in error.what
        return None


@pytest.mark.parametrize("name", SERVED)
def test_rankings_are_those_of_brute_force(pair: Pair, name: str | Method) -> None:
    for query in QUERIES:
        for k in (3, 100):
            found = ranked(pair.backend, name, query, k)
            expected = ranked(pair.oracle, name, query, k)
            assert (found is None) == (expected is None)
            if found is None or expected is None:
                continue
            assert told(pair, found, theirs=True) == told(pair, expected, theirs=False)
            for one, other in zip(found, expected, strict=True):
                assert near(values(one), values(other), pair.exact), (one, other)


@pytest.mark.parametrize("name", SERVED)
def test_scores_fall_and_are_explained(pair: Pair, name: str | Method) -> None:
    hits = ranked(pair.backend, name, QUERIES[0], 20)
    if hits is None:
        assert name in NEEDS[pair.encoder]
        return
    assert name not in NEEDS[pair.encoder]
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    for hit in hits:
        assert hit.explanation.recompute() == pytest.approx(hit.score, rel=pair.exact, abs=1e-12)
        assert hit.members[0] == hit.premise and len(set(hit.members)) == len(hit.members)
