"""Relevance: the probability that a text belongs to the debate of a query."""

from debatable.learning.relevance.learned import LearnedRelevance
from debatable.learning.relevance.protocol import AlwaysRelevant, QuestionModel, RelevanceModel
from debatable.learning.relevance.same_question import SameQuestion
from debatable.learning.relevance.table import QUESTIONS, RELEVANCES, relevance

__all__ = [
    "QUESTIONS",
    "RELEVANCES",
    "AlwaysRelevant",
    "LearnedRelevance",
    "QuestionModel",
    "RelevanceModel",
    "SameQuestion",
    "relevance",
]
