"""Evaluation: methods are asked every query of a collection, scored, and compared with a baseline."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from debatable.embedding import Encoder
from debatable.errors import DebatableError, InputError, check_name
from debatable.evaluation.collections import Collection
from debatable.evaluation.collections import collection as opened
from debatable.evaluation.judgments import Judgments, Query
from debatable.evaluation.measures import QUALITY, AskedMeasure, MeasureChoice, asked_measure
from debatable.evaluation.runs import Searcher, ask, asked_methods, at_once, searcher_of, servable
from debatable.evaluation.scores import SHOWN, Scores, list_scores, score
from debatable.evaluation.statistics import cohens_d, correction, or_dash, significance_test
from debatable.evaluation.statistics.significance import CORRECTIONS, TESTS, Correction, Test
from debatable.evaluation.text_table import TitledTable
from debatable.plural import counted
from debatable.progress import Progress
from debatable.ranking import MAX_HITS, Method

MEASURES = ("alpha_nDCG@5", "alpha_nDCG@10", "nDCG@5", "nDCG@10")
CLUSTER_MEASURES = tuple(f"taskA_{name}@{k}" for k in (5, 10) for name in ("mean", "min", "max"))
SUCCESS_MEASURES = ("success@1", "success@5", "MRR")
DEPTH = 1000
"""Depth of measures that look beyond an ordinary answer, such as AP; that of trec_eval."""


@dataclass(frozen=True, slots=True, repr=False)
class Evaluation(TitledTable):
    """Methods side by side on one collection.

    Printed, it is a table of means with intervals; a notebook shows the same as HTML.

    Attributes:
        collection: Its name.
        queries: Those that were asked: all that somebody judged.
        measures: Names of the measures, in the order to show them.
        methods: What was scored, by name.
        published: Rankings of others, scored the same way; one named as a method is marked as given.
        condensed: Whether premises nobody judged were taken out of the lists, by the measures that can.
        judgments: By the ids of the premises that were searched.
        usual: Whether the measures are those that are taken where none is asked for, stances among them.
        left_out: Methods that the index could not serve, and why; only where all methods were asked for.
        judgment: The kind of grades that counted.
        unjudged: How many queries were left out, since nobody judged anything for them.
        whole: Measures that are taken of whole lists, though lists are condensed.
    """

    collection: str
    queries: tuple[Query, ...]
    measures: tuple[str, ...]
    methods: Mapping[str, Scores]
    published: Mapping[str, Scores] = field(default_factory=dict)
    condensed: bool = False
    judgments: Judgments | None = None
    usual: bool = True
    left_out: Mapping[str, DebatableError] = field(default_factory=dict)
    judgment: str = "relevance"
    unjudged: int = 0
    whole: tuple[str, ...] = ()

    @property
    def everything(self) -> dict[str, Scores]:
        """What was scored by name: the methods, then the rankings of others."""
        return {**self.methods, **self.published}

    def table(self) -> list[list[str]]:
        """Returns a header and one row for each method: means with intervals."""
        stances = any(scores.stances for scores in self.everything.values())
        rows = [["method", *self.measures, *(["stance accuracy"] if stances else [])]]
        for name, scores in self.everything.items():
            cells = [str(scores.interval(measure)) for measure in self.measures]
            if stances:
                cells.append(str(scores.stances.accuracy) if scores.stances else "")
            rows.append([name, *cells])
        return rows

    @property
    def title(self) -> str:
        """The collection, and how many queries were asked."""
        kind = f", {self.judgment}" if self.judgment != "relevance" else ""
        lists = ", condensed lists" if self.condensed else ""
        return (
            f"{self.collection}: {counted(len(self.queries), 'query')}{kind}{lists}, mean and 95 % interval"
        )

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is left out of the means, and what counts as 0."""
        return (*self._list_remarks(), *self._query_remarks(), *self._undefined_remarks())

    def _list_remarks(self) -> Iterator[str]:
        if self.condensed:
            but = f", except for {', '.join(self.whole)}" if self.whole else ""
            yield f"condensed lists: what nobody judged is left out{but}"

    def _query_remarks(self) -> Iterator[str]:
        if self.unjudged:
            yield f"{counted(self.unjudged, 'query')} left out, for which nothing was judged"
        judged = [] if self.judgments is None else [self.judgments[query.id] for query in self.queries]
        if nothing := sum(not one.relevance.any() for one in judged):
            yield f"nothing is relevant to {nothing:,} of {counted(len(judged), 'query')}; each counts as 0"

    def _undefined_remarks(self) -> Iterator[str]:
        for measure in self.measures:
            missing = [int(np.isnan(one.values[measure]).sum()) for one in self.everything.values()]
            if most := max(missing, default=0):
                least = "" if min(missing) == most else f"{min(missing):,} to "
                of_queries = f"{least}{most:,} of {counted(len(self.queries), 'query')}"
                yield f"{measure} is undefined for {of_queries}, which are not in its mean"

    def __repr__(self) -> str:
        """Returns what was evaluated, in one line."""
        return (
            f"<Evaluation of {self.collection}: {counted(len(self.queries), 'query')}, "
            f"{counted(len(self.everything), 'method')}, {counted(len(self.measures), 'measure')}>"
        )


def evaluate(
    collection: Collection | str | Path = "",
    methods: Sequence[str | Method] | None = None,
    measures: Sequence[MeasureChoice] = (),
    *,
    searcher: Searcher | None = None,
    encoder: str | Encoder = "",
    condensed: bool | None = None,
    depth: int = DEPTH,
    judgment: str = "relevance",
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Evaluation:
    """Asks each method every judged query of a collection and scores the answers.

    Args:
        collection: Itself, or its folder or name, of which the dev or test split is taken where there is
            one; the bundled one without it.
        methods: By name or as objects; all that the index can serve without them. Of an empty list none is
            asked: the rankings of others are scored alone, without a searcher.
        measures: By name or as objects, these alone; a function of a ranking and the judgments of a query
            is a measure, too. The usual ones without them.
        searcher: What is asked; an engine on the corpus of the collection without it.
        encoder: Of the index of that engine, by name or itself; the bundled one without it.
        condensed: Whether to leave out premises nobody judged; by default where judgments are sparse.
        depth: How many premises a query are ranked for measures without a cut-off, or with one beyond an
            ordinary answer of ten, and for condensed lists.
        judgment: The kind of grades that count, ``relevance`` or ``quality``.
        jobs: How many queries are asked at once; one a core without it, and one for a searcher that is no engine.
            With more than one an answer takes longer, as searches share the cores.
        progress: Called with how many queries are done.

    Raises:
        InputError: The collection has no judgments, a text is given where a list is due, or a measure looks
            beyond the depth.
        UnknownNameError: There is no such method or measure.

    >>> from debatable.ranking import method
    >>> def found(ranking, judged):
    ...     return float(any(judged.gains(ranking)))
    >>> result = evaluate(methods=[method("bm25(claims=0)")], measures=["P@5", found])
    >>> list(result.methods), result.measures
    (['bm25(claims=0)'], ('P@5', 'found'))
    """
    tested = collection if isinstance(collection, Collection) else opened(collection).reported()
    if not tested.judgments:
        raise InputError(f"{tested.name} has no judgments", todo="make some with: debatable pool, annotate")
    every_query = len(tested.queries)
    tested = replace(tested, judgments=tested.judgments.of_kind(judgment)).judged()
    if not tested.queries:
        todo = "give judgments the ids of the queries"
        raise InputError(f"nothing was judged for any query of {tested.name}", todo=todo)
    unjudged = every_query - len(tested.queries)
    if isinstance(measures, str):
        raise InputError(f"measures are {measures[:80]!r}, not a list", todo=f"write [{measures[:80]!r}]")
    asked, left_out = asked_methods(methods, known=searcher is None), dict[str, DebatableError]()
    sparse = tested.is_sparse if condensed is None else condensed
    usual_names = _usual(tested, of_quality=judgment == "quality")
    chosen = [asked_measure(one, condensed=sparse) for one in measures or usual_names]
    check_depth(depth, chosen)
    if any(one.quality for one in chosen):
        tested.judgments.by_quality()  # refuses what lacks a grade before anything is ranked
    judgments, scored = tested.judgments, dict[str, Scores]()
    if asked:
        with searcher_of(tested, searcher, encoder, progress) as engine:
            if methods is None:
                asked, left_out = servable(engine, asked, tested.queries[0].text)
            premise_of = engine.resolve(sorted({row.premise_id for row in tested.judgments.rows}))
            judgments = tested.judgments.renamed(premise_of.get)
            deep = depth if sparse or any(one.looks_beyond(SHOWN) for one in chosen) else None
            count = at_once(engine, jobs)
            for name, method in asked.items():
                answers = ask(
                    engine, tested.queries, method, k=SHOWN, depth=deep, jobs=count, progress=progress
                )
                options = {"condensed": sparse, "stances": not measures}
                scored[name] = score(answers, tested.queries, judgments, chosen, **options)
    names = tuple(dict.fromkeys(one.name for one in chosen))
    return Evaluation(
        tested.name,
        tested.queries,
        names,
        scored,
        _published(tested, scored, chosen),
        sparse,
        judgments,
        usual=not measures,
        left_out=left_out,
        judgment=judgment,
        unjudged=unjudged,
        whole=uncondensed(chosen) if sparse else (),
    )


def uncondensed(measures: Sequence[AskedMeasure]) -> tuple[str, ...]:
    """Returns the names of measures that are taken of whole lists, though lists are condensed."""
    return tuple(one.name for one in measures if not hasattr(one.compute, "condensed"))


def check_depth(depth: int, measures: Sequence[AskedMeasure]) -> None:
    """Refuses a depth that no answer has, or that is less than a measure looks down to."""
    if not SHOWN <= depth <= MAX_HITS:
        raise InputError(f"a depth of {depth}", todo=f"use {SHOWN} to {MAX_HITS:,}")
    for one in measures:
        if one.cut is not None and one.cut > depth:
            raise InputError(f"{one.name} looks beyond a depth of {depth}", todo=f"use {one.cut} or more")


def _usual(collection: Collection, *, of_quality: bool = False) -> tuple[str, ...]:
    graded = all(row.quality is not None for row in collection.judgments.rows)
    quality = (f"{QUALITY}nDCG@5", f"{QUALITY}nDCG@10") if graded and not of_quality else ()
    more = CLUSTER_MEASURES if collection.has_clusters else SUCCESS_MEASURES
    return (*MEASURES, *quality, *more, "judged@10")


def published_name(model: str, methods: Container[str]) -> str:
    """Returns the name that a ranking of others is reported by beside methods: marked as given where one has it.

    >>> published_name("bm25", ["bm25"]), published_name("theirs", ["bm25"])
    ('bm25 (given)', 'theirs')
    """
    return f"{model} (given)" if model in methods else model


def _published(
    collection: Collection, scored: Mapping[str, Scores], chosen: Sequence[AskedMeasure]
) -> dict[str, Scores]:
    published = {}
    for model, lists in collection.published.items():
        name = published_name(model, scored)
        published[name] = list_scores(name, lists, collection.queries, collection.judgments, chosen)
    return published


@dataclass(frozen=True, slots=True)
class Difference:
    """One method against the baseline on one measure; what is undefined is NaN."""

    mean: float  # mean difference over queries
    p: float  # corrected p-value
    effect: float  # Cohen's d of the paired differences

    @property
    def significant(self) -> bool:
        """Whether p is below 0.05."""
        return self.p < 0.05

    @property
    def mark(self) -> str:
        """An arrow where the difference is significant, else nothing."""
        return "" if not self.significant else "▲" if self.mean > 0 else "▼"


@dataclass(frozen=True, slots=True, repr=False)
class Comparison(TitledTable):
    """All methods against one of them.

    Printed, it is a table of differences with corrected p-values; a notebook shows the same as HTML.

    Attributes:
        baseline: The method compared against.
        test: Name of the test.
        correction: Name of the correction over methods, for each measure.
        differences: By method and measure.
    """

    baseline: str
    test: str
    correction: str
    differences: Mapping[str, Mapping[str, Difference]]

    def table(self) -> list[list[str]]:
        """Returns a header and one row for each method: mean differences with p-values."""
        measures = next(iter(self.differences.values()), {})
        rows = [["method", *measures]]
        for name, by_measure in self.differences.items():
            cells = [
                f"{one.mark}{or_dash(one.mean, '+.3f')} (p = {or_dash(one.p, '.3g')})"
                for one in by_measure.values()
            ]
            rows.append([name, *cells])
        return rows

    @property
    def title(self) -> str:
        """What was compared with what, and how."""
        return f"difference from {self.baseline} ({self.test}, {self.correction})"

    def __repr__(self) -> str:
        """Returns what was compared, in one line."""
        return f"<Comparison of {counted(len(self.differences), 'method')}: {self.title}>"


def compare(
    evaluation: Evaluation, baseline: str, *, test: str | Test = "t", correct: str | Correction = "holm"
) -> Comparison:
    """Compares every method with the baseline, query by query, over the queries that both have a value for.

    Args:
        evaluation: What was scored.
        baseline: Name of the method compared against.
        test: Of significance, by name or as a function of two series of values.
        correct: Correction over the methods of each measure, by name or as a function of their p-values.

    Raises:
        UnknownNameError: The baseline was not evaluated, or there is no such test or correction.
    """
    everything = evaluation.everything
    check_name("baseline", baseline, everything)
    p_value, adjust = significance_test(test), correction(correct)
    others = [name for name in everything if name != baseline]
    differences: dict[str, dict[str, Difference]] = {name: {} for name in others}
    for measure in evaluation.measures:
        base = everything[baseline].values[measure]
        series = [everything[name].values[measure] for name in others]
        both = [~np.isnan(values) & ~np.isnan(base) for values in series]
        pairs = [(values[kept], base[kept]) for values, kept in zip(series, both, strict=True)]
        adjusted = adjust([p_value(*pair) for pair in pairs])
        for name, (own, theirs), p in zip(others, pairs, adjusted, strict=True):
            mean = float((own - theirs).mean()) if len(own) else math.nan
            differences[name][measure] = Difference(mean, float(p), cohens_d(own, theirs))
    return Comparison(baseline, TESTS.name(p_value), CORRECTIONS.name(adjust), differences)
