"""The encoder of points: texts of a side that make one point lie near each other, all others apart."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from debatable.evaluation.points import average_precisions
from debatable.learning.matching import matching
from fine_tuning.network import Reader, Task, embed, log, train
from fine_tuning.tokens import DEVICE, Array, Tokens, pair_matrix, read_texts, read_tokens, tokenise
from fine_tuning.workspace import BASES, MATCHING_EXAMPLES, STATE, TINY, write_metrics, write_model

LIMIT = 96
STEPS, WARM, RATE = (3, 1, 6e-5) if TINY else (900, 73, 6e-5)
DRAWN = {
    "argkp": (6, 22),
    "own": (5, 14),
    "perspectrum": (5, 14),
}  # sides a step, and their texts that are no headlines
LINE = (12.0, -6.0)  # from a cosine to log-odds, as it begins
QUICK = 100.0  # how many times as fast the line moves as the weights
TEMPERATURE, CONTRAST = 0.06, 0.3
SEED, NO_FOLD = 7, -1
TOKENS = STATE / "tokens.matching.npz"


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a debate, as training/build_matching.py writes it; texts are numbers, headlines come first."""

    source: str
    fold: int
    headlines: int
    texts: Array
    labels: Array


def read_sides() -> list[Side]:
    """Returns all sides; in a smoke test a few of each source."""
    with np.load(MATCHING_EXAMPLES / "sides.npz") as arrays:
        columns = {key: arrays[key] for key in arrays.files}
    sizes = columns["size"]
    texts = np.split(columns["text"], np.cumsum(sizes)[:-1])
    labels = np.split(columns["label"], np.cumsum(sizes**2)[:-1])
    sides = [
        Side(str(source), int(fold), int(headlines), own, label.reshape(len(own), len(own)))
        for source, fold, headlines, own, label in zip(
            columns["source"], columns["fold"], columns["headlines"], texts, labels, strict=True
        )
    ]
    if TINY:
        return [side for source in DRAWN for side in [s for s in sides if s.source == source][:12]]
    return sides


class Matcher(Reader):
    """An encoder with the line from the cosine of two texts to the log-odds that they make one point."""

    def __init__(self, base: str) -> None:
        """Loads the base."""
        super().__init__(base, ())
        self.line = nn.Parameter(torch.tensor(LINE))


class Matching(Task):
    """Steps, each with a draw of sides and of their texts; what is unknown of a pair counts for nothing."""

    def __init__(self, model: Matcher, tokens: Tokens, sides: list[Side], seed: int) -> None:
        """Keeps the tokens of all texts; a row is a step."""
        self.model, self.seed = model, seed
        self.line = model.line
        self.sides = {source: [side for side in sides if side.source == source] for source in DRAWN}
        self.matrix = pair_matrix(tokens, np.arange(len(tokens.lengths())), None, LIMIT)
        self.lengths = np.zeros(STEPS, np.int64)

    def drawn(self, step: int) -> tuple[Array, Array, Array]:
        """Returns the texts of a step, the side of each, and their labels; two sides have no point in common."""
        draw = np.random.default_rng([self.seed, step])
        texts, blocks = [], []
        for source, (sides, others) in DRAWN.items():
            of_source = self.sides[source]
            for place in draw.choice(len(of_source), min(sides, len(of_source)), replace=False):
                side = of_source[place]
                rest = np.arange(side.headlines, len(side.texts))
                few = draw.choice(rest, min(others, len(rest)), replace=False)
                rows = np.concatenate([np.arange(side.headlines), few])
                texts.append(side.texts[rows])
                blocks.append(side.labels[np.ix_(rows, rows)])
        side_of = np.repeat(np.arange(len(blocks)), [len(block) for block in blocks])
        labels = np.zeros((len(side_of),) * 2, np.int8)
        for number, block in enumerate(blocks):
            own = np.flatnonzero(side_of == number)
            labels[np.ix_(own, own)] = block
        np.fill_diagonal(labels, -1)
        return np.concatenate(texts), side_of, labels

    def loss(self, rows: Array) -> torch.Tensor:
        """Returns the cross-entropy of pairs of a side, both answers alike, and of each text against all others."""
        texts, *numbers = self.drawn(int(rows[0]))
        side_of, labels = (torch.from_numpy(array).to(DEVICE) for array in numbers)
        vectors = self.model.pooled(self.matrix.batch(texts))
        with torch.autocast(DEVICE.type, enabled=False):
            vectors = functional.normalize(vectors.float())
            cosines = vectors @ vectors.T
        same, apart = labels == 1, (labels == 0) & (side_of[:, None] == side_of)
        each = functional.binary_cross_entropy_with_logits(
            self.line[0] * cosines + self.line[1], same.float(), reduction="none"
        )
        of_pairs = 0.5 * (mean(each, same) + mean(each, apart))
        scaled = cosines / TEMPERATURE
        whole = torch.logsumexp(scaled.masked_fill(labels < 0, -1e4), 1)
        of_texts = ((whole[:, None] - scaled) * same).sum(1) / same.sum(1).clamp_min(1)
        return of_pairs + CONTRAST * mean(of_texts, same.any(1))


def mean(values: torch.Tensor, which: torch.Tensor) -> torch.Tensor:
    """Returns the mean of some values, 0 where there are none."""
    return (values * which).sum() / which.sum().clamp_min(1)


def tokens_of_sides() -> Tokens:
    """Returns the tokens of all texts of the sides."""
    tokenise(BASES / "minilm/tokenizer.json", read_texts(MATCHING_EXAMPLES), TOKENS)
    return read_tokens("bert", TOKENS)


def trained(tokens: Tokens, sides: list[Side], fold: int) -> Matcher:
    """Returns an encoder that has seen nothing of a fold; all there is without one."""
    seed = SEED + fold
    torch.manual_seed(seed)
    model: Matcher = Matcher("minilm").to(DEVICE)
    seen = [side for side in sides if fold == NO_FOLD or side.fold != fold]
    log("matching, fold", fold, len(seen), "sides")
    task = Matching(model, tokens, seen, seed)
    train(model, [task], 1, RATE, 1, math.inf, seed, warm=WARM, quick={model.line: QUICK})
    return model


def encoder_of_folds() -> None:
    """Measures encoders on the topics of ArgKP that each has not seen: by cosine, and as `learned` chooses."""
    tokens, sides, learned = tokens_of_sides(), read_sides(), matching("learned")
    found: dict[str, list[tuple[float, float]]] = {"cosine": [], "learned": []}
    for fold in sorted({side.fold for side in sides if side.source == "argkp"}):
        model = trained(tokens, sides, fold)
        for side in sides:
            if side.source == "argkp" and side.fold == fold:
                vectors = embed(model, pair_matrix(tokens, side.texts, None, LIMIT)).cpu().numpy()
                headlines, units = vectors[: side.headlines], vectors[side.headlines :]
                labels = side.labels[side.headlines :, : side.headlines]
                found["cosine"].append(average_precisions((units @ headlines.T).astype(np.float64), labels))
                found["learned"].append(average_precisions(learned.choices(units, headlines), labels))
    metrics = {
        name: dict(zip(("strict", "relaxed"), np.mean(values, axis=0).tolist(), strict=True))
        for name, values in found.items()
    }
    log("matching", metrics)
    write_metrics("matching_folds", metrics)


def encoder_of_points() -> None:
    """Trains the encoder on all topics, and writes it."""
    write_model("points_encoder", trained(tokens_of_sides(), read_sides(), NO_FOLD))
