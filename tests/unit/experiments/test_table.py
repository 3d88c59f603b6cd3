from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from debatable.cli.main import app
from debatable.errors import UnknownNameError
from debatable.experiments import (
    experiment,
)


def test_unknown_experiments_and_missing_data_are_named(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="did you mean .*'ecir2020'"):
        experiment("ecir202")
    result = CliRunner().invoke(app, ["experiment", "ecir2020", "--data", str(tmp_path)])
    assert "there is no queries.jsonl" in str(result.exception)
