"""The pre-filter: the candidates that are worth being read together with the query."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from debatable.arrays import Ints, distinct
from debatable.naming import Table, check_fields, check_range, named
from debatable.ranking.candidates.claim_steps import CLAIM_STEPS, ClaimStep
from debatable.ranking.candidates.direct import found_directly
from debatable.ranking.candidates.uses import neighbourhood
from debatable.ranking.protocol import Backend, Question


class Prefilter(Protocol):
    """A stage that finds candidates, so many that few relevant ones are missing (Fromm et al. 2021, 2)."""

    def __call__(self, question: Question, backend: Backend) -> Ints:
        """Returns the rows of the candidates, the best match first."""


@dataclass(frozen=True, slots=True)
class InductivePrefilter:
    """Premises by their own words and vectors: no claim is looked at, so a corpus needs none."""

    step: ClaimStep = named(CLAIM_STEPS, "hybrid")
    depth: int = 50

    def __post_init__(self) -> None:
        """Takes a name for a step and checks the depth."""
        check_fields(self)
        check_range(self, "depth", least=1, todo="look at one premise at least")

    def __call__(self, question: Question, backend: Backend) -> Ints:
        """Returns the premises that match best."""
        times = -(-self.depth // self.step.K)
        return self.step(question, backend, "premises", times).rows[: self.depth]


@dataclass(frozen=True, slots=True)
class ClaimPrefilter(InductivePrefilter):
    """Premises of the clusters of the claims found, and premises found directly (Dumani et al. 2020, 5).

    The papers take all of them; the best ``depth`` are enough for a list, and a model reads each.
    """

    def __call__(self, question: Question, backend: Backend) -> Ints:
        """Returns the premises that match best, themselves and with their best claim."""
        near = neighbourhood(self.step(question, backend), backend)
        return found_directly(self.step, question, backend, distinct(near.uses.premise), self.depth).rows


PREFILTERS: Table[Prefilter] = Table(
    "pre-filter", {"claims": ClaimPrefilter(), "inductive": InductivePrefilter()}
)
"""Where candidates come from, by name."""
