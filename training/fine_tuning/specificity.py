"""Specificity: whether a query makes a point in the debate of a claim, or names the debate itself.

The first four layers of the small stance model go on with queries written for this project, general and specific ones
in the same five wordings. Each is read with claims of its topic, one in ten times with one of another. Reasons and
claims of debates are left out on purpose: with them the model goes by style, and takes what is worded as people talk
for a point.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from debates import own_debates, own_topics
from sources import lines
from torch import nn

from debatable.learning.training.metrics import area_under_curve
from fine_tuning.network import Reader, Task, log, predict, train
from fine_tuning.quantisation import read_codes, write_codes
from fine_tuning.small_stance import BODY, HEADS, quantise_body
from fine_tuning.tokens import DEVICE, Array, Matrix, Tokens, pair_matrix, read_tokens, tokenise
from fine_tuning.workspace import BASES, MODELS, STATE, TINY, write_metrics

QUERIES = Path(__file__).parent.parent / "queries.jsonl.gz"
POINT, LAYERS, LIMIT = "point", 4, 128
OTHER = 0.1  # share of the queries that are read with a claim of another topic
SMOOTH = 0.03
HELD_OUT = 8  # every eighth topic
Row = dict[str, object]


def queries() -> tuple[list[Row], list[Row]]:
    """Returns the queries that are learned from, and those of topics held out."""
    rows = list(lines(QUERIES))[: 400 if TINY else None]
    held_out = set(sorted({row["topic"] for row in rows})[::HELD_OUT])
    return [row for row in rows if row["topic"] not in held_out], [
        row for row in rows if row["topic"] in held_out
    ]


def claims_of(rows: list[Row]) -> dict[str, list[str]]:
    """Returns topic -> its claims, of either side."""
    wanted = {str(row["topic"]) for row in rows}
    found = {topic: [topic] for topic in sorted(wanted)}
    for debate in (*own_topics(), *own_debates()):
        if debate.name in wanted:
            found[debate.name] += [text for text, _ in debate.claims if text != debate.name]
    return found


def pairs(
    rows: list[Row], claims: dict[str, list[str]], draw: np.random.Generator, other: float
) -> list[str]:
    """Returns a claim for each query: one of its topic, or of any."""
    topics = list(claims)
    chosen = []
    for row in rows:
        topic = topics[draw.integers(len(topics))] if draw.random() < other else str(row["topic"])
        own = [claim for claim in claims[topic] if claim != row["text"]] or [topic]
        chosen.append(own[draw.integers(len(own))])
    return chosen


def small_layers() -> Reader:
    """Returns the first layers of the small stance model, its words frozen, with a head of its own."""
    model = Reader(BODY, (*HEADS, POINT), pretrained=False)
    if not TINY:
        model.load_state_dict(read_codes(MODELS / "small-stance.safetensors"), strict=False)
        model.body.encoder.layer = nn.ModuleList(list(model.body.encoder.layer)[:LAYERS])
    model.heads = nn.ModuleDict({POINT: model.heads[POINT]})
    model.body.embeddings.word_embeddings.weight.requires_grad_(False)
    return model.to(DEVICE)


def matrix(tokens: Tokens, place: dict[str, int], firsts: list[str], seconds: list[str]) -> Matrix:
    """Returns pairs as rows of tokens."""
    columns = [np.array([place[text] for text in texts]) for texts in (firsts, seconds)]
    return pair_matrix(tokens, columns[0], columns[1], LIMIT)


def specificity(draws: float) -> None:
    """Fine-tunes in floats for so many draws of claims, then quantised; measures and writes the model."""
    learned, held_out = queries()
    claims = claims_of(learned + held_out)
    texts = sorted({str(r["text"]) for r in learned + held_out} | {c for own in claims.values() for c in own})
    place = {text: number for number, text in enumerate(texts)}
    tokenise(BASES / BODY / "tokenizer.json", texts, STATE / "tokens.specificity.npz")
    tokens = read_tokens("bert", STATE / "tokens.specificity.npz")
    draw = np.random.default_rng(3)

    def task(model: Reader, times: int) -> Task:
        firsts = [claim for _ in range(times) for claim in pairs(learned, claims, draw, OTHER)]
        seconds = [str(row["text"]) for row in learned] * times
        labels = np.array([bool(row["point"]) for row in learned] * times)
        return Task(model, POINT, matrix(tokens, place, firsts, seconds), labels * (1 - 2 * SMOOTH) + SMOOTH)

    def measure(name: str, model: Reader) -> None:
        firsts = pairs(held_out, claims, np.random.default_rng(5), 0.0)
        seconds = [str(row["text"]) for row in held_out]
        logits = predict(model, matrix(tokens, place, firsts, seconds), POINT)
        metrics = {"all": _area(logits, held_out, "")}
        metrics |= {wording: _area(logits, held_out, wording) for wording in ("plain", "everyday", "terse")}
        log(name, metrics)
        write_metrics(name, metrics)

    torch.manual_seed(3)
    model = small_layers()
    train(model, [task(model, int(draws))], 1, 1.2e-4, 128, 999, 3, warm=50)
    measure("specificity_float", model)
    quantise_body(model)
    train(model, [task(model, int(draws))], 1, 8e-5, 128, 999, 4, warm=50)
    write_codes("specificity", model)
    measure("specificity", model)


def _area(logits: Array, rows: list[Row], wording: str) -> float:
    """Returns the area under the curve, of one wording or of all."""
    own = np.array([not wording or row["wording"] == wording for row in rows])
    points = np.array([bool(row["point"]) for row in rows])
    return round(area_under_curve(logits[own], points[own]), 4)
