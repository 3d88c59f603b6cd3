"""Dumani, Neumann and Schenkel, ECIR 2020: Task B (Table 1) and Task A (Table 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from debatable.engines import Configuration
from debatable.evaluation import Collection, Evaluation, Judgments, evaluate, welch_t
from debatable.evaluation.claims import MOST, drawn_queries
from debatable.evaluation.runs import is_method
from debatable.experiments.ecir2020.judged_premises import judged_premises
from debatable.experiments.ecir2020.published import BASELINE, CORRECTED, TASK_A, TASK_B, VARIANTS
from debatable.experiments.ecir2020.triples import TRIPLES, load_triples
from debatable.experiments.paper_table import Cell, PaperTable, Row
from debatable.experiments.protocol import Inputs
from debatable.plural import counted

__all__ = ["Ecir2020"]

COLUMNS_B = {
    "nDCG@5": "alpha_nDCG@5",
    "p@5": "p alpha_nDCG@5",
    "nDCG@10": "alpha_nDCG@10",
    "p@10": "p alpha_nDCG@10",
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

    methods: tuple[tuple[str, str], ...] = (
        (BASELINE, "bm25f"),
        *((variant, f"framework-paper-{variant}") for variant in VARIANTS),
    )
    queries: int = 0
    most: int = MOST
    judged: bool = False

    def __call__(self, inputs: Inputs) -> Sequence[PaperTable]:
        """Scores the methods that are there; p-values are of Welch's test against the first row."""
        if any((inputs.data / name).is_file() for name in TRIPLES):
            collection = load_triples(inputs.file(*TRIPLES), inputs.cache / "ecir2020")
            remarks = []
        else:
            collection = inputs.collection()
            remarks = [
                f"On {collection.name}: compare the order of the rows with the paper's, not the figures."
            ]
        if self.queries:
            collection = _sampled(collection, self.queries, self.most, inputs.seed)
            remarks.append(
                f"{counted(self.queries, 'query')} of at most {counted(self.most, 'judged premise')}, drawn at random."
            )
        if self.judged:
            collection = judged_premises(collection, inputs.cache / "ecir2020-judged" / collection.name)
            remarks.append("The corpus is the judged premises alone.")
        collection = inputs.with_background(collection)
        remarks.append(
            "Beside first, sliding and sentences stand BERT_512, BERT_sw and BERT_sent of the paper."
        )
        there = [method for _, method in self.methods if is_method(method)]
        remarks += [
            f"There is no method {method} ({label})." for label, method in self.methods if method not in there
        ]
        measures = [name for name in (*COLUMNS_B.values(), *COLUMNS_A.values()) if not name.startswith("p ")]
        with inputs.engine(collection, VARIANTS) as engine:
            evaluation = evaluate(collection, there, measures, searcher=engine, progress=inputs.progress)
        if evaluation.condensed:
            remarks.append("Lists are condensed to judged premises.")
        return (
            self._table_1(evaluation, remarks),
            self._table(
                "Table 2: Task A, mean average, minimum and maximum nDCG",
                COLUMNS_A,
                TASK_A,
                evaluation,
                remarks,
            ),
        )

    def _table_1(self, evaluation: Evaluation, remarks: list[str]) -> PaperTable:
        """Returns Table 1, and beside it the figures that Fromm et al. corrected."""
        table = self._table("Table 1: Task B, mean nDCG", COLUMNS_B, TASK_B, evaluation, remarks)
        rows = []
        for (kind, _), row in zip(self.methods, table.rows, strict=True):
            ours = [row.cells[place].ours for place, head in enumerate(COLUMNS_B) if head.startswith("nDCG")]
            published = CORRECTED.get(kind, (None, None))
            cells = [Cell(mine, theirs) for mine, theirs in zip(ours, published, strict=True)]
            rows.append(replace(row, cells=(*row.cells, *cells)))
        return replace(
            table,
            columns=(*table.columns, "corrected@5", "corrected@10"),
            rows=tuple(rows),
            remarks=(*table.remarks, "Corrected: by Fromm et al. 2021, footnote 2, with the authors."),
        )

    def _table(
        self,
        title: str,
        columns: Mapping[str, str],
        published: Mapping[str, tuple[float | None, ...]],
        evaluation: Evaluation,
        remarks: list[str],
    ) -> PaperTable:
        rows = [
            Row(
                kind if kind == BASELINE else f"{Configuration().encoder}, {kind}",
                tuple(
                    Cell(self._figure(evaluation, method, measure), figure)
                    for measure, figure in zip(columns.values(), published[kind], strict=True)
                ),
            )
            for kind, method in self.methods
        ]
        return PaperTable(title, tuple(columns), tuple(rows), tuple(remarks))

    def _figure(self, evaluation: Evaluation, method: str, measure: str) -> float | None:
        baseline = self.methods[0][1]
        name = measure.removeprefix("p ")
        if method not in evaluation.methods:
            return None
        values = evaluation.methods[method].values[name]
        if name == measure:
            return float(values.mean())
        if method == baseline or baseline not in evaluation.methods:
            return None
        return welch_t(values, evaluation.methods[baseline].values[name])


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
