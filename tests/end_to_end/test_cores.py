"""An answer is the same on any number of cores."""

from __future__ import annotations

import json
import os
import subprocess
from typing import Any

import pytest

from tests.support.command_line import COMMAND


def answer(threads: int, cores: set[int]) -> dict[str, Any]:
    """Searches the bundled corpus on some cores, matrices multiplied by some threads."""
    told = subprocess.run(
        [*COMMAND, "search", "We should abandon fossil fuels", "--explain", "--format", "json"],
        env={**os.environ, "OPENBLAS_NUM_THREADS": str(threads)},
        preexec_fn=lambda: os.sched_setaffinity(0, cores),
        stdout=subprocess.PIPE,
        check=True,
    )
    found: dict[str, Any] = json.loads(told.stdout)
    assert found.pop("seconds") > 0 and len(found["hits"]) == 10
    return found


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system does not pin processes")
def test_an_answer_is_the_same_on_any_number_of_cores() -> None:
    allowed = os.sched_getaffinity(0)
    assert answer(1, {min(allowed)}) == answer(4, allowed)
