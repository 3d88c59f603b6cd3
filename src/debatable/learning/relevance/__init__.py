"""Relevance: the probability that a text belongs to the debate of a query."""

from debatable.learning.relevance.learned import LearnedRelevance
from debatable.learning.relevance.protocol import AlwaysRelevant, RelevanceModel
from debatable.learning.relevance.table import RELEVANCES, relevance

__all__ = ["RELEVANCES", "AlwaysRelevant", "LearnedRelevance", "RelevanceModel", "relevance"]
