"""Writes the graph of a reader of pairs: a BERT-like body, the mean over tokens, and a logit for every head."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import onnx
from onnx import helper

from debatable.embedding.export.activation_spread import spreads
from debatable.embedding.export.bert_graph import Array, Writer, model_of
from debatable.learning.pair_graph import padded

__all__ = ["ReaderWriter", "calibrated", "reader_writer", "typed"]

INPUTS = ("input_ids", "attention_mask", "token_type_ids")


@dataclass(slots=True)
class ReaderWriter(Writer):
    """Writes the graph of a reader; what comes out for a pair does not depend on its company.

    Attributes:
        limit: Tokens of a pair, marks included; positions behind it are left out of the graph.
        heads: Name -> weight (1, width) and bias (1,) of a head, in the order of the columns.
    """

    limit: int = 512
    heads: Mapping[str, tuple[Array, Array]] = field(default_factory=dict)

    def embeddings(self) -> str:
        """Writes word plus position vectors plus the vector of the text that a token belongs to."""
        g = self.graph
        types = self.weights["embeddings.token_type_embeddings.weight"]
        typed = g.add("Gather", g.constant("types", types - types[0]), "token_type_ids")
        return str(g.add("Add", Writer.embeddings(self), typed))

    def places(self) -> Array:
        """Returns the vectors of the positions that are read."""
        return Writer.places(self)[: self.limit]

    def write(self) -> onnx.ModelProto:
        """Writes the whole graph: ids, mask and types of the tokens in, a logit a head out."""
        g, row = self.graph, self.graph.constant("row", [1])
        total, mask = self.total()
        count = g.add("ReduceSum", mask, row, keepdims=1)
        weight = np.concatenate([weight for weight, _ in self.heads.values()]).astype(np.float32)
        bias = np.concatenate([bias for _, bias in self.heads.values()]).astype(np.float32)
        # The weights stand left: so every pair is a product of its own, as in the mean.
        column = g.add("Transpose", total, perm=[0, 2, 1])
        sums = g.add("MatMul", g.constant("heads.weight", weight), column)
        means = g.add("Div", g.add("Squeeze", sums, g.constant("last", [2])), count)
        g.nodes.append(
            helper.make_node("Add", [means, g.constant("heads.bias", bias)], ["logits"], name="logits")
        )
        return model_of(g, self.name, INPUTS, "logits", len(self.heads))


def reader_writer(
    weights: Mapping[str, Array], heads: Sequence[str], limit: int, name: str, attention_heads: int = 12
) -> ReaderWriter:
    """Returns a writer of the float32 graph.

    Args:
        weights: ``body.…`` as BERT names its weights, ``heads.NAME.weight`` and ``.bias``.
        heads: Names of the heads, in the order of the columns.
        limit: Tokens of a pair, marks included.
        name: Of the graph.
        attention_heads: How many share the width.
    """
    singles = {key: value.astype(np.float32) for key, value in weights.items() if value.dtype.kind == "f"}
    body = {key.removeprefix("body."): value for key, value in singles.items() if key.startswith("body.")}
    answers = {head: (singles[f"heads.{head}.weight"], singles[f"heads.{head}.bias"]) for head in heads}
    return ReaderWriter(body, None, name, attention_heads, limit=limit, heads=answers)


def calibrated(plain: ReaderWriter, feeds: Iterable[Mapping[str, Array]]) -> ReaderWriter:
    """Returns a writer of the int8 graph, whose scales fit the inputs given, one pair each."""
    seen = spreads(plain, feeds)
    return ReaderWriter(
        plain.weights, seen, plain.name, plain.attention_heads, limit=plain.limit, heads=plain.heads
    )


def typed(first: Sequence[int], second: Sequence[int]) -> dict[str, Array]:
    """Returns the inputs of one pair, given the tokens of both texts with their marks.

    >>> typed([1, 7, 2], [8, 2])["token_type_ids"].tolist()
    [[0, 0, 0, 1, 1]]
    """
    return dict(padded([(list(first), list(second))], len(first) + len(second), 0))
