"""Where the names of the package live, so that each is loaded when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["lookup"]

HOMES = {
    "debatable.api": ("add", "demo", "index", "open", "register", "remove"),
    "debatable.engines": ("Configuration", "Engine"),
    "debatable.errors": ("DebatableError",),
    "debatable.model": (
        "Answer",
        "Argument",
        "Claim",
        "Cluster",
        "Explanation",
        "Hit",
        "Premise",
        "Stance",
    ),
}
"""The module of each name."""

STAGES = ("lexical",)
"""Stages that can be used without importing them."""


def lookup(name: str) -> Any:
    """Returns what the package has under a name.

    >>> lookup("Stance").PRO
    <Stance.PRO: 'pro'>

    Raises:
        AttributeError: It has nothing under that name.
    """
    if name in STAGES:
        return import_module(f"debatable.{name}")
    for home, names in HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'debatable' has no attribute {name!r}", name=name, obj=None)
