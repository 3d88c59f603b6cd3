"""How an index is to be computed: stored with it, so that what is added later is treated alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from debatable.errors import UnknownNameError
from debatable.text import analyzer

__all__ = ["Configuration"]

ENCODER = "all-MiniLM-L6-v2"
CLUSTERS = "lowest-core"
VARIANTS = ("first", "sliding", "sentences")


@dataclass(frozen=True, slots=True)
class Configuration:
    """Everything that steers the computation of an index.

    Attributes:
        analyzer: Name of the analyzer of claims, premises and queries.
        encoder: Name or path of the encoder; empty for an index without vectors and clusters.
        long_texts: How premises longer than the encoder's limit are read: ``first``, ``sliding``,
            ``sentences``; one set of vectors is kept for each.
        clusters: How claims and premises are clustered, such as ``hybrid(minimum_size=3)``; docs/clustering.md has
            the figures the usual way was chosen by.
        near: Distance within which an added text joins any cluster.
        cells: Rows of a table from which on its vectors also lie in cells, so that a search for the nearest looks at
            some of them only; 0 for never.
    """

    analyzer: str = "english"
    encoder: str = ENCODER
    long_texts: tuple[str, ...] = ("first",)
    clusters: str = CLUSTERS
    near: float = 0.6
    cells: int = 400_000

    def __post_init__(self) -> None:
        """Checks the names before any work is done; the usual ones are known, and opening an index is quick."""
        analyzer(self.analyzer)
        for variant in self.long_texts:
            if variant not in VARIANTS:
                raise UnknownNameError("way to read long texts", variant, VARIANTS)
        if self.encoder not in ("", ENCODER):
            from debatable.embedding import encoder

            encoder(self.encoder)
        if self.clusters != CLUSTERS:
            from debatable.clustering import clustering

            clustering(self.clusters)

    def as_dict(self) -> dict[str, Any]:
        """Returns plain JSON types."""
        return {**asdict(self), "long_texts": list(self.long_texts)}

    @classmethod
    def of_dict(cls, document: Mapping[str, Any]) -> Self:
        """Reads what `as_dict` wrote; fields of other versions are ignored."""
        known = {field.name for field in fields(cls)}
        values = {name: value for name, value in document.items() if name in known}
        return cls(**{**values, "long_texts": tuple(values.get("long_texts", ("first",)))})
