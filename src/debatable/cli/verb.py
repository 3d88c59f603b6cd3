"""A verb of the command line, whose help speaks of things and not of Python's types."""

from __future__ import annotations

from typing import Any

from typer.core import TyperArgument, TyperCommand

__all__ = ["Verb"]


class Verb(TyperCommand):
    """A command; the name of an argument says what it is, so its type is not printed."""

    def __init__(self, *args: Any, **options: Any) -> None:
        """Makes the command."""
        super().__init__(*args, **options)
        for parameter in self.params:
            if isinstance(parameter, TyperArgument):
                setattr(parameter, "display_type_rich", _nothing)  # noqa: B010  # mypy forbids the plain way


def _nothing(ctx: Any) -> None:
    """Says nothing of a type."""
