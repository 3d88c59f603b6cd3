"""What all verbs keep to: JSON where a program asks, help without Python's types, errors that name their verb."""

from __future__ import annotations

import inspect
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer
from typer._coercion import build_runtime_param

from debatable.cli.main import Conversion, app, run
from debatable.engines import Engine
from tests.support.command_line import COMMAND, complaint
from tests.support.indexes import cars_index

LINE = '{"id": "a", "claim": "Ban cars", "premise": "Cars are loud", "stance": "pro"}\n'
DOCUMENTS = {"convert", "show"}
"""Verbs whose output is a document of another format."""
DIALOGUES = {"serve", "mcp", "annotate", "desk"}


@cache
def verbs() -> dict[str, typer.core.TyperCommand]:
    group = typer.main.get_group(app)
    found = dict(group.commands)
    found |= {f"graphs {name}": verb for name, verb in found.pop("graphs").commands.items()}  # type: ignore[attr-defined]
    return found  # type: ignore[return-value]


def called(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str | Path
) -> str:
    monkeypatch.setattr(sys, "argv", ["debatable", *map(str, arguments)])
    with pytest.raises(SystemExit) as ended:
        run()
    assert ended.value.code == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("name", verbs())
def test_every_verb_prints_json_if_asked(name: str) -> None:
    if name.split()[-1] not in DOCUMENTS | DIALOGUES:
        assert any("--json" in parameter.opts for parameter in verbs()[name].params)


@pytest.mark.parametrize("name", verbs())
def test_values_are_converted_as_typer_converts_them(name: str) -> None:
    verb: Any = verbs()[name]
    context = typer.Context(verb)
    for parameter in verb.params:
        values = [parameter.default, "both", "12", "-1", "x/y", ["5"], True]
        for value in [*values, None] if not parameter.required else values:

            def outcome(conversion: Any, value: Any = value, parameter: Any = parameter) -> Any:
                try:
                    return conversion.coerce(value, parameter, context)
                except typer.BadParameter as error:
                    return error.format_message()

            converted = outcome(Conversion())
            assert converted == outcome(build_runtime_param(parameter.type_descriptor))


@pytest.mark.parametrize("name", verbs())
def test_help_names_no_types_of_python(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = called(monkeypatch, capsys, *name.split(), "--help")
    assert f"Usage: debatable {name}" in printed
    assert "list[" not in printed and "Path" not in printed and "...}..." not in printed


@pytest.mark.parametrize("group", [(), ("graphs",)])
def test_a_list_of_verbs_cuts_no_sentence_off(
    group: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    listed = called(monkeypatch, capsys, *group, "--help").partition("Commands:")[2]
    assert len(listed.splitlines()) > 4 and "..." not in listed


def test_a_group_without_a_verb_prints_its_help(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The help of ``graphs`` was printed as an error, all on one line."""
    for group in ((), ("graphs",)):
        assert called(monkeypatch, capsys, *group) == called(monkeypatch, capsys, *group, "--help")


@pytest.mark.parametrize("name", ["search", "similar", "counter"])
def test_as_much_is_printed_as_python_returns(name: str) -> None:
    """``debatable counter`` printed 5 premises where Python and HTTP gave 10 for the same."""
    (size,) = (parameter for parameter in verbs()[name].params if parameter.name == "k")
    assert size.default == inspect.signature(getattr(Engine, name)).parameters["k"].default


def test_an_index_speaks_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, index = tmp_path / "a.jsonl", tmp_path / "b.jsonl", tmp_path / "index"
    first.write_text(LINE, "utf-8")
    second.write_text(LINE.replace('"a"', '"b"') + "{}\n", "utf-8")

    def told(*arguments: str | Path) -> object:
        return json.loads(called(monkeypatch, capsys, *arguments, "--json"))

    where = {"index": str(index)}
    made = {"added": 1, "skipped": 0, "replaced": 0}
    assert told("index", first, "--into", index, "--encoder", "none") == where | made | {"left_out": 0}
    added = told("add", second, "--to", index, "--on-error", "skip")
    assert added == where | made | {"left_out": 1}
    assert told("remove", "a", "--from", index) == where | {"removed": 1}
    assert told("verify", index) == where | {"problems": []}
    answer = told("search", "ban cars", "--index", index, "--method", "bm25")
    assert isinstance(answer, dict) and [hit["premise"]["text"] for hit in answer["hits"]] == [
        "Cars are loud"
    ]


def test_the_analyzers_are_listed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = {one["name"]: one for one in json.loads(called(monkeypatch, capsys, "analyzers", "--json"))}
    assert listed["de"] | {"name": ""} == listed["german"] | {"name": ""}
    assert listed["standard"]["stem"] == "none" and listed["krovetz"]["stem"] == "krovetz"
    printed = called(monkeypatch, capsys, "analyzers")
    assert [line.split()[0] for line in printed.splitlines()[: len(listed)]] == list(listed)


@pytest.mark.parametrize(
    ("arguments", "help"),
    [
        (["index"], "debatable index --help"),
        (["graphs", "search", "--wrong"], "debatable graphs search --help"),
        (["serach"], "debatable --help"),
    ],
)
def test_an_error_points_at_the_help_of_its_verb(
    arguments: list[str], help: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert complaint(capsys, monkeypatch, *arguments).endswith(f"; see: {help}")


def test_a_port_in_use_is_told_before_anything_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        line = complaint(capsys, monkeypatch, "serve", "--port", str(port))
    assert f"127.0.0.1:{port}" in line and "in use" in line and "--port" in line and "http" not in line


def test_completion_is_offered(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert "--install-completion" in called(monkeypatch, capsys, "--help")
    monkeypatch.setitem(os.environ, "_DEBATABLE_COMPLETE", "complete_bash")
    monkeypatch.setitem(os.environ, "COMP_WORDS", "debatable simil")
    monkeypatch.setitem(os.environ, "COMP_CWORD", "1")
    assert called(monkeypatch, capsys).split() == ["similar", "similarities"]


def test_an_interrupt_says_whether_to_run_it_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("debatable.cli.main.app", interrupted)
    for arguments, again in (
        (["points", "comments.txt"], ""),
        (["points", "comments.txt", "--checkpoint", "kept"], "; run it again to go on"),
        (["points", "comments.txt", "--checkpoint=kept"], "; run it again to go on"),
        (["index", "corpus.jsonl"], "; run it again to go on"),
    ):
        monkeypatch.setattr(sys, "argv", ["debatable", *arguments])
        with pytest.raises(SystemExit) as ended:
            run()
        said = capsys.readouterr().err
        assert (ended.value.code, said) == (130, f"debatable: interrupted; nothing was changed{again}\n")


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_ctrl_c_is_the_usual_end_of_a_server(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    index = cars_index(tmp_path / "index")
    server = subprocess.Popen(
        [*COMMAND, "serve", "--index", index, "--port", str(port)], stderr=subprocess.PIPE
    )
    for _ in range(600):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/health", timeout=60):
                break
        except OSError:
            time.sleep(0.1)
    server.send_signal(signal.SIGINT)
    _, said = server.communicate(timeout=60)
    assert server.returncode == 0
    assert said.decode().splitlines() == [f"open http://127.0.0.1:{port} in a browser; Ctrl-C ends it"]
