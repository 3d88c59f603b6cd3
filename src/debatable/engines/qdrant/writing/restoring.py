"""Bringing an index from the server to this machine: its arguments in their order, and the vectors of their texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from debatable.embedding import VectorCache, encoder
from debatable.embedding.cache import keys_of
from debatable.engines.local.writing import make_index
from debatable.engines.qdrant.connection import Server
from debatable.engines.qdrant.names import dense
from debatable.engines.qdrant.reading.collection import OpenCollection
from debatable.engines.qdrant.reading.filters import of_kind
from debatable.engines.qdrant.reading.told import argument
from debatable.model import Argument
from debatable.progress import Progress
from debatable.ranking.protocol import Kind

__all__ = ["restored"]

BATCH = 512


def restored(server: Server, folder: Path, progress: Progress | None = None) -> None:
    """Makes the index in a folder that the server has; texts are not encoded again."""
    index = OpenCollection(server)
    known = folder.parent / f".{folder.name}.unfinished"  # where a build that was interrupted leaves vectors
    claims = {int(row): said for row, said in _read(index, "claims", known)}
    links: list[tuple[int, Argument]] = []
    for _, said in _read(index, "premises", known):
        links += [(link["order"], argument(said, link, claims)) for link in said["links"]]
    links.sort(key=lambda link: link[0])
    make_index(
        (link for _, link in links), folder, configuration=index.configuration, progress=progress, known=known
    )


def _read(index: OpenCollection, kind: Kind, known: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yields all points of a kind, and keeps their vectors."""
    from debatable.engines.qdrant.names import rows_of

    variants: Sequence[str] = ()
    if index.has_vectors:
        variants = index.configuration.long_texts if kind == "premises" else ("first",)
    offset: Any = None
    while True:
        after = offset
        records, offset = index.server.ask(
            lambda client, after=after: client.scroll(  # type: ignore[misc]
                index.name,
                scroll_filter=of_kind(kind),
                limit=BATCH,
                offset=after,
                with_payload=True,
                with_vectors=[dense(kind, variant) for variant in variants] or False,
            )
        )
        keys = keys_of([record.payload["text"] for record in records])
        for variant in variants if records else ():
            name = encoder(f"{variant}({index.configuration.encoder})").fingerprint
            vectors = np.array([record.vector[dense(kind, variant)] for record in records], np.float32)
            (known / name).mkdir(parents=True, exist_ok=True)
            VectorCache(known / name).write(keys, vectors)
        for record in records:
            yield int(rows_of(kind, [int(record.id)])[0]), record.payload
        if offset is None:
            return
