"""Checkpoints: everything a training needs to go on, in one safetensors file that is written whole or not at all."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save

from debatable.errors import InputError
from debatable.files import write_bytes

__all__ = ["Checkpoint", "Progress", "Tensors"]

Tensors = dict[str, torch.Tensor]
KINDS = ("weights", "best", "mean", "square")


@dataclass(slots=True)
class Progress:
    """How far a training is.

    Attributes:
        step: Steps done.
        seconds: Time they took, over all runs.
        standings: Figure and margin on the held-out debates, one of each an epoch.
        stale: Epochs since the best of them.
        ended: Whether there is nothing more to learn.
    """

    step: int = 0
    seconds: float = 0.0
    standings: list[tuple[float, float]] = field(default_factory=list)
    stale: int = 0
    ended: bool = False


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A file that holds the state of one training.

    Attributes:
        path: Where it is.
        fingerprint: Of the training: lessons, base and settings.
    """

    path: Path
    fingerprint: str

    def write(self, progress: Progress, tensors: dict[str, Tensors]) -> None:
        """Writes weights, best weights and both moments, with how far the training is."""
        flat = {
            f"{kind}/{name}": value.detach().cpu().contiguous()
            for kind in KINDS
            for name, value in tensors[kind].items()
        }
        about = {"fingerprint": self.fingerprint, "progress": json.dumps(asdict(progress))}
        write_bytes(self.path, save(flat, about))

    def read(self) -> tuple[Progress, dict[str, Tensors]] | None:
        """Returns what was written, or None where there is nothing.

        Raises:
            InputError: The file is damaged, or of another training.
        """
        if not self.path.exists():
            return None
        todo = "give another folder, or delete this file to start anew"
        try:
            with safe_open(self.path, framework="pt") as file:
                about: dict[str, Any] = file.metadata() or {}
                tensors: dict[str, Tensors] = {kind: {} for kind in KINDS}
                if about.get("fingerprint") == self.fingerprint:
                    for key in file.keys():  # noqa: SIM118  # not a mapping
                        kind, _, name = key.partition("/")
                        tensors[kind][name] = file.get_tensor(key)
                    progress = Progress(**json.loads(about["progress"]))
                    progress.standings = [(figure, margin) for figure, margin in progress.standings]
                    return progress, tensors
        except (OSError, SafetensorError, KeyError, TypeError, ValueError) as error:
            raise InputError("is a damaged checkpoint", where=str(self.path), todo=todo) from error
        raise InputError(
            "is the checkpoint of a training with other arguments", where=str(self.path), todo=todo
        )

    def remove(self) -> None:
        """Takes the file away."""
        self.path.unlink(missing_ok=True)
