"""Trains word2vec, fastText and Doc2Vec on a corpus with gensim (extra ``vectors``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from debatable.arrays import Matrix
from debatable.embedding.encoder import checked, normalised
from debatable.embedding.words.vectors import WordVectors, save_vectors, word_vectors
from debatable.errors import InputError, MissingExtraError, UnknownNameError, check_name
from debatable.progress import Step
from debatable.text import words


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
        texts: Of the corpus; words are lowercased.
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


def gensim_models() -> Any:
    """Returns gensim's models."""
    try:
        from gensim import models
    except ImportError as error:
        raise MissingExtraError("vectors", "training of word vectors") from error
    return models


def repeatable(dimensions: int, window: int, least: int, epochs: int, seed: int) -> dict[str, Any]:
    """Returns the arguments of gensim for these, such that equal seeds give equal vectors."""
    sizes = {"vector_size": dimensions, "window": window, "min_count": least}
    return {**sizes, "epochs": epochs, "seed": seed, "workers": 1, "hashfxn": stable_hash}


def trained(kind: Any, corpus: Sequence[Any], **settings: Any) -> Any:
    """Trains one model; an empty vocabulary is an InputError."""
    try:
        return kind(corpus, **settings)
    except RuntimeError as error:
        todo = "give more texts or a smaller 'least'"
        raise InputError("the texts hold no word often enough", todo=todo) from error


def split(text: str) -> list[str]:
    """Returns the words of a text in lower case."""
    return [word.lower() for word in words(text)]


def stable_hash(text: object) -> int:
    """Returns a hash that is the same in every process, which Python's own is not."""
    value = 0
    for letter in str(text):
        value = (value * 31 + ord(letter)) & 0x7FFFFFFF
    return value


METHODS = {"pv-dm": {"dm": 1}, "pv-dbow": {"dm": 0, "dbow_words": 1}}
"""Le and Mikolov (2014): the distributed memory model and the distributed bag of words, both with word vectors."""


def train_documents(
    texts: Iterable[str],
    *,
    method: str = "pv-dbow",
    dimensions: int = 100,
    window: int = 5,
    least: int = 2,
    epochs: int = 20,
    seed: int = 0,
) -> TrainedDocuments:
    """Trains Doc2Vec on texts, in memory; the arguments are those of `train_words`.

    Args:
        texts: Of the corpus.
        method: ``pv-dm`` or ``pv-dbow``.
        dimensions: Of a vector.
        window: Words on either side.
        least: Times a word must occur.
        epochs: Passes over the corpus, and over a text whose vector is inferred.
        seed: Of all randomness.
    """
    check_name("training method", method, METHODS)
    models = gensim_models()
    documents = [models.doc2vec.TaggedDocument(split(text), [number]) for number, text in enumerate(texts)]
    settings = repeatable(dimensions, window, least, epochs, seed)
    model = trained(models.Doc2Vec, documents, **METHODS[method], **settings)
    return TrainedDocuments(model, epochs, seed, method)


@dataclass(frozen=True, slots=True)
class TrainedDocuments:
    """An encoder that infers the vector of a text with a Doc2Vec model of gensim, in so many passes."""

    model: Any
    epochs: int
    seed: int
    method: str = "pv-dbow"
    limit: ClassVar[None] = None  # every word counts

    @property
    def name(self) -> str:
        """That of the method: the model is not on disk."""
        return f"doc2vec({self.method})"

    @property
    def dimensions(self) -> int:
        """Of a vector."""
        return int(self.model.vector_size)

    @property
    def fingerprint(self) -> str:
        """Hash over the word vectors."""
        import hashlib

        digest = hashlib.blake2b(np.ascontiguousarray(self.model.wv.vectors).data, digest_size=16).hexdigest()
        return f"doc2vec-{self.method}-{digest}"

    @property
    def trained(self) -> Matrix:
        """The vectors of the texts it was trained on, in their order, each of length 1."""
        return normalised(np.asarray(self.model.dv.vectors, dtype=np.float32))

    def word_vectors(self, folder: Path) -> WordVectors:
        """Writes the model's word vectors to a new folder and opens it."""
        return save_vectors(self.model.wv, folder, "doc2vec")

    def __call__(self, texts: Sequence[str], progress: Step | None = None) -> Matrix:
        """Returns one vector of length 1 a text; the same text gets the same vector."""
        return normalised(self.unscaled(texts, progress))

    def unscaled(self, texts: Sequence[str], progress: Step | None = None) -> Matrix:
        """Returns the vectors as they are inferred."""
        texts = checked(texts)
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in enumerate(texts):
            vectors[row] = self._inferred(split(text))
            if progress is not None:
                progress(row + 1, len(texts))
        return vectors

    def _inferred(self, words: list[str]) -> Matrix:
        """Trains one vector on the words of a text, everything else held fixed.

        gensim's own ``infer_vector`` starts from Python's ``hash`` of the text, which differs between processes.
        """
        from gensim.models.doc2vec import train_document_dbow, train_document_dm
        from gensim.models.keyedvectors import pseudorandom_weak_vector

        if not words:
            return np.zeros(self.dimensions, dtype=np.float32)
        model = self.model
        model.random.seed(self.seed)
        start = pseudorandom_weak_vector(self.dimensions, " ".join(words), hashfxn=stable_hash)
        vector = start.reshape(1, -1)
        fixed = {"learn_words": False, "learn_hidden": False, "doctags_lockf": np.ones(1, dtype=np.float32)}
        # gensim keeps only the addresses of buffers that it makes itself, so they are made and held here.
        buffers = {"work": np.zeros(model.layer1_size, dtype=np.float32)}
        if not model.sg:
            buffers["neu1"] = np.zeros(model.layer1_size, dtype=np.float32)
        train = train_document_dbow if model.sg else train_document_dm
        for alpha in np.linspace(model.alpha, model.min_alpha, self.epochs):
            train(model, words, [0], float(alpha), doctag_vectors=vector, **buffers, **fixed)
        return np.asarray(vector[0], dtype=np.float32)
