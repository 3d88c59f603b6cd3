"""What tests of trees compare: the sets of leaves that are joined, and at what heights."""

import numpy as np
from numpy.typing import NDArray


def joined_sets(tree: NDArray[np.float64]) -> dict[int, float]:
    """Maps every joined set of leaves, as a hash of its members, to its height."""
    n = len(tree) + 1
    # Sums of random 62-bit keys tell sets apart without building them.
    keys = np.random.default_rng(0).integers(1, 2**62, size=n, dtype=np.uint64).tolist()
    for left, right in tree[:, :2].astype(int).tolist():
        keys.append((keys[left] + keys[right]) % 2**64)
    return dict(zip(keys[n:], tree[:, 2].tolist(), strict=True))


def same_tree(tree: NDArray[np.float64], other: NDArray[np.float64], tolerance: float = 1e-5) -> bool:
    """Whether both trees join the same sets at the same heights."""
    ours, theirs = joined_sets(tree), joined_sets(other)
    return ours.keys() == theirs.keys() and all(
        abs(ours[key] - theirs[key]) <= tolerance * max(1.0, theirs[key]) for key in ours
    )
