"""Our default on queries it was not chosen on, and beside it what other choices would have given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from debatable.arrays import Bools, Floats
from debatable.evaluation import Judgments, bootstrap_groups
from debatable.experiments.iccbr2019.graph_choice import (
    DEFAULT,
    Setting,
    leave_one_topic_out,
    measured,
    topic_of,
)
from debatable.experiments.iccbr2019.graph_retrieval import MEASURES
from debatable.experiments.paper_table import Cell, PaperTable, Row
from debatable.graphs import ArgumentGraph
from debatable.graphs.measures import Encode
from debatable.plural import counted

__all__ = ["held_out_table"]

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
        "The default's weight was chosen on Perspectrum; shares are equal, schemes unused, word lists unused. "
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
    for label, setting in shown.items():
        yield _row(label, results[setting], topics)
        chosen = np.flatnonzero(several)
        yield _row(
            f"{label}; queries of several statements",
            results[setting][chosen],
            [topics[query] for query in chosen.tolist()],
        )


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
