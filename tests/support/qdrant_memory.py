"""A Qdrant server in this process: the client's own local mode, which every connection to one name shares."""

from __future__ import annotations

import warnings
from typing import Any

from debatable.engines.qdrant.address import Address

__all__ = ["Memory"]


class Memory:
    """Connects to a server in memory; what one connection wrote, the others read.

    The local mode always searches exactly, and says so where it is asked to: the question is left out. Closing a
    connection leaves the server running.
    """

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from qdrant_client import QdrantClient

            self.client = QdrantClient(":memory:")

    def __call__(self, node: str, address: Address, key: str | None) -> Any:
        return self

    def __getattr__(self, name: str) -> Any:
        return getattr(self.client, name)

    def query_points(self, *given: Any, search_params: Any = None, **named: Any) -> Any:
        return self.client.query_points(*given, **named)

    def create_payload_index(self, *given: Any, **named: Any) -> None:
        """The local mode has none, and needs none."""

    def close(self) -> None:
        """It goes on."""
