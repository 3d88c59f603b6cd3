"""Collections: a corpus with queries and judgments, in our folders and in those of others."""

from debatable.evaluation.collections.base import Collection
from debatable.evaluation.collections.material import material
from debatable.evaluation.collections.native import native_collection, save_collection, write_queries
from debatable.evaluation.collections.sources import collection

__all__ = [
    "Collection",
    "collection",
    "material",
    "native_collection",
    "save_collection",
    "write_queries",
]
