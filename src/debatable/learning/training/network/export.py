"""From trained weights to a folder that the engine opens: an int8 graph, its tokenizer and its card."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import onnx
from onnx import helper

from debatable.embedding.bert_graph import Array, Graph, Writer, graph_bytes, model_of, spreads
from debatable.files import json_bytes, write_bytes
from debatable.learning.card import CARD, ENCODER_CARD
from debatable.learning.pair_graph import Marked, padded

if TYPE_CHECKING:
    from debatable.learning.training.network.base import Base
    from debatable.learning.training.network.network import Inputs

INPUTS = ("input_ids", "attention_mask", "token_type_ids")
CALIBRATION = 128
"""Inputs on which the scales of activations are measured."""


@dataclass(slots=True)
class ReaderWriter(Writer):
    """Writes the graph of a reader; the logits of a pair do not depend on the rest of its batch.

    Attributes:
        limit: Tokens of a pair, special tokens included; positions behind it are left out of the graph.
        heads: Name -> weight (1, width) and bias (1,) of a head, in the order of the columns.
    """

    limit: int = 512
    heads: Mapping[str, tuple[Array, Array]] = field(default_factory=dict)

    def embeddings(self) -> str:
        """Writes word plus position vectors plus the vector of the text that a token belongs to."""
        g = self.graph
        types = self.weights["embeddings.token_type_embeddings.weight"]
        typed = g.add("Gather", g.constant("types", types - types[0]), "token_type_ids")
        return g.add("Add", Writer.embeddings(self), typed)

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
        limit: Tokens of a pair, special tokens included.
        name: Of the graph.
        attention_heads: How many share the width.
    """
    singles = {key: value.astype(np.float32) for key, value in weights.items() if value.dtype.kind == "f"}
    body = {key.removeprefix("body."): value for key, value in singles.items() if key.startswith("body.")}
    answers = {head: (singles[f"heads.{head}.weight"], singles[f"heads.{head}.bias"]) for head in heads}
    return ReaderWriter(body, None, name, attention_heads, limit=limit, heads=answers)


def calibrated(plain: ReaderWriter, feeds: Iterable[Mapping[str, Array]]) -> ReaderWriter:
    """Returns a writer of the int8 graph, whose scales fit the inputs given, one pair each."""
    return replace(plain, spreads=spreads(plain, feeds), graph=Graph(), inputs={})


def typed(first: Sequence[int], second: Sequence[int]) -> dict[str, Array]:
    """Returns the inputs of one pair, given the tokens of both texts with their special tokens.

    >>> typed([1, 7, 2], [8, 2])["token_type_ids"].tolist()
    [[0, 0, 0, 1, 1]]
    """
    return dict(padded([(list(first), list(second))], len(first) + len(second), 0))


def export_model(
    folder: Path, weights: Mapping[str, Array], base: Base, card: Mapping[str, Any], inputs: Sequence[Inputs]
) -> None:
    """Writes graph, tokenizer and card of a cross-encoder, or of an encoder where the card has no heads.

    Args:
        folder: An empty one.
        weights: As the network names them.
        base: What the network started from.
        card: Size and hash of the graph are added.
        inputs: Training examples, on which activations are measured.
    """
    rows = [row for each in inputs for row in _sample(each, CALIBRATION // len(inputs))]
    feeds = [typed(first, second) for first, second in rows]
    name, attention_heads = str(card["name"]), base.attention_heads
    if "heads" in card:
        heads = [str(head["name"]) for head in card["heads"]]
        plain = reader_writer(weights, heads, int(card["limit"]), name, attention_heads)
        model = calibrated(plain, feeds).write()
    else:
        body = {key.removeprefix("body."): value for key, value in weights.items()}
        for feed in feeds:
            del feed["token_type_ids"]
        measured = spreads(Writer(body, None, name, attention_heads), feeds)
        model = Writer(body, measured, name, attention_heads).write()
    write_bytes(folder / "model.onnx", graph_bytes(model))
    write_bytes(folder / "tokenizer.json", base.tokenizer)
    write_card(folder, card)


def write_card(folder: Path, card: Mapping[str, Any]) -> dict[str, Any]:
    """Writes the card of a folder that holds its graph already, and returns it with size and hash of the graph."""
    graph = (folder / "model.onnx").read_bytes()
    whole = {**card, "bytes": len(graph), "sha256": hashlib.sha256(graph).hexdigest()}
    write_bytes(folder / (CARD if "heads" in card else ENCODER_CARD), json_bytes(whole))
    return whole


def _sample(inputs: Inputs, most: int) -> list[Marked]:
    """Returns some rows, spread evenly over all."""
    count = min(len(inputs.rows), most)
    return [inputs.rows[place] for place in np.linspace(0, len(inputs.rows) - 1, count).astype(int)]
