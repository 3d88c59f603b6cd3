"""Settings of a service, and the token that writers must show."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from fastapi import Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from debatable.errors import InputError
from debatable.service.refusals import Refused

__all__ = ["LOOPBACK", "VARIABLE", "Log", "Settings", "Writer", "read_token"]

LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""Host names that only this machine can reach."""

Log = Literal["none", "requests", "queries"]


@dataclass(frozen=True, slots=True)
class Settings:
    """How a service is run.

    Attributes:
        root_path: Where a proxy shows the service, such as ``/debate``.
        hosts: Host names that are answered, against DNS rebinding; any where none is given.
        origins: Other sites whose scripts may read answers; none by default.
        token: What a writer must show; nobody may write where it is empty.
        rate: Requests a minute that one address may make of one worker; 0 for any number.
        seconds: How long an answer may take to begin.
        running: How many requests one worker works on at once.
        log: Whether requests are logged, and whether with what was asked.
        cases: Folder of the argument graphs to find; None for none.
        workers: Processes that answer.
        kept: Answers that each worker keeps for those who ask the same; 0 for none.
        kept_bytes: Memory that they may take.
        warm: Whether models are opened before the first request is taken.
        run: Names this start of the service, in all its workers.
    """

    root_path: str = ""
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    token: str = field(default="", repr=False)
    rate: int = 0
    seconds: float = 30.0
    running: int = 64
    log: Log = "none"
    cases: Path | None = None
    workers: int = 1
    kept: int = 1_000
    kept_bytes: int = 64_000_000
    warm: bool = False
    run: str = field(default_factory=lambda: secrets.token_hex(8))


VARIABLE = "DEBATABLE_TOKEN"
"""The environment variable that may hold the token."""

SHORTEST, LONGEST = 16, 1_000
"""Characters of a token."""

BEARER = HTTPBearer(auto_error=False, description="The token the service was started with.")


class Writer:
    """Checks that a writer shows the token."""

    def __init__(self, token: str) -> None:
        """Takes the token; nobody may write where it is empty."""
        self._wanted = _digest(token) if token else b""

    def __call__(self, shown: Annotated[HTTPAuthorizationCredentials | None, Security(BEARER)]) -> None:
        """Compares digests in constant time.

        Raises:
            Refused: Nobody may write here, or the token is another one.
        """
        if not self._wanted:
            raise Refused(403, "read_only", "this service changes nothing; it was started without a token")
        if shown is None or not hmac.compare_digest(_digest(shown.credentials), self._wanted):
            raise Refused(
                401,
                "unauthorized",
                "show the token of this service, as: Authorization: Bearer TOKEN",
                {"WWW-Authenticate": "Bearer"},
            )


def read_token(file: Path | None, environment: Mapping[str, str]) -> str:
    """Returns the token of a file, or else of the environment; empty where there is none.

    >>> read_token(None, {VARIABLE: "correct horse battery"})
    'correct horse battery'

    Raises:
        InputError: It cannot be read, or it is too short to be a secret.
    """
    where = VARIABLE if file is None else str(file)
    if file is None:
        token = environment.get(VARIABLE, "").strip()
    else:
        try:
            with file.open(encoding="utf-8") as stream:
                token = stream.read(LONGEST + 2).strip()
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else "no text"
            raise InputError(f"the token cannot be read ({reason.lower()})", where=where) from None
    if (file is not None or token) and not (SHORTEST <= len(token) <= LONGEST and token.isascii()):
        raise InputError(
            f"the token is not of {SHORTEST} to {LONGEST:,} plain characters",
            where=where,
            todo="make one with: python -c 'import secrets; print(secrets.token_urlsafe())'",
        )
    return token


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()
