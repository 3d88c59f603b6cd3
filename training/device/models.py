"""A body of transformers, mean-pooled, with linear heads; training within a number of seconds."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from transformers import AutoConfig, AutoModel

from reading import DEVICE, Array, Matrix, batches


class Reader(nn.Module):
    """Reads rows of tokens and says one number a head."""

    def __init__(self, folder: Path, heads: tuple[str, ...], tiny: bool = False, bare: bool = False) -> None:
        """Loads a body; `bare` leaves its weights to be loaded later, `tiny` makes a small one, for trials."""
        super().__init__()
        if tiny:
            sizes = {
                "hidden_size": 64,
                "intermediate_size": 64,
                "num_hidden_layers": 1,
                "num_attention_heads": 2,
            }
            body = AutoModel.from_config(AutoConfig.from_pretrained(folder, **sizes))
        elif bare:
            body = AutoModel.from_config(AutoConfig.from_pretrained(folder))
        else:
            body = AutoModel.from_pretrained(folder, dtype=torch.float32)
        if getattr(body, "pooler", None) is not None:
            body.pooler = None
        self.body = body
        self.typed = body.config.model_type == "bert"
        self.heads = nn.ModuleDict({name: nn.Linear(body.config.hidden_size, 1) for name in heads})

    def pooled(self, inputs: dict[str, torch.Tensor]) -> torch.Tensor:
        """Returns the mean of the last layer over the tokens."""
        inputs = inputs if self.typed else {k: v for k, v in inputs.items() if k != "token_type_ids"}
        states = self.body(**inputs).last_hidden_state
        mask = inputs["attention_mask"][..., None].to(states.dtype)
        return (states * mask).sum(1) / mask.sum(1)

    def forward(self, inputs: dict[str, torch.Tensor], head: str) -> torch.Tensor:
        """Returns the logit of one head."""
        out: torch.Tensor = self.heads[head](self.pooled(inputs))[:, 0]
        return out.float()


def autocast() -> torch.autocast:
    """Returns bf16 on the GPU."""
    return torch.autocast(DEVICE.type, torch.bfloat16, enabled=DEVICE.type == "cuda")


def log(*words: object) -> None:
    """Prints at once, with the time."""
    print(time.strftime("%H:%M:%S"), *words, flush=True)


Step = Callable[[Array], torch.Tensor]


class Task:
    """Rows of a matrix with labels for one head: one of the things a model learns."""

    def __init__(self, model: Reader, head: str, matrix: Matrix, labels: Array, weight: float = 1.0) -> None:
        """Puts the labels on the device."""
        self.model, self.head, self.matrix, self.weight = model, head, matrix, weight
        self.labels = torch.from_numpy(labels.astype(np.float32)).to(DEVICE)
        self.lengths = matrix.lengths

    def loss(self, rows: Array) -> torch.Tensor:
        """Returns the loss of a batch: binary cross-entropy towards soft labels."""
        logits = self.model(self.matrix.batch(rows), self.head)
        labels = self.labels[torch.from_numpy(rows).to(DEVICE)]
        return self.weight * functional.binary_cross_entropy_with_logits(logits, labels)


class PairTask(Task):
    """Pairs of rows, the first of which should score higher."""

    def __init__(self, model: Reader, head: str, better: Matrix, worse: Matrix, weight: float = 1.0) -> None:
        """Keeps both sides."""
        super().__init__(model, head, better, np.ones(len(better.lengths)), weight)
        self.worse = worse
        self.lengths = np.maximum(better.lengths, worse.lengths)

    def loss(self, rows: Array) -> torch.Tensor:
        """Returns the loss of a batch: logistic loss of the difference."""
        ahead = self.model(self.matrix.batch(rows), self.head) - self.model(self.worse.batch(rows), self.head)
        return self.weight * functional.softplus(-ahead).mean()


def train(
    model: nn.Module,
    tasks: list[Task],
    epochs: float,
    rate: float,
    size: int,
    seconds: float,
    seed: int,
    decay: float = 0.01,
    warm: int = 0,
) -> None:
    """Trains on all tasks mixed, for so many epochs or seconds, whichever ends first; warm is in steps."""
    torch.manual_seed(seed)
    draw = np.random.default_rng(seed)
    model.train()
    plain = [p for p in model.parameters() if p.ndim < 2]
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": plain, "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW(groups, lr=rate, fused=DEVICE.type == "cuda")
    total = int(epochs * sum(-(-len(task.lengths) // size) for task in tasks))
    warm, step, begin, sums = warm or max(1, int(0.06 * total)), 0, time.time(), 0.0
    while step < total:
        todo = [(task, rows) for task in tasks for rows in batches(task.lengths, size, draw)]
        for place in draw.permutation(len(todo)):
            task, rows = todo[place]
            done = max(step / total, (time.time() - begin) / seconds)
            if done >= 1:
                step = total
                break
            for group in optimiser.param_groups:
                group["lr"] = rate * min((step + 1) / warm, 1 - done)
            with autocast():
                loss = task.loss(rows)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            step += 1
            if step % 50 == 0 and DEVICE.type == "cuda":
                torch.cuda.synchronize()
            if step % 200 == 0 or step == 20:
                sums = loss.item() if sums == 0 else 0.7 * sums + 0.3 * loss.item()
                log(f"step {step}/{total} loss {sums:.4f} {time.time() - begin:.0f} s")
    log(f"trained {time.time() - begin:.0f} s")


@torch.inference_mode()
def predict(model: Reader, matrix: Matrix, head: str, size: int = 512) -> Array:
    """Returns the logits of all rows."""
    model.eval()
    logits = np.empty(len(matrix.lengths), np.float32)
    for rows in batches(matrix.lengths, size, None):
        with autocast():
            out = model(matrix.batch(rows), head)
        logits[rows] = out.cpu().numpy()
    return logits


@torch.inference_mode()
def embed(model: Reader, matrix: Matrix, size: int = 512) -> torch.Tensor:
    """Returns unit vectors of all rows, on the device."""
    model.eval()
    found = torch.empty(len(matrix.lengths), model.body.config.hidden_size, device=DEVICE)
    for rows in batches(matrix.lengths, size, None):
        with autocast():
            out = model.pooled(matrix.batch(rows))
        found[torch.from_numpy(rows).to(DEVICE)] = functional.normalize(out.float())
    return found
