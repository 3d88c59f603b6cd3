"""The native format: one JSON object a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from debatable.corpus.readers.records import argument, located, parse_object
from debatable.corpus.readers.source import MAX_LINE, Source, lines, pass_over
from debatable.errors import RecordError
from debatable.model import Argument

_BLANK: Final = re.compile(rb"\s*\n")


@dataclass(frozen=True, slots=True)
class Jsonl:
    """Reads objects with ``premise`` and perhaps id, claim, stance, source, discussion, url, language."""

    language: str = "en"

    def __call__(self, source: Source) -> Iterator[Argument | RecordError]:
        """Yields an argument, or what is wrong, for every line that is not blank."""
        passed = 0
        for place, raw in lines(source.stream):
            number = place + passed
            if raw.isspace():
                passed += pass_over(source.stream, _BLANK)
                continue
            where = source.at(number)
            try:
                if len(raw) > MAX_LINE:
                    raise RecordError(f"the line is longer than {MAX_LINE:,} bytes", todo="split the record")
                unnamed = f"{source.name}:{number}"
                yield argument(parse_object(raw), unnamed=unnamed, language=self.language, where=where)
            except RecordError as error:
                yield located(error, where)


FORMATS = {"jsonl": Jsonl()}
