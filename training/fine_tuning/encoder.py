"""The argument encoder: contrastive learning within a batch, and distillation of a teacher's cosines."""

from __future__ import annotations

import numpy as np
import torch
from torch.nn import functional

from fine_tuning.metrics import auc_by_set
from fine_tuning.network import Reader, Task, embed, log, train
from fine_tuning.tokens import DEVICE, Array, Tokens, pair_matrix, read_examples, read_tokens
from fine_tuning.workspace import EXAMPLES, STATE, few, write_metrics, write_model

LIMIT = 160
TEMPERATURE = 0.05
SLOPE, MIDDLE = 12.0, 0.65  # of the logistic curve from a cosine to the probability of one point


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
        logits = (cosines / TEMPERATURE).masked_fill(same, -1e4)
        aim = torch.arange(len(rows), device=DEVICE)
        contrast = (functional.cross_entropy(logits, aim) + functional.cross_entropy(logits.T, aim)) / 2
        one, other = self.rows[0][place], self.rows[1][place]
        teacher_cosines = self.teacher[one] @ self.teacher[other].T
        kept = 2 - (left * self.old[one]).sum(1).mean() - (right * self.old[other]).sum(1).mean()
        return 0.3 * contrast + 20 * functional.mse_loss(cosines, teacher_cosines) + 0.5 * kept


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
        logits = SLOPE * ((left * right).sum(1) - MIDDLE)
        labels = self.labels[torch.from_numpy(rows).to(DEVICE)]
        return self.weight * functional.binary_cross_entropy_with_logits(logits, labels)


def encoder(body: str, seconds: float, epochs: float = 3, points: float = 0.5) -> None:
    """Fine-tunes the encoder, measures sameness by cosine before and after, and writes it."""
    tokens, big = (
        read_tokens("bert", STATE / "tokens.bert.npz"),
        read_tokens("mpnet", STATE / "tokens.mpnet.npz"),
    )
    relevant, same = few(read_examples(EXAMPLES, "relevant")), few(read_examples(EXAMPLES, "same"))
    alike = same["y"] > 0.9
    pairs = {key: np.concatenate([relevant[key], same[key][alike]]) for key in ("a", "b", "topic")}
    texts, rows = np.unique(np.concatenate([pairs["a"], pairs["b"]]), return_inverse=True)
    pairs["row_a"], pairs["row_b"] = rows[: len(pairs["a"])], rows[len(pairs["a"]) :]
    torch.manual_seed(8)
    model = Reader(body, ()).to(DEVICE)
    old = embed(model, pair_matrix(tokens, texts, None, LIMIT)).clone()
    teacher = embed(Reader("mpnet", ()).to(DEVICE), pair_matrix(big, texts, None, LIMIT), 256).clone()
    metrics = {"before": cosine_metrics(model, tokens)}
    task = Contrast(model, tokens, pairs, old, teacher)
    log("encoder", body, len(task.lengths), "pairs")
    tasks: list[Task] = [task, Points(model, tokens, same, points)]
    tasks.append(Points(model, tokens, few(read_examples(EXAMPLES, "points")), points))
    with np.load(STATE / "same_soft.npz") as soft:
        tasks.append(Points(model, tokens, few({key: soft[key] for key in soft}), points))
    train(model, tasks, epochs, 5e-5, 128, seconds, 8)
    metrics["after"] = cosine_metrics(model, tokens)
    log("encoder", metrics)
    name = f"encoder_{body}"
    write_metrics(name, metrics)
    torch.save(model.state_dict(), STATE / f"{name}.pt")
    write_model(name, model)


def cosine_metrics(model: Reader, tokens: Tokens) -> dict[str, float]:
    """Returns the area under the curve of the cosine for sameness on reported pairs."""
    pairs = few(read_examples(EXAMPLES, "same_report"), 600)
    one, other = (embed(model, pair_matrix(tokens, pairs[key], None, LIMIT)) for key in ("a", "b"))
    cosines = (one * other).sum(1).cpu().numpy()
    return auc_by_set(cosines, pairs)
