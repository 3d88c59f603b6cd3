"""Trains word2vec, fastText and Doc2Vec on a corpus with gensim (extra ``vectors``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from debatable.arrays import Matrix
from debatable.embedding.encoder import checked, normalised
from debatable.embedding.words.conversion import save_vectors, word_vectors
from debatable.embedding.words.vectors import WordVectors
from debatable.errors import InputError, MissingExtraError, UnknownNameError
from debatable.progress import Step
from debatable.text import words

__all__ = ["TrainedDocuments", "train_documents", "train_words"]


def train_words(
    texts: Iterable[str],
    folder: Path,
    *,
    method: str = "word2vec",
    dimensions: int = 100,
    window: int = 5,
    least: int = 2,
    epochs: int = 10,
    seed: int = 0,
) -> WordVectors:
    """Trains word vectors (skip-gram) on texts, keeps them in a folder and opens it.

    Args:
        texts: Of the corpus; words are looked at in lower case.
        folder: Made new.
        method: ``word2vec`` or ``fasttext``; the latter also knows parts of words.
        dimensions: Of a vector.
        window: Words on either side that count as neighbours.
        least: Times a word must occur.
        epochs: Passes over the corpus.
        seed: Of all randomness; one thread trains, so equal seeds give equal vectors.
    """
    models = gensim_models()
    if method not in ("word2vec", "fasttext"):
        raise UnknownNameError("training method", method, ["fasttext", "word2vec"])
    kind = models.Word2Vec if method == "word2vec" else models.FastText
    settings = repeatable(dimensions, window, least, epochs, seed)
    model = trained(kind, [split(text) for text in texts], sg=1, **settings)
    if method == "word2vec":
        return save_vectors(model.wv, folder, "word2vec")
    folder.mkdir(parents=True, exist_ok=True)
    from gensim.models.fasttext import save_facebook_model

    save_facebook_model(model, str(folder / "fasttext.bin"))
    return word_vectors(folder / "fasttext.bin")


def train_documents(
    texts: Iterable[str],
    *,
    dimensions: int = 100,
    window: int = 5,
    least: int = 2,
    epochs: int = 20,
    seed: int = 0,
) -> TrainedDocuments:
    """Trains Doc2Vec (distributed bag of words) on texts; the model lives in memory."""
    models = gensim_models()
    documents = [models.doc2vec.TaggedDocument(split(text), [number]) for number, text in enumerate(texts)]
    settings = repeatable(dimensions, window, least, epochs, seed)
    model = trained(models.Doc2Vec, documents, dm=0, dbow_words=1, **settings)
    return TrainedDocuments(model, epochs, seed)


@dataclass(frozen=True, slots=True)
class TrainedDocuments:
    """An encoder that infers the vector of a text with a trained Doc2Vec model."""

    model: Any
    epochs: int
    seed: int

    @property
    def name(self) -> str:
        """Always the same: the model has no home on disk."""
        return "doc2vec"

    @property
    def dimensions(self) -> int:
        """Of a vector."""
        return int(self.model.vector_size)

    @property
    def limit(self) -> None:
        """Every word counts."""

    @property
    def fingerprint(self) -> str:
        """Hash over the word vectors."""
        import hashlib

        digest = hashlib.blake2b(np.ascontiguousarray(self.model.wv.vectors).data, digest_size=16).hexdigest()
        return f"doc2vec-{digest}"

    @property
    def trained(self) -> Matrix:
        """The vectors of the texts it was trained on, in their order, each of length 1."""
        return normalised(np.asarray(self.model.dv.vectors, dtype=np.float32))

    def __call__(self, texts: Sequence[str], progress: Step | None = None) -> Matrix:
        """Returns one vector of length 1 a text; the same text gets the same vector."""
        texts = checked(texts)
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in enumerate(texts):
            self.model.random.seed(self.seed)
            vectors[row] = self.model.infer_vector(split(text), epochs=self.epochs)
            if progress is not None:
                progress(row + 1, len(texts))
        return normalised(vectors)


def gensim_models() -> Any:
    """Returns gensim's models."""
    try:
        from gensim import models
    except ImportError as error:
        raise MissingExtraError("vectors", "training of word vectors") from error
    return models


def repeatable(dimensions: int, window: int, least: int, epochs: int, seed: int) -> dict[str, Any]:
    """Returns what gensim takes for these, and what makes equal seeds give equal vectors."""
    sizes = {"vector_size": dimensions, "window": window, "min_count": least}
    return {**sizes, "epochs": epochs, "seed": seed, "workers": 1, "hashfxn": stable_hash}


def trained(kind: Any, corpus: Sequence[Any], **settings: Any) -> Any:
    """Trains one model, turning gensim's complaint about an empty vocabulary into ours."""
    try:
        return kind(corpus, **settings)
    except RuntimeError as error:
        raise InputError(
            "the texts hold no word often enough", todo="give more texts or a smaller 'least'"
        ) from error


def split(text: str) -> list[str]:
    """Returns the words of a text in lower case."""
    return [word.lower() for word in words(text)]


def stable_hash(text: object) -> int:
    """Returns a hash that is the same in every process, which Python's own is not."""
    value = 0
    for letter in str(text):
        value = (value * 31 + ord(letter)) & 0x7FFFFFFF
    return value
