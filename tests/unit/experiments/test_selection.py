from __future__ import annotations

import numpy as np
import pytest

from debatable.errors import InputError
from debatable.experiments import (
    leave_one_out,
)


def test_each_query_is_scored_with_the_setting_chosen_without_it() -> None:
    values = np.array([[0.9, 0.1, 0.1, 0.1], [0.2, 0.3, 0.3, 0.3], [0.2, 0.3, 0.3, 0.3]])
    found = leave_one_out(values)
    # Without query 1 the second setting leads (of equals the first); without another, the first does.
    assert found.chosen.tolist() == [1, 0, 0, 0]
    assert found.values.tolist() == [0.2, 0.1, 0.1, 0.1]
    assert found.mean == pytest.approx(0.125)
    assert found.mean < values.mean(axis=1).max(), "choosing on the query itself would look better"
    with pytest.raises(InputError, match="two queries or more"):
        leave_one_out([[1.0]])
