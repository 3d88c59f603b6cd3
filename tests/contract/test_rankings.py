"""Every method ranks the same on every backend."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from debatable.errors import InputError
from debatable.ranking import METHODS, Backend, Method, Question, Scored, method
from debatable.ranking.diversity.premise_ranker import BiasedCoreset, OnePerCluster, TopK
from debatable.ranking.methods.diverse import Diverse
from debatable.ranking.relevance.filters import LearnedFilter
from tests.contract.pairs import BUNDLED, Pair, near
from tests.support.relevance import SharedWords, without_model
from tests.support.word_encoder import WORDS

QUERIES = ("Cars should be banned from the city", "nuclear power power", "quiet", "zebras", "the")


IN_PARTS = {
    f"{name}-{form}" for name in ("framework", "framework-paper") for form in ("sentences", "sliding")
}
NEEDS = {
    "": {
        *("dense", "framework-dense", "framework-first", "framework-paper-first", "zero-shot"),
        *("quixote", "quixote-paper"),
        *IN_PARTS,
    },
    WORDS: {"quixote", "quixote-paper"},
    BUNDLED: IN_PARTS,
}
"""Methods that lack something, by encoder: vectors, qualities, or vectors of long texts."""
READING = [
    Diverse(relevance=LearnedFilter(SharedWords()), ranker=BiasedCoreset(0.5, "l2")),
    Diverse(relevance=LearnedFilter(SharedWords()), ranker=OnePerCluster()),
    Diverse(relevance=LearnedFilter(SharedWords(), tau=0.05), ranker=TopK()),
]
QUICK = ("bm25f", "framework-hybrid", "best")
SERVED: list[str | Method] = [*(name for name in METHODS if not without_model(name)), *READING]
GROUPS: dict[str, Sequence[str | Method]] = {
    "quick": QUICK,
    "other": [name for name in SERVED if name not in QUICK],
}
"""Methods by whether a server in memory, which takes its time, ranks by them in the short form of the tests."""


def told(pair: Pair, hits: list[Scored], *, theirs: bool) -> tuple[list[dict[str, Any]], list[float]]:
    """Returns hits with rows of the oracle and without numbers; and the numbers, scores and what explains them."""
    plain, values = [], []
    for hit in hits:
        premises, claims = (hit.premise, *hit.members), hit.claims
        if theirs:
            premises, claims = tuple(pair.ours("premises", premises)), tuple(pair.ours("claims", claims))
        tree = []
        values.append(hit.score)
        waiting = [(0, hit.explanation)]
        while waiting:
            depth, part = waiting.pop()
            tree.append((depth, part.label, part.of, part.note))
            values.append(part.value)
            waiting += [(depth + 1, inner) for inner in part.parts]
        where = {"premises": premises, "claims": claims, "cluster": hit.cluster}
        plain.append({**where, "stance": hit.stance, "estimated": hit.estimated, "tree": tree})
    return plain, values


def ranked(name: str | Method, question: Question, backend: Backend, k: int) -> list[Scored] | None:
    """Returns the ranking; None where vectors or qualities are missing for it."""
    try:
        return method(name)(question, backend, k)
    except InputError as error:
        assert "vectors" in error.what or "quality" in error.what
        return None


@pytest.mark.parametrize("methods", GROUPS)
def test_rankings_are_those_of_brute_force(pair: Pair, methods: str) -> None:
    whole = pair.backend is pair.whole
    queries = QUERIES[:2] if not whole else QUERIES if methods == "quick" else (*QUERIES[:2], "zebras")
    asked = [(query, 100) for query in queries]
    for name, (query, k) in product(GROUPS[methods], [*asked, (QUERIES[0], 3)]):
        found = ranked(name, Question(query, pair.backend), pair.backend, k)
        expected = ranked(name, Question(query, pair.oracle), pair.oracle, k)
        assert (found is None) == (expected is None) == (name in NEEDS[pair.encoder]), name
        if found is None or expected is None:
            continue
        hits, values = told(pair, found, theirs=True)
        others, numbers = told(pair, expected, theirs=False)
        assert hits == others, (name, query, k)
        assert near(values, numbers, pair.exact, pair.exact), (name, query, k, hits)
        if query == QUERIES[0]:
            check_scores(pair, found, name)


def check_scores(pair: Pair, hits: list[Scored], name: str | Method) -> None:
    """Checks that scores fall, that explanations make them, and that hits stand for themselves first."""
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True), name
    for hit in hits:
        assert hit.explanation.recompute() == pytest.approx(hit.score, rel=pair.exact, abs=1e-12), name
        assert hit.members[0] == hit.premise and len(set(hit.members)) == len(hit.members), name
