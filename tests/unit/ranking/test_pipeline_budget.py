"""Reading ends within the budget of a question, in the method and in the gate, and says what was left unread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from debatable.arrays import Floats
from debatable.progress import Deadline
from debatable.ranking import Question, pipeline
from debatable.ranking.methods.best import Best
from debatable.ranking.methods.diverse import Diverse
from debatable.ranking.pipeline import Pipeline, Selected
from debatable.ranking.relevance.closeness import Closeness
from debatable.ranking.relevance.filters import LearnedFilter
from debatable.ranking.stance.table import ReadStance
from tests.support.brute_backend import BruteBackend
from tests.support.readers import GivenEvidence, GivenRelevance

CLAIMS = [f"we should ban cars in the city, said {name}" for name in ("ann", "bob", "cleo", "dan")]
PREMISES = [f"cars in the city are bad for the reason {number}" for number in range(24)]
QUERY = "we should ban cars in the city"


@dataclass(eq=False)
class Clock:
    """Stands still but for models that read."""

    now: float = 0.0
    pairs: int = 0

    def __call__(self) -> float:
        return self.now

    def reads(self, pairs: int) -> None:
        """A second a pair."""
        self.now += pairs
        self.pairs += pairs


@dataclass(frozen=True, eq=False)
class SlowEvidence(GivenEvidence):
    clock: Clock = field(default_factory=Clock)

    def between(self, claims: Sequence[str], others: Sequence[str]) -> Floats:
        self.clock.reads(len(claims))
        return super().between(claims, others)

    def towards(self, query: str, premises: Sequence[str]) -> Floats:
        self.clock.reads(len(premises))
        return super().towards(query, premises)


@dataclass(frozen=True, eq=False)
class SlowRelevance(GivenRelevance):
    clock: Clock = field(default_factory=Clock)

    def __call__(self, query: str, texts: Sequence[str]) -> Floats:
        self.clock.reads(len(texts))
        return super().__call__(query, texts)


def backend(vectors: bool) -> BruteBackend:
    """Four claims, half of the premises for or against one of them, the others without a claim."""
    random = np.random.default_rng(7)

    def near(count: int) -> list[list[float]]:
        made = np.array([1.0, 0.0, 0.0]) + 0.5 * random.random((count, 3))
        return (made / np.linalg.norm(made, axis=1, keepdims=True)).tolist()  # type: ignore[no-any-return]

    uses = [(row, row % 4 if row < 12 else -1, (-1) ** row if row < 12 else 0) for row in range(24)]
    return BruteBackend(
        CLAIMS,
        PREMISES,
        uses,
        list(range(4)),
        list(range(24)),
        query=[1.0, 0.0, 0.0],
        claim_vectors=near(4),
        premise_vectors=near(24),
        vectors=vectors,
    )


def searched(name: str, vectors: bool, budget: float | None) -> tuple[Selected, Clock, int]:
    """Returns what was selected, the clock after it, and the pairs left unread."""
    clock = Clock()
    evidence = SlowEvidence(
        {claim: float(place - 1) for place, claim in enumerate(CLAIMS)},
        premises={premise: float(place % 5 - 2) for place, premise in enumerate(PREMISES)},
        clock=clock,
    )
    said = {text: 0.3 + 0.6 * place / 28 for place, text in enumerate([*CLAIMS, *PREMISES])}
    relevance = SlowRelevance(said, clock=clock)
    stage = ReadStance(evidence)
    ranking = (
        Best(relevance=relevance, stance=stage)
        if name == "best"
        else Diverse(relevance=LearnedFilter(relevance), stance=stage)
    )
    gate = Closeness(relevance, same=relevance)
    index = backend(vectors)
    deadline = None if budget is None else Deadline(budget, clock=clock)
    selected = Pipeline(ranking, relevance=gate)(Question(QUERY, index, deadline), index, 10)
    return selected, clock, 0 if deadline is None else deadline.unread


def shown(selected: Selected) -> tuple[object, ...]:
    premises = [(hit.premise, hit.score, hit.stance, hit.confidence) for hit in selected.premises]
    return premises, selected.level, None if selected.relevance is None else selected.relevance.tolist()


@pytest.mark.parametrize(("name", "vectors"), [("best", True), ("best", False), ("diverse", True)])
def test_reading_ends_with_the_budget_and_an_answer_without_all_of_it_says_so(
    name: str, vectors: bool
) -> None:
    usual, clock, _ = searched(name, vectors, None)
    assert clock.pairs > 20
    cut = 0
    for budget in [0.0, *np.linspace(0.5, 3 * clock.pairs, 60).tolist()]:
        selected, within, unread = searched(name, vectors, budget)
        assert within.now <= max(budget, 4.0) + 1.0, (
            budget,
            within.now,
        )  # four pairs before the pace is known
        assert selected.premises, budget
        if unread == 0:
            assert shown(selected) == shown(usual), budget
        cut += unread > 0
    assert 0 < cut < 61, "some budgets are too small, the last ones are not"


def test_nothing_is_unread_where_nothing_is_read() -> None:
    index, late = backend(vectors=True), Deadline(0.0)
    nothing_read = pipeline(
        "pipeline(method=best(relevance=none,stance=none,specific=none),relevance=cosines)"
    )
    nothing_read(Question(QUERY, index, late), index, 10)
    assert late.unread == 0
