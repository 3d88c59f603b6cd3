"""Matches: a fourth head of the small stance model, whether a premise makes the very point of a query.

The small stance model goes on from its stored weights, keeps to what the stance model says, and to what its third head
learns. Beside that it reads lists: a text as the query, one that speaks to the same point, and others that do not, of
the same debate and, what is nearest, of others. Of each list the true one should score highest, and each text by itself
above or below 0. Some true ones speak from the other side: that is for the stance to say. To a query that names the
debate none is true. One reading answers all four questions.
"""

from __future__ import annotations

import numpy as np
import torch
from torch.nn import functional

from debatable.learning.training.metrics import area_under_curve
from fine_tuning.network import Reader, Task, log, predict, train
from fine_tuning.quantisation import write_codes
from fine_tuning.small_stance import BODY, HEADS, frozen_words, lesson, measure, quantise_body
from fine_tuning.specificity import POINT, Queries, ThreeHeads
from fine_tuning.stance import LIMIT
from fine_tuning.tokens import DEVICE, Array, Matrix, Tokens, pair_matrix, read_texts, read_tokens, tokenise
from fine_tuning.workspace import BASES, STATE, TINY, WORK, write_metrics

MATCH = "match"
TEXT, OPPOSITE, REBUTTAL, GENERAL = range(4)  # kinds of texts, as build_matches.py writes them
NONE = -1
SIDE = 0.3  # weight of the side of a true text
EXAMPLES = WORK / "match_examples"
DEBATE, NEAR, ANY = 4, 2, 1  # others in a list: of the debate, nearest of other debates, of any
GENERAL_QUERIES, OTHER_SIDE = (
    0.2,
    0.15,
)  # shares of the lists: to a query that names a debate; with a rebuttal as true one
JOINED = 0.4  # long texts beside the texts of a debate, as a share of them
LISTS = 120_000
BATCH = 48  # lists beside a batch of pairs


class Points:
    """Texts by debate and point; beside them long ones, of two or three that make different points of a debate."""

    def __init__(self) -> None:
        """Reads and tokenises them."""
        texts = read_texts(EXAMPLES)
        with np.load(EXAMPLES / "matches.npz") as arrays:
            names = ("debate", "point", "kind", "held", "near")
            debate, point, kind, held, self.near = (arrays[name] for name in names)
        joined = self._joined(debate, point, np.flatnonzero(kind == TEXT), np.random.default_rng(13))
        texts += [" ".join(texts[part] for part in parts if part >= 0) for parts in joined.tolist()]
        self.debate, self.held = (np.concatenate([of, of[joined[:, 0]]]) for of in (debate, held))
        self.kind = np.concatenate([kind, np.full(len(joined), TEXT, np.int8)])
        alone = np.column_stack([point, np.full((len(point), 2), -1)])
        self.points = np.vstack([alone, np.where(joined >= 0, point[joined], -1)])
        tokenise(BASES / BODY / "tokenizer.json", texts, STATE / "tokens.matches.npz")
        self.tokens: Tokens = read_tokens("bert", STATE / "tokens.matches.npz")

    def _joined(self, debate: Array, point: Array, texts: Array, draw: np.random.Generator) -> Array:
        """Returns rows of texts that are joined, -1 for none."""
        found = []
        for rows in _groups(debate, texts).values():
            for _ in range(int(JOINED * len(rows))):
                parts = draw.choice(rows, min(len(rows), int(draw.integers(2, 4))), replace=False)
                if len(set(point[parts].tolist())) == len(parts):
                    found.append([*parts.tolist(), -1, -1][:3])
        return np.array(found)

    def lists(self, held: bool, count: int, draw: np.random.Generator) -> Array:
        """Returns rows of texts: query, one that speaks to its point or NONE, and others that do not."""
        rows = np.flatnonzero(self.held == held)
        alone = rows[rows < len(self.near)]
        said = rows[(self.kind[rows] == TEXT) | (self.kind[rows] == REBUTTAL)]
        single = said[said < len(self.near)]
        by_debate = _groups(self.debate, said)
        making = _groups(self.points.ravel(), _parts(rows[self.kind[rows] == TEXT]))
        answering = _groups(self.points.ravel(), _parts(rows[self.kind[rows] == REBUTTAL]))
        asked = alone[(self.kind[alone] == TEXT) | (self.kind[alone] == OPPOSITE)]
        pointed = [row for row in asked.tolist() if len(making.get(self.points[row, 0], ())) > 1]
        general = alone[self.kind[alone] == GENERAL]
        found = np.empty((count, 2 + DEBATE + NEAR + ANY), np.int32)
        for number in range(count):
            of_debate = bool(len(general)) and draw.random() < GENERAL_QUERIES
            query = int(draw.choice(general if of_debate else pointed))
            point = self.points[query, 0]
            others = by_debate.get(self.debate[query], single)
            others = others[(self.points[others] != point).all(axis=1)]
            true = NONE
            if not of_debate:
                turned = point in answering and draw.random() < OTHER_SIDE
                own = (answering if turned else making)[point] // 3
                true = int(draw.choice(own[own != query]))
            near = self.near[query][self.held[self.near[query]] == held]
            found[number] = (
                query,
                true,
                *draw.choice(others if len(others) else single, DEBATE),
                *draw.choice(near if len(near) else single, NEAR),
                *draw.choice(single, ANY),
            )
        return found

    def matrix(self, lists: Array) -> Matrix:
        """Returns each query with every text of its list."""
        queries = np.repeat(lists[:, 0], lists.shape[1] - 1)
        others = np.where(lists[:, 1:] == NONE, lists[:, 2:3], lists[:, 1:])
        return pair_matrix(self.tokens, queries, others.ravel(), LIMIT)

    def measure(self, name: str, model: Reader) -> None:
        """Writes, on debates held out, how often the true text is first, and the area under the curve."""
        lists = self.lists(True, 400 if TINY else 8000, np.random.default_rng(9))
        logits = predict(model, self.matrix(lists), MATCH).reshape(len(lists), -1)
        named, logits = logits[lists[:, 1] == NONE], logits[lists[:, 1] != NONE]
        own = slice(0, 1 + DEBATE)
        true = np.zeros_like(logits, bool)
        true[:, 0] = True
        metrics: dict[str, object] = {
            "first of all": round(float((logits.argmax(axis=1) == 0).mean()), 4),
            "first of its debate": round(float((logits[:, own].argmax(axis=1) == 0).mean()), 4),
            "best above 0, of points and of debates": [
                round(float((of.max(axis=1) > 0).mean()), 4) for of in (logits, named) if len(of)
            ],
            "auc": round(area_under_curve(logits.ravel(), true.ravel()), 4),
            "auc in a debate": round(area_under_curve(logits[:, own].ravel(), true[:, own].ravel()), 4),
        }
        log(name, metrics)
        write_metrics(name, metrics)


def _parts(rows: Array) -> Array:
    """Returns where the points of rows stand in a table of three columns."""
    return (3 * rows[:, None] + np.arange(3)).ravel()


def _groups(keys: Array, rows: Array) -> dict[int, Array]:
    """Returns the rows by their key."""
    order = rows[np.argsort(keys[rows], kind="stable")]
    values, starts = np.unique(keys[order], return_index=True)
    return dict(zip(values.tolist(), np.split(order, starts[1:]), strict=True))


class Lists(Task):
    """Lists of which the first text is the true one."""

    def __init__(self, model: Reader, points: Points) -> None:
        """Draws the lists."""
        drawn = points.lists(False, 500 if TINY else LISTS, np.random.default_rng(11))
        self.size = drawn.shape[1] - 1
        super().__init__(model, MATCH, points.matrix(drawn), np.zeros(0))
        self.count = len(drawn)
        self.pointed = torch.from_numpy(drawn[:, 1] != NONE).to(DEVICE)
        turned = (points.kind[drawn[:, 0]] == OPPOSITE) != (points.kind[drawn[:, 1]] == REBUTTAL)
        self.supports = torch.from_numpy(~turned).float().to(DEVICE)

    def loss(self, rows: Array) -> torch.Tensor:
        """Returns the loss of lists: which is the true one, of each whether it is, and on which side that one is."""
        each = (rows[:, None] * self.size + np.arange(self.size)).ravel()
        pooled = self.model.pooled(self.matrix.batch(each))
        logits = self.model.heads[MATCH](pooled)[:, 0].float().view(len(rows), self.size)
        stances = self.model.heads["stance"](pooled)[:, 0].float().view(len(rows), self.size)[:, 0]
        place = torch.from_numpy(rows).to(DEVICE)
        pointed = self.pointed[place]
        labels = torch.zeros_like(logits)
        labels[:, 0] = pointed.float()
        single = functional.binary_cross_entropy_with_logits(logits, labels)
        first = functional.cross_entropy(
            logits[pointed], torch.zeros(int(pointed.sum()), dtype=torch.long, device=DEVICE)
        )
        side = functional.binary_cross_entropy_with_logits(stances[pointed], self.supports[place][pointed])
        return first + single + SIDE * side


class FourHeads(ThreeHeads):
    """Pairs with a stance and closeness, and beside each batch of them some queries and some lists."""

    def __init__(
        self, model: Reader, matrix: Matrix, stances: Array, closeness: Array, points: Task, lists: Lists
    ) -> None:
        """Keeps the lists."""
        super().__init__(model, matrix, stances, closeness, points)
        self.lists = lists

    def loss(self, rows: Array) -> torch.Tensor:
        """Returns the sum of four losses."""
        return super().loss(rows) + self.lists.loss(self.draw.integers(0, self.lists.count, BATCH))


def four_heads(seconds: float, size: int = 1024) -> None:
    """Teaches the fourth head, quantised as the model is already; measures and writes it."""
    tokens, queries, points = read_tokens("bert", STATE / "tokens.small.npz"), Queries(), Points()
    matrix, labels, report = lesson(tokens)
    torch.manual_seed(5)
    model = frozen_words("small_stance_three_heads", (*HEADS, POINT, MATCH))
    task = FourHeads(model, matrix, labels[0], labels[1], queries.task(model), Lists(model, points))
    measure("small_stance_three_heads", model, tokens, report)
    quantise_body(model)
    train(model, [task], 99, 1.5e-4, size, seconds, 46, warm=100)
    write_codes("small_stance_four_heads", model)
    measure("small_stance_four_heads", model, tokens, report)
    queries.measure("specificity", model)
    points.measure("matches", model)
