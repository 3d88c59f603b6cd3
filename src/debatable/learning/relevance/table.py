"""The table of relevance models."""

from __future__ import annotations

from debatable.learning.pair_reader import model_path
from debatable.learning.relevance.learned import HEAD, LearnedRelevance
from debatable.learning.relevance.protocol import AlwaysRelevant, RelevanceModel
from debatable.naming import Table

__all__ = ["RELEVANCES", "relevance"]


def _of_folder(name: str) -> RelevanceModel | None:
    path = model_path(name, HEAD)
    return None if path is None else LearnedRelevance(path)


RELEVANCES = Table[RelevanceModel](
    "relevance model",
    {"learned": LearnedRelevance(), "none": AlwaysRelevant()},
    otherwise=_of_folder,
)
"""Every relevance model by name; a path is that of a model folder."""


def relevance(name: str | RelevanceModel = "learned") -> RelevanceModel:
    """Returns a relevance model by its name, with parameters where given, or that of a folder.

    >>> relevance("none")
    AlwaysRelevant()
    """
    return RELEVANCES.parse(name)
