"""Graph retrieval against expert rankings (Lenz et al., ICCBR 2019), and settings chosen with a topic left out."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import numpy as np
import orjson

from debatable.arrays import Bools, Floats, Singles
from debatable.errors import InputError
from debatable.evaluation import Judgment, Judgments, bootstrap_groups, measure
from debatable.experiments.protocol import Cell, PaperTable, Row
from debatable.graphs import ArgumentGraph, CaseBase, Contrast, Cosine, Retrieval, Shares, scheme_similarity
from debatable.graphs.measures import WEIGHT, Encode
from debatable.plural import counted
from debatable.progress import Step


class KnownTexts:
    """An encoder that caches the vector of each text, except while it is closed."""

    def __init__(self, encode: Callable[[Sequence[str]], Singles]) -> None:
        """Wraps an encoder."""
        self.encode, self.learning = encode, True
        self.known: dict[str, Singles] = {}

    @contextmanager
    def closed(self) -> Iterator[None]:
        """Caches nothing within, so that no query is quick because an earlier one was asked."""
        self.learning, before = False, self.learning
        try:
            yield
        finally:
            self.learning = before

    def __call__(self, texts: Sequence[str]) -> Singles:
        """Returns one vector a text."""
        missing = [text for text in dict.fromkeys(texts) if text not in self.known]
        vectors = dict(zip(missing, self.encode(missing), strict=True)) if missing else {}
        if self.learning:
            self.known.update(vectors)
        vectors = {**self.known, **vectors}
        return np.array([vectors[text] for text in texts], dtype=np.float32)


MEASURES = {"P": "P", "R": "R", "AP": "AP", "NDCG": "graph_nDCG", "CR": "CR", "CP": "CP"}
WORST_RANK = 4


@dataclass(frozen=True, slots=True)
class GraphResult:
    """The measures of every query and the time it took."""

    queries: tuple[str, ...]  # ids of the queries, in order
    values: tuple[tuple[float, ...], ...]  # one row a query, one column a measure of ``MEASURES``
    seconds: tuple[float, ...]  # of each query, its texts encoded anew
    unproven: int  # how many of the mappings shown were not proven to be optimal

    def means(self) -> dict[str, float]:
        """Returns the mean of each measure over all queries, and of the seconds."""
        means = np.mean(np.array(self.values), axis=0)
        named = {name: float(mean) for name, mean in zip(MEASURES, means, strict=True)}
        return named | {"seconds_per_query": float(np.mean(self.seconds))}


def reference_rankings(folder: str | Path) -> Judgments:
    """Reads expert rankings: one JSON file a query, rank 1 for the best cases to 3; rank r is relevance 4 - r."""
    files = sorted(Path(folder).glob("*.json"))
    if not files:
        todo = "give a folder of .json files"
        raise InputError("holds no reference rankings", where=str(folder), todo=todo)
    judgments = []
    for path in files:
        try:
            for case, rank in orjson.loads(path.read_bytes())["rankings"].items():
                relevance = float(max(WORST_RANK - int(rank), 0))
                judgments.append(Judgment(path.stem, Path(case).stem, relevance))
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            todo = 'write {"rankings": {"CASE.json": 1}}'
            raise InputError(f"is no reference ranking ({error!r})", where=str(path), todo=todo) from error
    return Judgments(judgments)


def evaluate(
    cases: CaseBase,
    queries: Sequence[ArgumentGraph],
    reference: Judgments,
    k: int = 10,
    progress: Step | None = None,
) -> GraphResult:
    """Searches for every query and measures the first k cases against the experts' order."""
    judged = [query for query in queries if query.id in reference]
    if not judged:
        raise InputError("no query has a reference ranking", todo="name the files of both alike")
    measures = [measure(f"{name}@{k}") for name in MEASURES.values()]
    values, seconds, unproven = [], [], 0
    for done, query in enumerate(judged, 1):
        start = time.perf_counter()
        hits = cases.search(query, k)
        seconds.append(time.perf_counter() - start)
        ranking = [hit.case.id for hit in hits]
        values.append(tuple(float(each(ranking, reference[query.id])) for each in measures))
        unproven += sum(not hit.mapping.optimal for hit in hits)
        if progress is not None:
            progress(done, len(judged))
    return GraphResult(tuple(query.id for query in judged), tuple(values), tuple(seconds), unproven)


WEIGHTS = WORDS = (0.0, 0.25, 0.5, 0.75, 1.0)
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
"""What ``graphs`` does without options."""

SETTLED = (
    "Of the default, weight and denial were chosen on Perspectrum, the weight with the figures of the 24 queries known;"
    " it has no word lists. That text and claim count beside the mapping was settled after a look at the 24 queries."
)
"""What of the default was settled on these queries; the documentation says it in the same words."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Measures of each query under the setting that was best on the other topics."""

    values: Floats  # one row a query, one column a measure
    chosen: Mapping[str, Setting]  # setting by topic left out


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
) -> dict[Setting, Floats]:
    """Returns the measures of every query under every setting.

    Each combination of contrast and schemes is searched once; shares only reorder the k cases that the MAC
    phase lets through.
    """
    measures = [measure(f"{name}@{k}") for name in MEASURES.values()]
    results: dict[Setting, Floats] = {}
    for (weight, words), schemes in product([(0.0, 0.0), *product(WEIGHTS[1:], WORDS)], SCHEMES):
        contrast, similar = Contrast(encode, weight, words), scheme_similarity(schemes)
        retrieval = Retrieval(contrast, Cosine(encode), similar, shares=Shares(1, 1, 1), candidates=k)
        base = CaseBase(cases, retrieval)
        answers = [base.search(query, k) for query in queries]
        for shares in SHARES:
            rows = []
            for query, hits in zip(queries, answers, strict=True):
                scores = [np.dot(shares, (hit.mapping.similarity, hit.topic, hit.claim)) for hit in hits]
                pairs = zip(scores, hits, strict=True)
                order = sorted((round(float(-score), 12), hit.case.id) for score, hit in pairs)
                ranking = [case for _, case in order]
                rows.append([float(each(ranking, reference[query.id])) for each in measures])
            results[Setting(weight, words, schemes, shares)] = np.array(rows)
    return results


def leave_one_topic_out(results: Mapping[Setting, Floats], topics: Sequence[str]) -> LeftOut:
    """Scores each topic with the setting that has the highest NDCG + CR on the others, AP being at least .98."""
    names = np.array(topics)
    values = np.zeros_like(next(iter(results.values())))
    chosen = {}
    for topic in dict.fromkeys(topics):
        inside = names == topic

        def merit(setting: Setting, others: Bools = ~inside) -> float:
            means = dict(zip(MEASURES, results[setting][others].mean(axis=0).tolist(), strict=True))
            return float(round(means["NDCG"] + means["CR"] - 10 * max(0.0, LEAST_AP - means["AP"]), 12))

        chosen[topic] = max(results, key=merit)
        values[inside] = results[chosen[topic]][inside]
    return LeftOut(values, chosen)


BOUNDED = ("AP", "NDCG", "CR")
"""Measures that are shown with an interval."""
LISTED = Setting(0.75, 0.75)
"""With the word lists, which were written by people who had read these queries."""
Results = Mapping[Setting, Floats]


def held_out_table(
    encode: Encode, cases: Sequence[ArgumentGraph], queries: Sequence[ArgumentGraph], reference: Judgments
) -> PaperTable:
    """Returns the default's figures and those of other choices, with 95 % intervals over topics."""
    results = measured(encode, cases, queries, reference)
    topics = [topic_of(query.id) for query in queries]
    several = np.array([len(query.argument().information) > 1 for query in queries], dtype=bool)
    rows = [*_fixed(results, topics, several)]
    remarks = [
        f"Intervals: 95 %, bootstrap over {counted(len(set(topics)), 'topic')}. "
        f"More than one statement: {int(several.sum())} of {counted(len(queries), 'query')}.",
        SETTLED,
        "'Chosen' rows score each topic with the setting that is best on the others.",
    ]
    for label, family in _families(results):
        left_out = leave_one_topic_out(family, topics)
        rows.append(_row(f"chosen of {len(family)}: {label}", left_out.values, topics))
        remarks += [f"{label}; without {topic}: {setting}" for topic, setting in left_out.chosen.items()]
    bounds = [f"{name} {end}" for name in BOUNDED for end in ("from", "to")]
    title = "Our default, and other choices with each topic left out in turn"
    return PaperTable(title, (*MEASURES, *bounds), tuple(rows), tuple(remarks))


def _fixed(results: Results, topics: Sequence[str], several: Bools) -> Iterator[Row]:
    """Settings as they are; those without mapping and by mapping alone beside the default."""
    shown = {
        "default": DEFAULT,
        "default, no mapping (0,1,1)": replace(DEFAULT, shares=(0, 1, 1)),
        "default, mapping alone (1,0,0)": replace(DEFAULT, shares=(1, 0, 0)),
        "cosine": Setting(0.0),
        "cosine, mapping alone (1,0,0)": Setting(0.0, shares=(1, 0, 0)),
        "with word lists (not held out)": LISTED,
        "with word lists, no mapping (not held out)": replace(LISTED, shares=(0, 1, 1)),
    }
    chosen = np.flatnonzero(several)
    chosen_topics = [topics[query] for query in chosen.tolist()]
    for label, setting in shown.items():
        yield _row(label, results[setting], topics)
        yield _row(f"{label}; queries of several statements", results[setting][chosen], chosen_topics)


def _families(results: Results) -> Iterator[tuple[str, Results]]:
    """What is chosen from, narrow before wide."""
    plain = {setting: values for setting, values in results.items() if setting.words == 0.0}
    equal = {s: v for s, v in results.items() if (s.schemes, s.shares) == (DEFAULT.schemes, DEFAULT.shares)}
    yield "weight", {s: v for s, v in equal.items() if s.words == 0.0}
    yield "weight, schemes, shares", plain
    yield "weight and word lists (not held out)", equal
    yield "weight, word lists, schemes, shares (not held out)", results


def _row(label: str, values: Floats, topics: Sequence[str]) -> Row:
    cells = [Cell(float(mean)) for mean in values.mean(axis=0)]
    for name in BOUNDED:
        interval = bootstrap_groups(values[:, list(MEASURES).index(name)], topics)
        cells += map(Cell, interval.bounds or (None, None))
    return Row(label, tuple(cells))
