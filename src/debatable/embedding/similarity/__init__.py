"""Similarities of texts, many against many: matrices of texts by others."""

from debatable.embedding.similarity.fuzzy import DynaMax, MaxPool, dynamax, dynamax_matrix, maxpool
from debatable.embedding.similarity.letters import Edit, edit_distance
from debatable.embedding.similarity.transport import WordMover, word_movers_distance
from debatable.embedding.similarity.whole import Angular, Cosine, angular, cosine

__all__ = [
    "Angular",
    "Cosine",
    "DynaMax",
    "Edit",
    "MaxPool",
    "WordMover",
    "angular",
    "cosine",
    "dynamax",
    "dynamax_matrix",
    "edit_distance",
    "maxpool",
    "word_movers_distance",
]
