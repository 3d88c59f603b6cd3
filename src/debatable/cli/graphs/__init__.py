"""``debatable graphs``: search, evaluate, convert and show argument graphs."""

from debatable.cli.graphs.verbs import app

__all__ = ["app"]
