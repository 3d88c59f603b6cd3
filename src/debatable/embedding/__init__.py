"""Meaning as vectors: encoders, long texts, word vectors, text similarities."""

from typing import TYPE_CHECKING

from debatable.embedding.cache import CachedEncoder, KnownVectors, VectorCache
from debatable.embedding.cores import share_cores
from debatable.embedding.encoder import Encoder, TokenEncoder
from debatable.embedding.long_texts import First, Sentences, Sliding
from debatable.embedding.onnx import BUNDLED, OnnxEncoder
from debatable.embedding.runtime import Arithmetic, arithmetic
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
    "Arithmetic",
    "CachedEncoder",
    "Encoder",
    "First",
    "KnownVectors",
    "OnnxEncoder",
    "SentenceTransformerEncoder",
    "Sentences",
    "Sliding",
    "StaticEncoder",
    "TokenEncoder",
    "VectorCache",
    "arithmetic",
    "encoder",
    "share_cores",
]
