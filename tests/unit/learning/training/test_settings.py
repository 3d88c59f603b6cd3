from __future__ import annotations

from typing import Any

import pytest

from debatable.errors import DebatableError, MissingExtraError
from debatable.learning.training import Settings, trainer


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"task": "stanc"}, "unknown task 'stanc'; did you mean 'stance'"),
        ({"device": "gpu"}, "unknown device 'gpu'"),
        ({"negatives": "nearby"}, "unknown way to choose negatives 'nearby'"),
        ({"epochs": 0}, "0 epochs; give from 1 to 1000"),
        ({"batch": 1}, "1 examples a batch; give from 2 to 4096"),
        ({"seed": -1}, "-1 as seed"),
        ({"rate": 0.0}, "a rate of 0.0"),
        ({"rate": float("nan")}, "a rate of nan"),
        ({"minutes": float("inf")}, "a limit of inf minutes"),
        ({"minutes": -1.0}, "a limit of -1.0 minutes"),
    ],
)
def test_settings_that_cannot_be_meant_are_told(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(DebatableError, match=words):
        Settings(**({"task": "stance"} | wrong))


def test_a_missing_extra_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trainer, "find_spec", lambda name: None if name == "onnx" else object())
    with pytest.raises(MissingExtraError, match=r"pip install 'debatable\[train\]'"):
        trainer.check_extra()
