"""The table of ranking methods by name."""

from __future__ import annotations

from debatable.naming import build, print_name
from debatable.ranking.bm25 import Bm25
from debatable.ranking.index import Method

__all__ = ["METHODS", "best", "method", "method_name"]

METHODS: dict[str, Method] = {
    "bm25": Bm25(),
}
"""Every method with its defaults; ``best`` stands for the one that leads on the benchmark collections."""

BEST = "bm25"


def best() -> str:
    """Returns the name that ``best`` stands for."""
    return BEST


def method(name: str) -> Method:
    """Returns a method by its name, with parameters where given.

    >>> method("bm25(claims=5)").claims
    5
    """
    table = {**METHODS, "best": METHODS[BEST]}
    return build("method", name, table)


def method_name(method: Method) -> str:
    """Returns the name that parses back to a method.

    >>> method_name(method("bm25(claims=5)"))
    'bm25(claims=5)'
    """
    return print_name(method, METHODS)
