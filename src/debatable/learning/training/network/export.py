"""From trained weights to a folder that the engine opens: an int8 graph, its tokenizer and its card."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import helper

from debatable.embedding.bert_graph import Array, Writer, graph_bytes, model_of, spreads
from debatable.files import json_bytes, write_bytes
from debatable.learning.card import CARD, ENCODER_CARD
from debatable.learning.pair_graph import padded
from debatable.learning.training.network.base import Base
from debatable.learning.training.network.network import Inputs

__all__ = [
    "ReaderWriter",
    "calibrated",
    "export_encoder",
    "export_reader",
    "reader_writer",
    "typed",
    "write_card",
]

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


CALIBRATION = 128
"""Inputs on which the scales of activations are measured."""


def export_reader(
    folder: Path, weights: Mapping[str, Array], base: Base, card: Mapping[str, Any], seen: Sequence[Inputs]
) -> None:
    """Writes the folder of a reader of pairs.

    Args:
        folder: That is there and empty.
        weights: As the network names them.
        base: What the network started from.
        card: What is said about the model; size and hash of the graph are added.
        seen: Lessons of the training, on which activations are measured.
    """
    heads = [str(head["name"]) for head in card["heads"]]
    plain = reader_writer(weights, heads, int(card["limit"]), str(card["name"]), base.attention_heads)
    feeds = [typed(first, second) for inputs in seen for first, second in _sample(inputs, len(seen))]
    _write(folder, graph_bytes(calibrated(plain, feeds).write()), base, card, CARD)


def export_encoder(
    folder: Path, weights: Mapping[str, Array], base: Base, card: Mapping[str, Any], seen: Sequence[Inputs]
) -> None:
    """Writes the folder of an encoder; the arguments are those of a reader."""
    body = {name.removeprefix("body."): value for name, value in weights.items()}
    feeds = [
        {key: value for key, value in typed(first, second).items() if key != "token_type_ids"}
        for inputs in seen
        for first, second in _sample(inputs, len(seen))
    ]
    name, heads = str(card["name"]), base.attention_heads
    measured = spreads(Writer(body, None, name, heads), feeds)
    _write(folder, graph_bytes(Writer(body, measured, name, heads).write()), base, card, ENCODER_CARD)


def write_card(folder: Path, card: Mapping[str, Any], *, encoder: bool) -> dict[str, Any]:
    """Writes the card of a folder that holds its graph already, and returns it with size and hash of the graph."""
    graph = (folder / "model.onnx").read_bytes()
    whole = {**card, "bytes": len(graph), "sha256": hashlib.sha256(graph).hexdigest()}
    write_bytes(folder / (ENCODER_CARD if encoder else CARD), json_bytes(whole))
    return whole


def _sample(inputs: Inputs, parts: int) -> list[tuple[list[int], list[int]]]:
    """Returns some rows, spread evenly over all."""
    count = min(len(inputs.rows), CALIBRATION // parts)
    return [inputs.rows[place] for place in np.linspace(0, len(inputs.rows) - 1, count).astype(int)]


def _write(folder: Path, graph: bytes, base: Base, card: Mapping[str, Any], name: str) -> None:
    write_bytes(folder / "model.onnx", graph)
    write_bytes(folder / "tokenizer.json", base.tokenizer)
    write_card(folder, card, encoder=name == ENCODER_CARD)
