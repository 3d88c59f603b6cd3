"""A second lesson for a small model on one core: a body in bfloat16 with heads, batches, a loop."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from pieces import decoded, restored
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional
from transformers import AutoConfig, AutoModel

BATCH, WARM = 64, 40
Row = tuple[list[int], int]
Batch = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


def joined(pieces: Sequence[Path]) -> dict[str, torch.Tensor]:
    """Returns the weights of a model that device/train_all.py sent back."""
    packed: dict[str, np.ndarray] = {}
    for path in pieces:
        packed |= decoded(path.read_bytes())
    weights = restored(packed)
    return {
        k: torch.from_numpy(np.asarray(v, np.float32)) for k, v in weights.items() if "position_ids" not in k
    }


class Reader(nn.Module):
    """A body, mean-pooled, with linear heads."""

    def __init__(self, folder: Path, weights: dict[str, torch.Tensor]) -> None:
        """Takes the configuration of a folder and the weights of a trained reader."""
        super().__init__()
        config = AutoConfig.from_pretrained(folder, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0)
        self.body = AutoModel.from_config(config, attn_implementation="eager")
        self.body.pooler = None
        names = sorted({name.split(".")[1] for name in weights if name.startswith("heads.")})
        self.heads = nn.ModuleDict({name: nn.Linear(config.hidden_size, 1) for name in names})
        missing, extra = self.load_state_dict(weights, strict=False)
        if extra or any("position_ids" not in name for name in missing):
            raise SystemExit(f"not the weights of this model: {missing[:3]} {extra[:3]}")

    def forward(self, batch: Batch, head: str) -> torch.Tensor:
        """Returns the logits of one head."""
        ids, mask, types = batch
        states = self.body(input_ids=ids, attention_mask=mask, token_type_ids=types).last_hidden_state
        weight = mask[..., None].to(states.dtype)
        return self.heads[head]((states * weight).sum(1) / weight.sum(1))[:, 0].float()


@dataclass(frozen=True, slots=True)
class Lines:
    """Tokens of texts, or of pairs of texts, with their marks."""

    rows: list[Row]

    @classmethod
    def read(
        cls, tokenizer: Tokenizer, ones: list[str], others: list[str] | None, limit: int, first_limit: int
    ) -> Lines:
        """Returns the tokens of texts alone or of pairs, cut to the limits."""
        firsts = [e.ids for e in tokenizer.encode_batch(ones, add_special_tokens=False)]
        if others is None:
            return cls([([101, *ids[: limit - 2], 102], limit) for ids in firsts])
        seconds = [e.ids for e in tokenizer.encode_batch(others, add_special_tokens=False)]
        rows = []
        for one, other in zip(firsts, seconds, strict=True):
            first = [101, *one[:first_limit], 102]
            rows.append(([*first, *other[: limit - len(first) - 1], 102], len(first)))
        return cls(rows)

    def batch(self, wanted: list[int]) -> Batch:
        """Returns ids, mask and types of some rows."""
        rows = [self.rows[row] for row in wanted]
        width = max(len(ids) for ids, _ in rows)
        ids = torch.zeros(len(rows), width, dtype=torch.long)
        mask, types = torch.zeros_like(ids), torch.zeros_like(ids)
        for row, (tokens, second) in enumerate(rows):
            ids[row, : len(tokens)] = torch.tensor(tokens)
            mask[row, : len(tokens)] = 1
            types[row, second : len(tokens)] = 1
        return ids, mask, types

    def batches(self, draw: random.Random) -> list[list[int]]:
        """Returns numbers of rows in batches of similar length."""
        order = draw.sample(range(len(self.rows)), len(self.rows))
        found = []
        for start in range(0, len(order), BATCH * 40):
            block = sorted(order[start : start + BATCH * 40], key=lambda row: len(self.rows[row][0]))
            found += [block[place : place + BATCH] for place in range(0, len(block), BATCH)]
        return found


@dataclass(frozen=True, slots=True)
class Task:
    """What one head learns: rows with labels; with worse rows, that these score lower."""

    head: str
    lines: Lines
    labels: list[float]
    worse: Lines | None = None
    weight: float = 1.0

    def loss(self, model: Reader, rows: list[int]) -> torch.Tensor:
        """Returns the loss of a batch."""
        logits = model(self.lines.batch(rows), self.head)
        if self.worse is not None:
            logits = logits - model(self.worse.batch(rows), self.head)
        labels = torch.tensor([self.labels[row] for row in rows])
        return self.weight * functional.binary_cross_entropy_with_logits(logits, labels)


def train(model: Reader, tasks: list[Task], epochs: int, rate: float, draw: random.Random) -> None:
    """Trains on all tasks mixed; word vectors stay as they are."""
    model.bfloat16().train()
    model.body.embeddings.requires_grad_(False)
    light = [p for p in model.parameters() if p.requires_grad]
    master = [p.detach().float().clone() for p in light]  # bfloat16 alone would lose small steps
    optimiser = torch.optim.AdamW(master, lr=rate, weight_decay=0.01, fused=True)
    todo: list[Callable[[], torch.Tensor]] = []
    for _ in range(epochs):
        epoch = [
            lambda t=task, r=rows: t.loss(model, r) for task in tasks for rows in task.lines.batches(draw)
        ]
        draw.shuffle(epoch)
        todo += epoch
    begin, mean = time.time(), 0.69
    for step, lesson in enumerate(todo):
        optimiser.param_groups[0]["lr"] = rate * min((step + 1) / WARM, 1 - step / len(todo))
        loss = lesson()
        loss.backward()
        grown = [(ours, heavy) for ours, heavy in zip(light, master, strict=True) if ours.grad is not None]
        norm = float(torch.sqrt(sum((ours.grad.float() ** 2).sum() for ours, _ in grown)))
        for ours, heavy in grown:
            heavy.grad, ours.grad = ours.grad.float() / max(1.0, norm), None
        optimiser.step()
        with torch.no_grad():
            for ours, heavy in grown:
                ours.copy_(heavy)
                heavy.grad = None
        mean = 0.98 * mean + 0.02 * loss.item()
        if step % 50 == 0:
            print(f"step {step}/{len(todo)} loss {mean:.4f} {time.time() - begin:.0f} s", flush=True)
    with torch.no_grad():
        model.float()
        for ours, heavy in zip(light, master, strict=True):
            ours.copy_(heavy)


def plain_tokenizer(folder: Path) -> Tokenizer:
    """Returns the tokenizer of a base model, without padding and cutting."""
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer
