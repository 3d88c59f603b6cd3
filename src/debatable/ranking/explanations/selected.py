"""Explanations of what was selected: built at the end, for the premises that are shown alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from debatable.model import Explanation
from debatable.ranking.protocol import DeferredExplanation, Explainer, Scored

__all__ = ["explained", "unexplained"]


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
