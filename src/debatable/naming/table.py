"""The table of a family: from names to objects and back, with names of one's own."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar, cast

from debatable.errors import DebatableError, InputError, UnknownNameError, check_name
from debatable.naming.grammar import NONE, Argument, call, convert, kinds, show, unquoted
from debatable.naming.numbers import check_numbers

T = TypeVar("T")
Entries = Mapping[str, Any]
_METADATA = "table"
_NAME = re.compile(r"[A-Za-z_][\w.\-]{0,79}", re.ASCII)


class Table(Mapping[str, T], Generic[T]):
    """The objects of one family by name.

    An entry is an object with its defaults, whose fields a name may change; a dataclass, whose fields without
    default a name must give; a plain function; or None, which is ``none``.

    >>> @dataclasses.dataclass(frozen=True)
    ... class Near:
    ...     K: int = 20
    ...     share: float = 0.2
    >>> STEPS = Table("claim step", {"near": Near(), "far": Near(K=500)})
    >>> STEPS.parse("near(K=50)"), STEPS.parse(Near(7)), STEPS.name(Near(500, 0.5))
    (Near(K=50, share=0.2), Near(K=7, share=0.2), 'far(share=0.5)')
    """

    def __init__(
        self,
        kind: str,
        entries: Entries | Callable[[], Entries],
        *,
        base: type[Any] | tuple[type[Any], ...] | None = None,
        positional: bool = False,
        fold: bool = False,
        otherwise: Callable[[str], T | None] | None = None,
        shown: Callable[[T], str] | None = None,
    ) -> None:
        """Sets the family and the form of its names.

        Args:
            kind: Name of the family in messages, such as ``stance model``.
            entries: The objects by name, or a function that returns them when they are first needed.
            base: Type of objects given in place of a name; None for any callable and any dataclass.
            positional: Whether values may be given without key, in the order of the fields.
            fold: Whether case is ignored.
            otherwise: Returns the object of a name that is not in the table, such as a folder, or None.
            shown: Returns the name of an object, where that is not the entry's name and what differs.
        """
        self.kind = kind
        self._base, self._positional, self._fold = base, positional, fold
        self._otherwise, self._shown = otherwise, shown
        self._given = entries
        self._own: dict[str, Any] = {}

    @property
    def _entries(self) -> Entries:
        if callable(self._given):
            self._given = self._given()
        return {**self._given, **self._own} if self._own else self._given

    def __getitem__(self, name: str) -> T:
        """Returns the object of a plain name."""
        if name not in self._entries:
            raise KeyError(name)
        return self.parse(name)

    def __iter__(self) -> Iterator[str]:
        """The names."""
        return iter(self._entries)

    def __len__(self) -> int:
        """How many names there are."""
        return len(self._entries)

    def names(self) -> tuple[str, ...]:
        """Returns all names, one's own last."""
        return tuple(self._entries)

    def parse(self, given: str | T | None) -> T:
        """Returns the object of a name; an object is returned as it is.

        Raises:
            UnknownNameError: No such name or parameter; the message has the nearest ones.
            InputError: The name is malformed, a value does not fit its parameter, or the object is none of the family.
        """
        if given is None:
            given = NONE
        if not isinstance(given, str):
            return self._checked(given)
        try:
            name, arguments = call(given)
            key = self._key(name)
        except DebatableError:
            if self._otherwise is not None and (value := self._otherwise(given.strip())) is not None:
                return value
            raise
        entry = self._entries[key]
        return cast(T, self._made(key, entry, arguments) if arguments or isinstance(entry, type) else entry)

    def name(self, value: T) -> str:
        """Returns the name that parses back to an object, with the parameters that differ.

        An object that no entry can make, one's own for instance, has its ``repr`` for a name.
        """
        if self._shown is not None and value is not None:
            return self._shown(value)
        name = self._nearest(value)
        return repr(value) if name is None else name

    def parameters(self, name: str) -> dict[str, str]:
        """Returns the parameters of a name with their values as text.

        >>> Table("measure", {"near": dataclasses.make_dataclass("Near", [("K", int, 20)])()}).parameters("near")
        {'K': '20'}
        """
        value = self.parse(name)
        fields = settable_fields(type(value))
        return {key: shown_value(value, field, getattr(value, field.name)) for key, field in fields.items()}

    def register(self, name: str, value: T | type[T], *, replace: bool = False) -> None:
        """Registers an object of one's own, or a dataclass that makes them, under a name.

        Raises:
            InputError: The name is taken or is none, or the object is none of the family.
        """
        if not isinstance(name, str) or not _NAME.fullmatch(name) or name == NONE:
            todo = "use letters, digits, '-', '_' and '.', a letter first"
            raise InputError(f"{str(name)[:80]!r} cannot name a {self.kind}", todo=todo)
        taken = self._places()
        if taken.get(self._folded(name), name) in self._entries and not (replace and name in self._own):
            raise InputError(f"there is a {self.kind} {name!r} already", todo="choose another name")
        if not (isinstance(value, type) and dataclasses.is_dataclass(value)):
            self._checked(cast(T, value))
        self._own[name] = value

    def unregister(self, name: str) -> None:
        """Removes a name of one's own."""
        check_name(f"{self.kind} of one's own", name, self._own)
        del self._own[name]

    def _folded(self, name: str) -> str:
        return name.lower() if self._fold else name

    def _places(self) -> dict[str, str]:
        return {self._folded(name): name for name in self._entries}

    def _key(self, name: str) -> str:
        if name in self._entries:
            return name
        if self._fold and (key := self._places().get(name.lower())) is not None:
            return key
        raise UnknownNameError(self.kind, name, self._entries)

    def _checked(self, value: T) -> T:
        """Returns the object; raises InputError where it is none of the family."""
        if isinstance(value, type):
            todo = f"make one: {value.__name__}()"
            raise InputError(f"{value.__name__} is a class and no {self.kind}", todo=todo)
        whole = callable(value) or dataclasses.is_dataclass(value)
        if not (whole if self._base is None else isinstance(value, self._base)):
            todo = "give a name or an object"
            raise InputError(f"{repr(value)[:80]} is no {self.kind}", todo=todo)
        return value

    def _made(self, name: str, entry: Any, arguments: tuple[Argument, ...]) -> Any:
        """Returns an entry with the parameters that a name gives."""
        owner = entry if isinstance(entry, type) else type(entry)
        fields = settable_fields(owner)
        changes: dict[str, Any] = {}
        for place, (key, value) in enumerate(arguments):
            if not key:
                key, value = self._keyed(name, owner, place, value)
            if key not in fields:
                raise self._no_parameter(name, key, fields)
            if fields[key].name in changes:
                raise InputError(f"{self.kind} {name!r} is given {key!r} twice", todo="give it once")
            changes[fields[key].name] = self._value(f"{name}.{key}", value, fields[key], owner, entry)
        if isinstance(entry, type):
            missing = [key for key, field in fields.items() if field.name not in changes and _required(field)]
            if missing:
                todo = f"write it as {name}({'…' if self._positional else f'{missing[0]}=…'})"
                raise InputError(f"{self.kind} {name!r} lacks {missing[0]!r}", todo=todo)
            return entry(**changes)
        return dataclasses.replace(entry, **changes)

    def _keyed(self, name: str, owner: type[Any], place: int, value: str) -> tuple[str, str]:
        """Returns key and value of an argument without key: a flag, or a value in its place."""
        fields = settable_fields(owner)
        if value in fields and bool in kinds(owner, fields[value], _default(fields[value])):
            return value, "true"
        if self._positional and place < len(fields):
            return list(fields)[place], value
        if not fields:
            raise self._no_parameter(name, value, fields)
        if self._positional:
            raise InputError(f"{self.kind} {name!r} has too many values", todo=f"give up to {len(fields)}")
        raise InputError(f"{self.kind} {name!r}: {value[:80]!r} has no value", todo="write it as name=value")

    def _no_parameter(self, name: str, key: str, fields: Mapping[str, Any]) -> DebatableError:
        if fields:
            return UnknownNameError(f"parameter of {name}", key, fields)
        return InputError(f"{self.kind} {name!r} has no parameters", todo=f"write {name} alone")

    def _value(
        self, where: str, value: str, field: dataclasses.Field[Any], owner: type[Any], entry: Any
    ) -> Any:
        default = _default(field) if isinstance(entry, type) else getattr(entry, field.name)
        taken = kinds(owner, field, default)
        if field.metadata.get(_METADATA) is None and value == NONE and type(None) in taken:
            return None
        table = _family(field, default, taken)
        return convert(where, value, taken) if table is None else table.parse(unquoted(value))

    def _nearest(self, value: T) -> str | None:
        """Returns the name of the entry that differs least, with what differs."""
        own_name = next((name for name, entry in self._entries.items() if entry is value), None)
        if own_name is not None or not dataclasses.is_dataclass(value):
            return own_name
        same = {
            name: differing_fields(value, entry)
            for name, entry in self._entries.items()
            if type(value) is (entry if isinstance(entry, type) else type(entry))
        }
        if not same:
            return None
        name = min(same, key=lambda name: len(same[name]))
        arguments = [f"{key}={shown_value(value, *same[name][key])}" for key in same[name]]
        return name + (f"({','.join(arguments)})" if arguments else "")


def named(table: Table[T], default: Any = dataclasses.MISSING) -> T:
    """Declares a field of a dataclass that takes an object of a family; in names, the object's name.

    Args:
        table: The family.
        default: A name or an object; without it the field must be given.

    >>> @dataclasses.dataclass(frozen=True)
    ... class Ink:
    ...     shade: float = 0.5
    >>> INKS = Table[Ink | None]("ink", {"black": Ink(1.0), "none": None})
    >>> @dataclasses.dataclass(frozen=True)
    ... class Pen:
    ...     ink: Ink | None = named(INKS, "black")
    >>> PENS = Table("pen", {"pen": Pen()})
    >>> PENS.parse("pen(ink=none)"), PENS.name(Pen(Ink(0.3)))
    (Pen(ink=None), 'pen(ink=black(shade=0.3))')
    """
    metadata = {_METADATA: table}
    if default is dataclasses.MISSING:
        required: T = dataclasses.field(metadata=metadata)
        return required
    return dataclasses.field(default_factory=lambda: table.parse(default), metadata=metadata)


def check_fields(instance: Any) -> None:
    """Puts objects where names were given to the fields of a frozen dataclass; for its ``__post_init__``.

    Its fields that are declared as int or float are checked as well.

    Raises:
        InputError: The object is none of the field's family, or a number is none of its type, not finite or too large.
        UnknownNameError: No such name.
    """
    for field in dataclasses.fields(instance):
        if (table := field.metadata.get(_METADATA)) is not None:
            object.__setattr__(instance, field.name, table.parse(getattr(instance, field.name)))
    check_numbers(instance)


def _family(field: dataclasses.Field[Any], default: Any, taken: tuple[Any, ...]) -> Table[Any] | None:
    """Returns the table that a field takes its objects from; one of its own where it takes dataclasses."""
    if (table := field.metadata.get(_METADATA)) is not None:
        return cast("Table[Any]", table)
    entries = {
        kind.__name__: kind for kind in taken if isinstance(kind, type) and dataclasses.is_dataclass(kind)
    }
    if type(default).__name__ in entries:
        entries[type(default).__name__] = default
    return Table(field.name, entries) if entries else None


def differing_fields(value: Any, entry: Any) -> dict[str, tuple[dataclasses.Field[Any], Any]]:
    """Returns the fields, by key, in which an object differs from its entry, with the values of the entry."""
    differences = {}
    for key, field in settable_fields(type(value)).items():
        own = getattr(value, field.name)
        default = _default(field) if isinstance(entry, type) else getattr(entry, field.name)
        if field.compare and own is not default and own != default:
            differences[key] = field, default
    return differences


def shown_value(value: Any, field: dataclasses.Field[Any], default: Any) -> str:
    """Returns the value of a field as a name has it."""
    own, taken = getattr(value, field.name), kinds(type(value), field, default)
    table = _family(field, default, taken)
    return show(own, taken) if table is None or own is None else table.name(own)


def settable_fields(owner: type[Any]) -> dict[str, dataclasses.Field[Any]]:
    """Returns the fields that a name may set, by key: ``lambda`` for ``lambda_``."""
    if not dataclasses.is_dataclass(owner):
        return {}
    return {field.name.rstrip("_"): field for field in dataclasses.fields(owner) if field.init}


def _default(field: dataclasses.Field[Any]) -> Any:
    return field.default if field.default_factory is dataclasses.MISSING else field.default_factory()


def _required(field: dataclasses.Field[Any]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
