"""The table of ranking methods by name."""

from __future__ import annotations

from debatable.naming import build, print_name
from debatable.ranking.best import Best
from debatable.ranking.bm25 import Bm25
from debatable.ranking.bm25f import Bm25f
from debatable.ranking.claims import Claims
from debatable.ranking.dense import Dense
from debatable.ranking.framework import Framework
from debatable.ranking.index import Method
from debatable.ranking.quixote import Quixote

__all__ = ["METHODS", "method", "method_name"]

METHODS: dict[str, Method] = {
    "bm25": Bm25(),
    "bm25f": Bm25f(),
    "claims": Claims(),
    "dense": Dense(),
    "framework": Framework(),
    "framework-dense": Framework(claims="dense", K=50, temperature=0.15, representative="medoid"),
    "framework-first": Framework(K=5, clusters="hybrid", vectors="first"),
    "framework-hybrid": Framework(claims="hybrid", K=50, temperature=0.15, representative="medoid"),
    "framework-sentences": Framework(K=5, clusters="hybrid", vectors="sentences"),
    "framework-sliding": Framework(K=5, clusters="hybrid", vectors="sliding"),
    "quixote": Quixote(),
    "best": Best(),
}
"""Every method with its defaults."""


def method(name: str) -> Method:
    """Returns a method by its name, with parameters where given.

    >>> method("bm25(claims=5)").claims
    5
    """
    return build("method", name, METHODS)


def method_name(method: Method) -> str:
    """Returns the name that parses back to a method.

    >>> method_name(method("bm25(claims=5)"))
    'bm25(claims=5)'
    """
    return print_name(method, METHODS)
