"""What other settings of the graph retrieval give: each measured once, then picked with one topic left out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from debatable.arrays import Floats
from debatable.evaluation import Judgments, measure
from debatable.experiments.iccbr2019.graph_retrieval import MEASURES
from debatable.graphs import ArgumentGraph, CaseBase, Contrast, Cosine, Retrieval, Shares, scheme_similarity
from debatable.graphs.measures import WEIGHT, Encode
from debatable.progress import Step

__all__ = ["DEFAULT", "LeftOut", "Setting", "leave_one_topic_out", "measured", "topic_of"]

WEIGHTS = (0.0, 0.25, 0.5, 0.75, 1.0)
WORDS = (0.0, 0.25, 0.5, 0.75, 1.0)
SCHEMES = ("none", "exact", "ontology")
SHARES = ((1, 0, 0), (1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 1, 1), (2, 1, 1), (1, 2, 1), (1, 1, 2))
LEAST_AP = 0.98


@dataclass(frozen=True, slots=True)
class Setting:
    """What is chosen: the two weights of the contrast, the similarity of schemes, the shares of the score."""

    weight: float
    words: float = 0.0
    schemes: str = "none"
    shares: tuple[int, int, int] = (1, 1, 1)


DEFAULT = Setting(WEIGHT)
"""What ``graphs`` does without options; none of it was fitted to these queries."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Measures of each query under the setting that was best on the other topics.

    Attributes:
        values: One row a query, one column a measure.
        chosen: Setting by topic left out.
    """

    values: Floats
    chosen: Mapping[str, Setting]


def topic_of(query: str) -> str:
    """Returns the topic of a query: its name without the number.

    >>> topic_of("death4")
    'death'
    """
    return re.sub(r"\d+$", "", query)


def measured(
    encode: Encode,
    cases: Sequence[ArgumentGraph],
    queries: Sequence[ArgumentGraph],
    reference: Judgments,
    k: int = 10,
    progress: Step | None = None,
) -> dict[Setting, Floats]:
    """Returns the measures of every query under every setting.

    Each combination of contrast and schemes is searched once; shares only reorder the k cases that the MAC
    phase lets through.
    """
    grid = [(0.0, 0.0), *product(WEIGHTS[1:], WORDS)]
    measures = [measure(f"{name}@{k}") for name in MEASURES.values()]
    results: dict[Setting, Floats] = {}
    runs = list(product(grid, SCHEMES))
    for done, ((weight, words), schemes) in enumerate(runs, 1):
        retrieval = Retrieval(
            Contrast(encode, weight, words),
            Cosine(encode),
            scheme_similarity(schemes),
            shares=Shares(1, 1, 1),
            candidates=k,
        )
        base = CaseBase(cases, retrieval)
        found = [base.search(query, k) for query in queries]
        for shares in SHARES:
            rows = []
            for query, hits in zip(queries, found, strict=True):
                scores = [
                    (-np.dot(shares, (hit.mapping.similarity, hit.topic, hit.claim)), hit.case.id)
                    for hit in hits
                ]
                ranking = [id for _, id in sorted((round(float(score), 12), id) for score, id in scores)]
                rows.append([float(each(ranking, reference[query.id])) for each in measures])
            results[Setting(weight, words, schemes, shares)] = np.array(rows)
        if progress is not None:
            progress(done, len(runs))
    return results


def leave_one_topic_out(results: Mapping[Setting, Floats], topics: Sequence[str]) -> LeftOut:
    """Scores each topic with the setting that has the highest NDCG + CR on the others, AP being at least .98."""
    names = np.array(topics)
    values = np.zeros_like(next(iter(results.values())))
    chosen = {}
    for topic in dict.fromkeys(topics):
        inside = names == topic
        best = max(results, key=lambda setting: _merit(results[setting][~inside].mean(axis=0)))
        chosen[topic] = best
        values[inside] = results[best][inside]
    return LeftOut(values, chosen)


def _merit(means: Floats) -> float:
    named = dict(zip(MEASURES, means.tolist(), strict=True))
    return float(round(named["NDCG"] + named["CR"] - 10 * max(0.0, LEAST_AP - named["AP"]), 12))
