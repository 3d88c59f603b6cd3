"""Dumani, Neumann and Schenkel, ECIR 2020: Task B (Table 1) and Task A (Table 2), and the triples of Trier."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import orjson

from debatable.clustering.table import CLUSTERINGS
from debatable.corpus.readers import read, record_of
from debatable.engines import Configuration
from debatable.errors import InputError, check_name
from debatable.evaluation import (
    Collection,
    Evaluation,
    Judgment,
    Judgments,
    Query,
    evaluate,
    save_collection,
    welch_t,
)
from debatable.evaluation.claims import MOST, drawn_queries
from debatable.evaluation.lines import lines
from debatable.evaluation.runs import is_method
from debatable.experiments.protocol import CUT, Cell, Inputs, PaperTable, Row, figure
from debatable.model import text_key
from debatable.plural import counted
from debatable.ranking import Backend

BASELINE = "BM25F"
VARIANTS = ("first", "sliding", "sentences")
"""How long premises are read; the rows BERT_512, BERT_sw and BERT_sent of the paper."""

TASK_B: dict[str, tuple[float | None, ...]] = {
    "BM25F": (0.6383, None, 0.6087, None),
    "first": (0.6458, 0.008, 0.6097, 0.085),
    "sliding": (0.6782, 0.002, 0.6467, 0.084),
    "sentences": (0.5943, None, 0.5615, None),
}
"""nDCG@5, its p, nDCG@10, its p."""

TASK_A: dict[str, tuple[float | None, ...]] = {
    "BM25F": (0.6383, None, None, None, 0.6087, None, None, None),
    "first": (0.6309, 0.4409, 0.7744, 0.439, 0.5987, 0.4292, 0.7381, 0.586),
    "sliding": (0.6523, 0.4561, 0.8053, 0.012, 0.6187, 0.4383, 0.7638, 0.203),
    "sentences": (0.5994, 0.4274, 0.7449, None, 0.5665, 0.4135, 0.7067, None),
}
"""Mean, minimum, maximum and p at 5, then at 10."""

CORRECTED: dict[str, tuple[float, float]] = {
    "first": (0.399, 0.455),
    "sliding": (0.455, 0.487),
    "sentences": (0.378, 0.429),
}
"""Task B at 5 and 10 as Fromm et al. (ECIR 2021) found it; by their footnote 2 both groups agree on it."""


PAPER_CLUSTERS = (63_250.0, 10_611.0, 6.1, 5.0)
"""Claims, clusters, their mean and median size."""

PAPER = tuple(f"framework-paper-{variant}" for variant in VARIANTS)
"""The methods with the paper's settings."""

TRIPLES = ("triples.csv", "triples.json")
"""Files that hold the triples."""

FIELDS = ("query_claim", "result_claim", "premise", "relevance", "cluster")
"""Columns of the CSV file, or keys of the JSON objects."""

ASIDE = ("spam", "other")
"""What a premise may be in place of relevant or not: such triples are left out (6.1 of the paper)."""

_GRADES = {"not relevant": 0.0, "relevant": 1.0, "very relevant": 2.0}
_GRADES |= {form: value for value in (0.0, 1.0, 2.0) for form in (f"{value:g}", f"{value:.1f}")}


def load_triples(path: Path, into: Path) -> Collection:
    """Reads the triples and keeps them as a collection under `into`.

    Relevance is 0, 1, 2 or ``not relevant``, ``relevant``, ``very relevant``; triples whose premise is ``spam`` or
    ``other`` are left out. The cluster is empty for premises that are not relevant. Equal premises of a result claim
    are one record.

    Raises:
        InputError: A column is missing or a value is none of these.
    """
    queries: dict[str, Query] = {}
    records: dict[bytes, dict[str, Any]] = {}
    rows: list[Judgment] = []
    for place, triple in _triples(path):
        query_claim, result_claim, premise = (_text(triple, name, place) for name in FIELDS[:3])
        if str(triple.get("relevance")).strip().lower() in ASIDE:
            continue
        query = queries.setdefault(query_claim, Query(f"q{len(queries) + 1}", query_claim))
        key = text_key(f"{result_claim}\n{premise}")
        name = f"triple-{len(records) + 1}"
        record = {"id": name, "claim": result_claim, "premise": premise, "stance": None}
        identifier = records.setdefault(key, record)["id"]
        cluster = str(triple.get("cluster") or "").strip()
        named = f"{query.id}.{cluster}" if cluster else None
        rows.append(Judgment(query.id, identifier, _grade(triple.get("relevance"), place), named))
    if not rows:
        raise InputError("there is no triple", where=str(path))
    return save_collection(into, records.values(), queries.values(), Judgments(rows))


def _triples(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    if path.suffix == ".csv":
        yield from _rows(path)
        return
    try:
        triples = orjson.loads(path.read_bytes())
    except (OSError, orjson.JSONDecodeError) as error:
        raise InputError(f"not JSON: {error}", where=str(path)) from error
    if not isinstance(triples, list):
        raise InputError("not a list of triples", where=str(path), todo="write [{...}, ...]")
    for number, triple in enumerate(triples, start=1):
        if not isinstance(triple, dict):
            raise InputError("not a JSON object", where=f"{path}: triple {number}")
        yield f"{path}: triple {number}", triple


def _rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    table = csv.DictReader((f"{line}\n" for _, line in lines(path)), strict=True)
    try:
        missing = [name for name in FIELDS if name not in (table.fieldnames or ())]
        if missing:
            todo = f"name them {', '.join(FIELDS)}"
            raise InputError(f"no column {', '.join(missing)}", where=str(path), todo=todo)
        yield from ((f"{path}: row {number}", row) for number, row in enumerate(table, start=1))
    except csv.Error as error:
        raise InputError(f"not CSV: {error}", where=f"{path}:{table.line_num}") from error


def _text(triple: dict[str, Any], name: str, place: str) -> str:
    value = triple.get(name)
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"{name} is missing", where=place, todo=f"give {', '.join(FIELDS)}")
    return " ".join(value.split())


def _grade(value: Any, place: str) -> float:
    grade = _GRADES.get(str(value).strip().lower())
    if grade is None:
        todo = "give 0, 1, 2, the paper's words, spam or other"
        raise InputError(f"relevance {value!r}", where=place, todo=todo)
    return grade


def judged_premises(collection: Collection, into: Path) -> Collection:
    """Keeps the judged premises of a collection, with their claims, as a collection under `into`."""
    judged = {row.premise_id for row in collection.judgments.rows}
    arguments = (one for one in read(collection.corpus, on_error="skip") if one.id in judged)
    kept = save_collection(into, map(record_of, arguments), collection.queries, collection.judgments)
    return replace(kept, name=collection.name)


def collection_or_triples(inputs: Inputs, name: str, compared: str) -> tuple[Collection, list[str]]:
    """Returns the triples of Trier where the data has them, else its collection with a remark."""
    if any((inputs.data / file).is_file() for file in TRIPLES):
        return load_triples(inputs.file(*TRIPLES), inputs.cache / name), []
    collection = inputs.collection()
    remark = f"On {collection.name}: compare the order of the {compared} with the paper's, not the figures."
    return collection, [remark]


COLUMNS_B = {
    f"{part}@{k}": f"{'p ' * (part == 'p')}alpha_nDCG@{k}" for k in (5, 10) for part in ("nDCG", "p")
}
"""Heads of Table 1 with the measures under them; p is that of the measure after it."""
COLUMNS_A = {
    f"{part}@{k}": f"p taskA_mean@{k}" if part == "p" else f"taskA_{part}@{k}"
    for k in (5, 10)
    for part in ("mean", "min", "max", "p")
}
"""Heads of Table 2."""


@dataclass(frozen=True, slots=True)
class Ecir2020:
    """The framework against BM25F on 30 queries about energy.

    Attributes:
        methods: For each row of the paper (BM25F, and how long premises are read) the method that stands for it here.
        signs: Whether pf and cf of the framework count supporting and attacking premises ``apart``, as formulas i) and
            ii), or ``together``, as "we will ignore the stance" (6.2) may be read.
        clusters: How claims are clustered: ``hybrid`` (R's cut with a minimum of 2, deep split 0, height 1 and no PAM
            stage), ``hybrid-height``, ``hybrid-pam``, ``hybrid-r`` (R's defaults), or any other.
        queries: How many of the queries are drawn at random, as the paper drew 30 of 232; 0 for all.
        most: How many judged premises a query has at most, to be drawn.
        judged: Whether the corpus is the judged premises alone, as the triples of the paper are; long texts of
            a large corpus take hours to read.
    """

    name: ClassVar[str] = "ecir2020"
    paper: ClassVar[str] = "Dumani, Neumann, Schenkel: A Framework for Argument Retrieval. ECIR 2020"
    needs: ClassVar[str] = (
        "a collection, or the triples of the paper as triples.csv or triples.json (query_claim, result_claim, "
        "premise, relevance, cluster), on request from the authors at the University of Trier; a background corpus "
        "with --corpus"
    )
    background: ClassVar[bool] = True

    methods: tuple[tuple[str, str], ...] = ((BASELINE, "bm25f"), *zip(VARIANTS, PAPER, strict=True))
    signs: str = "apart"
    clusters: str = CUT
    queries: int = 0
    most: int = MOST
    judged: bool = False

    def __post_init__(self) -> None:
        """Checks how signs are counted, and makes the methods of the paper count them so."""
        check_name("way to count signs", self.signs, ("apart", "together"))
        CLUSTERINGS.parse(self.clusters)
        if self.signs == "together":
            counted_so = tuple(
                (label, f"{method}(signs=together)" if method in PAPER else method)
                for label, method in self.methods
            )
            object.__setattr__(self, "methods", counted_so)

    def __call__(self, inputs: Inputs) -> Sequence[PaperTable]:
        """Scores the methods that are there; p-values are of Welch's test against the first row."""
        collection, remarks = collection_or_triples(inputs, "ecir2020", "rows")
        if self.queries:
            collection = _sampled(collection, self.queries, self.most, inputs.seed)
            most = counted(self.most, "judged premise")
            remarks.append(f"{counted(self.queries, 'query')} of at most {most}, drawn at random.")
        if self.judged:
            collection = judged_premises(collection, inputs.cache / "ecir2020-judged" / collection.name)
            remarks.append("The corpus is the judged premises alone.")
        collection = inputs.with_background(collection)
        remarks += ["Beside first, sliding and sentences stand BERT_512, BERT_sw and BERT_sent of the paper."]
        missing = [(label, method) for label, method in self.methods if not is_method(method)]
        remarks += [f"There is no method {method} ({label})." for label, method in missing]
        present = [method for label, method in self.methods if (label, method) not in missing]
        measures = [name for name in (*COLUMNS_B.values(), *COLUMNS_A.values()) if not name.startswith("p ")]
        with inputs.engine(collection, VARIANTS, self.clusters) as engine:
            evaluation = evaluate(collection, present, measures, searcher=engine, progress=inputs.progress)
            sizes = cluster_sizes(engine.backend, self.clusters)
        if evaluation.condensed:
            remarks.append("Lists are condensed to judged premises.")
        title = "Table 2: Task A, mean average, minimum and maximum nDCG"
        table_2 = self._table(title, COLUMNS_A, TASK_A, evaluation, remarks)
        return self._table_1(evaluation, remarks), table_2, sizes

    def _table_1(self, evaluation: Evaluation, remarks: list[str]) -> PaperTable:
        """Returns Table 1, and beside it the figures that Fromm et al. corrected."""
        table = self._table("Table 1: Task B, mean nDCG", COLUMNS_B, TASK_B, evaluation, remarks)
        rows = []
        for (kind, _), row in zip(self.methods, table.rows, strict=True):
            ours = [row.cells[place].ours for place, head in enumerate(COLUMNS_B) if head.startswith("nDCG")]
            corrected = map(Cell, ours, CORRECTED.get(kind, (None, None)))
            rows.append(replace(row, cells=(*row.cells, *corrected)))
        return replace(
            table,
            columns=(*table.columns, "corrected@5", "corrected@10"),
            rows=tuple(rows),
            remarks=(
                *table.remarks,
                "Corrected: by Fromm et al. 2021, footnote 2, with the authors; their program has the discount"
                " 1/log2(i + 1) and keeps up to five premises of a cluster, where the paper shows one.",
            ),
        )

    def _table(
        self,
        title: str,
        columns: Mapping[str, str],
        published: Mapping[str, tuple[float | None, ...]],
        evaluation: Evaluation,
        remarks: list[str],
    ) -> PaperTable:
        rows, baseline = [], self.methods[0][1]
        for kind, method in self.methods:
            ours = [figure(evaluation, method, column, baseline, welch_t) for column in columns.values()]
            label = kind if kind == BASELINE else f"{Configuration().encoder}, {kind}"
            rows.append(Row(label, tuple(map(Cell, ours, published[kind]))))
        return PaperTable(title, tuple(columns), tuple(rows), tuple(remarks))


def cluster_sizes(backend: Backend, clusters: str) -> PaperTable:
    """Returns how large the clusters of claims are, beside 6.1 of the paper."""
    labels = backend.clusters("claims", backend.rows("claims"))
    sizes = np.unique(labels, return_counts=True)[1]
    rows = []
    for label, kept, published in (
        ("all claims", sizes, PAPER_CLUSTERS),
        ("in clusters of two or more", sizes[sizes > 1], (None,) * 4),
    ):
        figures = (
            float(kept.sum()),
            float(len(kept)),
            float(kept.mean()) if len(kept) else None,
            float(np.median(kept)) if len(kept) else None,
        )
        cells = zip(figures, published, (0, 0, 1, 1), strict=True)
        rows.append(Row(label, tuple(Cell(ours, paper, digits) for ours, paper, digits in cells)))
    remarks = (
        f"Claims are cut by {clusters}; one that is in no cluster is a cluster of its own.",
        "The paper gives neither minimum size nor deep split. A median of 5 rules R's default minimum of 20 out.",
    )
    heads = ("claims", "clusters", "mean size", "median size")
    return PaperTable("Section 6.1: clusters of claims", heads, tuple(rows), remarks)


def _sampled(collection: Collection, count: int, most: int, seed: int) -> Collection:
    """Returns a collection with some of its queries, drawn by the premises that were judged for them (6.1)."""
    judged: dict[str, set[str]] = {query.id: set() for query in collection.queries}
    for row in collection.judgments.rows:
        judged.setdefault(row.query_id, set()).add(row.premise_id)
    kept = set(drawn_queries(judged, count, most=most, seed=seed))
    return replace(
        collection,
        queries=tuple(query for query in collection.queries if query.id in kept),
        judgments=Judgments(row for row in collection.judgments.rows if row.query_id in kept),
    )
