"""From trained weights to a folder that the engine opens: an int8 graph, its tokenizer and its card."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from debatable.embedding.export.activation_spread import spreads
from debatable.embedding.export.bert_graph import Array, Writer, graph_bytes
from debatable.files import json_bytes, write_bytes
from debatable.learning.card import CARD, ENCODER_CARD
from debatable.learning.training.inputs import Inputs
from debatable.learning.training.network.base import Base
from debatable.learning.training.network.reader_graph import calibrated, reader_writer, typed

__all__ = ["export_encoder", "export_reader", "write_card"]

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
