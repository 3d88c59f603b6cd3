"""Word vectors: files, pooling, concatenation, training."""

from debatable.embedding.words.encoders import SCALES, Joined, JoinedWords, PooledWords, p_mean, pooling
from debatable.embedding.words.training import METHODS, TrainedDocuments, train_documents, train_words
from debatable.embedding.words.vectors import TextVectors, WordVectors, save_vectors, word_vectors

__all__ = [
    "METHODS",
    "SCALES",
    "Joined",
    "JoinedWords",
    "PooledWords",
    "TextVectors",
    "TrainedDocuments",
    "WordVectors",
    "p_mean",
    "pooling",
    "save_vectors",
    "train_documents",
    "train_words",
    "word_vectors",
]
