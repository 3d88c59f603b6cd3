from __future__ import annotations

from pathlib import Path

import pytest

from debatable.errors import InputError
from debatable.service import Settings, read_token
from debatable.service.refusals import Refused
from debatable.service.tokens import VARIABLE, WRONG, Writer

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


def status(writer: Writer, header: str, address: str = "a") -> int:
    try:
        writer.check(header, address)
    except Refused as error:
        return error.status_code
    return 200


def test_the_header_shows_the_token_or_nothing() -> None:
    writer = Writer(SECRET)
    for header, expected in (
        (f"Bearer {SECRET}", 200),
        (f"bearer {SECRET}", 200),
        (f"Basic {SECRET}", 401),
        (SECRET, 401),
        (f"Bearer {SECRET} ", 401),
        ("Bearer", 401),
        ("", 401),
    ):
        assert status(writer, header) == expected, header
    assert status(Writer(""), f"Bearer {SECRET}") == 403


def test_wrong_tokens_are_slowed_down_for_their_address_alone() -> None:
    writer = Writer(SECRET)
    assert [status(writer, f"Bearer {SECRET}") for _ in range(3 * WRONG)] == [200] * 3 * WRONG
    assert [status(writer, "Bearer x") for _ in range(WRONG + 1)] == [401] * WRONG + [429]
    assert status(writer, f"Bearer {SECRET}") == 429
    assert status(writer, f"Bearer {SECRET}", "b") == 200
