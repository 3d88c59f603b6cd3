"""Quantisation-aware training: weights of about four bits, rounded in training as they are stored.

A row of a matrix has a scale, every 64 entries of it a whole factor up to 18, every entry a code from -7 to 7; their
product is the weight. Factor times code fits a signed byte, so that the matrix serves as whole numbers. What flows into
a product is rounded token by token, as the graph does it. Gradients pass through the rounding.
"""

from __future__ import annotations

from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import nn
from torch.nn import functional

from debatable.embedding.bert_graph import GELU_LOW
from debatable.learning.coded_weights import GROUP
from fine_tuning.network import Reader
from fine_tuning.workspace import write_weights

CODES, FACTORS = 7, 18


@torch.no_grad()
def codes(weight: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Returns codes (rows, columns), factors (rows, groups) and scales (rows, 1) of a matrix."""
    parts = weight.reshape(weight.shape[0], -1, GROUP)
    peaks = parts.abs().amax(2) / CODES
    scales = (peaks.amax(1, keepdim=True) / FACTORS).clamp_min(1e-12)
    factors = torch.ceil(peaks / scales - 1e-4).clamp(1, FACTORS)
    whole = torch.round(parts / (factors * scales)[..., None]).clamp(-CODES, CODES)
    return whole.reshape(weight.shape), factors, scales


def rounded(weight: torch.Tensor) -> torch.Tensor:
    """Returns a matrix as it will be stored; its gradient is passed on to the matrix itself."""
    with torch.no_grad():
        whole, factors, scales = codes(weight)
        stored = (whole.reshape(weight.shape[0], -1, GROUP) * (factors * scales)[..., None]).reshape(
            weight.shape
        )
        change = stored - weight
    return weight + change


def rounded_rows(x: torch.Tensor, low: float | None) -> torch.Tensor:
    """Returns activations in 255 steps a token: around zero, or from a known lowest value up."""
    with torch.no_grad():
        y = x.float()
        if low is None:
            step = (y.abs().amax(-1, keepdim=True) / 127).clamp_min(1e-9)
            change = torch.round(y / step) * step - y
        else:
            step = ((y - low).amax(-1, keepdim=True) / 255).clamp_min(1e-9)
            change = torch.round((y - low) / step) * step + low - y
        change = change.to(x.dtype)
    return x + change


def quantised_parts(model: Reader) -> dict[str, nn.Module]:
    """Returns the parts whose matrices are stored as codes."""
    return {
        name: part
        for name, part in model.named_modules()
        if name.endswith("word_embeddings") or (isinstance(part, nn.Linear) and "encoder.layer" in name)
    }


def quantise(model: Reader) -> None:
    """Makes a model compute with its matrices and activations rounded."""
    for name, part in quantised_parts(model).items():
        if isinstance(part, nn.Linear):
            behind_gelu = name.endswith("output.dense") and "attention" not in name

            def product(
                x: torch.Tensor,
                part: nn.Linear = part,
                low: float | None = -GELU_LOW if behind_gelu else None,
            ) -> torch.Tensor:
                return functional.linear(rounded_rows(x, low), rounded(part.weight), part.bias)

            part.forward = product  # type: ignore[method-assign]
        else:

            def look_up(ids: torch.Tensor, part: nn.Embedding = part) -> torch.Tensor:  # type: ignore[assignment]
                return functional.embedding(ids, rounded(part.weight))

            part.forward = look_up  # type: ignore[method-assign,assignment]


def write_codes(name: str, model: Reader) -> None:
    """Writes a model: codes two a byte, factors and scales of its matrices, all else in float32."""
    tensors: dict[str, torch.Tensor] = {}
    coded = {f"{part}.weight" for part in quantised_parts(model)}
    for key, value in model.state_dict().items():
        value = value.detach().float()
        if key in coded:
            whole, factors, scales = codes(value)
            pairs = (whole + 8).to(torch.uint8).reshape(len(value), -1, 2)
            tensors[key + "::codes"] = (pairs[..., 0] * 16 + pairs[..., 1]).cpu()
            tensors[key + "::factors"], tensors[key + "::scales"] = (
                factors.to(torch.uint8).cpu(),
                scales.cpu(),
            )
        elif value.is_floating_point():
            tensors[key] = value.cpu()
    write_weights(name, tensors)


def read_codes(path: Path) -> dict[str, torch.Tensor]:
    """Returns the float32 weights of a model that `write_codes` wrote."""
    stored = load_file(path)
    state = {key: value for key, value in stored.items() if "::" not in key}
    for name in (key.removesuffix("::codes") for key in stored if key.endswith("::codes")):
        pairs, factors, scales = (stored[f"{name}::{part}"] for part in ("codes", "factors", "scales"))
        whole = torch.stack([pairs >> 4, pairs & 15], -1).reshape(len(pairs), -1).float() - 8
        state[name] = whole * factors.float().repeat_interleave(GROUP, 1) * scales
    return state
