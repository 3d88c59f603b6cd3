"""Trains word2vec and fastText on a corpus with gensim (extra ``vectors``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from debatable.embedding.words.conversion import save_vectors, word_vectors
from debatable.embedding.words.vectors import WordVectors
from debatable.errors import InputError, MissingExtraError, UnknownNameError
from debatable.text import words

__all__ = ["gensim_models", "repeatable", "split", "stable_hash", "train_words", "trained"]


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
