"""The stage of closeness: a second head for a stored model of stance, whether two texts are about one question.

The model goes on from what is stored. On all pairs it keeps to what it said of their sides before; closeness it learns
on those whose debates are known. One reading answers both.
"""

from __future__ import annotations

import zlib

import numpy as np
import torch
from coded import GROUP, as_stored, write_codes
from figures import auc, platt, sigmoid
from models import Reader, Task, log, predict, train
from place import DATA, MODELS, WORK, few, write_report
from safetensors.torch import load
from stance import LIMIT, measure
from torch.nn import functional

from reading import DEVICE, Array, Matrix, Tokens, pair_matrix, read_pairs, read_tokens

KNOWN = 0.25  # how much a true side counts beside what the model said before
STANCE = ("stance_labelled", "stance_unlabelled", "stance_bundled")
LESSONS = ((0.22, 5e-5), (0.365, 5e-5), (0.415, 4e-5))  # share of the time, rate at the beginning


def start(heads: tuple[str, ...]) -> Reader:
    """Returns a model with the weights that start_weights.py wrote; a head that they lack is new."""
    stored = load(zlib.decompress((MODELS / "start.z").read_bytes(), -15))
    state = {key: value for key, value in stored.items() if "::" not in key}
    for name in (key.removesuffix("::codes") for key in stored if key.endswith("::codes")):
        pairs, factors, scales = (stored[f"{name}::{part}"] for part in ("codes", "factors", "scales"))
        whole = torch.stack([pairs >> 4, pairs & 15], -1).reshape(len(pairs), -1).float() - 8
        state[name] = whole * factors.float().repeat_interleave(GROUP, 1) * scales
    model = Reader(MODELS / "mpnet", heads, bare=True)
    missing, unknown = model.load_state_dict(state, strict=False)
    log("missing", [name for name in missing if "position_ids" not in name], "unknown", unknown)
    return model.to(DEVICE)


class BothHeads(Task):
    """Pairs with a side, as it was, and with closeness, where it is known; one reading for both."""

    def __init__(self, model: Reader, matrix: Matrix, sides: Array, closeness: Array) -> None:
        """Keeps the labels on the device."""
        super().__init__(model, "stance", matrix, sides)
        self.known = torch.from_numpy(~np.isnan(closeness)).to(DEVICE)
        self.close = torch.from_numpy(np.nan_to_num(closeness).astype(np.float32)).to(DEVICE)

    def loss(self, rows: Array) -> torch.Tensor:
        """Returns the sum of both losses."""
        place = torch.from_numpy(rows).to(DEVICE)
        pooled = self.model.pooled(self.matrix.batch(rows))
        side = self.model.heads["stance"](pooled)[:, 0].float()
        close = self.model.heads["closeness"](pooled)[:, 0].float()
        each = functional.binary_cross_entropy_with_logits(close, self.close[place], reduction="none")
        known = self.known[place].float()
        loss = functional.binary_cross_entropy_with_logits(side, self.labels[place])
        return loss + (each * known).sum() / known.sum().clamp_min(1)


def closeness_figures(model: Reader, tokens: Tokens) -> dict[str, object]:
    """Returns what closeness is worth on debates held out, by kind of pair, and its calibration."""
    pairs = few(read_pairs(DATA, "close_held"))
    logits = predict(model, pair_matrix(tokens, pairs["a"], pairs["b"], LIMIT), "closeness")
    good = pairs["y"] > 0.5
    figures: dict[str, object] = {"auc": round(auc(logits, good), 4), "platt": platt(logits, good)}
    for i, name in enumerate(map(str, pairs["names"])):
        own = pairs["source"] == i
        figures[f"{name}, above 0"] = round(float((logits[own] > 0).mean()), 4)
        if name.startswith("not "):
            figures[f"{name}, auc"] = round(auc(logits[own | good], good[own | good]), 4)
    return figures


def two_heads(seconds: float, epochs: float = 99, size: int = 1024) -> None:
    """Trains both heads, lesson after lesson, measures them and writes the model."""
    tokens = read_tokens("mpnet", WORK / "tokens.mpnet.npz")
    torch.manual_seed(8)
    model = start(("stance", "closeness"))
    measure("stance_as_stored", model, tokens)
    tables = [few(read_pairs(DATA, name)) for name in ("close_train", *STANCE)]
    first, second = (np.concatenate([table[column] for table in tables]) for column in "ab")
    labels = np.concatenate([table["y"] for table in tables])
    close = np.where(np.arange(len(labels)) < len(tables[0]["y"]), labels, np.nan)
    known = np.where(np.isnan(close), labels, np.nan)
    matrix = pair_matrix(tokens, first, second, LIMIT)
    log("two heads", len(first), "pairs, mean tokens", matrix.lengths.mean())
    before = sigmoid(predict(model, matrix, "stance", 2048))
    sides = np.where(np.isnan(known), before, KNOWN * np.nan_to_num(known) + (1 - KNOWN) * before)
    as_stored(model)
    for number, (share, rate) in enumerate(LESSONS):
        task = BothHeads(model, matrix, sides, close)
        train(model, [task], epochs, rate, size, share * seconds, 10 + number, warm=250)
    write_codes("two_heads", model, 4)
    measure("stance_two_heads", model, tokens)
    figures = closeness_figures(model, tokens)
    log("closeness", figures)
    write_report("two_heads", figures)
