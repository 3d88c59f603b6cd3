"""Counting requests, in the text format that Prometheus reads."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping

__all__ = ["Metrics"]


class Metrics:
    """How many requests there were and how long they took; safe to share between threads.

    >>> metrics = Metrics()
    >>> metrics.count("/", 200, 0.25)
    >>> metrics.text({"claims": 3}).splitlines()[1]
    'debatable_requests_total{route="/",status="200"} 1'
    """

    def __init__(self, worker: str = "") -> None:
        """Starts at nothing; one of several workers names itself, for each counts what it answers."""
        self._worker = f'worker="{worker}",' if worker else ""
        self._requests: Counter[tuple[str, int]] = Counter()
        self._seconds: Counter[str] = Counter()
        self._lock = threading.Lock()

    def count(self, route: str, status: int, seconds: float) -> None:
        """Counts one request; a route is a pattern, never what somebody typed."""
        with self._lock:
            self._requests[route, status] += 1
            self._seconds[route] += seconds  # type: ignore[assignment]  # a counter adds floats, too

    def text(self, held: Mapping[str, int]) -> str:
        """Returns all counts, and how much the index holds."""
        with self._lock:
            requests, seconds = sorted(self._requests.items()), sorted(self._seconds.items())
        lines = ["# TYPE debatable_requests_total counter"]
        lines += [
            f'debatable_requests_total{{{self._worker}route="{route}",status="{status}"}} {count}'
            for (route, status), count in requests
        ]
        lines.append("# TYPE debatable_request_seconds_total counter")
        lines += [
            f'debatable_request_seconds_total{{{self._worker}route="{route}"}} {total:.6f}'
            for route, total in seconds
        ]
        lines.append("# TYPE debatable_index_size gauge")
        lines += [f'debatable_index_size{{of="{name}"}} {count}' for name, count in sorted(held.items())]
        return "\n".join(lines) + "\n"
