"""Argument graphs to search: those of a folder, and the served corpus as graphs."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from platformdirs import user_cache_path

from debatable.arrays import Ints, Matrix
from debatable.engines import Engine
from debatable.errors import InputError
from debatable.graphs import (
    ArgumentGraph,
    CaseBase,
    Cosine,
    Edge,
    GraphHit,
    Kind,
    Lexical,
    Node,
    Retrieval,
    Shares,
    configured,
    load_folder,
)
from debatable.graphs.measures import Encode, TextMeasure
from debatable.ranking import Backend
from debatable.service.refusals import Refused

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


MOST_CASES, MOST_PREMISES = 300, 12
"""Claims that become graphs, those with most arguments first, and premises a graph holds at most."""


class CorpusGraphs:
    """The graphs of the served corpus, ready to be searched; made once a state."""

    def __init__(self) -> None:
        """Makes them at the first use."""
        self._state = ""
        self._base: CaseBase | None = None
        self._lock = threading.Lock()

    def __call__(self, engine: Engine) -> CaseBase | None:
        """Returns the case base, or None where no claim has a premise."""
        backend = engine.backend
        with self._lock:
            if self._state != backend.state:
                claims = _debated(backend)
                cases = corpus_graphs(backend, claims)
                self._base = CaseBase(cases, _retrieval(backend, claims)) if cases else None
                self._state = backend.state
            return self._base


def corpus_graphs(backend: Backend, claims: Ints) -> list[ArgumentGraph]:
    """Returns one graph a claim: premises support it through an inference, or attack it through a conflict."""
    graphs = (_graph(backend, claims[place : place + 1]) for place in range(len(claims)))
    return [graph for graph in graphs if graph is not None]


def _debated(backend: Backend) -> Ints:
    """Returns the claims that become graphs."""
    rows = backend.rows("claims")
    links = backend.links("claims", rows)
    said = np.bincount(np.searchsorted(rows, links.claim), minlength=len(rows))
    return np.asarray(rows[np.lexsort((rows, -said))][:MOST_CASES])


def _graph(backend: Backend, claim: Ints) -> ArgumentGraph | None:
    links = backend.links("claims", claim)
    sided = links.take(links.sign != 0)
    texts = backend.texts("premises", sided.premise[:MOST_PREMISES])
    if not texts:
        return None
    nodes, edges = [Node("c", Kind.I, backend.texts("claims", claim)[0])], []
    for number, (words, sign) in enumerate(zip(texts, sided.sign.tolist(), strict=False), 1):
        nodes.append(Node(f"p{number}", Kind.I, words))
        nodes.append(Node(f"s{number}", Kind.RA if sign > 0 else Kind.CA))
        edges.append(Edge(f"e{number}", f"p{number}", f"s{number}"))
        edges.append(Edge(f"f{number}", f"s{number}", "c"))
    return ArgumentGraph(backend.ids("claims", claim)[0], tuple(nodes), tuple(edges), "c")


def _retrieval(backend: Backend, claims: Ints) -> Retrieval:
    """Compares statements by the vectors of the index, whole graphs by their words."""
    words = Lexical()
    texts: TextMeasure = Cosine(_encode(backend, claims)) if backend.has_vectors else words
    return Retrieval(texts, words, shares=Shares(1.0, 1.0, 1.0))


def _encode(backend: Backend, claims: Ints) -> Encode:
    """Returns what encodes texts; those of the index are not encoded again."""
    premises = np.unique(backend.links("claims", claims).premise)
    vectors = dict(zip(backend.texts("claims", claims), backend.vectors("claims", claims), strict=True))
    vectors |= dict(
        zip(backend.texts("premises", premises), backend.vectors("premises", premises), strict=True)
    )

    def encode(texts: Sequence[str]) -> Matrix:
        return np.stack([vectors[text] if text in vectors else backend.encode(text) for text in texts])

    return encode
