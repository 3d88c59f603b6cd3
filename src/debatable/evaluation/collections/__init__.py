"""Collections: a corpus with queries and judgments, in our folders and in those of others."""

from debatable.evaluation.collections.base import Collection, save_collection, write_queries
from debatable.evaluation.collections.sources import collection, material

__all__ = ["Collection", "collection", "material", "save_collection", "write_queries"]
