"""Relevance: how probably what was found speaks to the query at all."""
