"""Running the command line: in this process and in one of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from debatable.cli.main import app, run

COMMAND = [sys.executable, "-c", "from debatable.cli.main import run; run()"]
"""The command line in a process of its own."""

CALL = """
import sys
from debatable.cli.main import run
try:
    run()
except SystemExit as end:
    assert not end.code, end.code
"""


def complaint(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str | Path
) -> str:
    """Runs the command line in this process and returns its one sentence."""
    monkeypatch.setattr(sys, "argv", ["debatable", *map(str, arguments)])
    with pytest.raises(SystemExit) as ended:
        run()
    printed = capsys.readouterr()
    assert ended.value.code == 2 and printed.out == ""
    (line,) = printed.err.splitlines()
    assert line.startswith("debatable: ") and "Traceback" not in line
    return line


def invoked(*arguments: str | Path, answers: str | None = None) -> Result:
    """Runs the command line in this process, with answers to what it asks; an error is raised as it is."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=answers)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0
    return result


def printed_by(*arguments: str | Path, after: str = "") -> str:
    """Runs the command line in a new process, then some Python there; returns what both printed."""
    done = subprocess.run(
        [sys.executable, "-c", CALL + after, *map(str, arguments)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
