"""Prose: an adapter with which the stance model reads texts of many words, such as readers' comments.

Its matrices stay as they are; biases, normalisations and the head of the stance are tuned (Ben Zaken et al. 2022,
BitFit). It learns from arguments of portals, and keeps to what the model said of closeness. Comments written for this
project are left out on purpose: what they teach does not carry over to what readers write.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

from debatable.learning.training.metrics import area_under_curve, platt
from fine_tuning.network import Reader, Task, log, predict, train
from fine_tuning.quantisation import read_codes
from fine_tuning.stance import BASE, LIMIT
from fine_tuning.tokens import (
    DEVICE,
    Array,
    Matrix,
    Tokens,
    pair_matrix,
    read_examples,
    read_texts,
    read_tokens,
    tokenise,
)
from fine_tuning.workspace import BASES, MODELS, STATE, WORK, few, write_metrics, write_weights

FOLDER = WORK / "prose_examples"
RATE, EPOCHS, BATCH, SEEDS = 5e-4, 2, 64, 3
SMOOTH, DROPOUT = 0.05, 0.05
KEPT = 0.25  # weight of the squared change of closeness
SURE = 1.2  # and a little more: of readers' comments as many are to have a stance as before
CARD_SLOPE = 0.5  # of the stance head in the card; the tuned head is scaled so that it fits its logits, too


class Prose(Task):
    """Pairs with a stance; closeness is held to what the model said, also of texts beside claims of other debates."""

    def __init__(
        self, model: Reader, before: Reader, tokens: Tokens, first: Array, second: Array, labels: Array
    ) -> None:
        """Reads the closeness of all pairs, and of as many with another claim, once before."""
        matrix = pair_matrix(tokens, first, second, LIMIT)
        super().__init__(model, "stance", matrix, SMOOTH + (1 - 2 * SMOOTH) * labels)
        other = pair_matrix(tokens, np.random.default_rng(0).permutation(first), second, LIMIT)
        self.pairs: list[tuple[Matrix, torch.Tensor]] = [
            (pairs, torch.from_numpy(predict(before, pairs, "closeness")).to(DEVICE))
            for pairs in (matrix, other)
        ]

    def loss(self, rows: Array) -> torch.Tensor:
        """Returns the loss of the stance and that of changed closeness."""
        place, loss = torch.from_numpy(rows).to(DEVICE), super().loss(rows)
        for pairs, close in self.pairs:
            change = self.model(pairs.batch(rows), "closeness") - close[place]
            loss = loss + KEPT / 2 * change.square().mean()
        return loss


def stored() -> Reader:
    """Returns the stance model with its stored weights."""
    model = Reader(BASE, ("stance", "closeness"), pretrained=False)
    model.load_state_dict(read_codes(MODELS / "stance.safetensors"), strict=False)
    return model.to(DEVICE)


def tuned_names(model: Reader) -> list[str]:
    """Returns the names of what is tuned."""
    names = [name for name, _ in model.named_parameters() if name.endswith(".bias") or "LayerNorm" in name]
    return [name for name in names if "closeness" not in name] + ["heads.stance.weight"]


def adapted(tokens: Tokens, first: Array, second: Array, labels: Array, seconds: float) -> Reader:
    """Returns the stance model with the mean of what several seeds tuned: less of it is chance."""
    before, tuned = stored(), []
    for seed in range(SEEDS):
        model = stored()
        names = set(tuned_names(model))
        for name, weight in model.named_parameters():
            weight.requires_grad_(name in names)
        for part in model.modules():
            if isinstance(part, nn.Dropout):
                part.p = DROPOUT
        task = Prose(model, before, tokens, first, second, labels)
        train(model, [task], EPOCHS, RATE, BATCH, seconds / SEEDS, seed, decay=0.0)
        tuned.append({name: weight.detach() for name, weight in model.named_parameters() if name in names})
    mean = {name: torch.stack([one[name] for one in tuned]).mean(0) for name in tuned[0]}
    before.load_state_dict(mean, strict=False)
    return before


def metrics_of(model: Reader, tokens: Tokens, examples: dict[str, Array]) -> dict[str, float]:
    """Returns how right the model is, and the slope that calibrates it."""
    logits = predict(model, pair_matrix(tokens, examples["a"], examples["b"], LIMIT), "stance")
    good = examples["y"] > 0.5
    sure = np.abs(logits) >= np.quantile(np.abs(logits), 0.25)
    right = (logits > 0) == good
    slope, shift = platt(logits, examples["y"])
    return {
        "accuracy": round(float(right.mean()), 4),
        "accuracy of the surest three quarters": round(float(right[sure].mean()), 4),
        "auc": round(area_under_curve(logits, good), 4),
        "slope": round(slope, 3),
        "shift": round(shift, 3),
    }


def prose(seconds: float) -> None:
    """Tunes the adapter twice: without the claims held out, on which it is measured and calibrated, and with all."""
    tokenise(BASES / "mpnet/tokenizer.json", read_texts(FOLDER), STATE / "tokens.prose.npz")
    tokens, examples = read_tokens("mpnet", STATE / "tokens.prose.npz"), few(read_examples(FOLDER, "prose"))
    held = examples["held"].astype(bool)
    report = {name: values if name == "names" else values[held] for name, values in examples.items()}
    metrics: dict[str, object] = {"before": metrics_of(stored(), tokens, report)}
    first, second, labels = (examples[name] for name in "aby")
    model = adapted(tokens, first[~held], second[~held], labels[~held], seconds / 2)
    metrics["held out"] = found = metrics_of(model, tokens, report)
    model = adapted(tokens, first, second, labels, seconds / 2)
    state = {name: dict(model.named_parameters())[name].detach().float().cpu() for name in tuned_names(model)}
    for name in ("heads.stance.weight", "heads.stance.bias"):
        state[name] = state[name] * (SURE * found["slope"] / CARD_SLOPE)
    write_weights("prose", state)
    log("prose", metrics)
    write_metrics("prose", metrics)
