"""Calibrates the polarity stance model and prints what it is worth.

    python -m tools.calibrate_stance --keypoints FOLDER --claim-stance FILE --perspectrum FOLDER [--check]

Writes src/debatable/learning/models/stance-polarity.json: a dozen logistic weights. With ``--check`` it writes
nothing. Equal inputs give equal bytes. Where each data set comes from is told in docs/stance.md.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from tools.stance_pairs import Pair, claim_stance, demo, keypoints, perspectrum, wordings

from debatable.embedding import encoder
from debatable.learning.stance import FEATURES, GROUNDS, LEXICAL, features

ROOT = Path(__file__).resolve().parents[1]
MODEL = ROOT / "src/debatable/learning/models/stance-polarity.json"
Floats = npt.NDArray[np.float64]
Labelled = tuple[Floats, npt.NDArray[np.bool_]]
SIGNED = {*GROUNDS, "signed overlap", "signed similarity"}


class Similarity:
    """Cosines of pairs of texts by the bundled encoder, each text encoded once."""

    def __init__(self, sets: Iterable[list[Pair]]) -> None:
        """Encodes all texts."""
        texts = sorted({text for pairs in sets for pair in pairs for text in (pair.query, pair.claim)})
        self.vectors = dict(zip(texts, encoder("all-MiniLM-L6-v2")(texts), strict=True))

    def matrix(self, pairs: list[Pair]) -> Floats:
        """Returns the features of pairs, similarity included."""
        cosines = [self.vectors[pair.query] @ self.vectors[pair.claim] for pair in pairs]
        rows = zip(pairs, cosines, strict=True)
        return np.vstack([features(pair.query, [pair.claim], np.array([cosine])) for pair, cosine in rows])


def fitted(sets: list[Labelled], columns: int) -> Floats:
    """Returns logistic weights; every data set weighs the same, and agreeing signs never speak for opposition."""
    x = np.vstack([x[:, :columns] for x, _ in sets])
    y = np.concatenate([np.where(y, 1.0, -1.0) for _, y in sets])
    weight = np.concatenate([np.full(len(y), 500 / len(y)) for _, y in sets])

    def loss(w: Floats) -> tuple[float, Floats]:
        margin = y * (x @ w)
        slope = -weight * y / (1 + np.exp(margin))
        return float(weight @ np.logaddexp(0, -margin) + w @ w / 2), x.T @ slope + w

    bounds = [(0, None) if name in SIGNED else (None, None) for name in FEATURES[:columns]]
    start = np.zeros(columns)
    return np.asarray(minimize(loss, start, jac=True, bounds=bounds, method="L-BFGS-B", tol=1e-12).x)


def left_out(
    name: str,
    made: dict[str, Labelled],
    topics: dict[str, list[str]],
    test: Floats,
    of: list[str],
    columns: int,
) -> Floats:
    """Returns P(same) for the rows of a data set, each topic judged by weights fitted without it."""
    p = np.empty(len(test))
    for topic in sorted(set(of)) if name in made else [None]:
        kept = []
        for key, (x, y) in made.items():
            keep = np.array([key != name or other != topic for other in topics[key]])
            kept.append((x[keep], y[keep]))
        here = np.array([topic is None or other == topic for other in of])
        p[here] = 1 / (1 + np.exp(-test[here][:, :columns] @ fitted(kept, columns)))
    return p


def report(name: str, pairs: list[Pair], p: Floats) -> str:
    """Returns one line of the table."""
    y = np.array([pair.same for pair in pairs])
    base = y.mean()
    accuracy, majority = ((p > 0.5) == y).mean(), max(base, 1 - base)
    opposite = ((p < 0.5) & ~y).sum() / (~y).sum()
    brier, prior = ((p - y) ** 2).mean(), base * (1 - base)
    loss = -np.log(np.where(y, p, 1 - p).clip(0.02)).mean()
    return (
        f"{name:<24}{len(y):>6}{majority:>10.3f}{accuracy:>10.3f}{opposite:>11.3f}"
        f"{brier:>8.3f} ({prior:.3f}){loss:>8.3f}"
    )


def main() -> None:
    """Calibrates, prints, writes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keypoints", type=Path, required=True)
    parser.add_argument("--claim-stance", type=Path, required=True)
    parser.add_argument("--perspectrum", type=Path, required=True)
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    tests = {"keypoints": keypoints(options.keypoints), "claim-stance": claim_stance(options.claim_stance)}
    train = {"keypoints": wordings(tests["keypoints"]), "claim-stance": tests["claim-stance"]}
    train["perspectrum"] = perspectrum(options.perspectrum, "train")
    tests["perspectrum dev"] = perspectrum(options.perspectrum, "dev")
    tests["bundled"] = demo(ROOT / "demo")
    similarity = Similarity([*tests.values(), *train.values()])
    made = {
        key: (similarity.matrix(pairs), np.array([p.same for p in pairs])) for key, pairs in train.items()
    }
    topics = {key: [pair.topic for pair in pairs] for key, pairs in train.items()}
    weights = {}
    print(
        f"{'':<24}{'pairs':>6}{'majority':>10}{'accuracy':>10}{'opposites':>11}{'Brier (prior)':>16}{'log loss':>9}"
    )
    for kind, columns in (("lexical", LEXICAL), ("dense", len(FEATURES))):
        for name, pairs in tests.items():
            of = [pair.topic for pair in pairs]
            p = left_out(name, made, topics, similarity.matrix(pairs), of, columns)
            print(report(f"{kind} {name}", pairs, p))
        fit = fitted(list(made.values()), columns)
        weights[kind] = {feature: round(float(w), 4) for feature, w in zip(FEATURES, fit, strict=False)}
        print(weights[kind])
    if not options.check:
        MODEL.write_text(json.dumps({"format": 1, "weights": weights}, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
