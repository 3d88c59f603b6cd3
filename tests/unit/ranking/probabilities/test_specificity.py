"""How specific a query is: three signs, by hand."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from debatable.errors import InputError
from debatable.learning import AlwaysRelevant
from debatable.learning.relevance import UnknownSpecificity
from debatable.progress import Deadline
from debatable.ranking.probabilities.specificity import GENERAL, SPECIFICS, Specificity
from debatable.ranking.protocol import Question
from tests.support.brute_backend import BruteBackend


@dataclass
class Told:
    """Says what it was told, and remembers what it was asked."""

    log_odds: float
    asked: list[tuple[str, str]] = field(default_factory=list)

    def __call__(self, claim: str, query: str) -> float:
        self.asked.append((claim, query))
        return self.log_odds


def backend(claims: list[list[float]], premises: list[list[float]]) -> BruteBackend:
    """A query along the first axis; each premise hangs on the first claim."""
    return BruteBackend(
        [f"claim {row}" for row in range(len(claims))],
        [f"premise {row}" for row in range(len(premises))],
        [(row, 0, 1) for row in range(len(premises))],
        list(range(len(claims))),
        list(range(len(premises))),
        query=[1.0, 0.0],
        claim_vectors=claims,
        premise_vectors=premises,
    )


def share(stage: Specificity, index: BruteBackend, deadline: Deadline | None = None) -> float:
    question = Question("q", index, deadline)
    claims, premises = np.arange(index.counts.claims), np.arange(index.counts.premises)
    return stage(AlwaysRelevant(), question, index, claims, premises).share


INDEX = backend([[0.6, 0.8], [0.5, 0.75**0.5]], [[0.8, 0.6], [0.6, 0.8]])


@pytest.mark.parametrize(("log_odds", "expected"), [(0.0, 0.5), (2.0, 1 / (1 + np.exp(-2.0)))])
def test_cosines_and_the_model_add_up(log_odds: float, expected: float) -> None:
    # best premise .8, best claim .6: at middle .2 half; the model's log-odds count .05 each, over a width of .05
    told = Told(log_odds)
    stage = Specificity(model=told, trust=0.05, overlap=0.0, middle=0.2, width=0.05)
    assert share(stage, INDEX) == pytest.approx(expected)
    assert told.asked == [("claim 0", "q")], "the nearest claim, once"


def test_premises_that_the_claim_finds_as_well_speak_for_a_general_query() -> None:
    # Ten premises: the two nearest to the query are among the five nearest to the first claim, not to the second.
    angles = np.linspace(0.1, 1.4, 10)
    premises = np.column_stack([np.cos(angles), np.sin(angles)]).tolist()
    stage = Specificity(trust=0.0, overlap=0.4, middle=0.0, width=0.1)
    near = backend([[np.cos(0.3), np.sin(0.3)]], premises)
    far = backend([[np.cos(1.4), np.sin(1.4)]], premises)
    narrow = replace(
        stage, around=2
    )  # of the premises .100 .244 .389 from the query, the last two are nearest to .3
    cases = ((stage, near, 1.0, 0.3), (stage, far, 0.0, 1.4), (narrow, near, 0.5, 0.3))
    for asked, index, overlap, angle in cases:
        signs = np.cos(0.1) - np.cos(angle) + 0.4 * (0.5 - overlap)
        assert share(asked, index) == pytest.approx(1 / (1 + np.exp(-signs / 0.1)), rel=1e-5)


def test_nothing_is_read_without_trust_or_time() -> None:
    told = Told(9.0)
    assert share(Specificity(model=told, trust=0.0), INDEX) == share(
        Specificity(model=UnknownSpecificity()), INDEX
    )
    over = Deadline(0.0)
    assert share(Specificity(model=told, trust=0.1, read=0), INDEX, over) == share(
        Specificity(model=UnknownSpecificity(), read=0), INDEX
    )
    assert told.asked == []


def test_without_claims_every_query_is_general() -> None:
    question = Question("q", INDEX)
    none = np.zeros(0, np.int64)
    assert Specificity(model=Told(9.0))(AlwaysRelevant(), question, INDEX, none, np.arange(2)) is GENERAL


WEIGHTS = ("trust", "overlap", "words", "debate", "reading", "bound")


@pytest.mark.parametrize(
    "name", [*WEIGHTS, "nearest", "around", "compared", "read_claims", "read", "irrelevant"]
)
def test_no_number_is_below_zero(name: str) -> None:
    with pytest.raises(InputError, match=f"{name} is -1"):
        SPECIFICS.parse(f"match({name}=-1)")
