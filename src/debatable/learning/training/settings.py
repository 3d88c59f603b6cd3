"""The settings of a training: everything beside the examples that determines the weights."""

from __future__ import annotations

import math
from dataclasses import dataclass

from debatable.errors import InputError, check_name
from debatable.learning.training.negatives import NEGATIVES

TASKS = ("encoder", "quality", "relevance", "stance")
"""What can be trained."""
DEVICES = ("auto", "cpu", "cuda")
"""Where a model can be trained; auto takes a GPU where there is one."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of a training, checked when made.

    Attributes:
        task: A name of ``TASKS``.
        epochs: How often the examples are gone through at most.
        batch: Examples of a step.
        rate: Highest learning rate; it warms up and falls to nothing at the end.
        seed: Of every draw: split, order, negatives, dropout, first weights of a head.
        minutes: After which training ends with the best so far; 0 for no limit.
        patience: Epochs without a better score on held-out debates after which training ends.
        negatives: How relevance gets its negatives, a name of ``NEGATIVES``.
        device: A name of ``DEVICES``.
        limit: Tokens of a pair, special tokens included.
        first_limit: Tokens kept of its first text.

    >>> Settings("stance", epochs=0)
    Traceback (most recent call last):
    debatable.errors.InputError: 0 epochs; give from 1 to 1000
    """

    task: str
    epochs: int = 4
    batch: int = 32
    rate: float = 5e-5
    seed: int = 1
    minutes: float = 0.0
    patience: int = 2
    negatives: str = "nearest"
    device: str = "auto"
    limit: int = 160
    first_limit: int = 60

    def __post_init__(self) -> None:
        """Checks all values."""
        for kind, name, known in (
            ("task", self.task, TASKS),
            ("device", self.device, DEVICES),
            ("way to choose negatives", self.negatives, NEGATIVES),
        ):
            check_name(kind, name, known)
        for what, value, low, high in (
            ("epochs", self.epochs, 1, 1000),
            ("examples a batch", self.batch, 2, 4096),
            ("as seed", self.seed, 0, 2**31 - 1),
            ("epochs of patience", self.patience, 1, 1000),
        ):
            if not low <= value <= high:
                raise InputError(f"{value} {what}", todo=f"give from {low} to {high}")
        if not 0 < self.rate <= 1:
            raise InputError(f"a rate of {self.rate}", todo="give one above 0, such as 5e-5")
        if not 0 <= self.minutes < math.inf:
            raise InputError(f"a limit of {self.minutes} minutes", todo="give a number, or 0 for no limit")

    @property
    def head(self) -> str:
        """Name of the head that is trained; empty for an encoder, which has none."""
        return "" if self.task == "encoder" else self.task
