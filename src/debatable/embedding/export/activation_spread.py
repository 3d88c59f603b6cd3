"""Runs a float32 graph on calibration texts and says how far the values behind its norms spread."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from onnx import TensorProto, helper

from debatable.embedding.export.bert_graph import Array, Spread, Writer
from debatable.embedding.runtime import runtime, session_options

__all__ = ["spreads"]


def spreads(writer: Writer, feeds: Iterable[Mapping[str, Array]]) -> dict[str, Spread]:
    """Writes the graph and runs it on inputs of one text each; returns the spread of every product's input."""
    model = writer.write()
    for name in writer.inputs.values():
        model.graph.output.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, None))
    graph = model.SerializeToString()
    session = runtime().InferenceSession(graph, session_options(), providers=["CPUExecutionProvider"])
    seen: dict[str, list[Any]] = {product: [] for product in writer.inputs}
    for feed in feeds:
        values = session.run(list(writer.inputs.values()), dict(feed))
        for product, value in zip(writer.inputs, values, strict=True):
            seen[product].append(value[0])
    return {product: spread(np.concatenate(values)) for product, values in seen.items()}


def spread(values: Array) -> Spread:
    """Returns mean and peak of every channel, rounded so that they hang on no last digit."""
    mean = values.mean(axis=0).astype(np.float16).astype(np.float32)
    peak = np.abs(values - mean).max(axis=0).astype(np.float16).astype(np.float32)
    return Spread(mean, peak)
