"""The stance model against human stance: it must beat the majority, and turn when the query turns."""

import sys
from pathlib import Path

import numpy as np

from debatable.learning import stance

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT))

from tools.stance_pairs import Pair, demo, flips, keypoints, wordings  # noqa: E402


def judged(pairs: list[Pair]) -> tuple[np.ndarray, np.ndarray]:
    model = stance("polarity")
    p = np.array([model(pair.query, [pair.claim])[0] for pair in pairs])
    return p, np.array([pair.same for pair in pairs])


def test_the_bundled_collection_is_far_above_its_majority() -> None:
    p, same = judged(demo(ROOT / "demo"))
    assert ((p > 0.5) == same).mean() > max(same.mean(), 1 - same.mean()) + 0.2


def test_an_opposite_query_puts_most_bundled_claims_on_the_other_side() -> None:
    pairs = demo(ROOT / "demo")
    p, _ = judged(pairs)
    assert np.mean([(p[one] > 0.5) != (p[other] > 0.5) for one, other in flips(pairs)]) > 0.75


def test_keypoints_claims_are_told_apart(shared: Path) -> None:
    pairs = keypoints(shared / "bench" / "keypoints")
    p, same = judged(pairs)
    assert len(pairs) == 69 and same.sum() == 46
    assert ((p > 0.5) == same).mean() > 0.9


def test_opposite_keypoints_wordings_swap_the_sides(shared: Path) -> None:
    one_way = wordings(keypoints(shared / "bench" / "keypoints"))
    pairs = [*one_way, *(pair._replace(query=pair.claim, claim=pair.query) for pair in one_way)]
    p, _ = judged(pairs)
    assert np.mean([(p[one] > 0.5) != (p[other] > 0.5) for one, other in flips(pairs)]) > 0.9
