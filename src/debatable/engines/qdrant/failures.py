"""What the server or the way to it says, as errors that a user can act on."""

from __future__ import annotations

from typing import Any

from qdrant_client.http.exceptions import ResponseHandlingException, UnexpectedResponse

from debatable.engines.qdrant.address import KEY
from debatable.errors import DebatableError, InputError, StorageError

__all__ = ["MissingCollectionError", "is_missing", "passing", "told"]

BUSY = (408, 429, 500, 502, 503, 504)
"""Answers after which another try, or another node, may do better."""

FULL = ("no space left", "disk is full", "not enough disk", "out of disk", "file too large", "quota exceeded")


class MissingCollectionError(StorageError):
    """The generation that was being read is not there any more."""


def passing(error: Exception) -> bool:
    """Says whether another try may do better."""
    if isinstance(error, UnexpectedResponse):
        return error.status_code in BUSY and not _full(_said(error))
    return isinstance(error, ResponseHandlingException | ConnectionError | TimeoutError)


def is_missing(error: Exception) -> bool:
    """Says whether a collection was asked for that is not there."""
    if isinstance(error, UnexpectedResponse):
        return error.status_code == 404
    return isinstance(error, ValueError) and "not found" in str(error)


def told(error: Exception, where: str) -> DebatableError:
    """Returns what to tell the user."""
    said = _said(error)
    if isinstance(error, UnexpectedResponse) and error.status_code in (401, 403):
        return InputError(
            "the server refuses the key", where=where, todo=f"set {KEY} to a key that may do it"
        )
    if is_missing(error):
        return MissingCollectionError(
            "what was being read has been replaced", where=where, todo="open the index again"
        )
    if _full(said):
        return StorageError(
            "the disk of the server is full", where=where, todo="make room there and try again"
        )
    if isinstance(error, UnexpectedResponse):
        return StorageError(
            f"the server answers {error.status_code}: {said[:200]}", where=where, todo="see the server's log"
        )
    return StorageError(
        f"no server answers ({said[:120]})", where=where, todo="start it, or check the address"
    )


def _full(said: str) -> bool:
    return any(sign in said.lower() for sign in FULL)


def _said(error: Exception) -> str:
    """Returns the words of the server, or of the network, in one line."""
    if isinstance(error, UnexpectedResponse):
        import orjson

        try:
            status: Any = orjson.loads(error.content)["status"]
            return " ".join(str(status["error"] if isinstance(status, dict) else status).split())
        except (ValueError, KeyError, TypeError):
            return " ".join(error.content.decode("utf-8", "replace").split()) or error.reason_phrase
    source = error.source if isinstance(error, ResponseHandlingException) else error
    return " ".join(str(source).split()).lower() or type(source).__name__
