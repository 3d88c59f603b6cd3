"""The table of relevance models."""

from __future__ import annotations

from debatable.learning.pair_reader import model_path
from debatable.learning.relevance.learned import HEAD, LearnedRelevance
from debatable.learning.relevance.protocol import AlwaysRelevant, QuestionModel, RelevanceModel
from debatable.learning.relevance.same_question import HEAD as QUESTION
from debatable.learning.relevance.same_question import SameQuestion
from debatable.naming import Table

__all__ = ["QUESTIONS", "RELEVANCES", "relevance"]


def _of_folder(name: str) -> RelevanceModel | None:
    path = model_path(name, HEAD)
    return None if path is None else LearnedRelevance(path)


def _question_of_folder(name: str) -> QuestionModel | None:
    path = model_path(name, QUESTION)
    return None if path is None else SameQuestion(path)


RELEVANCES = Table[RelevanceModel](
    "relevance model",
    {"learned": LearnedRelevance(), "none": AlwaysRelevant()},
    otherwise=_of_folder,
)
"""Every relevance model by name; a path is that of a model folder."""

QUESTIONS = Table[QuestionModel](
    "model of questions", {"learned": SameQuestion(), "none": AlwaysRelevant()}, otherwise=_question_of_folder
)
"""Every model that tells whether texts are about one question, by name; a path is that of a model folder."""


def relevance(name: str | RelevanceModel = "learned") -> RelevanceModel:
    """Returns a relevance model by its name, with parameters where given, or that of a folder.

    >>> relevance("none")
    AlwaysRelevant()
    """
    return RELEVANCES.parse(name)
