"""Lenz, Ollinger, Sahitaj and Bergmann, ICCBR 2019: Tables 1 to 6, the verdicts, and our default beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from debatable.embedding import encoder
from debatable.embedding.similarity import DynaMax, MaxPool, WordMover
from debatable.embedding.words import METHODS, SCALES, Joined, JoinedWords, PooledWords, WordVectors
from debatable.errors import MissingExtraError, check_name
from debatable.experiments.iccbr2019.graph_retrieval import (
    MEASURES,
    KnownTexts,
    evaluate,
    held_out_table,
    reference_rankings,
)
from debatable.experiments.iccbr2019.paper_vectors import PaperVectors
from debatable.experiments.iccbr2019.published import COLUMNS, TABLES, hypothesis_table
from debatable.experiments.protocol import Cell, Inputs, PaperTable, Row
from debatable.graphs import CaseBase, Contrast, Cosine, Shares, configured, load_folder
from debatable.graphs.configuration import Comparison, WordPairs
from debatable.graphs.mapping import rules as mapping_rules
from debatable.graphs.measures import TextMeasure
from debatable.text import STOPS

OURS = "MiniLM"
TITLES = {
    1: "Table 1: aggregation of word vectors, cosine",
    2: "Table 2: embedding methods, cosine, mean of word vectors",
    3: "Table 3: similarity measures of word vectors",
    4: "Table 4: embedding methods, DynaMax-Jaccard",
    5: "Table 5: similarity of argumentation schemes",
    6: "Table 6: the earlier approach and the best methods",
}
COMPARISONS: dict[str, Comparison] = {
    "DynaMax-Jaccard": DynaMax,
    "MaxPool-Jaccard": MaxPool,
    "WMD": WordMover,
}
Chosen = tuple[TextMeasure, str] | None
"""The similarities of I-nodes and of S-nodes of a row, None where its vectors are missing."""


@dataclass(frozen=True, slots=True)
class Iccbr2019:
    """Case-based retrieval of argument graphs with the vectors there are."""

    name: ClassVar[str] = "iccbr2019"
    paper: ClassVar[str] = (
        "Lenz, Ollinger, Sahitaj, Bergmann: Semantic Textual Similarity Measures for Case-Based Retrieval of "
        "Argument Graphs. ICCBR 2019"
    )
    needs: ClassVar[str] = (
        "folders cases-annotated, queries-annotated and reference-rankings of the paper's public repository "
        "(ReCAP-Argument-Graph-Retrieval); word vectors, if any, in vectors/ as WV.bin, GL.txt, FT.vec; encoders, "
        "if any, in encoders/InferSent, encoders/USE-D, encoders/USE-T as vectors.npy and texts.txt"
    )

    cross_validate: bool = True  # whether to add the table of other choices with a topic left out
    rules: str = "paper"  # what may be mapped: ``paper`` or ``authors``
    stop: str = "nltk"  # the stop list; the paper's is NLTK's
    scale: str = "raw"  # how vectors are put side by side: ``raw``, as in the paper, or ``equal``
    documents: str = "pv-dm"  # how Doc2Vec is trained: ``pv-dm``, as in the paper, or ``pv-dbow``
    timed: bool = False  # whether to give times, which are others in every run

    def __post_init__(self) -> None:
        """Refuses names that are not there."""
        mapping_rules(self.rules)
        for kind, name, choices in (
            ("stop list", self.stop, STOPS),
            ("scale of a concatenation", self.scale, SCALES),
            ("training method", self.documents, METHODS),
        ):
            check_name(kind, name, choices)

    def __call__(self, inputs: Inputs) -> Sequence[PaperTable]:
        """Measures every row for which there are vectors."""
        return _Run(inputs, self).tables()


class _Run:
    """One run: the graphs, the vectors, and each retrieval measured once."""

    def __init__(self, inputs: Inputs, setup: Iccbr2019) -> None:
        self.inputs, self.setup = inputs, setup
        folder = inputs.data / "microtexts" if (inputs.data / "microtexts").is_dir() else inputs.data
        self.cases = load_folder(folder / "cases-annotated")
        self.queries = load_folder(folder / "queries-annotated")
        self.reference = reference_rankings(folder / "reference-rankings")
        for part in ("cases-annotated", "queries-annotated", "reference-rankings"):
            inputs.read.extend(sorted((folder / part).glob("*.json")))
        self.vectors = PaperVectors(inputs, self.cases, setup.stop, setup.documents)
        self.remarks = self.vectors.remarks
        self.encode = KnownTexts(encoder())
        self.rows = 0

    def tables(self) -> tuple[PaperTable, ...]:
        chosen = (self._pooled, self._embedded, self._compared, self._fuzzy, self._schemed, self._best)
        tables = {number: self._table(number, choose) for number, choose in enumerate(chosen, 1)}
        more = [hypothesis_table(tables, OURS)]
        if self.setup.cross_validate:
            more.append(held_out_table(self.encode, self.cases, self.queries, self.reference))
        return (*tables.values(), *more)

    def _table(self, number: int, choose: Callable[[str], Chosen]) -> PaperTable:
        published, nothing = TABLES[number], (None,) * len(COLUMNS)
        own = {
            2: [*(label for label in self.vectors.encoders if label not in published), OURS, "Contrast"],
            5: [f"{OURS}/{name}" for name in ("none", "exact", "ontology")],
            6: ["Default"],
        }
        rows = []
        for label in (*published, *own.get(number, ())):
            chosen = choose(label)
            ours = self._measured(*chosen, default=label == "Default") if chosen is not None else None
            cells = map(Cell, ours or nothing, published.get(label, nothing))
            rows.append(Row(label.replace("+", " ⊕ "), tuple(cells)))
        remarks, self.remarks = tuple(dict.fromkeys(self.remarks)), []
        return PaperTable(TITLES[number], COLUMNS, tuple(rows), remarks)

    def _measured(
        self, texts: TextMeasure, schemes: str, *, default: bool = False
    ) -> tuple[float | None, ...] | None:
        """Time and measures of a retrieval: the paper's, the graph alone after a MAC phase of 10."""
        shares = Shares(1, 1, 1) if default else Shares()
        retrieval = configured(texts, schemes=schemes, rules=self.setup.rules, shares=shares, candidates=10)
        try:
            base = CaseBase(self.cases, retrieval)
            with self.encode.closed():  # the texts of each query are encoded anew
                result = evaluate(base, self.queries, self.reference)
        except MissingExtraError as error:
            self.remarks.append(f"{error}.")
            return None
        self.rows += 1
        if self.inputs.progress is not None:
            self.inputs.progress("rows", self.rows, None)
        means = result.means()
        seconds = means["seconds_per_query"] if self.setup.timed else None
        return (seconds, *(means[name] for name in MEASURES))

    def _first(self) -> WordVectors | None:
        """WV as in the paper, else what there is."""
        words = self.vectors.words
        label = "WV" if "WV" in words else next(iter(words), None)
        note = f"{label} stands in for WV in Tables 1 and 3."
        if label not in (None, "WV") and note not in self.remarks:
            self.remarks.append(note)
        return None if label is None else words[label]

    def _pooled(self, label: str) -> Chosen:
        vectors = self._first()
        return None if vectors is None else (Cosine(PooledWords(vectors, label)), "none")

    def _embedded(self, label: str) -> Chosen:
        if label in (OURS, "Contrast"):
            return (Cosine(self.encode) if label == OURS else Contrast(self.encode)), "none"
        parts = [self.vectors.encoder(part) for part in label.split("+")]
        present = tuple(part for part in parts if part is not None)
        return (Cosine(Joined(present, self.setup.scale)), "none") if len(present) == len(parts) else None

    def _compared(self, label: str) -> Chosen:
        vectors = self._first()
        if vectors is None:
            return None
        return self._pooled("mean") if label == "Cosine" else (WordPairs(COMPARISONS[label], vectors), "none")

    def _fuzzy(self, label: str) -> Chosen:
        parts = self.vectors.joined(label)
        return None if parts is None else (WordPairs(DynaMax, JoinedWords(parts)), "none")

    def _schemed(self, label: str) -> Chosen:
        vectors, schemes = label.split("/")
        chosen = self._embedded(vectors) if vectors in (OURS, "USE-T") else self._fuzzy(vectors)
        return None if chosen is None else (chosen[0], schemes)

    def _best(self, label: str) -> Chosen:
        if label == "Default":
            return Contrast(self.encode), "none"
        if label == "USE-T":
            return self._embedded(label)
        return self._embedded("WV") if label == "Earlier-work" else self._fuzzy(label)
