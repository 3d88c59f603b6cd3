"""Lenz, Ollinger, Sahitaj and Bergmann, ICCBR 2019: Tables 1 to 6, and our default beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from debatable.embedding import Encoder, encoder
from debatable.errors import MissingExtraError
from debatable.experiments.iccbr2019.graph_retrieval import MEASURES, evaluate, reference_rankings
from debatable.experiments.iccbr2019.held_out import held_out_table
from debatable.experiments.iccbr2019.known_texts import KnownTexts
from debatable.experiments.iccbr2019.published import COLUMNS, TABLES
from debatable.experiments.paper_table import Cell, PaperTable, Row
from debatable.experiments.protocol import Inputs
from debatable.graphs import (
    CaseBase,
    Contrast,
    Cosine,
    Pairwise,
    Retrieval,
    Shares,
    load_folder,
    scheme_similarity,
)
from debatable.graphs.measures import TextMeasure
from debatable.graphs.similarity import TextSimilarity
from debatable.text import Analyzer

if TYPE_CHECKING:
    from debatable.embedding.words import WordVectors

__all__ = ["Iccbr2019"]

OURS = "MiniLM"
TITLES = {
    1: "Table 1: aggregation of word vectors, cosine",
    2: "Table 2: embedding methods, cosine, mean of word vectors",
    3: "Table 3: similarity measures of word vectors",
    4: "Table 4: embedding methods, DynaMax-Jaccard",
    5: "Table 5: similarity of argumentation schemes",
    6: "Table 6: the earlier approach and the best methods",
}
STOPPED = Analyzer(stop="lucene")


@dataclass(frozen=True, slots=True)
class Iccbr2019:
    """Case-based retrieval of argument graphs with the vectors there are.

    Attributes:
        cross_validate: Whether to add the table of our default and of other choices with a topic left out.
    """

    name: ClassVar[str] = "iccbr2019"
    paper: ClassVar[str] = (
        "Lenz, Ollinger, Sahitaj, Bergmann: Semantic Textual Similarity Measures for Case-Based Retrieval of "
        "Argument Graphs. ICCBR 2019"
    )
    needs: ClassVar[str] = (
        "folders cases-annotated, queries-annotated and reference-rankings of the paper's public repository "
        "(ReCAP-Argument-Graph-Retrieval); word vectors, if any, in vectors/ as WV.bin, GL.txt, FT.vec"
    )

    cross_validate: bool = True

    def __call__(self, inputs: Inputs) -> Sequence[PaperTable]:
        """Measures every row for which there are vectors."""
        return _Run(inputs, self.cross_validate).tables()


class _Run:
    """One run: the graphs, the vectors, and each retrieval measured once."""

    def __init__(self, inputs: Inputs, cross_validate: bool) -> None:
        self.inputs, self.cross_validate = inputs, cross_validate
        folder = inputs.data / "microtexts" if (inputs.data / "microtexts").is_dir() else inputs.data
        self.cases = load_folder(folder / "cases-annotated")
        self.queries = load_folder(folder / "queries-annotated")
        self.reference = reference_rankings(folder / "reference-rankings")
        for part in ("cases-annotated", "queries-annotated", "reference-rankings"):
            inputs.read.extend(sorted((folder / part).glob("*.json")))
        self.remarks: list[str] = []
        self.vectors = self._vectors()
        self.encode = KnownTexts(encoder())
        self.documents: Encoder | None = None
        self.rows = 0

    def _vectors(self) -> dict[str, WordVectors]:
        """Word vectors by the label of their file; trained on the graphs themselves where there is none."""
        from debatable.embedding.words import train_words, word_vectors

        folder = self.inputs.data / "vectors"
        files = (
            [path for path in sorted(folder.iterdir()) if not path.name.endswith(".vectors")]
            if folder.is_dir()
            else []
        )
        found = {
            path.name.split(".")[0]: word_vectors(path, cache=self.inputs.cache / "vectors") for path in files
        }
        texts = [node.text for case in self.cases for node in case.information]
        for label, method in (("WV", "word2vec"), ("FT", "fasttext")):
            if label in found:
                continue
            try:
                where = self.inputs.cache / f"iccbr2019-{method}"
                found[label] = train_words(texts, where, method=method, epochs=50, seed=self.inputs.seed)
            except MissingExtraError as error:
                self.remarks.append(f"{label}: not in vectors/, and {error}.")
                continue
            self.remarks.append(f"{label}: {method} trained on the {len(self.cases)} graphs alone.")
        return {label: replace(vectors, split=STOPPED) for label, vectors in found.items()}

    def tables(self) -> tuple[PaperTable, ...]:
        measures: dict[int, Callable[[str], tuple[TextMeasure, str] | None]] = {
            1: self._pooled,
            2: self._embedded,
            3: self._compared,
            4: self._fuzzy,
            5: self._schemed,
            6: self._best,
        }
        tables = [self._table(number, choose) for number, choose in measures.items()]
        if self.cross_validate:
            tables.append(held_out_table(self.encode, self.cases, self.queries, self.reference))
        return tuple(tables)

    def _table(self, number: int, choose: Callable[[str], tuple[TextMeasure, str] | None]) -> PaperTable:
        published = TABLES[number]
        own = {
            2: [OURS, "Contrast"],
            5: [f"{OURS}/{name}" for name in ("none", "exact", "ontology")],
            6: ["Default"],
        }
        rows = []
        for label in (*published, *own.get(number, ())):
            chosen = choose(label)
            ours = self._measured(*chosen, default=label == "Default") if chosen is not None else None
            theirs = published.get(label, (None,) * len(COLUMNS))
            cells = zip(ours or (None,) * len(COLUMNS), theirs, strict=True)
            rows.append(Row(label.replace("+", " ⊕ "), tuple(Cell(mine, other) for mine, other in cells)))
        remarks, self.remarks = tuple(dict.fromkeys(self.remarks)), []
        return PaperTable(TITLES[number], COLUMNS, tuple(rows), remarks)

    def _measured(
        self, texts: TextMeasure, schemes: str, *, default: bool = False
    ) -> tuple[float, ...] | None:
        """Time and measures of a retrieval: the paper's, the graph alone after a MAC phase of 10."""
        topics = Cosine(texts.encode) if isinstance(texts, Contrast) else texts
        shares = Shares(1, 1, 1) if default else Shares()
        retrieval = Retrieval(texts, topics, scheme_similarity(schemes), shares=shares, candidates=10)
        try:
            result = evaluate(CaseBase(self.cases, retrieval), self.queries, self.reference)
        except MissingExtraError as error:
            self.remarks.append(f"{error}.")
            return None
        self.rows += 1
        if self.inputs.progress is not None:
            self.inputs.progress("rows", self.rows, None)
        means = result.means()
        return (means["seconds_per_query"], *(means[name] for name in MEASURES))

    def _words(self, label: str) -> tuple[WordVectors, ...] | None:
        parts = label.split("+")
        return (
            tuple(self.vectors[part] for part in parts)
            if all(part in self.vectors for part in parts)
            else None
        )

    def _first(self) -> WordVectors | None:
        """WV as in the paper, else what there is."""
        label = "WV" if "WV" in self.vectors else next(iter(self.vectors), None)
        if (
            label not in (None, "WV")
            and (note := f"{label} stands in for WV in Tables 1 and 3.") not in self.remarks
        ):
            self.remarks.append(note)
        return None if label is None else self.vectors[label]

    def _pooled(self, label: str) -> tuple[TextMeasure, str] | None:
        from debatable.embedding.words import PooledWords

        vectors = self._first()
        return None if vectors is None else (Cosine(PooledWords(vectors, label)), "none")

    def _embedded(self, label: str) -> tuple[TextMeasure, str] | None:
        from debatable.embedding.words import Joined

        if label in (OURS, "Contrast"):
            return (Cosine(self.encode) if label == OURS else Contrast(self.encode)), "none"
        parts = [self._encoder(part) for part in label.split("+")]
        return (
            (Cosine(Joined(tuple(part for part in parts if part is not None))), "none")
            if all(parts)
            else None
        )

    def _encoder(self, label: str) -> Encoder | None:
        """Mean of word vectors, or paragraph vectors (DV) trained on the graphs."""
        from debatable.embedding.words import PooledWords, train_documents

        if label != "DV":
            return PooledWords(self.vectors[label]) if label in self.vectors else None
        if self.documents is None:
            texts = [node.text for case in self.cases for node in case.information]
            texts += [case.topic_text for case in self.cases]
            try:
                self.documents = train_documents(texts, seed=self.inputs.seed)
            except MissingExtraError:
                return None
            self.remarks.append(f"DV: trained on the {len(self.cases)} graphs alone.")
        return self.documents

    def _compared(self, label: str) -> tuple[TextMeasure, str] | None:
        from debatable.embedding.similarity import DynaMax, MaxPool, WordMover

        vectors = self._first()
        kinds: dict[str, Callable[[WordVectors], TextSimilarity]] = {
            "DynaMax-Jaccard": DynaMax,
            "MaxPool-Jaccard": MaxPool,
            "WMD": WordMover,
        }
        if vectors is None:
            return None
        return self._pooled("mean") if label == "Cosine" else (Pairwise(kinds[label](vectors)), "none")

    def _fuzzy(self, label: str) -> tuple[TextMeasure, str] | None:
        from debatable.embedding.similarity import DynaMax
        from debatable.embedding.words import JoinedWords

        parts = self._words(label)
        return None if parts is None else (Pairwise(DynaMax(JoinedWords(parts))), "none")

    def _schemed(self, label: str) -> tuple[TextMeasure, str] | None:
        vectors, schemes = label.split("/")
        chosen = self._embedded(vectors) if vectors in (OURS, "USE-T") else self._fuzzy(vectors)
        return None if chosen is None else (chosen[0], schemes)

    def _best(self, label: str) -> tuple[TextMeasure, str] | None:
        if label == "Default":
            return Contrast(self.encode), "none"
        return self._embedded("WV") if label == "Earlier-work" else self._fuzzy(label)
