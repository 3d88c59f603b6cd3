"""Relevance: how probably what was found has to do with the query at all."""
