"""The token that writers must show."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from fastapi import Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from debatable.errors import InputError
from debatable.service.rates import Rates
from debatable.service.refusals import Refused

VARIABLE = "DEBATABLE_TOKEN"
"""The environment variable that may hold the token."""

SHORTEST, LONGEST = 16, 1_000
"""Characters of a token."""

BEARER = HTTPBearer(auto_error=False, description="The token the service was started with.")


WRONG = 10
"""Wrong tokens a minute that an address may show."""


class Writer:
    """Checks that a writer shows the token; who shows wrong ones must wait, whatever comes next."""

    def __init__(self, token: str) -> None:
        """Takes the token; nobody may write where it is empty."""
        self._wanted = _digest(token) if token else b""
        self._wrong = Rates(WRONG)

    def check(self, header: str, address: str) -> None:
        """Checks the header Authorization of a request of an address, before anything else of it is read.

        Raises:
            Refused: Nobody may write here, or the token is another one, or there were too many of those.
        """
        if wait := self._wrong.wait(address, count=False):
            raise Refused(
                429, "too_many_requests", "too many wrong tokens; wait a little", {"Retry-After": str(wait)}
            )
        scheme, _, shown = header.partition(" ")
        try:
            self(HTTPAuthorizationCredentials(scheme=scheme, credentials=shown) if shown else None)
        except Refused as error:
            if error.status_code == 401:
                self._wrong.wait(address)
            raise

    def __call__(self, shown: Annotated[HTTPAuthorizationCredentials | None, Security(BEARER)]) -> None:
        """Compares digests in constant time.

        Raises:
            Refused: Nobody may write here, or the token is another one.
        """
        if not self._wanted:
            raise Refused(403, "read_only", "this service changes nothing; it was started without a token")
        if (
            shown is None
            or shown.scheme.lower() != "bearer"
            or not hmac.compare_digest(_digest(shown.credentials), self._wanted)
        ):
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
