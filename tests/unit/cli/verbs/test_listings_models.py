from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from debatable.cli.main import app
from debatable.learning.inventory import bundled_models
from tests.support.command_line import complaint
from tests.support.tiny_reader import tiny_folder


def test_models_are_listed_one_a_line(tmp_path: Path) -> None:
    folder = tiny_folder(tmp_path / "ti\x1bny")
    lines = CliRunner().invoke(app, ["models", str(folder)]).stdout.splitlines()
    assert len(lines) == len(bundled_models()) + 1 and not any("\x1b" in line for line in lines)
    assert lines[0] == "all-MiniLM-L6-v2: encoder; 23.53 MB; Apache-2.0"
    assert "reader (stance, relevance, quality)" in lines[-1] and lines[-1].endswith("unknown")


def test_a_program_gets_json(tmp_path: Path) -> None:
    listed = json.loads(
        CliRunner().invoke(app, ["models", "--json", str(tiny_folder(tmp_path / "tiny"))]).stdout
    )
    fields = {"name", "kind", "heads", "bytes", "licence", "weights", "figures", "arithmetic"}
    assert [set(one) for one in listed] == [fields] * len(listed)
    assert listed[-1]["heads"] == ["stance", "relevance", "quality"]


def test_json_has_the_arithmetic_of_int8_weights(tmp_path: Path) -> None:
    plain = tiny_folder(tmp_path / "plain", "float32")
    listed = json.loads(CliRunner().invoke(app, ["models", "--json", str(plain)]).stdout)
    found = {one["name"]: (one["weights"], one["arithmetic"]) for one in listed}
    for name in ("all-MiniLM-L6-v2", "reader", "stance"):
        weights, arithmetic = found[name]
        assert weights == "int8" and set(arithmetic) == {"products", "weights", "processor"}
        assert arithmetic["products"] == "exact"
    assert found[str(plain)] == ("float32", None) and found["static"] == found["polarity"] == ("", None)


def test_a_broken_folder_costs_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "no ONNX graph here" in complaint(capsys, monkeypatch, "models", tmp_path)
