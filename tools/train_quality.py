"""Trains the quality model on Dagstuhl-15512 and prints what it is worth, issue-stance by issue-stance.

    python -m tools.train_quality --dagstuhl FILE [--folds none|linear|trees|all] [--check]
        [--argq-30k FILE] [--ukpconvarg1 FILE]

Writes src/debatable/learning/models/quality.npz. ``--folds all`` adds random forest and gradient boosting to
the 32 folds (many minutes), the two other data sets are checks from outside, ``--check`` writes nothing. Equal inputs
give equal bytes on one machine. Where each data set comes from is told in docs/quality.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from tools.quality_arguments import Judged, argument_quality_30k, convincing_pairs, dagstuhl

from debatable.embedding import encoder
from debatable.learning.quality import DIMENSIONS, Matrix, QualityModel, pair_features

MODEL = Path(__file__).resolve().parents[1] / "src/debatable/learning/models/quality.npz"
ENCODER = "all-MiniLM-L6-v2"
STRENGTH = 0.01
SEED = 0

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def comparable(grades: Floats, topics: list[str]) -> Ints:
    """Returns all pairs within a topic whose grades differ, the better one first."""
    _, group = np.unique(topics, return_inverse=True)
    differ = (group[:, None] == group) & (grades[:, None] > grades + 1e-9)
    return np.argwhere(differ)


def linear(x: Matrix, pairs: Ints, strength: float = STRENGTH) -> Floats:
    """Returns logistic weights over the pairs in both orders, which weigh the two premises with opposite signs."""
    difference = x[pairs[:, 0]] - x[pairs[:, 1]]
    model = LogisticRegression(C=strength, fit_intercept=False, max_iter=5000, tol=1e-5)
    model.fit(np.vstack([difference, -difference]), np.repeat([1, 0], len(pairs)))
    return np.asarray(model.coef_[0])


def by_line(strength: float) -> Callable[[Matrix, Ints, Ints], Floats]:
    """Returns a judge by logistic regression."""

    def judge(x: Matrix, train: Ints, test: Ints) -> Floats:
        score = x @ linear(x, train, strength)
        return np.asarray(score[test[:, 0]] - score[test[:, 1]])

    return judge


def by_trees(
    make: Callable[[], RandomForestClassifier | GradientBoostingClassifier],
) -> Callable[..., Floats]:
    """Returns a judge by trees over the six vectors, asked in both orders."""

    def judge(x: Matrix, train: Ints, test: Ints) -> Floats:
        model = make()
        model.fit(np.vstack([_sides(x, train), _sides(x, train[:, ::-1])]), np.repeat([1, 0], len(train)))
        there, back = (model.predict_proba(_sides(x, t))[:, 1] for t in (test, test[:, ::-1]))
        return np.asarray(there - back)

    return judge


def forest() -> RandomForestClassifier:
    """Returns a random forest; each tree sees a third of the pairs, which repeat each other anyway."""
    return RandomForestClassifier(50, min_samples_leaf=2, max_samples=0.3, random_state=SEED)


def boosting() -> GradientBoostingClassifier:
    """Returns gradient boosting over samples of pairs and features."""
    return GradientBoostingClassifier(n_estimators=50, subsample=0.3, max_features="sqrt", random_state=SEED)


def _sides(x: Matrix, pairs: Ints) -> Matrix:
    return np.hstack([x[pairs[:, 0]], x[pairs[:, 1]]])


def left_out(judge: Callable[..., Floats], x: Matrix, pairs: Ints, topics: list[str]) -> float:
    """Returns the share of pairs judged rightly, each issue-stance by a model that has not seen it."""
    topic = np.array(topics)[pairs[:, 0]]
    right = 0.0
    for name in np.unique(topic):
        margin = judge(x, pairs[topic != name], pairs[topic == name])
        right += float((margin > 0).sum() + (margin == 0).sum() / 2)
    return right / len(pairs)


def vectors(judged: Judged) -> Matrix:
    """Returns sum, difference and product of each argument with its issue-stance."""
    encode = encoder(ENCODER)
    names = sorted(set(judged.topics))
    row = {name: place for place, name in enumerate(names)}
    return pair_features(encode(names)[[row[name] for name in judged.topics]], encode(judged.texts))


def report(judged: Judged, x: Matrix, folds: str) -> None:
    """Prints the 32-fold accuracies beside the baselines."""
    judges: dict[str, Callable[..., Floats]] = {}
    if folds in ("linear", "all"):
        judges |= {f"logistic C={c}": by_line(c) for c in (0.001, 0.01, 0.1, 1.0)}
    if folds in ("trees", "all"):
        judges |= {"random forest": by_trees(forest), "boosting": by_trees(boosting)}
    pairs = [comparable(judged.grades[:, k], judged.topics) for k in range(len(DIMENSIONS))]
    length = np.array([len(text) for text in judged.texts])
    print(f"{'':<18}" + "".join(f"{name:>16}" for name in DIMENSIONS))
    print(f"{'pairs':<18}" + "".join(f"{len(p):>16}" for p in pairs))
    first = [float((p[:, 0] < p[:, 1]).mean()) for p in pairs]
    _line("majority", [max(share, 1 - share) for share in first])
    _line("longer text", [float((length[p[:, 0]] > length[p[:, 1]]).mean()) for p in pairs])
    for name, judge in judges.items():
        _line(name, [left_out(judge, x, p, judged.topics) for p in pairs])


def _line(name: str, values: list[float]) -> None:
    print(f"{name:<18}" + "".join(f"{value:>16.3f}" for value in values), flush=True)


def outside(name: str, texts: tuple[list[str], list[str]], topics: list[str], model: QualityModel) -> None:
    """Prints how often the model prefers the better of two arguments from elsewhere."""
    encode = encoder(ENCODER)
    known = sorted({*texts[0], *texts[1], *topics})
    vector = dict(zip(known, encode(known), strict=True))
    claims = np.array([vector[topic] for topic in topics])
    better, worse = (model.score(claims, np.array([vector[text] for text in side])) for side in texts)
    length = np.mean([len(b) > len(w) for b, w in zip(*texts, strict=True)])
    _line(name, [float((better[:, k] > worse[:, k]).mean()) for k in range(len(DIMENSIONS))])
    print(f"{'':<18}{len(topics)} pairs; longer text {length:.3f}", flush=True)


def sampled_pairs(judged: Judged, size: int) -> tuple[tuple[list[str], list[str]], list[str]]:
    """Returns pairs of one topic whose grades differ by a fifth of the scale or more, at most so many."""
    generator = np.random.default_rng(SEED)
    one, other = generator.integers(0, len(judged.texts), (2, 200 * size))
    topics, grades = np.array(judged.topics), judged.grades[:, 0]
    kept = np.flatnonzero((topics[one] == topics[other]) & (grades[one] > grades[other] + 0.2))[:size]
    pick = ([judged.texts[i] for i in one[kept]], [judged.texts[i] for i in other[kept]])
    return pick, [judged.topics[i] for i in one[kept]]


def main() -> None:
    """Trains, prints, writes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dagstuhl", type=Path, required=True)
    parser.add_argument("--folds", choices=("none", "linear", "trees", "all"), default="linear")
    parser.add_argument("--argq-30k", type=Path)
    parser.add_argument("--ukpconvarg1", type=Path)
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    judged = dagstuhl(options.dagstuhl)
    x = vectors(judged)
    if options.folds != "none":
        report(judged, x, options.folds)
    pairs = [comparable(judged.grades[:, k], judged.topics) for k in range(len(DIMENSIONS))]
    weights = np.array([linear(x, p) for p in pairs], np.float32)
    model = QualityModel(ENCODER, weights)
    if options.ukpconvarg1:
        found = convincing_pairs(options.ukpconvarg1)
        outside("UKPConvArg1", (found.better, found.worse), found.topics, model)
    if options.argq_30k:
        outside("ArgQ-Rank-30k", *sampled_pairs(argument_quality_30k(options.argq_30k), 1000), model)
    if not options.check:
        np.savez(MODEL, encoder=np.array(ENCODER), weights=weights)


if __name__ == "__main__":
    main()
