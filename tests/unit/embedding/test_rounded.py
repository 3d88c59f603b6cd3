from __future__ import annotations

import numpy as np
import numpy.typing as npt
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from debatable.embedding.rounded import RoundedVectors

numbers = st.floats(-1, 1, width=32)


@given(arrays(np.float32, (6, 8), elements=numbers), arrays(np.float32, 8, elements=numbers))
def test_the_error_is_bounded(vectors: npt.NDArray[np.float32], query: npt.NDArray[np.float32]) -> None:
    estimates, errors = RoundedVectors.of(vectors).dots(query)
    exact = vectors.astype(np.float64) @ query.astype(np.float64)
    assert (np.abs(exact - estimates) <= errors).all()
