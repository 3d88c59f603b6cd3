from __future__ import annotations

import io

import pytest

from debatable.cli.printing.terminal import (
    ProgressLines,
    note,
    open_streams,
    print_json,
    print_text,
    printable,
    progress,
)


def test_nothing_steers_the_terminal() -> None:
    assert printable("a\x1b[31m\r\nb\u202e\ud800") == "a [31m  b  "
    assert printable("a\nb\tc", keep="\n") == "a\nb c"
    assert printable("a\x00", instead="\ufffd") == "a\ufffd"
    assert printable("Straße 🙂 “so”") == "Straße 🙂 “so”"


def test_remarks_go_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    note("a remark")
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", "a remark\n")


def test_documents_go_to_standard_output(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    print_json({"b": 1, "a": "ü"})
    print_json([1], compact=True)
    print_text("half \ud800\n")
    assert capsysbinary.readouterr().out == '{\n  "b": 1,\n  "a": "ü"\n}\n[1]\nhalf ?\n'.encode()


def test_lines_in_place_of_bars_where_nobody_looks() -> None:
    with progress() as show:
        assert isinstance(show, ProgressLines)


def test_progress_on_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with progress() as show:
        assert show is not None
        show("reading", 1, None)
        show("reading", 2, 4)
        show("encoding", 4, 4)
    printed = capsys.readouterr()
    assert printed.out == "" and "encoding" in printed.err


def test_output_is_utf8_whatever_the_system_has_for_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has cp1252 for pipes and files: the arrow before a claim ended a search in a traceback."""
    for encoding in ("cp1252", "ascii"):
        raw = io.BytesIO()
        monkeypatch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding=encoding))
        open_streams()
        print("↳ Łódź \ud800", flush=True)
        print_text("↳\n")
        assert raw.getvalue().splitlines() == ["↳ Łódź ?".encode(), "↳".encode()], encoding
