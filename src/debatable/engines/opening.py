"""From where an index lies to the engine that searches it."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from debatable.engines.engine import Engine
from debatable.engines.local.backend import LocalBackend
from debatable.engines.qdrant.address import Address, is_address
from debatable.engines.qdrant.extra import need_client
from debatable.errors import InputError

__all__ = ["open_engine"]


def open_engine(where: str | os.PathLike[str], *, exact: bool = False) -> Engine:
    """Opens an index for searching.

    Args:
        where: The folder of the index, or its address on a server.
        exact: Whether nearest vectors are looked for among all, however many there are.

    Raises:
        NotAnIndexError: There is none.
        InputError: That is no place.
    """
    if not isinstance(where, str | os.PathLike):
        raise InputError(f"{where!r} is no folder", todo="give the path of an index")
    if is_address(where):
        address = Address.of(where)
        address = replace(address, exact=exact or address.exact)
        need_client()
        from debatable.engines.qdrant.backend import QdrantBackend

        return Engine(QdrantBackend.open(address))
    return Engine(LocalBackend.open(Path(where), exact=exact))
