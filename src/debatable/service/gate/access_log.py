"""One line of JSON a request, without what was asked unless that is wanted."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Any

import orjson
from starlette.types import Scope

from debatable.service.gate.settings import Log

__all__ = ["LOGGER", "AccessLog"]

LOGGER = logging.getLogger("debatable.access")


class AccessLog:
    """Writes requests down.

    >>> scope = {"method": "GET", "path": "/api/v1/search", "query_string": b"q=secret", "client": ("::1", 80)}
    >>> sorted(AccessLog("requests").line(scope, "/api/v1/search", 200, 0.0123))
    ['client', 'method', 'ms', 'route', 'status', 'time']
    >>> AccessLog("queries").line(scope, "/api/v1/search", 200, 0.0123)["query"]
    'q=secret'
    """

    def __init__(self, log: Log) -> None:
        """Knows how much is wanted."""
        self._log = log

    def __call__(self, scope: Scope, route: str, status: int, seconds: float) -> None:
        """Writes one request down."""
        if self._log != "none":
            LOGGER.info(orjson.dumps(self.line(scope, route, status, seconds)).decode())

    def line(self, scope: Scope, route: str, status: int, seconds: float) -> dict[str, Any]:
        """Returns what is written of a request; a route is a pattern, never what somebody typed."""
        line = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "client": str((scope.get("client") or ("",))[0]),
            "method": scope["method"][:20],
            "route": route,
            "status": status,
            "ms": round(seconds * 1000, 1),
        }
        if self._log == "queries":
            line["path"] = scope["path"][:1_000].encode("utf-8", "replace").decode()
            line["query"] = scope["query_string"][:5_000].decode("latin-1")
        return line
