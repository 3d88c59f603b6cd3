"""Trains the quality model on Dagstuhl-15512 and prints what it is worth, issue-stance by issue-stance.

    python -m tools.train_quality --dagstuhl FILE [--folds none|linear|trees|all] [--jobs N] [--check]
        [--argq-30k FILE] [--ukpconvarg1 FILE]

Writes src/debatable/learning/models/quality.npz. ``--folds all`` adds gradient boosting and random forest to
the 32 folds (20 minutes of one core; ``--jobs`` shares them), the two other data sets are checks from outside,
``--check`` writes nothing. Equal inputs give equal bytes on one machine. The sources of the data sets are in
docs/quality.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np

from debatable.arrays import Matrix
from debatable.embedding import encoder
from debatable.learning.quality import DIMENSIONS, QualityModel, pair_features
from tools.quality_arguments import Judged, argument_quality_30k, convincing_pairs, dagstuhl
from tools.quality_judges import Boosting, Floats, Forest, Ints, Judge, Line, accuracy, linear, margins

MODEL = Path(__file__).resolve().parents[1] / "src/debatable/learning/models/quality.npz"
ENCODER = "all-MiniLM-L6-v2"
STRENGTH = 0.01
UNBOUND = 1e6
"""So little regularisation that there is none."""
SEED = 0


def comparable(grades: Floats, topics: list[str]) -> Ints:
    """Returns all pairs within a topic whose grades differ, the better one first."""
    _, group = np.unique(topics, return_inverse=True)
    differ = (group[:, None] == group) & (grades[:, None] > grades + 1e-9)
    return np.argwhere(differ)


def vectors(judged: Judged) -> Matrix:
    """Returns sum, difference and product of each argument with its issue-stance."""
    encode = encoder(ENCODER)
    names = sorted(set(judged.topics))
    row = {name: place for place, name in enumerate(names)}
    return pair_features(encode(names)[[row[name] for name in judged.topics]], encode(judged.texts))


def report(judged: Judged, x: Matrix, which: str, jobs: int) -> None:
    """Prints the 32-fold accuracies beside the baselines."""
    pairs = [comparable(judged.grades[:, k], judged.topics) for k in range(len(DIMENSIONS))]
    length = np.array([len(text) for text in judged.texts])
    print(f"{'':<18}" + "".join(f"{name:>16}" for name in DIMENSIONS))
    print(f"{'pairs':<18}" + "".join(f"{len(p):>16}" for p in pairs))
    first = [float((p[:, 0] < p[:, 1]).mean()) for p in pairs]
    _line("majority", [max(share, 1 - share) for share in first])
    _line("longer text", [accuracy(length[p[:, 0]] - length[p[:, 1]]) for p in pairs])
    logarithms = np.log(length)[:, None].astype(np.float32)
    _line("its exponent", [float(linear(logarithms, p, UNBOUND)[0]) for p in pairs])
    for name, judge, features in judges(which, x, length):
        found = []
        for dimension, some in zip(DIMENSIONS, pairs, strict=True):
            report_fold = partial(_report_fold, f"{name}, {dimension}")
            found.append(accuracy(margins(judge, features, some, judged.topics, jobs, report_fold)))
        _line(name, found)


def _report_fold(what: str, done: int, total: int) -> None:
    if sys.stderr.isatty() or done == total:
        end = "\r" if done < total else "\n"
        sys.stderr.write(f"{what}: fold {done} of {total}{end}")


def judges(which: str, x: Matrix, length: Ints) -> Iterator[tuple[str, Judge, Matrix]]:
    """Yields what is compared: a name, a classifier and the features it sees."""
    if which in ("linear", "all"):
        for strength in (0.001, 0.01, 0.1, 1.0):
            yield f"logistic C={strength}", Line(strength), x
        yield "with length", Line(STRENGTH), _with_length(x, length)
    if which in ("trees", "all"):
        yield "boosting", Boosting(), x
        yield "random forest", Forest(), x


def _with_length(x: Matrix, length: Ints) -> Matrix:
    """Adds the logarithm of the length, in standard deviations from its mean."""
    logarithms = np.log(length)
    return np.hstack([x, ((logarithms - logarithms.mean()) / logarithms.std()).astype(np.float32)[:, None]])


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
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the folds")
    parser.add_argument("--argq-30k", type=Path)
    parser.add_argument("--ukpconvarg1", type=Path)
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    for path in (options.dagstuhl, options.argq_30k, options.ukpconvarg1):
        if path is not None and not path.is_file():
            parser.error(f"{path}: there is no such file; docs/quality.md says where to get it")
    judged = dagstuhl(options.dagstuhl)
    x = vectors(judged)
    if options.folds != "none":
        report(judged, x, options.folds, options.jobs)
    pairs = [comparable(judged.grades[:, k], judged.topics) for k in range(len(DIMENSIONS))]
    weights = np.array([linear(x, p, STRENGTH) for p in pairs], np.float32)
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
