"""Debatable: a search engine for arguments."""
