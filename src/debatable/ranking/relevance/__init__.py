"""Relevance: which candidates have to do with the query at all."""
