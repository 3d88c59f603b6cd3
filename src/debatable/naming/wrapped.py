"""The table of a family whose objects are those of another family, wrapped."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, TypeVar, cast

from debatable.errors import DebatableError
from debatable.naming.grammar import NONE, call
from debatable.naming.table import Entries, Table, differing_fields, settable_fields, shown_value

T = TypeVar("T")


class WrappedTable(Table[T]):
    """The objects of another family, each wrapped in an object with parameters of its own.

    Names are those of the other family; in brackets they may set the parameters of both.

    >>> @dataclasses.dataclass(frozen=True)
    ... class Ink:
    ...     shade: float = 0.5
    >>> @dataclasses.dataclass(frozen=True)
    ... class Pen:
    ...     ink: Ink
    ...     width: int = 1
    >>> PENS = WrappedTable(Table("ink", {"black": Ink()}), Pen, "ink")
    >>> PENS.parse("black(shade=0.2,width=3)"), PENS.name(Pen(Ink(0.3), 2))
    (Pen(ink=Ink(shade=0.2), width=3), 'black(shade=0.3,width=2)')
    """

    def __init__(self, inner: Table[Any], wrap: Callable[[Any], T], field: str) -> None:
        """Sets the other family and how its objects are wrapped.

        Args:
            inner: The other family.
            wrap: Returns the wrapper of an object; a wrapper itself as it is.
            field: Field of a wrapper that has the object.
        """
        super().__init__(inner.kind, {})
        self._inner, self._wrap, self._field = inner, wrap, field

    @property
    def _entries(self) -> Entries:
        return self._inner._entries

    def parse(self, given: str | T | None) -> T:
        """Returns the wrapper of a name or an object; a wrapper is returned as it is.

        Raises:
            UnknownNameError: No such name or parameter.
            InputError: The name is malformed, a value does not fit its parameter, or the object is none of the family.
        """
        if isinstance(given, type):
            return self._wrap(self._inner.parse(given))
        if given is not None and not isinstance(given, str):
            return self._wrap(given)
        try:
            name, arguments = call(given or NONE)
            entry = self._entries[self._key(name)]
        except DebatableError:
            return self._wrap(self._inner.parse(given))
        fields = settable_fields(entry if isinstance(entry, type) else type(entry))
        inner = [part for part in arguments if not part.key or part.key in fields]
        bracket = ",".join(f"{key}={value}" if key else value for key, value in inner)
        made = self._wrap(self._inner.parse(f"{name}({bracket})" if bracket else name))
        own = self._own_fields(made)
        changes: dict[str, Any] = {}
        for key, value in (part for part in arguments if part not in inner):
            if key not in own:
                raise self._no_parameter(name, key, {**fields, **own})
            changes[own[key].name] = self._value(f"{name}.{key}", value, own[key], type(made), made)
        return cast(T, dataclasses.replace(cast(Any, made), **changes)) if changes else made

    def name(self, value: T) -> str:
        """Returns the name that parses back to a wrapper; its ``repr`` where it wraps nothing of the other family."""
        inner = getattr(value, self._field, None)
        if inner is None:
            return repr(value)
        differences = differing_fields(value, self._wrap(inner))
        arguments = [f"{key}={shown_value(value, *differences[key])}" for key in differences]
        name = self._inner.name(inner)
        if not arguments:
            return name
        return (
            f"{name[:-1]},{','.join(arguments)})" if name.endswith(")") else f"{name}({','.join(arguments)})"
        )

    def parameters(self, name: str) -> dict[str, str]:
        """Returns the parameters of a name with their values as text: those of the object, then of its wrapper."""
        value = self.parse(name)
        own = {key: shown_value(value, field, None) for key, field in self._own_fields(value).items()}
        return {**self._inner.parameters(self._inner.name(getattr(value, self._field))), **own}

    def register(self, name: str, value: Any, *, replace: bool = False) -> None:
        """Registers an object of the other family under a name."""
        self._inner.register(name, value, replace=replace)

    def unregister(self, name: str) -> None:
        """Removes a name of one's own from the other family."""
        self._inner.unregister(name)

    def _own_fields(self, value: T) -> dict[str, dataclasses.Field[Any]]:
        return {
            key: field for key, field in settable_fields(type(value)).items() if field.name != self._field
        }
