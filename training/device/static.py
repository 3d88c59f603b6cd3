"""The stage of the static encoder: a vector a token whose mean is near to what the argument encoder says."""

from __future__ import annotations

import numpy as np
import torch
from models import Reader, embed, log
from place import DATA, DONE, MODELS, TINY, WORK, few, write_report
from safetensors.torch import save
from torch import nn
from torch.nn import functional

from reading import DEVICE, Array, Tokens, pair_matrix, read_pairs, read_tokens

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
    """Distils the tuned encoder into a table; writes a plain safetensors file of half floats, named to be fetched."""
    tokens = read_tokens("bert", WORK / "tokens.bert.npz")
    model = Reader(MODELS / body, (), TINY).to(DEVICE)
    model.load_state_dict(torch.load(WORK / f"encoder_{body}.pt", map_location=DEVICE))
    tables = [few(read_pairs(DATA, name)) for name in ("stance_unlabelled", "relevant", "same", "points")]
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
    figures = {"before": near(table, tokens, rows, aim, kept)}
    learned = np.setdiff1d(np.arange(len(rows)), kept)
    total, step = epochs * (len(learned) // size + 1), 0
    for _ in range(epochs):
        order = draw.permutation(learned)
        for start in range(0, len(order), size):
            part = order[start : start + size]
            said = functional.normalize(table(*bags(tokens, rows[part])))
            wanted = aim[torch.from_numpy(part).to(DEVICE)]
            cosines, taught = said @ said.T, wanted @ wanted.T
            loss = 1 - (said * wanted).sum(1).mean() + 5 * functional.mse_loss(cosines, taught)
            for group in optimiser.param_groups:
                group["lr"] = 2e-3 * (1 - step / total)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            step += 1
        log("static", step, total, loss.item())
    figures["after"] = near(table, tokens, rows, aim, kept)
    log("static", figures)
    write_report(f"static_{body}", figures)
    DONE.mkdir(parents=True, exist_ok=True)
    (DONE / f"static_{body}.0.z").write_bytes(
        save({"embeddings": table.weight.detach().half().cpu().contiguous()})
    )


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
        said = functional.normalize(table(*bags(tokens, rows[kept])))
    return round(float((said * aim[torch.from_numpy(kept).to(DEVICE)]).sum(1).mean()), 4)
