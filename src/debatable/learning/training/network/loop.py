"""The training loop: steps, metrics on held-out debates after every epoch, early stopping, checkpoints.

Every step draws its dropout from a seed of its own and every epoch its order, so that an interrupted training goes on
as if it had not been interrupted.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save

from debatable.errors import InputError
from debatable.files import write_bytes
from debatable.learning.training.network.network import Network, epoch_batches
from debatable.learning.training.network.objectives import Objective
from debatable.learning.training.settings import Settings
from debatable.progress import Step

Tensors = dict[str, torch.Tensor]
WARM_UP, DECAY, LONGEST_GRADIENT = 0.06, 0.01, 1.0
SECONDS_BETWEEN_CHECKPOINTS = 60.0
STEPS_OF_A_SEED = 2**31
"""Steps that no training reaches, so that two seeds share no step."""
KINDS = ("weights", "best", "mean", "square")


@dataclass(slots=True)
class Progress:
    """How far a training is: steps and seconds over all runs, the score of each epoch, epochs since the best."""

    step: int = 0
    seconds: float = 0.0
    scores: list[tuple[float, float]] = field(default_factory=list)
    stale: int = 0
    ended: bool = False


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A file that holds the state of one training, with a fingerprint of its examples, base and settings."""

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
                    progress.scores = [(value, margin) for value, margin in progress.scores]
                    return progress, tensors
        except (OSError, SafetensorError, KeyError, TypeError, ValueError) as error:
            raise InputError("is a damaged checkpoint", where=str(self.path), todo=todo) from error
        what = "is the checkpoint of a training with other arguments"
        raise InputError(what, where=str(self.path), todo=todo)

    def remove(self) -> None:
        """Deletes the file."""
        self.path.unlink(missing_ok=True)


@dataclass(slots=True)
class Loop:
    """One training; ``held_out`` decides which epoch is the best, whose weights are kept in ``best``."""

    network: Network
    examples: Objective
    held_out: Objective
    settings: Settings
    checkpoint: Checkpoint
    progress: Progress = field(default_factory=Progress)
    best: Tensors = field(default_factory=dict)

    def run(self, report: Step | None = None) -> Progress:
        """Trains from the last checkpoint to the end and leaves the network at its best.

        Raises:
            InputError: The loss is no longer a number.
        """
        optimiser = adamw(self.network.parameters().values(), self.settings.rate)
        self._restore(optimiser)
        lengths, settings = self.examples.lengths, self.settings
        per_epoch = -(-len(lengths) // settings.batch)
        total = settings.epochs * per_epoch
        saved = begun = time.monotonic()
        before = self.progress.seconds
        while self.progress.step < total and not self.progress.ended:
            epoch, place = divmod(self.progress.step, per_epoch)
            for rows in epoch_batches(lengths, settings.batch, settings.seed, epoch)[place:]:
                if report is not None:
                    report(self.progress.step, total)
                self._step(optimiser, rows, total)
                now = time.monotonic()
                self.progress.seconds = before + now - begun
                if settings.minutes and self.progress.seconds >= 60 * settings.minutes:
                    self.progress.ended = True
                    break
                if now - saved > SECONDS_BETWEEN_CHECKPOINTS and self.progress.step % per_epoch:
                    self._save(optimiser)
                    saved = now
            self._measure()
            self._save(optimiser)
            saved = time.monotonic()
        if report is not None:
            report(total, total)
        self.network.take(self.best)
        return self.progress

    def _step(self, optimiser: Any, rows: Any, total: int) -> None:
        number = self.progress.step
        torch.manual_seed(self.settings.seed * STEPS_OF_A_SEED + number)
        self.network.learning(True)
        done = number / total
        if self.settings.minutes:  # the rate has fallen when the time is up
            done = max(done, self.progress.seconds / (60 * self.settings.minutes))
        rate = self.settings.rate * min((number + 1) / max(1, WARM_UP * total), 1.0) * max(1 - done, 0.0)
        for group in optimiser.param_groups:
            group["lr"] = rate
        loss = self.examples.loss(self.network, rows)
        if not bool(torch.isfinite(loss)):
            raise InputError(f"the loss is no number at step {number}", todo="give a lower --rate")
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters().values(), LONGEST_GRADIENT)
        optimiser.step()
        self.progress.step = number + 1

    def _measure(self) -> None:
        """Measures the held-out debates; keeps the weights if they are the best so far."""
        score = self.held_out.score(self.network)
        if not self.progress.scores or score > max(self.progress.scores):
            self.best = {
                name: value.detach().cpu().clone() for name, value in self.network.parameters().items()
            }
            self.progress.stale = 0
        else:
            self.progress.stale += 1
        self.progress.scores.append(score)
        self.progress.ended |= self.progress.stale >= self.settings.patience

    def _save(self, optimiser: Any) -> None:
        values = self.network.parameters()
        moments = {name: optimiser.state[value] for name, value in values.items() if optimiser.state[value]}
        self.checkpoint.write(
            self.progress,
            {
                "weights": values,
                "best": self.best,
                "mean": {name: state["exp_avg"] for name, state in moments.items()},
                "square": {name: state["exp_avg_sq"] for name, state in moments.items()},
            },
        )

    def _restore(self, optimiser: Any) -> None:
        """Restores the state of a checkpoint, where there is one."""
        state = self.checkpoint.read()
        if state is None:
            return
        self.progress, tensors = state
        self.network.take(tensors["weights"])
        self.best = tensors["best"]
        for name, value in self.network.parameters().items():
            if name in tensors["mean"]:
                optimiser.state[value] = {
                    "step": torch.tensor(float(self.progress.step)),
                    "exp_avg": tensors["mean"][name].to(value.device),
                    "exp_avg_sq": tensors["square"][name].to(value.device),
                }


def adamw(parameters: Iterable[Any], rate: float, decay: float = DECAY, **options: Any) -> Any:
    """Returns an optimiser that decays matrices and leaves biases and normalisations alone."""
    values = list(parameters)
    groups = [
        {"params": [value for value in values if value.ndim >= 2], "weight_decay": decay},
        {"params": [value for value in values if value.ndim < 2], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate, **options)
