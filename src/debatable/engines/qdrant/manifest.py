"""What a collection is: a point of its own says it, written first as unfinished and last as whole."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from debatable.engines.qdrant.names import MANIFEST
from debatable.errors import CorruptIndexError, NewerIndexError

__all__ = ["FORMAT", "Manifest"]

FORMAT = 1
"""Of the points; collections of a later one are left alone."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a generation is made of and from.

    Attributes:
        configuration: Everything that steers how it was computed.
        versions: Of the programs that computed it.
        counts: Claims, premises, links, claimless premises, clusters of claims, terms.
        corpus: What `info` tells: arguments by source, stance and language.
        words: N and T of the claims and of the premises.
        fields: N and T of each field of BM25F.
        documents: Premises that have a word in one of some fields, by the fields.
        similarities: Whose weights there are, by position.
        rankings: Over fields, whose weights there are, by position.
        quality: Whether links have qualities.
        whole: Whether everything is there.
        written: When somebody last wrote, in seconds since 1970.
        format: Of the points.
    """

    configuration: Mapping[str, Any]
    versions: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    corpus: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    words: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    fields: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    documents: Mapping[str, int] = field(default_factory=dict)
    similarities: tuple[str, ...] = ()
    rankings: tuple[str, ...] = ()
    quality: bool = False
    whole: bool = False
    written: float = 0.0
    format: int = FORMAT

    def payload(self) -> dict[str, Any]:
        """Returns plain JSON types, with the time of now."""
        document = {**asdict(self), "written": time.time(), "kind": "manifest"}
        return document | {name: list(document[name]) for name in ("similarities", "rankings")}

    @classmethod
    def of_payload(cls, payload: Mapping[str, Any] | None, where: str) -> Manifest:
        """Reads what `payload` gave.

        Raises:
            CorruptIndexError: There is none, or it is damaged.
            NewerIndexError: It was written by a newer version.
        """
        try:
            document = dict(payload or {})
            found = int(document["format"])
            if found > FORMAT:
                raise NewerIndexError(
                    f"the collection has format {found}, this Debatable knows up to {FORMAT}",
                    where=where,
                    todo="upgrade with: pip install --upgrade debatable",
                )
            document.pop("kind", None)
            lists = {name: tuple(document[name]) for name in ("similarities", "rankings")}
            return cls(**(document | lists))
        except (KeyError, TypeError, ValueError) as error:
            raise CorruptIndexError(
                f"the manifest {MANIFEST} of the collection cannot be read",
                where=where,
                todo="rebuild the index with: debatable index … --overwrite",
            ) from error
