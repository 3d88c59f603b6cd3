from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from debatable.cli.main import run
from debatable.cli.printing.terminal import INTERRUPTED
from debatable.learning import training
from debatable.learning.training import trainer
from tests.support.command_line import complaint


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["stence", "bundled"], "unknown task 'stence'; did you mean 'stance'"),
        (["stance", "bundled", "--epochs", "0"], "0 epochs"),
        (["stance", "bundled", "--device", "tpu"], "unknown device 'tpu'"),
        (["relevance", "bundled", "--negatives", "all"], "unknown way to choose negatives"),
        (["stance"], "Missing argument"),
        (["stance", "nowhere"], "nowhere: there is no such file or folder"),
        (["stance", "bundled", "--split", "dev"], "bundled has no split 'dev'"),
    ],
)
def test_mistakes_cost_one_sentence(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(trainer, "find_spec", lambda name: object())
    line = complaint(capsys, monkeypatch, "train", *arguments, "--into", tmp_path / "model")
    assert words in line and not list(tmp_path.iterdir())


def test_without_the_extra_nothing_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(trainer, "find_spec", lambda name: None)
    line = complaint(capsys, monkeypatch, "train", "stance", "nowhere", "--into", tmp_path / "model")
    assert line.endswith("need an extra; install it with: pip install 'debatable[train]'")


def test_an_interrupt_says_that_running_again_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(trainer, "find_spec", lambda name: object())
    monkeypatch.setattr(training, "train", interrupted)
    monkeypatch.setattr(
        sys, "argv", ["debatable", "train", "stance", "bundled", "--into", str(tmp_path / "m")]
    )
    with pytest.raises(SystemExit) as ended:
        run()
    assert ended.value.code == INTERRUPTED
    assert capsys.readouterr().err.endswith("; run it again to go on\n")
