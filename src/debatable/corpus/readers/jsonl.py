"""The native format: one JSON object a line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from debatable.corpus.readers.parsing import parse_object
from debatable.corpus.readers.records import argument, located
from debatable.corpus.readers.source import MAX_LINE, Source, lines
from debatable.errors import RecordError
from debatable.model import Argument

__all__ = ["Jsonl"]


@dataclass(frozen=True, slots=True)
class Jsonl:
    """Reads objects with ``premise`` and perhaps id, claim, stance, source, discussion, url, language.

    Attributes:
        language: Of records that name none.
    """

    language: str = "en"

    def __call__(self, source: Source) -> Iterator[Argument | RecordError]:
        """Yields an argument, or what is wrong, for every line that is not blank."""
        for number, raw in lines(source.stream):
            if raw.isspace():
                continue
            try:
                if len(raw) > MAX_LINE:
                    raise RecordError(f"the line is longer than {MAX_LINE:,} bytes", todo="split the record")
                yield argument(parse_object(raw), unnamed=f"{source.name}:{number}", language=self.language)
            except RecordError as error:
                yield located(error, source.at(number))
