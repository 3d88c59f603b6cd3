"""Sameness: a teacher that reads two premises together, and its labels for pairs of one side of a topic."""

from __future__ import annotations

import numpy as np
import torch

from debatable.arrays import sigmoid
from fine_tuning.metrics import auc_by_set
from fine_tuning.network import Reader, Task, embed, log, predict, train
from fine_tuning.tokens import DEVICE, Array, Tokens, pair_matrix, read_examples, read_tokens
from fine_tuning.workspace import EXAMPLES, STATE, TINY, few, write_metrics

LIMIT, FIRST = 160, 80
NEAREST, ANY = 6, 4  # premises of its own side that each one is paired with


def teacher(seconds: float) -> None:
    """Trains the teacher on pairs that people, or we, grouped; measures it; lets it read pairs of one side."""
    tokens = read_tokens("mpnet", STATE / "tokens.mpnet.npz")
    torch.manual_seed(31)
    model = Reader("mpnet", ("same",)).to(DEVICE)
    tasks: list[Task] = []
    for name in ("same", "points"):
        pairs = few(read_examples(EXAMPLES, name))
        matrix = pair_matrix(tokens, pairs["a"], pairs["b"], LIMIT, FIRST)
        tasks.append(Task(model, "same", matrix, pairs["y"]))
        log("same teacher", name, len(pairs["y"]), "pairs, mean tokens", matrix.lengths.mean())
    train(model, tasks, 3, 3e-5, 128, seconds, 31)
    report = few(read_examples(EXAMPLES, "same_report"), 600)
    logits = predict(model, pair_matrix(tokens, report["a"], report["b"], LIMIT, FIRST), "same")
    metrics: dict[str, float] = auc_by_set(logits, report)
    first, second = one_side(tokens)
    logits_of_pairs = predict(model, pair_matrix(tokens, first, second, LIMIT, FIRST), "same", 1024)
    np.savez(STATE / "same_soft.npz", a=first, b=second, y=sigmoid(logits_of_pairs).astype(np.float32))
    metrics["pairs of one side"], metrics["of them the same"] = (
        len(first),
        float((logits_of_pairs > 0).mean()),
    )
    log("sameness_teacher", metrics)
    write_metrics("sameness_teacher", metrics)


def one_side(tokens: Tokens) -> tuple[Array, Array]:
    """Returns pairs of premises that speak on one side of a topic: the nearest ones, and some of the others."""
    with np.load(EXAMPLES / "pool.npz") as pool:
        texts, group = pool["text"], pool["group"]
    if TINY:
        texts, group = texts[:200], group[:200]
    vectors = embed(Reader("mpnet", ()).to(DEVICE), pair_matrix(tokens, texts, None, LIMIT), 256)
    draw, pairs_of_texts = np.random.default_rng(32), set()
    for number in np.unique(group):
        own = np.flatnonzero(group == number)
        if len(own) < 3:
            continue
        near = (vectors[own] @ vectors[own].T).fill_diagonal_(-1)
        near = near.topk(min(NEAREST, len(own) - 1), dim=1).indices.cpu().numpy()
        for row, place in enumerate(own):
            others = [*own[near[row]], *draw.choice(own, ANY)]
            pairs_of_texts |= {
                (min(place, other), max(place, other)) for other in others if texts[other] != texts[place]
            }
    pairs = texts[np.array(sorted(pairs_of_texts))]
    turned = draw.random(len(pairs)) < 0.5
    return np.where(turned, pairs[:, 0], pairs[:, 1]), np.where(turned, pairs[:, 1], pairs[:, 0])
