"""Calibrates the polarity stance model and prints what it is worth.

    python -m tools.calibrate_stance --keypoints FOLDER --claim-stance FILE --perspectrum FOLDER [--check]

Writes src/debatable/learning/stance/models/stance-polarity.json: a handful of logistic weights. With ``--check`` it
writes nothing. Equal inputs give equal bytes. The sources of the data sets are in docs/lab/polarity.md.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from debatable.arrays import sigmoid
from debatable.learning.stance import FEATURES, features
from tools.stance_pairs import Pair, claim_stance, demo, flips, keypoints, perspectrum, wordings

ROOT = Path(__file__).resolve().parents[1]
MODEL = ROOT / "src/debatable/learning/stance/models/stance-polarity.json"
Floats = npt.NDArray[np.float64]


def matrix(pairs: Sequence[Pair]) -> Floats:
    """Returns the features of pairs."""
    return np.vstack([features(pair.query, [pair.claim]) for pair in pairs])


def sides(pairs: Sequence[Pair]) -> Floats:
    """Returns +1 for pairs of the same side, -1 for the others."""
    return np.array([1.0 if pair.same else -1.0 for pair in pairs])


def fitted(sets: list[list[Pair]]) -> Floats:
    """Returns logistic weights with a ridge of 1; every data set weighs like 500 pairs.

    No weight is negative: neither agreeing signs nor shared words may speak for opposition.
    """
    x, y = np.vstack([matrix(pairs) for pairs in sets]), np.concatenate([sides(pairs) for pairs in sets])
    weight = np.concatenate([np.full(len(pairs), 500 / len(pairs)) for pairs in sets])

    def loss(w: Floats) -> tuple[float, Floats]:
        margin = y * (x @ w)
        slope = -weight * y / (1 + np.exp(margin))
        return float(weight @ np.logaddexp(0, -margin) + w @ w / 2), x.T @ slope + w

    bounds = [(0.0, None)] * len(FEATURES)
    start = np.zeros(len(FEATURES))
    return np.asarray(minimize(loss, start, jac=True, bounds=bounds, method="L-BFGS-B", tol=1e-12).x)


def left_out(pairs: list[Pair], name: str, train: dict[str, list[Pair]]) -> Floats:
    """Returns P(same) of pairs, each topic judged by weights fitted without it."""
    p = np.empty(len(pairs))
    for topic in sorted({pair.topic for pair in pairs}) if name in train else [None]:
        kept = [[o for o in other if key != name or o.topic != topic] for key, other in train.items()]
        here = np.array([topic is None or pair.topic == topic for pair in pairs])
        p[here] = sigmoid(matrix(pairs)[here] @ fitted(kept))
    return p


def report(name: str, pairs: list[Pair], p: Floats) -> str:
    """Returns one line of the table."""
    y = np.array([pair.same for pair in pairs])
    base = float(y.mean())
    accuracy, majority = float(((p > 0.5) == y).mean()), max(base, 1 - base)
    found = float(((p < 0.5) & ~y).sum() / (~y).sum())
    brier, prior = float(((p - y) ** 2).mean()), base * (1 - base)
    loss = -float(np.log(np.where(y, p, 1 - p)).mean())
    chance = -(base * np.log(base) + (1 - base) * np.log(1 - base))
    return (
        f"{name:<16}{len(y):>6}{majority:>10.3f}{accuracy:>10.3f}{found:>11.3f}"
        f"{brier:>8.3f} ({prior:.3f}){loss:>7.3f} ({chance:.3f})"
    )


def flip_report(name: str, pairs: list[Pair], p: Floats) -> str:
    """Returns how often two opposite wordings of a query put one claim on two sides."""
    both = flips(pairs)
    turned = [(p[one] > 0.5) != (p[other] > 0.5) for one, other in both]
    right = [(p[one] > 0.5) == pairs[one].same and t for (one, _), t in zip(both, turned, strict=True)]
    return f"{name:<16}{len(both):>6}{np.mean(turned):>10.3f}{np.mean(right):>10.3f}"


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
    print(f"{'':<16}{'pairs':>6}{'majority':>10}{'accuracy':>10}{'opposites':>11}", end="")
    print(f"{'Brier (prior)':>16}{'log loss (prior)':>18}")
    for name, pairs in tests.items():
        print(report(name, pairs, left_out(pairs, name, train)))
    print(f"\n{'':<16}{'claims':>6}{'flipped':>10}{'rightly':>10}")
    both_ways = [
        pair for one in train["keypoints"] for pair in (one, one._replace(query=one.claim, claim=one.query))
    ]
    for name, pairs in (("keypoints", both_ways), ("bundled", tests["bundled"])):
        print(flip_report(name, pairs, left_out(pairs, name, train)))
    weights = {
        feature: round(float(w), 4) for feature, w in zip(FEATURES, fitted(list(train.values())), strict=True)
    }
    print("\n" + "\n".join(f"{feature:<16}{weight:>8.4f}" for feature, weight in weights.items() if weight))
    if not options.check:
        MODEL.write_text(json.dumps({"format": 1, "weights": weights}, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
