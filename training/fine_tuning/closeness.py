"""Closeness: a second head for the stance model, whether two texts are about one question.

The model goes on from its stored weights. On all examples it keeps to its earlier stance; closeness is learned on
those whose debates are known. One reading answers both.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from debatable.arrays import sigmoid
from debatable.learning.training.metrics import area_under_curve, platt
from fine_tuning.network import Reader, Task, log, predict, train
from fine_tuning.quantisation import quantise, read_codes, write_codes
from fine_tuning.stance import BASE, LIMIT, measure
from fine_tuning.tokens import DEVICE, Array, Matrix, Tokens, pair_matrix, read_examples, read_tokens
from fine_tuning.workspace import CLOSENESS_EXAMPLES, MODELS, STATE, few, write_metrics

TRUE = 0.25  # weight of a true label beside what the model said before
STANCE = ("stance_labelled", "stance_unlabelled", "stance_bundled")
ROUNDS = ((0.22, 5e-5), (0.365, 5e-5), (0.415, 4e-5))  # share of the time, learning rate at the beginning


class BothHeads(Task):
    """Pairs with a stance, and with closeness where it is known; one reading for both."""

    def __init__(self, model: Reader, matrix: Matrix, stances: Array, closeness: Array) -> None:
        """Moves the labels to the GPU."""
        super().__init__(model, "stance", matrix, stances)
        self.known = torch.from_numpy(~np.isnan(closeness)).to(DEVICE)
        self.close = torch.from_numpy(np.nan_to_num(closeness).astype(np.float32)).to(DEVICE)

    def loss(self, rows: Array) -> torch.Tensor:
        """Returns the sum of both losses."""
        place = torch.from_numpy(rows).to(DEVICE)
        pooled = self.model.pooled(self.matrix.batch(rows))
        stance = self.model.heads["stance"](pooled)[:, 0].float()
        close = self.model.heads["closeness"](pooled)[:, 0].float()
        each = functional.binary_cross_entropy_with_logits(close, self.close[place], reduction="none")
        known = self.known[place].float()
        loss = functional.binary_cross_entropy_with_logits(stance, self.labels[place])
        return loss + (each * known).sum() / known.sum().clamp_min(1)


def closeness_metrics(model: Reader, tokens: Tokens) -> dict[str, object]:
    """Returns the metrics of closeness on held-out debates, by kind of pair, and its calibration."""
    examples = few(read_examples(CLOSENESS_EXAMPLES, "close_held"))
    logits = predict(model, pair_matrix(tokens, examples["a"], examples["b"], LIMIT), "closeness")
    good = examples["y"] > 0.5
    metrics: dict[str, object] = {
        "auc": round(area_under_curve(logits, good), 4),
        "platt": platt(logits, good.astype(float)),
    }
    for i, name in enumerate(map(str, examples["names"])):
        own = examples["source"] == i
        metrics[f"{name}, above 0"] = round(float((logits[own] > 0).mean()), 4)
        if name.startswith("not "):
            both = own | good
            metrics[f"{name}, auc"] = round(area_under_curve(logits[both], good[both]), 4)
    return metrics


def two_heads(seconds: float, start: Path | None = None, epochs: float = 99, size: int = 1024) -> None:
    """Trains both heads in rounds, measures them and writes the model.

    Args:
        seconds: For all rounds.
        start: Weights to start from; None for those of the student.
        epochs: At most, in each round.
        size: Examples of a batch.
    """
    tokens = read_tokens("mpnet", STATE / "tokens.closeness.npz")
    torch.manual_seed(8)
    model = Reader(BASE, ("stance", "closeness"), pretrained=False)
    state = read_codes(start or MODELS / "stance_student_bundled.safetensors")
    missing, unknown = model.load_state_dict(state, strict=False)
    log("missing", [name for name in missing if "position_ids" not in name], "unknown", unknown)
    model.to(DEVICE)
    measure("stance_before_closeness", model, tokens, CLOSENESS_EXAMPLES)
    tables = [few(read_examples(CLOSENESS_EXAMPLES, name)) for name in ("close_train", *STANCE)]
    first, second = (np.concatenate([table[column] for table in tables]) for column in "ab")
    labels = np.concatenate([table["y"] for table in tables])
    close = np.where(np.arange(len(labels)) < len(tables[0]["y"]), labels, np.nan)
    stances = np.where(np.isnan(close), labels, np.nan)
    matrix = pair_matrix(tokens, first, second, LIMIT)
    log("two heads", len(first), "examples, mean tokens", matrix.lengths.mean())
    before = sigmoid(predict(model, matrix, "stance", 2048))
    targets = np.where(np.isnan(stances), before, TRUE * np.nan_to_num(stances) + (1 - TRUE) * before)
    quantise(model)
    for number, (share, rate) in enumerate(ROUNDS):
        task = BothHeads(model, matrix, targets, close)
        train(model, [task], epochs, rate, size, share * seconds, 10 + number, warm=250)
    write_codes("stance", model)
    measure("stance", model, tokens, CLOSENESS_EXAMPLES)
    metrics = closeness_metrics(model, tokens)
    log("closeness", metrics)
    write_metrics("closeness", metrics)
