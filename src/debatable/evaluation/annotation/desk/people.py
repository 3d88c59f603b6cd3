"""Names and tokens of those who sign in."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import unicodedata
from pathlib import Path

from debatable.errors import InputError, StorageError

__all__ = ["LONGEST_NAME", "checked_name", "kept_secret", "made_token", "same_token", "token_digest"]

LONGEST_NAME = 60
"""Characters of a name."""


def checked_name(name: str) -> str:
    """Returns a name as it is kept: one way to write an accent, one space between words.

    >>> checked_name("  Ann   Lee ")
    'Ann Lee'

    Raises:
        InputError: It is none.
    """
    folded = " ".join(unicodedata.normalize("NFC", name).split())
    if not folded or len(folded) > LONGEST_NAME or not folded.isprintable():
        raise InputError(
            f"{name[:LONGEST_NAME]!r} is no name of an annotator",
            todo=f"use 1 to {LONGEST_NAME} letters and spaces",
        )
    return folded


def made_token() -> str:
    """Returns a new token, which nobody can guess."""
    return secrets.token_urlsafe(24)


def token_digest(token: str) -> str:
    """Returns what is kept of a token: enough to know it again, not enough to show it."""
    return hashlib.sha256(token.strip().encode("utf-8", "replace")).hexdigest()


def same_token(token: str, digest: str) -> bool:
    """Compares in a time that tells nothing of the token.

    >>> same_token("abc ", token_digest("abc")), same_token("abd", token_digest("abc"))
    (True, False)
    """
    return hmac.compare_digest(token_digest(token), digest)


def kept_secret(path: Path) -> bytes:
    """Returns the secret of a desk, which signs who is signed in; made at the first use, for its owner alone."""
    try:
        if not path.exists():
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "wb") as stream:
                stream.write(secrets.token_hex(32).encode())
                stream.flush()
                os.fsync(stream.fileno())
        found = path.read_bytes().strip()
    except OSError as error:
        raise StorageError(f"cannot be used ({error.strerror or error})", where=str(path)) from error
    if len(found) != 64:  # it was not finished when the machine went down: nobody had signed in yet
        path.unlink()
        return kept_secret(path)
    return found
