"""Dumani, Neumann and Schenkel, ECIR 2020: Task B (Table 1) and Task A (Table 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from debatable.engines import Configuration
from debatable.evaluation import Evaluation, evaluate, welch_t
from debatable.evaluation.runs import is_method
from debatable.experiments.ecir2020.triples import load_triples
from debatable.experiments.paper_table import Cell, PaperTable, Row
from debatable.experiments.protocol import Inputs

__all__ = ["Ecir2020"]

TRIPLES = ("triples.csv", "triples.json")
VARIANTS = ("first", "sliding", "sentences")
TASK_B = ("alpha_nDCG@5", "alpha_nDCG@10")
TASK_A = tuple(f"taskA_{part}@{k}" for k in (5, 10) for part in ("mean", "min", "max"))


def _paper(vectors: str) -> str:
    """Returns the name of the framework as the paper runs it, long premises read in one of three ways."""
    return f"framework-paper(claims=lexical(K=5,temperature=1),clusters=online(vectors={vectors}))"


@dataclass(frozen=True, slots=True)
class Ecir2020:
    """The framework against BM25F on 30 queries about energy.

    Attributes:
        methods: For each row of the paper the method that stands for it here.
    """

    name: ClassVar[str] = "ecir2020"
    paper: ClassVar[str] = "Dumani, Neumann, Schenkel: A Framework for Argument Retrieval. ECIR 2020"
    needs: ClassVar[str] = (
        "a collection, or the triples of the paper as triples.csv or triples.json (query_claim, result_claim, "
        "premise, relevance, cluster), on request from the authors at the University of Trier"
    )

    methods: tuple[tuple[str, str], ...] = (
        ("BM25F", "bm25f"),
        ("BERT_512", _paper("first")),
        ("BERT_sw", _paper("sliding")),
        ("BERT_sent", _paper("sentences")),
    )

    TASK_B: ClassVar[dict[str, tuple[float | None, ...]]] = {
        "BM25F": (0.6383, None, 0.6087, None),
        "BERT_512": (0.6458, 0.008, 0.6097, 0.085),
        "BERT_sw": (0.6782, 0.002, 0.6467, 0.084),
        "BERT_sent": (0.5943, None, 0.5615, None),
    }
    TASK_A: ClassVar[dict[str, tuple[float | None, ...]]] = {
        "BM25F": (0.6383, None, None, None, 0.6087, None, None, None),
        "BERT_512": (0.6309, 0.4409, 0.7744, 0.439, 0.5987, 0.4292, 0.7381, 0.586),
        "BERT_sw": (0.6523, 0.4561, 0.8053, 0.012, 0.6187, 0.4383, 0.7638, 0.203),
        "BERT_sent": (0.5994, 0.4274, 0.7449, None, 0.5665, 0.4135, 0.7067, None),
    }

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
        remarks.append(f"Rows are named as in the paper; vectors are those of {Configuration().encoder}.")
        there = [method for _, method in self.methods if is_method(method)]
        remarks += [
            f"There is no method {method} ({label})." for label, method in self.methods if method not in there
        ]
        with inputs.engine(collection, VARIANTS) as engine:
            evaluation = evaluate(
                collection, there, (*TASK_B, *TASK_A), searcher=engine, progress=inputs.progress
            )
        columns_a = tuple(f"{part}@{k}" for k in (5, 10) for part in ("mean", "min", "max", "p"))
        return (
            self._table(
                "Table 1: Task B, mean nDCG",
                ("nDCG@5", "p@5", "nDCG@10", "p@10"),
                ("alpha_nDCG@5", "p alpha_nDCG@5", "alpha_nDCG@10", "p alpha_nDCG@10"),
                self.TASK_B,
                evaluation,
                remarks,
            ),
            self._table(
                "Table 2: Task A, mean average, minimum and maximum nDCG",
                columns_a,
                tuple(
                    name
                    for k in (5, 10)
                    for name in (f"taskA_mean@{k}", f"taskA_min@{k}", f"taskA_max@{k}", f"p taskA_mean@{k}")
                ),
                self.TASK_A,
                evaluation,
                remarks,
            ),
        )

    def _table(
        self,
        title: str,
        columns: tuple[str, ...],
        measures: tuple[str, ...],
        published: dict[str, tuple[float | None, ...]],
        evaluation: Evaluation,
        remarks: list[str],
    ) -> PaperTable:
        rows = [
            Row(
                label,
                tuple(
                    Cell(self._figure(evaluation, method, measure), figure)
                    for measure, figure in zip(measures, published[label], strict=True)
                ),
            )
            for label, method in self.methods
        ]
        return PaperTable(title, columns, tuple(rows), tuple(remarks))

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
