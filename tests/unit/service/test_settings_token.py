from __future__ import annotations

from pathlib import Path

import pytest

from debatable.errors import InputError
from debatable.service import Settings, read_token
from debatable.service.settings import VARIABLE

SECRET = "a-secret-of-enough-letters"


def test_a_token_comes_from_a_file_or_the_environment(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(f"{SECRET}\n", "utf-8")
    assert read_token(file, {}) == SECRET
    assert read_token(file, {VARIABLE: "another-secret-of-letters"}) == SECRET
    assert read_token(None, {VARIABLE: f" {SECRET}\n"}) == SECRET
    assert read_token(None, {}) == read_token(None, {VARIABLE: ""}) == ""


@pytest.mark.parametrize("content", [b"", b"short", b"\xff" * 30, "ä".encode() * 30, b"x" * 2_000])
def test_what_is_no_secret_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "token"
    file.write_bytes(content)
    with pytest.raises(InputError, match="token"):
        read_token(file, {})
    with pytest.raises(InputError, match="no such file"):
        read_token(tmp_path / "missing", {})


def test_settings_do_not_print_the_token() -> None:
    assert SECRET not in repr(Settings(token=SECRET))
