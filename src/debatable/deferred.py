"""Tables of contents whose names are loaded when they are first asked for, so that a start loads what it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def deferred(package: str, homes: Mapping[str, tuple[str, ...]]) -> Callable[[str], Any]:
    """Returns the ``__getattr__`` of a package.

    Args:
        package: Its name.
        homes: Names by the module they are in; a module without names is one itself.

    >>> load = deferred("debatable", {"debatable.model": ("Claim", "Stance"), "debatable.errors": ()})
    >>> load("Stance").PRO, load("errors").__name__
    (<Stance.PRO: 'pro'>, 'debatable.errors')
    """
    modules = {name: home for home, names in homes.items() for name in names}
    whole = {home.rpartition(".")[2]: home for home, names in homes.items() if not names}

    def __getattr__(name: str) -> Any:
        if name in whole:
            return import_module(whole[name])
        if name in modules:
            return getattr(import_module(modules[name]), name)
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return __getattr__
