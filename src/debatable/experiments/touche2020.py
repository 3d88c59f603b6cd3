"""Dumani and Schenkel, Touché 2020: claim similarity times argument quality, on judged arguments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from debatable.evaluation import evaluate, paired_t
from debatable.evaluation.runs import is_method
from debatable.experiments.protocol import Cell, Inputs, PaperTable, Row, figure
from debatable.plural import counted


@dataclass(frozen=True, slots=True)
class Touche2020:
    """The run of the paper beside the same two steps with other parts, and beside BM25F.

    Rows named after papers have the papers' settings; those of this project are named ours.

    Attributes:
        methods: What each row is, and the method that computes it.
    """

    name: ClassVar[str] = "touche2020"
    paper: ClassVar[str] = (
        "Dumani, Schenkel: Ranking Arguments by Combining Claim Similarity and Argument Quality Dimensions. "
        "Touché at CLEF 2020"
    )
    needs: ClassVar[str] = (
        "a collection: args.me with the topics and judgments of Touché 2020, task 1 (touche.webis.de), or any other"
    )

    methods: tuple[tuple[str, str], ...] = (
        ("BM25F", "bm25f"),
        ("Don Quixote", "quixote-paper"),
        ("ours: sharper P(c|q)", "quixote(stance=none,split=false)"),
        ("ours: claims by vectors", "quixote(claims=dense,stance=none,split=false)"),
        ("ours: claims by both", "quixote(claims=hybrid,stance=none,split=false)"),
        ("ours: by both, split by stance", "quixote(claims=hybrid)"),
        ("ECIR 2020 framework", "framework-paper"),
        ("ours: framework, claims by both", "framework-hybrid"),
    )
    measures: tuple[str, ...] = ("nDCG@5", "nDCG@10", "judged@10")

    def __call__(self, inputs: Inputs) -> Sequence[PaperTable]:
        """Scores all rows; p-values are of the paired t-test against the first row."""
        tested = inputs.collection()
        there = [method for _, method in self.methods if is_method(method)]
        with inputs.engine(tested) as engine:
            evaluation = evaluate(tested, there, self.measures, searcher=engine, progress=inputs.progress)
        remarks = ["The paper prints no figures of its own."]
        if evaluation.condensed:
            remarks.append("Lists are condensed to judged premises: not comparable with those of the lab.")
        columns, baseline = (*self.measures, f"p {self.measures[0]}"), self.methods[0][1]
        rows = [
            Row(label, tuple(Cell(figure(evaluation, method, head, baseline, paired_t)) for head in columns))
            for label, method in self.methods
        ]
        title = f"Touché 2020, task 1, on {tested.name}: {counted(len(evaluation.queries), 'topic')}"
        return (PaperTable(title, columns, tuple(rows), tuple(remarks)),)
