"""The training examples of each task: stance, relevance, quality, encoder."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from debatable.learning.training.examples import Debates, Example, Link, Material, consistent

AGREED = 0.8
"""Share of the premises between two targets that must agree on how these stand to each other."""
MOST_BETWEEN = 100
"""Pairs of targets that one target in their middle gives at most."""
MOST_PAIRS = 2000
"""Pairs of one query for quality, drawn where there are more."""
SAME = ("It is true that {s}", "I am convinced that {s}", "There is every reason to think that {s}")
OPPOSITE = ("It is not true that {s}", "It is wrong to say that {s}", "Nobody should believe that {s}")
FRAMED = 0.25
"""Share of the stance examples that are repeated with their first text in a frame."""


def stance_examples(materials: Sequence[Material], debates: Debates) -> list[Example]:
    """Returns examples whose label is 1 where the second text takes the side of the first."""
    links = [link for material in materials for link in material.links() if link.sign]
    examples = [
        Example(link.target, link.premise, float(link.sign > 0), debates(link.target)) for link in links
    ]
    for (one, other), sign in sides(links).items():
        for first, second in ((one, other), (other, one)):
            examples.append(Example(first, second, float(sign > 0), debates(first)))
    return consistent(examples)


def sides(links: Sequence[Link]) -> dict[tuple[str, str], int]:
    """Returns how claims and queries stand to each other: 1 on one side, -1 opposed.

    A premise for one and against the other opposes them; where most premises that two share agree, that is their
    relation. Two that are related to a third are related accordingly.

    >>> sides([Link("Ban cars", "loud", 1), Link("Keep cars", "loud", -1)])
    {('Ban cars', 'Keep cars'): -1}
    """
    by_premise: dict[str, dict[str, int]] = defaultdict(dict)
    for link in links:
        by_premise[link.premise][link.target] = link.sign
    votes: dict[tuple[str, str], list[int]] = defaultdict(list)
    for targets in by_premise.values():
        for (one, left), (other, right) in combinations(sorted(targets.items()), 2):
            votes[one, other].append(left * right)
    decided = {
        pair: 1 if sum(signs) > 0 else -1
        for pair, signs in votes.items()
        if abs(sum(signs)) >= (2 * AGREED - 1) * len(signs)
    }
    return {**dict(_through_a_third(decided)), **decided}


def _through_a_third(decided: Mapping[tuple[str, str], int]) -> Iterator[tuple[tuple[str, str], int]]:
    near: dict[str, dict[str, int]] = defaultdict(dict)
    for (one, other), sign in decided.items():
        near[one][other] = near[other][one] = sign
    for _, targets in sorted(near.items()):
        for count, ((one, left), (other, right)) in enumerate(combinations(sorted(targets.items()), 2)):
            if count == MOST_BETWEEN:
                break
            yield (one, other), left * right


def framed(text: str, frame: str) -> str:
    """Returns a statement in a frame, its first letter small where it is no name.

    >>> framed("Zoos are cruel.", "It is not true that {s}")
    'It is not true that zoos are cruel'
    """
    inner = text.strip().rstrip(".!")
    if inner[:1].isupper() and inner[1:2].islower():
        inner = inner[0].lower() + inner[1:]
    return frame.format(s=inner)


def with_framed(examples: Iterable[Example], seed: int) -> Iterator[Example]:
    """Yields the examples, and some of them again with their first text in a frame that keeps or reverses its side."""
    draw = np.random.default_rng(seed)
    for example in examples:
        yield example
        chance, opposite, frame = draw.random(), draw.random() < 0.5, int(draw.integers(len(SAME)))
        if chance < FRAMED and not example.first.rstrip().endswith("?"):
            first = framed(example.first, (OPPOSITE if opposite else SAME)[frame])
            yield replace(example, first=first, label=1 - example.label if opposite else example.label)


def relevance_examples(materials: Sequence[Material], debates: Debates) -> list[Example]:
    """Returns examples whose label is 1 where the second text is relevant to the first."""
    examples = []
    for material in materials:
        examples += [
            Example(link.target, link.premise, 1.0, debates(link.target)) for link in material.links()
        ]
        examples += [
            Example(row.query, row.premise, 0.0, debates(row.query))
            for row in material.judged
            if row.relevance <= 0
        ]
    return consistent(examples)


def quality_examples(materials: Sequence[Material], debates: Debates, seed: int) -> list[Example]:
    """Returns examples whose first text is better than the second."""
    draw = np.random.default_rng(seed)
    graded: dict[str, dict[str, float]] = defaultdict(dict)
    for material in materials:
        for row in material.judged:
            if row.quality is not None:
                graded[row.query][row.premise] = row.quality
    examples = []
    for query, premises in graded.items():
        pairs = [
            (one, other) if left > right else (other, one)
            for (one, left), (other, right) in combinations(premises.items(), 2)
            if left != right
        ]
        for place in draw.permutation(len(pairs))[:MOST_PAIRS].tolist():
            better, worse = pairs[place]
            examples.append(Example(better, worse, 1.0, debates(query)))
    return consistent(examples)


def encoder_examples(materials: Sequence[Material], debates: Debates, seed: int) -> list[Example]:
    """Returns pairs that belong together; those of a cluster carry its name."""
    draw = np.random.default_rng(seed)
    examples = []
    clusters: dict[str, dict[str, int]] = defaultdict(dict)
    for material in materials:
        for link in material.links():
            examples.append(Example(link.target, link.premise, 1.0, debates(link.target)))
        for row in material.judged:
            if row.cluster is not None and row.relevance > 0:
                name = f"{material.name}\n{row.query}\n{row.cluster}"
                clusters[name][row.premise] = debates(row.query)
    for name, members in clusters.items():
        texts = [list(members)[place] for place in draw.permutation(len(members))]
        for one, other in zip(texts, texts[1:], strict=False):  # a chain through the cluster: each text twice
            examples.append(Example(one, other, 1.0, members[one], name))
    return consistent(examples)
