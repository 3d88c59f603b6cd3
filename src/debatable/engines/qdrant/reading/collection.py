"""A generation on a server, open for reading."""

from __future__ import annotations

from debatable.engines.configuration import Configuration, Configured
from debatable.engines.qdrant import names
from debatable.engines.qdrant.address import Address
from debatable.engines.qdrant.connection import Connect, Server
from debatable.engines.qdrant.generations import Manifest, read_manifest, served
from debatable.engines.qdrant.names import dense
from debatable.engines.qdrant.reading.filters import of_kind
from debatable.engines.qdrant.reading.points import Payload, Points, is_whole
from debatable.engines.qdrant.reading.postings import Terms
from debatable.errors import CorruptIndexError, ReplacedError
from debatable.model import Argument, Claim, Premise, Stance
from debatable.ranking.protocol import Kind

CHANGED = "it is not what its checksum says"


class OpenCollection(Configured):
    """One collection: it stays the one that is read when another becomes current."""

    def __init__(self, server: Server) -> None:
        """Opens the current collection.

        Raises:
            NotAnIndexError: There is no index of that name.
            CorruptIndexError: The collection is unfinished or damaged.
            NewerIndexError: It was written by a newer version.
        """
        self.server = server
        self.where = str(server.address)
        self.name, self.manifest = _current(server)
        if not self.manifest.whole:
            raise CorruptIndexError(
                f"the collection {self.name} is unfinished",
                where=self.where,
                todo="rebuild the index with: debatable index … --overwrite",
            )
        self.configuration = Configuration.of_manifest(self.manifest.configuration)
        self.points = Points(server, self.name)
        self.terms = Terms(self.points)

    def vectors_name(self, kind: Kind, variant: str = "") -> str:
        """Returns the name of the dense vectors of a variant; raises an InputError where there are none."""
        return dense(kind, self.long_texts(kind, variant))


def _current(server: Server) -> tuple[str, Manifest]:
    """Returns the current collection and its manifest, even where it is replaced twice in between."""
    name = served(server)
    try:
        return name, read_manifest(server, name)
    except ReplacedError:
        if served(server) == name:
            raise
        return _current(server)


def argument(premise: Payload, link: Payload, claims: dict[int, Payload]) -> Argument:
    """Returns one link of a premise as an argument."""
    claim = claims.get(link["claim"])
    return Argument(
        link["id"],
        Premise(premise["id"], premise["text"], premise["language"]),
        Claim(claim["id"], claim["text"], claim["language"]) if claim else None,
        Stance(link["stance"]),
        link["source"],
        link["url"],
        link["discussion"],
    )


def verify_on_server(address: Address, connect: Connect | None = None) -> list[str]:
    """Returns what is wrong with an index; nothing if it is whole.

    Raises:
        NotAnIndexError, NewerIndexError, CorruptIndexError: It cannot be opened.
    """
    server = Server(address, connect)
    try:
        index = OpenCollection(server)
        return _counted(index) or _linked(index)
    finally:
        server.close()


def _counted(index: OpenCollection) -> list[str]:
    """Compares the number of points with the manifest."""
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
    """Checks every premise, and that the claims are those of the premises."""
    problems, links, linked = [], 0, set()
    claims: set[int] = set()
    for kind in ("claims", "terms", "words"):
        for records in index.points.records(of_kind(kind)):
            damaged = [one.id for one in records if not is_whole(one.payload or {})]
            problems += [f"{index.where} ({index.name}): point {id_}: {CHANGED}" for id_ in damaged]
            claims.update(one.id for one in records if kind == "claims")
    for records in index.points.records(of_kind("premises")):
        for id_, payload in ((int(one.id), one.payload or {}) for one in records):
            if not is_whole(payload):
                problems.append(f"{index.where} ({index.name}): point {id_}: {CHANGED}")
                continue
            links += len(payload["links"])
            linked.update(payload["claims"])
            row = int(names.rows_of("premises", [id_])[0])
            problems += [f"{index.where} ({index.name}): premise {row}: {what}" for what in _wrong(payload)]
    if problems:
        return problems
    if linked != claims:
        problems.append(f"{index.where} ({index.name}): the claims are not those that premises speak to")
    if links != index.manifest.counts["links"]:
        problems.append(
            f"{index.where} ({index.name}): {links:,} of {index.manifest.counts['links']:,} arguments are there"
        )
    return problems


def _wrong(payload: Payload) -> list[str]:
    problems = []
    if len(payload["text"]) != payload["length"]:
        problems.append("its text is not as long as it was")
    if sorted({link["claim"] for link in payload["links"]} - {-1}) != payload["claims"]:
        problems.append("its claims are not those of its arguments")
    return problems
