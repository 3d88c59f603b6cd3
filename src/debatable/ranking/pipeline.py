"""From a question to the premises that are shown: a method, and the stages after it.

question → method (candidates, claim stance, scores, diversity, premise stance) → stance threshold → selection →
relevance gate. What each stage decides is data; texts, sentences and explanations are made at the end, by the engine.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from debatable.arrays import Floats
from debatable.errors import QueryError
from debatable.model import ClosenessLevel, Explanation
from debatable.naming import Table, check_fields, check_range, named
from debatable.ranking.protocol import (
    MAX_HITS,
    Backend,
    DeferredExplanation,
    Explainer,
    Method,
    Question,
    Scored,
)
from debatable.ranking.relevance.closeness import GATES, Closeness
from debatable.ranking.selection import StanceChoice, merge_repeats, page, select, with_threshold
from debatable.ranking.table import METHODS


@dataclass(frozen=True, slots=True)
class Selected:
    """Premises that were selected, best first.

    Attributes:
        premises: The premises.
        relevance: P(it speaks to the query) of each; None where nobody asked.
        level: How close they are; empty where nobody asked.
        threshold: Relevance from which they are shown.
        single_claim: Whether what is close hangs on a single claim, which may look close by chance.
        estimated: Whether the stance of a premise that is close was estimated from its own words.
    """

    premises: Sequence[Scored]
    relevance: Floats | None = None
    level: ClosenessLevel | Literal[""] = ""
    threshold: float = 0.0
    single_claim: bool = False
    estimated: bool = False


@dataclass(frozen=True, slots=True)
class Pipeline:
    """A ranking method with the stages that select what is shown.

    Attributes:
        method: Ranks premises and assigns their stances.
        stance_threshold: Probability below which the stance of a premise is undecided.
        relevance: Gate: how probably a premise speaks to the query, and from which probability it is shown.
        depth: Premises that are ranked at least where one stance is asked for.
        deeper: How many times as many premises are ranked as shown where one stance is asked for.
        context: First premises by which it is decided whether a single claim is close, however few are shown, and of
            which those that are close come first: so many make a block.
    """

    method: Method = named(METHODS, "best")
    stance_threshold: float = 0.75
    relevance: Closeness = named(GATES, "closeness")
    depth: int = 100
    deeper: int = 5
    context: int = 10

    def __post_init__(self) -> None:
        """Takes names for objects and checks the numbers."""
        check_fields(self)
        from_half = "give a probability from 0.5 to 1"
        check_range(self, "stance_threshold", least=0.5, most=1, todo=from_half)
        check_range(self, "depth", "context", least=1, most=MAX_HITS)
        check_range(self, "deeper", least=1, most=100)

    def __call__(
        self,
        question: Question,
        backend: Backend,
        k: int,
        stance: StanceChoice = "any",
        *,
        strict: bool = True,
        explain: bool = True,
        offset: int = 0,
    ) -> Selected:
        """Ranks and selects premises.

        Args:
            question: The query.
            backend: What is searched.
            k: How many premises at most.
            stance: Which stances are shown.
            strict: Whether the stance threshold and the relevance gate apply.
            explain: Whether the explanations of what is selected are built; where not, a score explains itself.
            offset: Premises that were selected on earlier pages.

        Raises:
            QueryError: The method returned a score that is no finite number.
        """
        start, stop = offset, offset + k
        if strict and stance != "both":  # whole blocks: a short answer is the beginning of a longer one
            start, stop = start // self.context * self.context, -(-stop // self.context) * self.context
        depth = stop if stance == "any" else max(self.depth, self.deeper * stop)
        ranked = _finite(self.method(question, backend, max(depth, self.context) if strict else depth))
        decided = with_threshold(ranked, self.stance_threshold) if strict else ranked
        if stance != "any":
            decided = merge_repeats(decided)
        selected = select(decided, stance, stop - start, start)
        built = explained if explain else unexplained
        if not strict:
            return Selected(built(selected), estimated=any(hit.estimated for hit in selected))
        gate = self.relevance
        relevance = gate(question, backend, selected)
        single = gate.by_chance(backend, selected, relevance)
        if single:  # few were asked for, or one stance: is another claim close among the first ones?
            values = dict(zip((hit.premise for hit in selected), relevance.tolist(), strict=True))
            first = ranked[: self.context]
            others = [hit for hit in first if hit.premise not in values]
            more = gate(question, backend, others).tolist()
            values |= dict(zip((hit.premise for hit in others), more, strict=True))
            single = gate.by_chance(backend, first, np.array([values[hit.premise] for hit in first]))
        level, threshold = gate.level(question, backend, relevance, by_chance=single)
        close = relevance >= threshold if level != "none" else np.zeros(len(relevance), np.bool_)
        places = page(close, offset - start, offset - start + k, self.context)
        shown = built([selected[place] for place in places])
        estimated = any(selected[place].estimated for place in places if close[place])
        return Selected(shown, relevance[places], level, threshold, single, estimated)

    def load_ahead(self) -> None:
        """Starts to load the models that the stages read with, beside what is needed before them."""
        self.relevance.begin()


PIPELINES: Table[Pipeline] = Table("pipeline", {"pipeline": Pipeline()}, base=Pipeline)
"""A method with its stages, by name."""


def pipeline(method: str | Method | Pipeline, default: Pipeline | None = None) -> Pipeline:
    """Returns a pipeline by its name or that of its method; a method gets the stages of the default.

    >>> pipeline("pipeline(method=dense,stance_threshold=0.9)").stance_threshold
    0.9
    >>> pipeline("dense").stance_threshold
    0.75
    >>> pipeline("fast").relevance == GATES["cosines"]
    True
    """
    if isinstance(method, Pipeline):
        return method
    if isinstance(method, str) and method.split("(")[0].strip() in PIPELINES:
        return PIPELINES.parse(method)
    made, stages = METHODS.parse(method), default or Pipeline()
    return replace(stages, method=made, relevance=_gate(made, stages.relevance))


def pipeline_name(made: Pipeline) -> str:
    """Returns the name that parses back to a pipeline; that of its method where its stages are the usual ones.

    >>> pipeline_name(pipeline("dense(stance=none)"))
    'dense(stance=none)'
    >>> pipeline_name(pipeline("pipeline(method=dense,stance_threshold=0.9)"))
    'pipeline(method=dense,stance_threshold=0.9)'
    """
    usual = Pipeline(method=made.method)
    if made == replace(usual, relevance=_gate(made.method, usual.relevance)):
        return METHODS.name(made.method)
    return PIPELINES.name(made)


def _gate(method: Method, usual: Closeness) -> Closeness:
    """Returns the gate of a method: the usual one, but ``fast`` reads nothing for relevance either."""
    return GATES["cosines"] if method == METHODS["fast"] else usual


def explained(selected: Sequence[Scored]) -> list[Scored]:
    """Returns premises with their explanations, those of one ranking built together."""
    numbers: defaultdict[Explainer, list[int]] = defaultdict(list)
    for hit in selected:
        if isinstance(hit.tree, DeferredExplanation):
            numbers[hit.tree.explain].append(hit.tree.number)
    trees = {explain: iter(explain(asked)) for explain, asked in numbers.items()}
    return [
        replace(hit, tree=next(trees[hit.tree.explain])) if isinstance(hit.tree, DeferredExplanation) else hit
        for hit in selected
    ]


def unexplained(selected: Sequence[Scored]) -> list[Scored]:
    """Returns premises with their scores in place of explanations that were not built."""
    return [
        replace(hit, tree=Explanation("score", hit.score))
        if isinstance(hit.tree, DeferredExplanation)
        else hit
        for hit in selected
    ]


def _finite(ranked: Sequence[Scored]) -> Sequence[Scored]:
    if all(math.isfinite(hit.score) for hit in ranked):
        return ranked
    raise QueryError("the method gives scores that are no numbers", todo="choose smaller parameters")
