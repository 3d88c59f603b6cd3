"""The argument graphs that a service finds, prepared once."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_cache_path

from debatable.errors import InputError
from debatable.graphs import ArgumentGraph, CaseBase, GraphHit, configured, load_folder
from debatable.service.refusals import Refused

__all__ = ["MOST_GRAPHS", "GraphCases"]

MOST_GRAPHS = 10
"""Graphs one request may ask for: as many as the topic lets through to be compared."""


class GraphCases:
    """Graphs of a folder."""

    def __init__(self, folder: Path | None) -> None:
        """Loads and prepares the graphs as ``graphs search`` does; files that are none are left out.

        Raises:
            InputError: There is no such folder, or it holds no graph.
        """
        self._base: CaseBase | None = None
        if folder is not None:
            graphs = load_folder(folder, on_problem=lambda problem: None)
            if not graphs:
                raise InputError("holds no graph that can be read", where=str(folder))
            self._base = CaseBase(
                graphs,
                configured(candidates=MOST_GRAPHS, cache=user_cache_path("debatable") / "graph-vectors"),
            )

    def search(self, query: ArgumentGraph, k: int) -> list[GraphHit]:
        """Returns the most similar graphs.

        Raises:
            Refused: No graphs are served.
            QueryError: The query is no graph to search with.
        """
        if self._base is None:
            raise Refused(404, "no_graphs", "no graphs are served here; start the service with --cases DIR")
        return self._base.search(query, k)
