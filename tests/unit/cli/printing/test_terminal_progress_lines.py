from __future__ import annotations

import pytest

from debatable.cli.printing.terminal import ProgressLines, progress


def test_a_line_comes_every_few_seconds_with_an_estimate(capsys: pytest.CaptureFixture[str]) -> None:
    now = [0.0]
    lines = ProgressLines(5.0, lambda: now[0])
    for done in range(0, 101, 10):
        lines("encoding", done, 100)
        now[0] += 2.0
    assert capsys.readouterr().err.splitlines() == [
        "encoding: 30 of 100, about 14 s left",
        "encoding: 60 of 100, about 8 s left",
        "encoding: 90 of 100, about 2 s left",
    ]


def test_a_short_job_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress() as show:
        assert show is not None
        show("reading", 5, None)
    assert capsys.readouterr().err == ""
