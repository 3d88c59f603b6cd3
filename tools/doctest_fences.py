"""Shows the examples of docstrings as code on the documentation site; Markdown would take ``>>>`` for quotations."""

from __future__ import annotations

from typing import Any

try:
    from griffe import Extension
except ImportError:  # the site is built where its own lock is installed
    Extension = object

__all__ = ["DoctestFences", "fenced"]


def fenced(docstring: str) -> str:
    r"""Returns a docstring with a fence around each example: from its prompt to the next empty line.

    >>> fenced("Adds.\n\n>>> 1 + 1\n2\n\nNo more.").splitlines()
    ['Adds.', '', '```pycon', '>>> 1 + 1', '2', '```', '', 'No more.']
    """
    lines: list[str] = []
    inside = False
    for line in [*docstring.splitlines(), ""]:
        if not inside and line.startswith(">>> "):
            lines.append("```pycon")
            inside = True
        elif inside and not line.strip():
            lines.append("```")
            inside = False
        lines.append(line)
    return "\n".join(lines[:-1])


class DoctestFences(Extension):  # type: ignore[misc]  # untyped where griffe is not installed
    """What mkdocstrings is told to load."""

    def on_object(self, *, obj: Any, **_: Any) -> None:
        """Fences the examples of one module, class, function or attribute."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)
