"""A generation on a server, open for reading."""

from __future__ import annotations

from debatable.engines.configured import Configured
from debatable.engines.local.configuration import Configuration
from debatable.engines.qdrant.connection import Server
from debatable.engines.qdrant.generations import read_manifest, served
from debatable.engines.qdrant.names import dense
from debatable.engines.qdrant.reading.points import Points
from debatable.engines.qdrant.reading.terms import Terms
from debatable.errors import CorruptIndexError
from debatable.ranking.protocol import Kind

__all__ = ["OpenCollection"]


class OpenCollection(Configured):
    """One collection: it stays the one that is read when another becomes current."""

    def __init__(self, server: Server) -> None:
        """Opens what is current.

        Raises:
            NotAnIndexError: There is no index of that name.
            CorruptIndexError: The collection is unfinished or damaged.
            NewerIndexError: It was written by a newer version.
        """
        self.server = server
        self.where = str(server.address)
        self.name = served(server)
        self.manifest = read_manifest(server, self.name)
        if not self.manifest.whole:
            raise CorruptIndexError(
                f"the collection {self.name} is unfinished",
                where=self.where,
                todo="rebuild the index with: debatable index … --overwrite",
            )
        self.configuration = Configuration.of_dict(self.manifest.configuration)
        self.points = Points(server, self.name)
        self.terms = Terms(server, self.name)

    def vectors_name(self, kind: Kind, variant: str = "") -> str:
        """Returns the name of dense vectors, long texts read as the variant says.

        Raises:
            InputError: The index has none, or none of this variant.
        """
        return dense(kind, self.long_texts(kind, variant))
