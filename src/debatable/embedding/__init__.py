"""Meaning as vectors: encoders, long texts, word vectors, text similarities."""

from typing import TYPE_CHECKING

from debatable.embedding.cache import CachedEncoder, KnownVectors, VectorCache
from debatable.embedding.cores import share_cores
from debatable.embedding.encoder import Encoder
from debatable.embedding.long_texts import Sentences, Sliding
from debatable.embedding.onnx import BUNDLED, OnnxEncoder
from debatable.embedding.runtime import arithmetic
from debatable.embedding.static import StaticEncoder
from debatable.embedding.table import ENCODERS, encoder

if TYPE_CHECKING:
    from debatable.embedding.sentence_transformers import SentenceTransformerEncoder
else:  # needed for its own models alone
    from debatable.deferred import deferred

    __getattr__ = deferred(
        __name__, {"debatable.embedding.sentence_transformers": ("SentenceTransformerEncoder",)}
    )

__all__ = [
    "BUNDLED",
    "ENCODERS",
    "CachedEncoder",
    "Encoder",
    "KnownVectors",
    "OnnxEncoder",
    "SentenceTransformerEncoder",
    "Sentences",
    "Sliding",
    "StaticEncoder",
    "VectorCache",
    "arithmetic",
    "encoder",
    "share_cores",
]
