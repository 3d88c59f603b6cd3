"""A Qdrant server in this process: the client's own local mode, which every connection to one name shares."""

from __future__ import annotations

import warnings
from threading import Lock
from typing import Any

from debatable.engines.qdrant.address import Address

__all__ = ["Memory"]


class Memory:
    """Connects to a server in memory; what one connection wrote, the others read.

    The local mode always searches exactly, and says so where it is asked to: the question is left out. Closing a
    connection leaves the server running. Calls come one at a time: points that two threads upload at once would
    leave its arrays at different lengths.
    """

    def __init__(self) -> None:
        self.lock = Lock()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from qdrant_client import QdrantClient

            self.client = QdrantClient(":memory:")

    def __call__(self, node: str, address: Address, key: str | None) -> Any:
        return self

    def __getattr__(self, name: str) -> Any:
        attribute = getattr(self.client, name)
        if not callable(attribute):
            return attribute

        def alone(*given: Any, **named: Any) -> Any:
            with self.lock:
                return attribute(*given, **named)

        return alone

    def query_points(self, *given: Any, search_params: Any = None, **named: Any) -> Any:
        with self.lock:
            return self.client.query_points(*given, **named)

    def create_payload_index(self, *given: Any, **named: Any) -> None:
        """The local mode has none, and needs none."""

    def close(self) -> None:
        """It goes on."""
