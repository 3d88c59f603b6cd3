"""The table of readers: what a reader is, and every format by name."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn, Protocol, cast

from debatable.corpus.readers.aif import Aif
from debatable.corpus.readers.argsme import ArgsMe
from debatable.corpus.readers.delimited import DELIMITERS, Delimited
from debatable.corpus.readers.jsonl import Jsonl
from debatable.corpus.readers.source import Source
from debatable.errors import RecordError, UnknownNameError
from debatable.model import Argument
from debatable.naming import Table

__all__ = ["READERS", "Reader", "reader"]


class Reader(Protocol):
    """Turns an open file into arguments, and into an error for each record that is none."""

    def __call__(self, source: Source) -> Iterator[Argument | RecordError]:
        """Yields what stands in the file, in its order; raises where the rest cannot be read."""


def _unknown(name: str) -> NoReturn:
    raise UnknownNameError("format", name, ["auto", *READERS])


READERS = Table[Reader](
    "format",
    {
        "aif": Aif(),
        "argsme": ArgsMe(),
        "csv": Delimited(delimiter=DELIMITERS["csv"]),
        "jsonl": Jsonl(),
        "tsv": Delimited(delimiter=DELIMITERS["tsv"]),
    },
    otherwise=_unknown,
)
"""The reader of each format."""


def reader(name: str | Reader, *, language: str = "en", columns: Mapping[str, str] | None = None) -> Reader:
    """Returns the reader of a format; a reader is returned as it is.

    Args:
        name: Of the format.
        language: Of records that name none.
        columns: For tables, the column of a field that has another name than the field.

    >>> reader("csv", columns={"premise": "text"})
    Delimited(language='en', delimiter='', columns=(('premise', 'text'),))

    Raises:
        UnknownNameError: There is no such format.
    """
    made = READERS.parse(name)
    if not isinstance(name, str) or not dataclasses.is_dataclass(made) or isinstance(made, type):
        return made
    given = {"language": language, "columns": tuple((columns or {}).items())}
    known = {field.name for field in dataclasses.fields(made)}
    changed: Any = dataclasses.replace(made, **{key: value for key, value in given.items() if key in known})
    return cast(Reader, changed)
