"""Checking an index on a server: is everything there that its manifest says?"""

from __future__ import annotations

from debatable.engines.qdrant import names
from debatable.engines.qdrant.address import Address
from debatable.engines.qdrant.connection import Connect, Server, connected
from debatable.engines.qdrant.reading.collection import OpenCollection
from debatable.engines.qdrant.reading.filters import of_kind
from debatable.engines.qdrant.reading.points import Payload

__all__ = ["verify_on_server"]


def verify_on_server(address: Address, connect: Connect = connected) -> list[str]:
    """Returns what is wrong with an index; nothing if all is well.

    Raises:
        NotAnIndexError, NewerIndexError, CorruptIndexError: It cannot even be opened.
    """
    server = Server(address, connect)
    try:
        index = OpenCollection(server)
        return _counted(index) or _linked(index)
    finally:
        server.close()


def _counted(index: OpenCollection) -> list[str]:
    """Compares how many points there are with what the manifest says."""
    problems = []
    for kind in ("claims", "premises", "terms"):
        wanted = of_kind(kind)
        there = index.server.ask(
            lambda client, wanted=wanted: client.count(index.name, count_filter=wanted, exact=True)  # type: ignore[misc]
        ).count
        if there != index.manifest.counts[kind]:
            problems.append(
                f"{index.where} ({index.name}): {there:,} of {index.manifest.counts[kind]:,} {kind} are there"
            )
    return problems


def _linked(index: OpenCollection) -> list[str]:
    """Looks at every premise: what it says of itself, and whether the claims it speaks to are there."""
    problems, links, spoken_to = [], 0, set()
    claims = {row for page in index.points.pages(of_kind("claims"), False) for row in page}
    for page in index.points.pages(of_kind("premises"), True):
        for id_, said in page.items():
            links += len(said["links"])
            spoken_to.update(said["claims"])
            row = int(names.rows_of("premises", [id_])[0])
            problems += [f"{index.where} ({index.name}): premise {row}: {what}" for what in _wrong(said)]
    if spoken_to != claims:
        problems.append(f"{index.where} ({index.name}): the claims are not those that premises speak to")
    if links != index.manifest.counts["links"]:
        problems.append(
            f"{index.where} ({index.name}): {links:,} of {index.manifest.counts['links']:,} arguments are there"
        )
    return problems


def _wrong(said: Payload) -> list[str]:
    found = []
    if len(said["text"]) != said["length"]:
        found.append("its text is not as long as it was")
    if sorted({link["claim"] for link in said["links"]} - {-1}) != said["claims"]:
        found.append("its claims are not those of its arguments")
    return found
