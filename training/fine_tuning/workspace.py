"""The folders of a training run, and what is written there."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import save_file
from torch import nn

from fine_tuning.tokens import Array

WORK = Path(os.environ.get("TRAINING_WORK", "work"))
EXAMPLES, CLOSENESS_EXAMPLES = WORK / "examples", WORK / "closeness_examples"
BASES, STATE, MODELS = WORK / "bases", WORK / "state", WORK / "models"
TINY = bool(os.environ.get("TRAINING_TINY"))  # a smoke test: few examples, few layers


def few(examples: dict[str, Array], most: int = 300) -> dict[str, Array]:
    """Returns a table; in a smoke test a small part of it."""
    if not TINY:
        return examples
    rows = np.random.default_rng(0).permutation(len(examples["y"]))[:most]
    return {key: value if key == "names" else value[rows] for key, value in examples.items()}


def write_metrics(name: str, metrics: Any) -> None:
    """Writes metrics as JSON."""
    MODELS.mkdir(parents=True, exist_ok=True)
    (MODELS / f"{name}.json").write_text(json.dumps(metrics, indent=1) + "\n", "utf-8")


def write_weights(name: str, tensors: dict[str, torch.Tensor]) -> None:
    """Writes tensors as a safetensors file, as tools/make_reader.py and tools/make_static.py read it."""
    MODELS.mkdir(parents=True, exist_ok=True)
    save_file({key: value.contiguous() for key, value in tensors.items()}, MODELS / f"{name}.safetensors")


def write_model(name: str, model: nn.Module) -> None:
    """Writes the weights of a model in float32."""
    write_weights(name, {key: value.detach().float().cpu() for key, value in model.state_dict().items()})
