"""The methods of an evaluation: by name or as objects, each under the name it is reported by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from debatable.errors import DebatableError, InputError
from debatable.evaluation.runs.searcher import Searcher
from debatable.ranking import METHODS, Method, method, method_name

__all__ = ["asked_methods", "is_method", "method_label", "servable"]


def method_label(asked: str | Method) -> str:
    """Returns the name that a method is reported by: the one it was asked for by, or its own.

    >>> from debatable.ranking import method
    >>> method_label("bm25( claims=5 )"), method_label(method("bm25( claims=5 )"))
    ('bm25( claims=5 )', 'bm25(claims=5)')
    """
    if isinstance(asked, str):
        return asked
    own: str | None = getattr(asked, "__name__", None)
    return method_name(asked) if own is None else own  # a plain function has one


def asked_methods(
    asked: Iterable[str | Method] | None = None, *, known: bool = True
) -> dict[str, str | Method]:
    """Returns methods by the name they are reported by, each once; all there are where none is named.

    Args:
        asked: Names or methods.
        known: Whether names must be in the table of methods; another searcher may have names of its own.

    Raises:
        UnknownNameError: There is no such method.
        InputError: A text is given where a list is due, one is no method, or two have one name.
    """
    if isinstance(asked, str):
        raise InputError(f"methods are {asked[:80]!r}, not a list", todo=f"write [{asked[:80]!r}]")
    found: dict[str, str | Method] = {}
    for one in METHODS if asked is None else asked:
        name = method_label(one)
        if _itself(found.setdefault(name, one), known) != _itself(one, known):
            raise InputError(f"two methods are called {name!r}", todo="give one of them another name")
    return found


def _itself(asked: str | Method, known: bool) -> str | Method:
    return method(asked) if known or not isinstance(asked, str) else asked


def is_method(name: str) -> bool:
    """Tells whether a method of that name and those parameters can be asked.

    >>> is_method("bm25(claims=5)"), is_method("bm52")
    (True, False)
    """
    try:
        method(name)
    except DebatableError:
        return False
    return True


def servable(
    searcher: Searcher, methods: Mapping[str, str | Method], query: str
) -> tuple[dict[str, str | Method], dict[str, DebatableError]]:
    """Returns the methods that an index can serve, and what the others lack, by name."""
    served: dict[str, str | Method] = {}
    left_out: dict[str, DebatableError] = {}
    for name, asked in methods.items():
        try:
            searcher.search(query, method=asked, k=1, strict=False)
        except DebatableError as error:
            left_out[name] = error
        else:
            served[name] = asked
    return served, left_out
