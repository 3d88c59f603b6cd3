"""Classifiers that say which of two arguments is the better one, and what they are worth on topics left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression

from debatable.arrays import Matrix

__all__ = ["Boosting", "Forest", "Judge", "Line", "accuracy", "folds", "linear", "margins"]

SEED = 0

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class Judge(Protocol):
    """Learns from pairs of rows of x, the better one first, and judges other pairs."""

    def __call__(self, x: Matrix, train: Ints, test: Ints) -> Floats:
        """Returns for each test pair a number above 0 where its first argument is held for the better one."""


@dataclass(frozen=True, slots=True)
class Line:
    """Logistic regression.

    Attributes:
        C: Inverse of the strength of regularisation.
    """

    C: float

    def __call__(self, x: Matrix, train: Ints, test: Ints) -> Floats:
        """Returns the difference of the two scores."""
        score = x @ linear(x, train, self.C)
        return np.asarray(score[test[:, 0]] - score[test[:, 1]])


@dataclass(frozen=True, slots=True)
class Forest:
    """Random forest: trees grown to the end on bootstrap samples, each split from sqrt of the features.

    Attributes:
        trees: How many.
    """

    trees: int = 300

    def __call__(self, x: Matrix, train: Ints, test: Ints) -> Floats:
        """Returns the difference of the two orders."""
        return _asked_twice(RandomForestClassifier(self.trees, random_state=SEED), x, train, test)


@dataclass(frozen=True, slots=True)
class Boosting:
    """Gradient boosting: trees of depth 3, each split from sqrt of the features.

    Attributes:
        trees: How many.
    """

    trees: int = 200

    def __call__(self, x: Matrix, train: Ints, test: Ints) -> Floats:
        """Returns the difference of the two orders."""
        model = GradientBoostingClassifier(n_estimators=self.trees, max_features="sqrt", random_state=SEED)
        return _asked_twice(model, x, train, test)


def linear(x: Matrix, pairs: Ints, strength: float) -> Floats:
    """Returns logistic weights over the pairs in both orders, which weigh the two premises with opposite signs."""
    difference = x[pairs[:, 0]] - x[pairs[:, 1]]
    model = LogisticRegression(C=strength, fit_intercept=False, max_iter=5000, tol=1e-5)
    model.fit(np.vstack([difference, -difference]), np.repeat([1, 0], len(pairs)))
    return np.asarray(model.coef_[0])


def _asked_twice(
    model: RandomForestClassifier | GradientBoostingClassifier, x: Matrix, train: Ints, test: Ints
) -> Floats:
    """Trains on the six vectors of the pairs, each in an order drawn by lot, and asks in both orders."""
    first = np.random.default_rng(SEED).integers(0, 2, len(train))
    model.fit(_sides(x, np.where(first[:, None] > 0, train, train[:, ::-1])), first)
    there, back = (model.predict_proba(_sides(x, some))[:, 1] for some in (test, test[:, ::-1]))
    return np.asarray(there - back)


def _sides(x: Matrix, pairs: Ints) -> Matrix:
    return np.asfortranarray(np.hstack([x[pairs[:, 0]], x[pairs[:, 1]]]))


def folds(pairs: Ints, topics: list[str]) -> Iterator[tuple[Ints, Ints]]:
    """Yields for each topic the numbers of all other pairs and those of its own."""
    topic = np.array(topics)[pairs[:, 0]]
    for name in np.unique(topic):
        yield np.flatnonzero(topic != name), np.flatnonzero(topic == name)


def margins(
    judge: Judge,
    x: Matrix,
    pairs: Ints,
    topics: list[str],
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Floats:
    """Judges every pair by a model that has not seen its topic.

    Args:
        judge: Learns and judges.
        x: Features of the arguments.
        pairs: Rows of two arguments, the better one first.
        topics: Of the arguments.
        jobs: Processes to share the folds.
        progress: Told how many folds are done, of how many.
    """
    parts = list(folds(pairs, topics))
    found = np.empty(len(pairs))
    with ProcessPoolExecutor(jobs) as pool:
        tasks = [pool.submit(judge, x, pairs[train], pairs[test]) for train, test in parts]
        for done, (task, (_, test)) in enumerate(zip(tasks, parts, strict=True), start=1):
            found[test] = task.result()
            if progress is not None:
                progress(done, len(parts))
    return found


def accuracy(margin: Floats) -> float:
    """Returns the share of pairs judged rightly; an undecided one counts one half."""
    return float(((margin > 0) + (margin == 0) / 2).mean())
