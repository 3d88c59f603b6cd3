"""The small stance model: MiniLM, taught to answer as the stance model does, where a quick answer is enough.

The stance model reads all pairs of closeness in both orders; the small one learns its calibrated probabilities, for
stance and closeness at once. Its words are those of the reader and stay as they are, so that both share one table.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

from debatable.arrays import sigmoid
from debatable.learning.training.metrics import accuracy, platt
from debatable.learning.training.network.mpnet_graph import MARKS, SHIFT
from fine_tuning.closeness import STANCE, BothHeads, closeness_metrics
from fine_tuning.metrics import accuracy_by_set
from fine_tuning.network import Reader, autocast, log, predict, sorted_batches, train
from fine_tuning.quantisation import quantise, read_codes, write_codes
from fine_tuning.stance import BASE, LIMIT
from fine_tuning.tokens import DEVICE, Array, Matrix, Tokens, pair_matrix, read_examples, read_tokens
from fine_tuning.workspace import CLOSENESS_EXAMPLES, MODELS, STATE, TINY, few, write_metrics

BODY = "minilm"
HEADS = ("stance", "closeness")
LINES = {"stance": (0.5, 0.0), "closeness": (0.843, -0.566)}  # slope and shift of the stance model's logits
TRUE = 0.2  # weight of a true label beside what the stance model says
SWAPPED = 0.4  # share of the pairs that are read in the other order as well
BESIDE = 0.6  # share of the texts that are read with one that stands beside the same first text


def as_mpnet(matrix: Matrix) -> Matrix:
    """Returns the rows of BERT's tokens as MPNet numbers them."""
    ids = matrix.ids + SHIFT
    for mark, own in MARKS.items():
        ids[matrix.ids == mark] = own
    return Matrix(ids, matrix.lengths, matrix.second, MARKS[0])


@torch.inference_mode()
def answers(model: Reader, matrix: Matrix, size: int = 2048) -> dict[str, Array]:
    """Returns the logits of all heads, each pair read once."""
    model.eval()
    found = {name: np.empty(len(matrix.lengths), np.float32) for name in model.heads}
    for rows in sorted_batches(matrix.lengths, size):
        with autocast():
            pooled = model.pooled(matrix.batch(rows))
            for name, head in model.heads.items():
                found[name][rows] = head(pooled)[:, 0].float().cpu().numpy()
    return found


def stance_model() -> Reader:
    """Returns the stance model with its stored weights."""
    model = Reader(BASE, HEADS, pretrained=False)
    _load(model, "stance")
    return model.to(DEVICE)


def small_model() -> Reader:
    """Returns MiniLM with the weights of the reader, its words frozen, and new heads."""
    return frozen_words("reader", HEADS)


def frozen_words(start: str, heads: tuple[str, ...]) -> Reader:
    """Returns MiniLM with stored weights, its words frozen; heads that are not stored are new."""
    model = Reader(BODY, heads, pretrained=False)
    _load(model, start)
    model.body.embeddings.word_embeddings.weight.requires_grad_(False)
    return model.to(DEVICE)


def _load(model: Reader, name: str) -> None:
    if TINY:
        return
    state = read_codes(MODELS / f"{name}.safetensors")
    missing, unknown = model.load_state_dict(state, strict=False)
    log(name, "missing", [key for key in missing if "position_ids" not in key], "unknown", unknown)


def examples() -> tuple[Array, Array, Array, Array]:
    """Returns pairs with their true stance and closeness, NaN where unknown."""
    tables = [few(read_examples(CLOSENESS_EXAMPLES, name)) for name in ("close_train", *STANCE)]
    first, second = (np.concatenate([table[column] for table in tables]) for column in "ab")
    labels = np.concatenate([table["y"] for table in tables])
    of_closeness = np.arange(len(labels)) < len(tables[0]["y"])
    stances, close = np.where(of_closeness, np.nan, labels), np.where(of_closeness, labels, np.nan)
    draw = np.random.default_rng(41)
    again = np.flatnonzero(draw.random(len(first)) < SWAPPED)
    one, other = beside_each_other(first, second, draw)
    unknown = np.full(len(again) + len(one), np.nan)
    return (
        np.concatenate([first, second[again], one]),
        np.concatenate([second, first[again], other]),
        np.concatenate([stances, unknown]),
        np.concatenate([close, unknown]),
    )


def beside_each_other(first: Array, second: Array, draw: np.random.Generator) -> tuple[Array, Array]:
    """Returns pairs of texts that stand beside the same first text."""
    order = np.lexsort((draw.random(len(first)), first))
    apart = 1 + draw.integers(0, 3, len(order))
    place = np.minimum(np.arange(len(order)) + apart, len(order) - 1)
    one, other = order, order[place]
    kept = (first[one] == first[other]) & (second[one] != second[other])
    kept &= draw.random(len(order)) < BESIDE
    return second[one[kept]], second[other[kept]]


def taught(logits: Array, head: str, true: Array) -> Array:
    """Returns the labels of a head: calibrated probabilities of the stance model, mixed with true ones."""
    slope, shift = LINES[head]
    said = sigmoid(slope * logits + shift)
    return np.where(np.isnan(true), said, TRUE * np.nan_to_num(true) + (1 - TRUE) * said)


def lesson(tokens: Tokens) -> tuple[Matrix, list[Array], tuple[Array, dict[str, Array]]]:
    """Returns all pairs with the labels of both heads, and what the stance model says of the reported pairs."""
    first, second, stances, close = examples()
    matrix = pair_matrix(tokens, first, second, LIMIT)
    log("pairs", len(first), "mean tokens", matrix.lengths.mean())
    teacher = stance_model()
    said = answers(teacher, as_mpnet(matrix))
    log("labelled", {name: float(np.abs(value).mean()) for name, value in said.items()})
    labels = [taught(said[head], head, true) for head, true in zip(HEADS, (stances, close), strict=True)]
    return matrix, labels, reported(teacher, tokens)


def small(seconds: float, size: int = 1024) -> None:
    """Teaches the small model, first in floats, then quantised; measures and writes it."""
    tokens = read_tokens("bert", STATE / "tokens.small.npz")
    matrix, labels, report = lesson(tokens)
    torch.manual_seed(42)
    model = small_model()
    task = BothHeads(model, matrix, *labels)
    train(model, [task], 99, 4e-4, size, 0.6 * seconds, 43, warm=400)
    measure("small_stance_float", model, tokens, report)
    quantise_body(model)
    train(model, [task], 99, 1.5e-4, size, 0.4 * seconds, 44, warm=100)
    write_codes("small_stance", model)
    measure("small_stance", model, tokens, report)


def quantise_body(model: Reader) -> None:
    """Makes the products compute with rounded numbers; the words are those of the reader, which are rounded."""
    words: nn.Embedding = model.body.embeddings.word_embeddings
    plain = words.forward
    quantise(model)
    words.forward = plain  # type: ignore[method-assign]


def reported(model: Reader, tokens: Tokens) -> tuple[Array, dict[str, Array]]:
    """Returns what the stance model says of the reported pairs, and these."""
    pairs = few(read_examples(CLOSENESS_EXAMPLES, "stance_report"))
    matrix = pair_matrix(tokens, pairs["a"], pairs["b"], LIMIT)
    return LINES["stance"][0] * answers(model, as_mpnet(matrix))["stance"], pairs


def measure(name: str, model: Reader, tokens: Tokens, report: tuple[Array, dict[str, Array]]) -> None:
    """Writes accuracies on the reported sets beside the stance model's, and how often sure answers are its own."""
    teacher, pairs = report
    logits = predict(model, pair_matrix(tokens, pairs["a"], pairs["b"], LIMIT), "stance")
    tune = few(read_examples(CLOSENESS_EXAMPLES, "stance_tune"))
    tuned = predict(model, pair_matrix(tokens, tune["a"], tune["b"], LIMIT), "stance")
    metrics: dict[str, object] = {
        "stance": accuracy_by_set(logits, pairs),
        "stance model": accuracy_by_set(teacher, pairs),
        "correlation": float(np.corrcoef(logits, teacher)[0, 1]),
        "platt": platt(tuned, tune["y"]),
        "closeness": closeness_metrics(model, tokens),
    }
    for sure in (0.5, 1.0, 1.5, 2.0):
        own = np.abs(logits) >= sure
        metrics[f"sure from {sure}"] = {
            "share": round(float(own.mean()), 4),
            "accuracy": round(accuracy(logits[own], pairs["y"][own]), 4),
            "of the stance model": round(accuracy(teacher[own], pairs["y"][own]), 4),
            "same sign": round(float(((logits > 0) == (teacher > 0))[own].mean()), 4),
        }
    log(name, metrics)
    write_metrics(name, metrics)
    np.savez_compressed(STATE / f"{name}_report.npz", logits=logits, teacher=teacher)
