"""Stance: which claims and premises are for the query, and which against it."""
