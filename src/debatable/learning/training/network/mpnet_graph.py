"""Writes the graph of a reader of pairs whose body is MPNet (Song et al. 2020), its matrices as codes.

MPNet has no token types, counts its positions from two on, and adds to every attention score a bias that each head
learned for the distance of two tokens: a bucket a distance up to eight tokens, wider ones behind, for either direction.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from debatable.embedding.bert_graph import Array
from debatable.learning.coded_weights import Codes
from debatable.learning.training.network.coded_graph import (
    CodedWriter,
    body_and_heads,
    coded_body,
    coded_rows,
)

EPSILON = 1e-5
FIRST_POSITION = 2
BUCKETS, FAR = 32, 128
SHIFT = 4  # its words are BERT's, behind four marks of its own
MARKS = {0: 1, 101: 0, 102: 2}  # BERT's padding, begin and end, and MPNet's
PARTS = {  # MPNet's names -> BERT's
    ".attention.attn.q.": ".attention.self.query.",
    ".attention.attn.k.": ".attention.self.key.",
    ".attention.attn.v.": ".attention.self.value.",
    ".attention.attn.o.": ".attention.output.dense.",
    ".attention.LayerNorm.": ".attention.output.LayerNorm.",
}


@dataclass(slots=True)
class MPNetWriter(CodedWriter):
    """Writes the graph of MPNet with the vocabulary of BERT.

    Attributes:
        relative_bias: Of a bucket of distances for a head (buckets, heads).
    """

    relative_bias: Array | None = None

    def places(self) -> Array:
        """Returns the vectors of the positions that are read."""
        places = self.weights["embeddings.position_embeddings.weight"]
        return places[FIRST_POSITION : FIRST_POSITION + self.limit]

    def distances(self, mask: str) -> str:
        """Writes what is added to the scores of the attention: the bias of two tokens' distance as well."""
        assert self.relative_bias is not None
        g = self.graph
        length = g.add("Shape", "input_ids", start=1, end=2)
        both = g.add("Concat", length, length, axis=0)
        buckets = g.constant("buckets", distance_buckets(self.limit).astype(np.int32))
        buckets = g.add("Slice", buckets, g.constant("corner", [0, 0]), both)
        worth = g.add(
            "Gather", g.constant("between", self.relative_bias.T.astype(np.float32)), buckets, axis=1
        )
        return CodedWriter.distances(self, g.add("Add", mask, worth))


def distance_buckets(limit: int) -> Array:
    """Returns the bucket of every two positions (from, to).

    >>> distance_buckets(4)[0].tolist(), distance_buckets(4)[:, 0].tolist()
    ([0, 17, 18, 19], [0, 1, 2, 3])
    """
    apart = np.arange(limit)[None] - np.arange(limit)[:, None]
    half = BUCKETS // 2
    exact = half // 2
    far = np.log(np.maximum(np.abs(apart), 1) / exact) / math.log(FAR / exact) * (half - exact)
    wide = np.minimum(exact + far.astype(np.int64), half - 1)
    return np.asarray(np.where(np.abs(apart) < exact, np.abs(apart), wide) + half * (apart > 0))


def mpnet_writer(
    weights: Mapping[str, Array], heads: list[str], limit: int, name: str, attention_heads: int = 12
) -> MPNetWriter:
    """Returns a writer, given the tensors that fine-tuning wrote: those of `coded_writer`, by MPNet's names."""
    body, answers = body_and_heads(weights, heads)
    for part, known in PARTS.items():
        body = {key.replace(part, known): value for key, value in body.items()}
    floats, products = coded_body(body, attention_heads)
    return MPNetWriter(
        floats,
        {},
        name,
        attention_heads,
        EPSILON,
        limit=limit,
        heads=answers,
        products=products,
        words=_bert_words(body),
        relative_bias=body["encoder.relative_attention_bias.weight"],
    )


def _bert_words(body: Mapping[str, Array]) -> tuple[Codes, Array]:
    """Returns the words in the order of BERT's vocabulary."""
    codes, factors, scales = coded_rows(body, "embeddings.word_embeddings")
    rows = np.arange(SHIFT, len(codes) - 1)
    for mark, own in MARKS.items():
        rows[mark] = own
    return Codes(codes[rows], factors[rows], 1), scales[rows]
