"""The args.me corpus: one JSON list of arguments, bare or under "arguments", of any size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from debatable.corpus.readers.cleaning import MAX_ID, line
from debatable.corpus.readers.parsing import parse_object
from debatable.corpus.readers.records import argument, located
from debatable.corpus.readers.source import Source
from debatable.corpus.readers.splitting import elements
from debatable.errors import RecordError
from debatable.model import Argument

__all__ = ["ArgsMe"]


@dataclass(frozen=True, slots=True)
class ArgsMe:
    """Reads arguments with a conclusion, premises with a stance each, and a context.

    The second premise of the argument X becomes ``X#2``, the third ``X#3``.

    Attributes:
        language: Of all texts.
    """

    language: str = "en"

    def __call__(self, source: Source) -> Iterator[Argument | RecordError]:
        """Yields an argument, or what is wrong, for every premise."""
        number = 0
        try:
            for number, (offset, raw) in enumerate(elements(source.stream), start=1):
                try:
                    record = parse_object(raw)
                    name = line(record.get("id"), "id", MAX_ID) or f"{source.name}:{number}"
                except RecordError as error:
                    yield located(error, f"{source.path}: argument {number:,} (byte {offset + 1:,})")
                    continue
                yield from self._arguments(record, name, f"{source.path}: argument {name!r}")
        except RecordError as error:
            raise located(error, f"{source.path}, after {number:,} arguments") from None

    def _arguments(self, record: dict[str, Any], name: str, where: str) -> Iterator[Argument | RecordError]:
        try:
            shared = _shared(record)
            premises = _premises(record)
        except RecordError as error:
            yield located(error, where)
            return
        for place, premise in enumerate(premises, start=1):
            try:
                yield self._argument(premise, shared, name if place == 1 else f"{name}#{place}")
            except RecordError as error:
                yield located(error, where if place == 1 else f"{where}, premise {place}")

    def _argument(self, premise: object, shared: dict[str, Any], name: str) -> Argument:
        if not isinstance(premise, dict):
            raise RecordError("its premise is no object", todo='write it as {"text": "…", "stance": "PRO"}')
        fields = {**shared, "premise": premise.get("text"), "stance": premise.get("stance")}
        return argument(fields, unnamed=name, language=self.language)


def _shared(record: dict[str, Any]) -> dict[str, Any]:
    """Returns the fields that all premises of an argument have in common."""
    context = record.get("context") or {}
    if not isinstance(context, dict):
        raise RecordError("its context is no object", todo="correct it, or leave it out with --on-error skip")
    return {
        "claim": record.get("conclusion"),
        "source": context.get("sourceDomain"),
        "url": context.get("sourceUrl"),
        "discussion": context.get("discussionTitle") or context.get("topic"),
    }


def _premises(record: dict[str, Any]) -> list[object]:
    premises = record.get("premises")
    if not isinstance(premises, list) or not premises:
        raise RecordError("it has no premises", todo="correct it, or leave it out with --on-error skip")
    return premises
