"""Which premises an explanation of ``best`` names."""

from __future__ import annotations

import numpy as np

from debatable.ranking.diversity.novelty import Picked
from debatable.ranking.explanations.best import NAMED, _helping


def test_the_premises_that_bring_most_are_named_and_of_equal_ones_the_first() -> None:
    random = np.random.default_rng(5)
    for _ in range(50):
        likeness = random.integers(0, 3, (2, 20)) / 2.0
        probability = random.integers(0, 3, 20) / 2.0
        nothing = np.zeros((2, 20))
        picked = Picked(np.array([4, 11]), likeness, nothing, nothing, np.ones(2), 1.0)
        for number, place in enumerate((4, 11)):
            mass = {at: likeness[number, at] * probability[at] for at in range(20) if at != place}
            expected = sorted((at for at in mass if mass[at] > 0), key=lambda at: (-mass[at], at))[:NAMED]
            assert _helping(picked, number, probability).tolist() == expected
