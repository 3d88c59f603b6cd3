"""Reading the claims of an index ahead."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from debatable import api
from debatable.cli.main import run
from debatable.cli.printing.terminal import INTERRUPTED


def test_an_interrupt_says_that_running_again_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It goes on, but did not say so."""

    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(api, "read", interrupted)
    monkeypatch.setattr(sys, "argv", ["debatable", "read", "my-index"])
    with pytest.raises(SystemExit) as ended:
        run()
    assert ended.value.code == INTERRUPTED
    assert capsys.readouterr().err.endswith("; run it again to go on\n")
