"""The stage of the argument encoder: contrast within a batch, and the teacher's cosines kept."""

from __future__ import annotations

import numpy as np
import torch
from figures import auc
from models import Reader, Task, embed, log, train
from place import DATA, MODELS, TINY, WORK, few, write_report, write_weights
from torch.nn import functional

from reading import DEVICE, Array, Tokens, pair_matrix, read_pairs, read_tokens

LIMIT = 160
HEAT = 0.05
STEEP, MIDDLE = 12.0, 0.65  # how the cosine of two premises tells that they make one point


class Contrast(Task):
    """Pairs that belong together against all others of the batch, beside the cosines of two old encoders."""

    def __init__(
        self, model: Reader, tokens: Tokens, pairs: dict[str, Array], old: torch.Tensor, teacher: torch.Tensor
    ) -> None:
        """Takes a vector of either encoder for every text of the pairs, numbered by ``row_a`` and ``row_b``."""
        self.model, self.old, self.teacher = model, old, teacher
        self.left = pair_matrix(tokens, pairs["a"], None, 64)
        self.right = pair_matrix(tokens, pairs["b"], None, LIMIT)
        self.rows = torch.from_numpy(np.stack([pairs["row_a"], pairs["row_b"]])).to(DEVICE)
        self.topic = torch.from_numpy(pairs["topic"]).to(DEVICE)
        self.lengths = self.right.lengths

    def loss(self, rows: Array) -> torch.Tensor:
        """Returns contrast, plus how far the cosines moved from the teacher's and the vectors from the old."""
        place = torch.from_numpy(rows).to(DEVICE)
        left = functional.normalize(self.model.pooled(self.left.batch(rows)).float())
        right = functional.normalize(self.model.pooled(self.right.batch(rows)).float())
        cosines = left @ right.T
        same = (self.topic[place][:, None] == self.topic[place][None]) & ~torch.eye(
            len(rows), dtype=torch.bool, device=DEVICE
        )
        logits = (cosines / HEAT).masked_fill(same, -1e4)
        aim = torch.arange(len(rows), device=DEVICE)
        contrast = (functional.cross_entropy(logits, aim) + functional.cross_entropy(logits.T, aim)) / 2
        one, other = self.rows[0][place], self.rows[1][place]
        taught = self.teacher[one] @ self.teacher[other].T
        kept = 2 - (left * self.old[one]).sum(1).mean() - (right * self.old[other]).sum(1).mean()
        return 0.3 * contrast + 20 * functional.mse_loss(cosines, taught) + 0.5 * kept


class Points(Task):
    """Pairs of texts with whether they make one point: a cosine above the middle is the answer."""

    def __init__(self, model: Reader, tokens: Tokens, pairs: dict[str, Array], weight: float) -> None:
        """Keeps both texts of every pair."""
        self.model, self.weight = model, weight
        self.left = pair_matrix(tokens, pairs["a"], None, LIMIT)
        self.right = pair_matrix(tokens, pairs["b"], None, LIMIT)
        self.labels = torch.from_numpy(pairs["y"].astype(np.float32)).to(DEVICE)
        self.lengths = np.maximum(self.left.lengths, self.right.lengths)

    def loss(self, rows: Array) -> torch.Tensor:
        """Returns the binary cross-entropy of the cosines."""
        left = functional.normalize(self.model.pooled(self.left.batch(rows)).float())
        right = functional.normalize(self.model.pooled(self.right.batch(rows)).float())
        logits = STEEP * ((left * right).sum(1) - MIDDLE)
        labels = self.labels[torch.from_numpy(rows).to(DEVICE)]
        return self.weight * functional.binary_cross_entropy_with_logits(logits, labels)


def encoder(body: str, seconds: float, epochs: float = 3, points: float = 0.5, kind: str = "") -> None:
    """Tunes the encoder, measures sameness and relevance by cosine before and after, writes its weights."""
    tokens, big = (
        read_tokens("bert", WORK / "tokens.bert.npz"),
        read_tokens("mpnet", WORK / "tokens.mpnet.npz"),
    )
    relevant, same = few(read_pairs(DATA, "relevant")), few(read_pairs(DATA, "same"))
    alike = same["y"] > 0.9
    pairs = {key: np.concatenate([relevant[key], same[key][alike]]) for key in ("a", "b", "topic")}
    texts, rows = np.unique(np.concatenate([pairs["a"], pairs["b"]]), return_inverse=True)
    pairs["row_a"], pairs["row_b"] = rows[: len(pairs["a"])], rows[len(pairs["a"]) :]
    torch.manual_seed(8)
    model = Reader(MODELS / body, (), TINY).to(DEVICE)
    old = embed(model, pair_matrix(tokens, texts, None, LIMIT)).clone()
    teacher = embed(
        Reader(MODELS / "mpnet", (), TINY).to(DEVICE), pair_matrix(big, texts, None, LIMIT), 256
    ).clone()
    figures = {"before": cosine_figures(model, tokens)}
    task = Contrast(model, tokens, pairs, old, teacher)
    log("encoder", body, len(task.lengths), "pairs")
    tasks: list[Task] = [task, Points(model, tokens, same, points)]
    tasks.append(Points(model, tokens, few(read_pairs(DATA, "points")), points))
    with np.load(WORK / "same_soft.npz") as soft:
        tasks.append(Points(model, tokens, few({key: soft[key] for key in soft}), points))
    train(model, tasks, epochs, 5e-5, 128, seconds, 8)
    figures["after"] = cosine_figures(model, tokens)
    log("encoder", figures)
    name = f"encoder_{body}{kind}"
    write_report(name, figures)
    torch.save(model.state_dict(), WORK / f"{name}.pt")
    write_weights(name, model, 2)


def cosine_figures(model: Reader, tokens: Tokens) -> dict[str, float]:
    """Returns the area under the curve of the cosine for sameness on reported pairs."""
    pairs = few(read_pairs(DATA, "same_report"), 600)
    cosines = (
        (
            embed(model, pair_matrix(tokens, pairs["a"], None, LIMIT))
            * embed(model, pair_matrix(tokens, pairs["b"], None, LIMIT))
        )
        .sum(1)
        .cpu()
        .numpy()
    )
    return {
        str(name): round(auc(cosines[own], pairs["y"][own]), 4)
        for i, name in enumerate(pairs["names"])
        if (own := pairs["source"] == i).any()
    }
