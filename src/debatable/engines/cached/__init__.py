"""Indexes that are made at their first use and kept in the cache folder of the user."""
