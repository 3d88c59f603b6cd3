"""``debatable graphs``: search, evaluate, convert and show argument graphs."""

from debatable.cli.verbs.graphs.group import app

__all__ = ["app"]
