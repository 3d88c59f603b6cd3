"""What ``debatable info`` prints of an index and of the machine that it is searched on."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from debatable.cli.main import app
from debatable.embedding import arithmetic, encoder
from debatable.engines import make_index
from debatable.model import Argument, Premise
from tests.support.indexes import cars_index


def printed(*words: str) -> str:
    outcome = CliRunner().invoke(app, ["info", *words])
    assert outcome.exit_code == 0
    return outcome.stdout


def test_the_arithmetic_of_this_machine_is_printed(tmp_path: Path) -> None:
    index = str(cars_index(tmp_path / "index"))
    assert json.loads(printed(index, "--json"))["arithmetic"] == arithmetic().as_dict()
    last = printed(index).splitlines()[-1]
    assert last.startswith("arithmetic:") and "products exact" in last and not last.endswith("processor ")


def test_the_encoder_of_the_vectors_is_printed(tmp_path: Path) -> None:
    make_index([Argument("a", Premise("a", "Cars are loud"))], tmp_path / "index")
    assert (
        json.loads(printed(str(tmp_path / "index"), "--json"))["versions"]["encoder"] == encoder().fingerprint
    )
    assert "encoder" not in json.loads(printed(str(cars_index(tmp_path / "plain")), "--json"))["versions"]
