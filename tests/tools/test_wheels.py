"""The check of wheels: what pip says is understood, and what it does not say is not taken for a missing wheel."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tools.check_wheels import SYSTEMS, OfflineError, System, missing

from tools import check_wheels

LACKING = """ERROR: Could not find a version that satisfies the requirement b==1 (from versions: 0.9)
ERROR: No matching distribution found for b==1
"""
"""As pip 23.2 says it."""


def test_each_missing_wheel_is_named_and_the_rest_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def complaint(needs: Sequence[str], system: System, python: str) -> str:
        asked.append(list(needs))
        return LACKING if "b==1" in needs else ""

    monkeypatch.setattr(check_wheels, "complaint", complaint)
    assert list(missing(["a==1", "b==1", "bb==1"], SYSTEMS[0], "3.11")) == ["b==1"]
    assert asked == [["a==1", "b==1", "bb==1"], ["a==1", "bb==1"]]


@pytest.mark.parametrize(
    "said", ["WARNING: Retrying (Retry(total=4)) after connection broken\n" + LACKING, "ERROR: x"]
)
def test_an_index_that_is_away_is_no_missing_wheel(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setattr(check_wheels, "complaint", lambda *_: said)
    with pytest.raises(OfflineError):
        list(missing(["b==1"], SYSTEMS[0], "3.11"))
    assert check_wheels.main(["--python", "3.11"]) == 2
