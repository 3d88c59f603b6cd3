"""Whether the client of the server is installed."""

from __future__ import annotations

from importlib.util import find_spec

from debatable.errors import MissingExtraError

__all__ = ["need_client"]


def need_client() -> None:
    """Raises a MissingExtraError where the client is not installed."""
    if find_spec("qdrant_client") is None:
        raise MissingExtraError("qdrant", "indexes on a Qdrant server")
