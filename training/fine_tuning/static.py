"""The static encoder: a vector a token, distilled from the argument encoder."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from fine_tuning.network import Reader, embed, log
from fine_tuning.tokens import DEVICE, Array, Tokens, pair_matrix, read_examples, read_tokens
from fine_tuning.workspace import EXAMPLES, STATE, few, write_metrics, write_weights

LIMIT, WIDTH = 160, 256


def bags(tokens: Tokens, rows: Array) -> tuple[torch.Tensor, torch.Tensor]:
    """Returns the tokens of some texts one after the other, and where each text begins."""
    parts = [np.asarray(tokens[row][: LIMIT - 2]) for row in rows]
    starts = np.concatenate([[0], np.cumsum([len(part) for part in parts])[:-1]])
    return (
        torch.from_numpy(np.concatenate(parts).astype(np.int64)).to(DEVICE),
        torch.from_numpy(starts.astype(np.int64)).to(DEVICE),
    )


def static(body: str, epochs: int = 6, size: int = 2048) -> None:
    """Distils the fine-tuned encoder into a table of token vectors in half precision, and writes it."""
    tokens = read_tokens("bert", STATE / "tokens.bert.npz")
    model = Reader(body, ()).to(DEVICE)
    model.load_state_dict(torch.load(STATE / f"encoder_{body}.pt", map_location=DEVICE))
    tables = [
        few(read_examples(EXAMPLES, name)) for name in ("stance_unlabelled", "relevant", "same", "points")
    ]
    rows = np.unique(np.concatenate([table[key] for table in tables for key in ("a", "b")]))
    rows = rows[tokens.lengths()[rows] > 2]
    vectors = embed(model, pair_matrix(tokens, rows, None, LIMIT))
    mean = vectors.mean(0)
    _, _, axes = torch.linalg.svd((vectors - mean)[:: max(1, len(rows) // 20_000)], full_matrices=False)
    width = min(WIDTH, axes.shape[0])
    aim = functional.normalize(vectors @ axes[:width].T)
    count = model.body.config.vocab_size
    alone = embed(model, pair_matrix(_Words(tokens, count), np.arange(count), None, 8))
    table = nn.EmbeddingBag.from_pretrained((alone @ axes[:width].T) * 0.3, freeze=False, mode="mean").to(
        DEVICE
    )
    optimiser = torch.optim.Adam(table.parameters(), lr=2e-3)
    draw, kept = np.random.default_rng(41), draw_out(len(rows))
    metrics = {"before": near(table, tokens, rows, aim, kept)}
    learned = np.setdiff1d(np.arange(len(rows)), kept)
    total, step = epochs * (len(learned) // size + 1), 0
    for _ in range(epochs):
        order = draw.permutation(learned)
        for start in range(0, len(order), size):
            part = order[start : start + size]
            vectors_of_bags = functional.normalize(table(*bags(tokens, rows[part])))
            wanted = aim[torch.from_numpy(part).to(DEVICE)]
            cosines, teacher_cosines = vectors_of_bags @ vectors_of_bags.T, wanted @ wanted.T
            loss = (
                1
                - (vectors_of_bags * wanted).sum(1).mean()
                + 5 * functional.mse_loss(cosines, teacher_cosines)
            )
            for group in optimiser.param_groups:
                group["lr"] = 2e-3 * (1 - step / total)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            step += 1
        log("static", step, total, loss.item())
    metrics["after"] = near(table, tokens, rows, aim, kept)
    log("static", metrics)
    write_metrics(f"static_{body}", metrics)
    write_weights(f"static_{body}", {"embeddings": table.weight.detach().half().cpu()})


class _Words:
    """Single tokens, each as a text of its own."""

    def __init__(self, tokens: Tokens, count: int) -> None:
        """Takes their number."""
        self.kind, self.count = tokens.kind, count

    def __getitem__(self, row: int) -> Array:
        """Returns the token."""
        return np.array([row], np.int16)


def draw_out(count: int) -> Array:
    """Returns the texts that are kept to measure with."""
    return np.random.default_rng(42).permutation(count)[: max(50, count // 50)]


def near(table: nn.EmbeddingBag, tokens: Tokens, rows: Array, aim: torch.Tensor, kept: Array) -> float:
    """Returns the mean cosine between the table's vectors and the encoder's, of texts not learned from."""
    with torch.inference_mode():
        made = functional.normalize(table(*bags(tokens, rows[kept])))
    return round(float((made * aim[torch.from_numpy(kept).to(DEVICE)]).sum(1).mean()), 4)
