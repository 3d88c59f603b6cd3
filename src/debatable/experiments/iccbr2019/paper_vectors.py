"""The vectors of the paper's rows: files of one's own where there are some, else trained on the graphs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from debatable.embedding import Encoder, encoder
from debatable.errors import MissingExtraError
from debatable.experiments.protocol import Inputs
from debatable.graphs import ArgumentGraph
from debatable.plural import counted
from debatable.text import Analyzer

if TYPE_CHECKING:
    from debatable.embedding.words import TrainedDocuments, WordVectors

__all__ = ["PaperVectors"]

TRAINED = {"WV": "word2vec", "FT": "fasttext"}
EPOCHS = 50


class PaperVectors:
    """Word vectors and encoders by the labels of the paper: WV, FT, GL, DV, InferSent, USE-D, USE-T.

    Attributes:
        words: Word vectors by label; those of DV are the words' of the Doc2Vec model.
        documents: The Doc2Vec model, or None.
        encoders: One's own, by the name of their folder in ``encoders/``.
        remarks: What a reader should know of where they come from.
    """

    def __init__(self, inputs: Inputs, cases: Sequence[ArgumentGraph], stop: str, method: str) -> None:
        """Opens the ``vectors/`` and ``encoders/`` of the data, and trains what is missing on the cases."""
        self.remarks: list[str] = []
        self._inputs, self._cases, self._graphs = inputs, cases, counted(len(cases), "graph")
        self._statements = [node.text for case in cases for node in case.information]
        self.encoders = {path.name: encoder(path) for path in self._entries("encoders") if path.is_dir()}
        words = self._files()
        words |= self._trained_words(words)
        self.documents = None if "DV" in words else self._trained_documents(method)
        if self.documents is not None:
            words["DV"] = self.documents.word_vectors(inputs.cache / "iccbr2019-doc2vec")
        split = Analyzer(stop=stop)
        self.words = {label: replace(vectors, split=split) for label, vectors in words.items()}

    def encoder(self, label: str) -> Encoder | None:
        """Returns one's own encoder of a label, paragraph vectors, or the mean of word vectors."""
        from debatable.embedding.words import PooledWords

        if label in self.encoders:
            return self.encoders[label]
        if label == "DV" and self.documents is not None:
            return self.documents
        return PooledWords(self.words[label]) if label in self.words else None

    def joined(self, label: str) -> tuple[WordVectors, ...] | None:
        """Returns the word vectors of a label such as ``DV+WV``, None where one of them is missing."""
        parts = [self.words.get(part) for part in label.split("+")]
        present = tuple(part for part in parts if part is not None)
        return present if len(present) == len(parts) else None

    def _entries(self, name: str) -> list[Path]:
        folder = self._inputs.data / name
        return sorted(folder.iterdir()) if folder.is_dir() else []

    def _files(self) -> dict[str, WordVectors]:
        from debatable.embedding.words import word_vectors

        files = [path for path in self._entries("vectors") if not path.name.endswith(".vectors")]
        cache = self._inputs.cache / "vectors"
        return {path.name.split(".")[0]: word_vectors(path, cache=cache) for path in files}

    def _trained_words(self, given: Mapping[str, WordVectors]) -> dict[str, WordVectors]:
        """Trains word vectors on the graphs' own statements, for the labels without a file."""
        from debatable.embedding.words import train_words

        trained, seed = {}, self._inputs.seed
        for label, method in TRAINED.items():
            if label in given:
                continue
            try:
                where = self._inputs.cache / f"iccbr2019-{method}"
                trained[label] = train_words(self._statements, where, method=method, epochs=EPOCHS, seed=seed)
            except MissingExtraError as error:
                self.remarks.append(f"{label}: not in vectors/, and {error}.")
            else:
                self.remarks.append(f"{label}: {method} trained on the {self._graphs} alone.")
        return trained

    def _trained_documents(self, method: str) -> TrainedDocuments | None:
        from debatable.embedding.words import train_documents

        texts = [*self._statements, *(case.topic_text for case in self._cases)]
        try:
            documents = train_documents(texts, method=method, epochs=EPOCHS, seed=self._inputs.seed)
        except MissingExtraError:
            return None
        self.remarks.append(f"DV: {method} trained on the {self._graphs} alone.")
        return documents
