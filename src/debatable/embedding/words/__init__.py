"""Word vectors: files, pooling, concatenation, training."""

from debatable.embedding.words.conversion import save_vectors, word_vectors
from debatable.embedding.words.documents import METHODS, TrainedDocuments, train_documents
from debatable.embedding.words.joining import SCALES, Joined, JoinedWords
from debatable.embedding.words.pooling import POOLINGS, PooledWords, geometric_mean, p_mean, pooling
from debatable.embedding.words.training import train_words
from debatable.embedding.words.vectors import TextVectors, WordVectors

__all__ = [
    "METHODS",
    "POOLINGS",
    "SCALES",
    "Joined",
    "JoinedWords",
    "PooledWords",
    "TextVectors",
    "TrainedDocuments",
    "WordVectors",
    "geometric_mean",
    "p_mean",
    "pooling",
    "save_vectors",
    "train_documents",
    "train_words",
    "word_vectors",
]
