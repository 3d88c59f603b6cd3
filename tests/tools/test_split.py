"""The split of the training data: nothing that is reported is trained on or tuned on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

SPLIT = json.loads((Path(__file__).parents[2] / "training" / "split.json").read_text("utf-8"))


@pytest.mark.parametrize("part", ["train", "tune"])
def test_no_reported_topic_is_trained_or_tuned_on(part: str) -> None:
    for name, topics in SPLIT[part].items():
        assert not set(topics) & set(SPLIT["reported"].get(name, ())), name
        assert not set(topics) & set(SPLIT["kept out"].get(name, ())), name


def test_no_topic_is_trained_and_tuned_on() -> None:
    for name, topics in SPLIT["train"].items():
        assert not set(topics) & set(SPLIT["tune"].get(name, ())), name
