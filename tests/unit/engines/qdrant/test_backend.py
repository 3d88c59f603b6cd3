"""Opening an index on a server."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from debatable.engines.qdrant.address import Address
from debatable.engines.qdrant.backend import QdrantBackend
from debatable.errors import NotAnIndexError


def test_connections_to_a_server_without_the_index_are_closed() -> None:
    """They stayed open, each time that a service looked again for an index that was gone."""
    closed: list[str] = []

    def connect(node: str, address: Address, key: str | None) -> Any:
        aliases = SimpleNamespace(aliases=[])
        return SimpleNamespace(get_aliases=lambda: aliases, close=lambda: closed.append(node))

    with pytest.raises(NotAnIndexError):
        QdrantBackend.open("qdrant://one:6333,two:6333/debates", connect)
    assert closed == ["one:6333", "two:6333"]
