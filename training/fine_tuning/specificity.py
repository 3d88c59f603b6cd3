"""Specificity: a third head of the small stance model, whether a query makes a point in the debate of a claim.

The small stance model goes on from its stored weights and keeps to what the stance model says. Beside that it reads
queries written for this project, general and specific ones in the same five wordings, each with a claim of its topic,
one in ten times with one of another. Reasons and claims of debates are left out on purpose: with them the model goes
by style, and takes what is worded as people talk for a point. One reading answers all three questions.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from debates import own_debates, own_topics
from sources import lines

from debatable.learning.training.metrics import area_under_curve
from fine_tuning.closeness import BothHeads
from fine_tuning.network import Reader, Task, log, predict, train
from fine_tuning.quantisation import write_codes
from fine_tuning.small_stance import BODY, HEADS, frozen_words, lesson, measure, quantise_body
from fine_tuning.stance import LIMIT
from fine_tuning.tokens import Array, Matrix, Tokens, pair_matrix, read_tokens, tokenise
from fine_tuning.workspace import BASES, STATE, TINY, write_metrics

QUERIES = Path(__file__).parent.parent / "queries.jsonl.gz"
POINT = "point"
DRAWS = 20  # claims that a query is read with
OTHER = 0.1  # share of them that are of another topic
SMOOTH = 0.03
HELD_OUT = 8  # every eighth topic
BATCH = 24  # queries beside a batch of pairs
Row = dict[str, object]


class ThreeHeads(BothHeads):
    """Pairs with a stance and closeness, and beside each batch of them some queries."""

    def __init__(self, model: Reader, matrix: Matrix, stances: Array, closeness: Array, points: Task) -> None:
        """Keeps the queries."""
        super().__init__(model, matrix, stances, closeness)
        self.points, self.draw = points, np.random.default_rng(7)

    def loss(self, rows: Array) -> torch.Tensor:
        """Returns the sum of three losses."""
        some = self.draw.integers(0, len(self.points.lengths), BATCH)
        return super().loss(rows) + self.points.loss(some)


class Queries:
    """Queries that are learned from and those of topics held out, with the claims of their topics."""

    def __init__(self) -> None:
        """Reads and tokenises them."""
        rows: list[Row] = list(lines(QUERIES))[: 400 if TINY else None]
        held_out = set(sorted({str(row["topic"]) for row in rows})[::HELD_OUT])
        self.learned = [row for row in rows if row["topic"] not in held_out]
        self.held_out = [row for row in rows if row["topic"] in held_out]
        self.claims = {topic: [topic] for topic in sorted({str(row["topic"]) for row in rows})}
        for debate in (*own_topics(), *own_debates()):
            if debate.name in self.claims:
                self.claims[debate.name] += [text for text, _ in debate.claims if text != debate.name]
        claims = {claim for own in self.claims.values() for claim in own}
        texts = sorted({str(row["text"]) for row in rows} | claims)
        self.place = {text: number for number, text in enumerate(texts)}
        tokenise(BASES / BODY / "tokenizer.json", texts, STATE / "tokens.queries.npz")
        self.tokens: Tokens = read_tokens("bert", STATE / "tokens.queries.npz")

    def matrix(self, rows: list[Row], draw: np.random.Generator, other: float) -> Matrix:
        """Returns each query behind a claim: one of its topic, or of any."""
        topics, firsts = list(self.claims), []
        for row in rows:
            topic = topics[draw.integers(len(topics))] if draw.random() < other else str(row["topic"])
            own = [claim for claim in self.claims[topic] if claim != row["text"]] or [topic]
            firsts.append(self.place[own[draw.integers(len(own))]])
        seconds = [self.place[str(row["text"])] for row in rows]
        return pair_matrix(self.tokens, np.array(firsts), np.array(seconds), LIMIT)

    def task(self, model: Reader) -> Task:
        """Returns what is learned: every query with several claims."""
        rows = self.learned * DRAWS
        labels = np.array([bool(row["point"]) for row in rows]) * (1 - 2 * SMOOTH) + SMOOTH
        return Task(model, POINT, self.matrix(rows, np.random.default_rng(3), OTHER), labels)

    def measure(self, name: str, model: Reader) -> None:
        """Writes the area under the curve on topics held out, of all queries and by wording."""
        logits = predict(model, self.matrix(self.held_out, np.random.default_rng(5), 0.0), POINT)
        points = np.array([bool(row["point"]) for row in self.held_out])
        wordings = np.array([row["wording"] for row in self.held_out])
        metrics = {"all": round(area_under_curve(logits, points), 4)}
        for wording in dict.fromkeys(wordings.tolist()):
            own = wordings == wording
            metrics[wording] = round(area_under_curve(logits[own], points[own]), 4)
        log(name, metrics)
        write_metrics(name, metrics)


def three_heads(seconds: float, size: int = 1024) -> None:
    """Teaches the third head, quantised as the model is already; measures and writes it."""
    tokens, queries = read_tokens("bert", STATE / "tokens.small.npz"), Queries()
    matrix, labels, report = lesson(tokens)
    torch.manual_seed(3)
    model = frozen_words("small_stance", (*HEADS, POINT))
    task = ThreeHeads(model, matrix, labels[0], labels[1], queries.task(model))
    measure("small_stance_two_heads", model, tokens, report)
    quantise_body(model)
    train(model, [task], 99, 1.5e-4, size, seconds, 45, warm=100)
    write_codes("small_stance_three_heads", model)
    measure("small_stance_three_heads", model, tokens, report)
    queries.measure("specificity", model)
