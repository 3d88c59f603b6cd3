"""The vectors of the paper's rows: files of one's own where there are some, else trained on the graphs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from debatable.arrays import Matrix
from debatable.embedding import Encoder, encoder
from debatable.embedding.encoder import Around
from debatable.errors import MissingExtraError
from debatable.experiments.protocol import Inputs
from debatable.graphs import ArgumentGraph
from debatable.plural import counted
from debatable.progress import Step
from debatable.text import STOPS, Analyzer, words
from debatable.text.analyzer import lower

if TYPE_CHECKING:
    from debatable.embedding.words import TrainedDocuments, WordVectors

TRAINED = {"WV": "word2vec", "FT": "fasttext"}
EPOCHS = 50
DIMENSIONS = 300
"""Of all word embeddings in the paper (4.2); it gives none for Doc2Vec, which has as many here."""


def without_stop_words(text: str, stop: str = "nltk") -> str:
    """Returns a text without its stop words, as the paper has it "in all conditions" (4.3).

    A text of stop words alone stays as it is.

    >>> without_stop_words("Rents must not be capped by the state.")
    'Rents must capped state'
    """
    kept = [word for word in words(text) if lower(word) not in STOPS[stop]]
    return " ".join(kept) or " ".join(text.split()) if STOPS[stop] else " ".join(text.split())


@dataclass(frozen=True, slots=True, eq=False)
class WithoutStopWords(Around):
    """An encoder of texts without their stop words."""

    encoder: Encoder
    stop: str

    @property
    def fingerprint(self) -> str:
        """That of the encoder, with the stop list."""
        return f"{self.encoder.fingerprint}-{self.stop}"

    def __call__(self, texts: Sequence[str], progress: Step | None = None) -> Matrix:
        """Returns one vector of length 1 a text."""
        return self.encoder([without_stop_words(text, self.stop) for text in texts], progress)

    def unscaled(self, texts: Sequence[str]) -> Matrix:
        """Returns the vectors as the encoder has them, not normalised where it can tell."""
        encode: Callable[..., Matrix] = getattr(self.encoder, "unscaled", self.encoder)
        return encode([without_stop_words(text, self.stop) for text in texts])


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
        self._stop = stop
        self.encoders = {path.name: self._own(path) for path in self._entries("encoders") if path.is_dir()}
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
            return WithoutStopWords(self.documents, self._stop)
        return PooledWords(self.words[label]) if label in self.words else None

    def joined(self, label: str) -> tuple[WordVectors, ...] | None:
        """Returns the word vectors of a label such as ``DV+WV``, None where one of them is missing."""
        parts = [self.words.get(part) for part in label.split("+")]
        present = tuple(part for part in parts if part is not None)
        return present if len(present) == len(parts) else None

    def _own(self, path: Path) -> Encoder:
        """Returns one's own encoder, of texts without stop words where it was given vectors of these."""
        own = encoder(path)
        known = getattr(own, "rows", None)
        needed = (without_stop_words(text, self._stop) for text in self._statements)
        if known is not None and not all(text in known for text in needed):
            note = "encoded with stop words, which the paper leaves out in all conditions"
            self.remarks.append(f"{path.name}: {note}.")
            return own
        return WithoutStopWords(own, self._stop)

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
                trained[label] = train_words(
                    self._statements, where, method=method, dimensions=DIMENSIONS, epochs=EPOCHS, seed=seed
                )
            except MissingExtraError as error:
                self.remarks.append(f"{label}: not in vectors/, and {error}.")
            else:
                self.remarks.append(
                    f"{label}: {method} of {DIMENSIONS} dimensions, trained on the {self._graphs} alone."
                )
        return trained

    def _trained_documents(self, method: str) -> TrainedDocuments | None:
        from debatable.embedding.words import train_documents

        whole = [*self._statements, *(case.topic_text for case in self._cases)]
        texts = [without_stop_words(text, self._stop) for text in whole]
        try:
            documents = train_documents(
                texts, method=method, dimensions=DIMENSIONS, epochs=EPOCHS, seed=self._inputs.seed
            )
        except MissingExtraError:
            return None
        self.remarks.append(
            f"DV: {method} of {DIMENSIONS} dimensions, trained on the {self._graphs} alone, without stop words."
        )
        return documents
