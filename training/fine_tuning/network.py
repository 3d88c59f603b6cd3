"""A body of transformers, mean-pooled, with linear heads, and its training within a number of seconds."""

from __future__ import annotations

import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from transformers import AutoConfig, AutoModel

from debatable.learning.training.network.loop import adamw
from debatable.learning.training.network.network import epoch_batches
from fine_tuning.tokens import DEVICE, Array, Matrix
from fine_tuning.workspace import BASES, TINY


class Reader(nn.Module):
    """A cross-encoder: rows of tokens in, one logit a head out."""

    def __init__(self, base: str, heads: tuple[str, ...], pretrained: bool = True) -> None:
        """Loads a base model, or only its shape where its weights are loaded later; a small one in a smoke test."""
        super().__init__()
        sizes = {"hidden_size": 64, "intermediate_size": 64, "num_hidden_layers": 1, "num_attention_heads": 2}
        if pretrained and not TINY:
            body = AutoModel.from_pretrained(BASES / base, dtype=torch.float32)
        else:
            body = AutoModel.from_config(AutoConfig.from_pretrained(BASES / base, **(sizes if TINY else {})))
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


class Task:
    """Rows of a matrix with labels for one head."""

    def __init__(self, model: Reader, head: str, matrix: Matrix, labels: Array, weight: float = 1.0) -> None:
        """Moves the labels to the GPU."""
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
    optimiser = adamw(model.parameters(), rate, decay, fused=DEVICE.type == "cuda")
    total = int(epochs * sum(-(-len(task.lengths) // size) for task in tasks))
    warm, step, epoch, begin, mean_loss = warm or max(1, int(0.06 * total)), 0, 0, time.time(), 0.0
    while step < total:
        todo = [
            (task, rows)
            for number, task in enumerate(tasks)
            for rows in epoch_batches(task.lengths, size, seed + 1000 * number, epoch)
        ]
        epoch += 1
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
                mean_loss = loss.item() if mean_loss == 0 else 0.7 * mean_loss + 0.3 * loss.item()
                log(f"step {step}/{total} loss {mean_loss:.4f} {time.time() - begin:.0f} s")
    log(f"trained {time.time() - begin:.0f} s")


def sorted_batches(lengths: Array, size: int) -> list[Array]:
    """Returns all rows in batches of similar length."""
    order = np.argsort(lengths, kind="stable")
    return [order[start : start + size] for start in range(0, len(order), size)]


@torch.inference_mode()
def predict(model: Reader, matrix: Matrix, head: str, size: int = 512) -> Array:
    """Returns the logits of all rows."""
    model.eval()
    logits = np.empty(len(matrix.lengths), np.float32)
    for rows in sorted_batches(matrix.lengths, size):
        with autocast():
            out = model(matrix.batch(rows), head)
        logits[rows] = out.cpu().numpy()
    return logits


@torch.inference_mode()
def embed(model: Reader, matrix: Matrix, size: int = 512) -> torch.Tensor:
    """Returns unit vectors of all rows, on the GPU."""
    model.eval()
    vectors = torch.empty(len(matrix.lengths), model.body.config.hidden_size, device=DEVICE)
    for rows in sorted_batches(matrix.lengths, size):
        with autocast():
            out = model.pooled(matrix.batch(rows))
        vectors[torch.from_numpy(rows).to(DEVICE)] = functional.normalize(out.float())
    return vectors
