"""The same change wherever an index is: in a folder of this machine, or on a server."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

from debatable.corpus import OnDuplicate, Tally
from debatable.engines.local import verification, writing
from debatable.engines.local.configuration import Configuration
from debatable.engines.qdrant.address import Address, is_address
from debatable.engines.qdrant.extra import need_client
from debatable.engines.ray.building import stages_at
from debatable.model import Argument
from debatable.progress import Progress

__all__ = ["Where", "add_at", "make_at", "recluster_at", "remove_at", "verify_at"]

Where: TypeAlias = str | os.PathLike[str]
"""Where an index is: the path of its folder, or ``qdrant://HOST:PORT/NAME``."""


def make_at(
    arguments: Iterable[Argument],
    where: Where,
    *,
    configuration: Configuration | None = None,
    on_duplicate: OnDuplicate = "error",
    overwrite: bool = False,
    progress: Progress | None = None,
    ray: str | None = None,
) -> Tally:
    """Makes an index of a corpus; as `make_index` does, with its costly stages on a Ray cluster if one is given."""
    if is_address(where):
        address = _address(where)
        from debatable.engines.qdrant.writing.changes import make_on_server

        make = partial(make_on_server, address=address)
    else:
        make = partial(writing.make_index, folder=Path(where))
    with stages_at(ray) as stages:
        return make(
            arguments,
            configuration=configuration,
            on_duplicate=on_duplicate,
            overwrite=overwrite,
            progress=progress,
            stages=stages,
        )


def add_at(
    arguments: Iterable[Argument],
    where: Where,
    *,
    on_duplicate: OnDuplicate = "error",
    progress: Progress | None = None,
) -> Tally:
    """Adds arguments to an index."""
    if is_address(where):
        address = _address(where)
        from debatable.engines.qdrant.writing.changes import add_to_server

        return add_to_server(arguments, address, on_duplicate=on_duplicate, progress=progress)
    return writing.add_arguments(arguments, Path(where), on_duplicate=on_duplicate, progress=progress)


def remove_at(ids: Sequence[str], where: Where, *, progress: Progress | None = None) -> int:
    """Removes arguments from an index by id."""
    if is_address(where):
        address = _address(where)
        from debatable.engines.qdrant.writing.changes import remove_from_server

        return remove_from_server(ids, address, progress=progress)
    return writing.remove_arguments(ids, Path(where), progress=progress)


def recluster_at(where: Where, *, progress: Progress | None = None) -> None:
    """Clusters claims and premises anew."""
    if is_address(where):
        address = _address(where)
        from debatable.engines.qdrant.writing.changes import recluster_on_server

        recluster_on_server(address, progress=progress)
        return
    writing.recluster_index(Path(where), progress=progress)


def verify_at(where: Where) -> list[str]:
    """Returns what is wrong with an index; nothing if all is well."""
    if is_address(where):
        address = _address(where)
        from debatable.engines.qdrant.verification import verify_on_server

        return verify_on_server(address)
    return verification.verify_index(Path(where))


def _address(where: Where) -> Address:
    address = Address.of(where)
    need_client()
    return address
