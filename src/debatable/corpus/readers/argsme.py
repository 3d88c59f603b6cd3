"""The args.me corpus: one JSON list of arguments, bare or under "arguments", of any size."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np
import numpy.typing as npt

from debatable.corpus.readers.records import MAX_ID, argument, line, located, parse_object
from debatable.corpus.readers.source import MAX_LINE, Source
from debatable.errors import RecordError
from debatable.model import Argument

_CHUNK: Final = 2**16  # fits the processor's cache

_BLANK: Final = b" \t\n\r"

_DEEPEST: Final = 2  # elements stand inside one bracket or two

_CLOSING: Final = {b"[": b"]", b"{": b"}"}

_KEY = re.compile(rb'(?<!\\)"arguments"\s*:\s*$')


@dataclass(frozen=True, slots=True)
class ArgsMe:
    """Reads arguments with a conclusion, premises with a stance each, and a context.

    The second premise of the argument X becomes ``X#2``, the third ``X#3``.
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
                yield from self._arguments(record, name, source.path, number)
        except RecordError as error:
            raise located(error, f"{source.path}, after {number:,} arguments") from None

    def _arguments(
        self, record: dict[str, Any], name: str, path: Path, number: int
    ) -> Iterator[Argument | RecordError]:
        where = f"{path}: argument {name!r}"
        try:
            shared = _shared(record)
            premises = _premises(record)
        except RecordError as error:
            yield located(error, where)
            return
        for place, premise in enumerate(premises, start=1):
            unnamed = name if place == 1 else f"{name}#{place}"
            try:
                yield self._argument(premise, shared, unnamed, f"{path}: argument {number:,}")
            except RecordError as error:
                yield located(error, where if place == 1 else f"{where}, premise {place}")

    def _argument(self, premise: object, shared: dict[str, Any], name: str, where: str) -> Argument:
        if not isinstance(premise, dict):
            raise RecordError("its premise is no object", todo='write it as {"text": "…", "stance": "PRO"}')
        fields = {**shared, "premise": premise.get("text"), "stance": premise.get("stance")}
        return argument(fields, unnamed=name, language=self.language, where=where)


FORMATS = {"argsme": ArgsMe()}


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
        if "premises" not in record and "premise" in record:
            raise RecordError(
                'it has a "premise", where arguments of args.me have "premises"',
                todo="save the list as JSON lines, one object a line without commas between, in a .jsonl file",
            )
        raise RecordError("it has no premises", todo="correct it, or leave it out with --on-error skip")
    return premises


def elements(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    r"""Yields each element of the list, with the position of its first byte.

    The list is the whole document, or the value of ``"arguments"`` in an object. It is cut by brackets and strings
    alone, without loading it; the content of an element is left to the JSON parser.

    >>> import io
    >>> list(elements(io.BytesIO(b'{"v": 1, "arguments": [{"a": "}"}, {}]}')))
    [(23, b'{"a": "}"}'), (35, b'{}')]

    Raises:
        RecordError: It is no such list, breaks off, or has an element of more than ``MAX_LINE`` bytes.
    """
    brackets = _Brackets()
    cut = _Cut()
    kept = bytearray()
    while chunk := stream.read(_CHUNK):
        before = len(kept)
        kept += chunk
        at, begin = (before, 0) if cut.inside else (0, -1)
        for place, depth, opens in brackets.find(chunk, before, cut.deepest):
            if begin < 0:
                if cut.take(bytes(kept[at:place]), bytes(kept[place : place + 1]), depth, place):
                    begin = place
                at = place + 1
            elif not opens and depth == cut.level:
                yield cut.base + begin, bytes(kept[begin : place + 1])
                at, begin = place + 1, -1
        keep = at if begin < 0 else begin
        del kept[:keep]
        cut.base, cut.inside = cut.base + keep, begin >= 0
        if len(kept) > MAX_LINE:
            raise cut.error(f"an argument is longer than {MAX_LINE:,} bytes", 0)
    cut.finish(bytes(kept), brackets.depth)


class _Brackets:
    """Finds the outer brackets of a document, chunk by chunk, ignoring those inside of strings."""

    def __init__(self) -> None:
        self.depth = 0
        self._in_string = False
        self._escaped = False

    def find(self, chunk: bytes, offset: int, deepest: int) -> Iterator[tuple[int, int, bool]]:
        """Returns position, outer depth and whether it opens, for brackets that are not too deep."""
        if self._escaped and chunk[:1] in (b'"', b"\\"):
            chunk = b" " + chunk[1:]  # it belongs to the backslash that the chunk before ended with
        self._escaped = (len(chunk) - len(chunk.rstrip(b"\\"))) % 2 == 1
        codes = np.frombuffer(chunk, np.uint8)
        quotes = _quotes(codes, b"\\" in chunk)
        folded = codes | 0x20  # [ becomes {, ] becomes }
        places = np.flatnonzero((folded == 0x7B) | (folded == 0x7D))
        before = np.searchsorted(quotes, places) + self._in_string
        places = places[before % 2 == 0]
        opens = folded[places] == 0x7B
        after = self.depth + np.cumsum(np.where(opens, 1, -1))
        outside = after - opens
        self._in_string = bool((len(quotes) + self._in_string) % 2)
        self.depth = int(after[-1]) if len(after) else self.depth
        outer = outside <= deepest
        return zip(
            (places[outer] + offset).tolist(), outside[outer].tolist(), opens[outer].tolist(), strict=True
        )


def _quotes(codes: npt.NDArray[np.uint8], escapes: bool) -> npt.NDArray[np.intp]:
    """Returns the positions of quotes that begin or end a string: not escaped by a backslash."""
    quotes = np.flatnonzero(codes == 0x22)
    if escapes:
        slashes = np.flatnonzero(codes == 0x5C)
        first = np.flatnonzero(np.diff(slashes, prepend=-2) > 1)
        lengths = np.diff(first, append=len(slashes))
        escaped = slashes[first] + lengths
        quotes = quotes[~np.isin(quotes, escaped[lengths % 2 == 1], assume_unique=True)]
    return quotes


class _Cut:
    """The state of the cutting.

    Attributes:
        base: Position in the stream of the first byte of the buffer.
        inside: Whether an element begins there.
        level: Depth of the elements, 0 before the list, -1 after it.
    """

    def __init__(self) -> None:
        self.base = 0
        self.inside = False
        self.level = 0
        self._root = b""
        self._empty = True

    @property
    def deepest(self) -> int:
        """Depth of the brackets that matter."""
        return _DEEPEST if self.level == 0 else max(self.level, 0)

    def take(self, gap: bytes, bracket: bytes, depth: int, place: int) -> bool:
        """Takes a bracket between elements and the bytes before it; returns whether an element begins there."""
        gap = gap.strip(_BLANK)
        if bracket in b"{[":
            return self._open(gap, bracket, depth, place)
        if depth < 0 or (depth == 0 and bracket != _CLOSING[self._root]):
            raise self.error("the JSON has a bracket too many", place)
        if depth + 1 == self.level:
            self._expect(b"", gap, place)
            self.level = -1
        return False

    def _open(self, gap: bytes, bracket: bytes, depth: int, place: int) -> bool:
        if depth == 0:
            if gap or self._root:
                raise self.error("the file is no JSON list of arguments", place)
            self._root = bracket
            self.level = 1 if bracket == b"[" else 0
        elif depth == self.level:
            self._expect(b"" if self._empty else b",", gap, place)
            self._empty = False
            return True
        elif self.level == 0 and depth == 1 and bracket == b"[" and _KEY.search(gap):
            self.level = 2
        return False

    def _expect(self, expected: bytes, gap: bytes, place: int) -> None:
        if gap != expected:
            shown = gap[:40].decode("utf-8", "replace")
            raise self.error(f"the JSON is broken between two arguments, at {shown!r}", place)

    def finish(self, rest: bytes, depth: int) -> None:
        """Checks that the document ended where the data does."""
        if depth > 0:
            raise self.error("the JSON breaks off before its end", len(rest))
        if self.level >= 0:
            raise self.error('the file holds no list of arguments, neither bare nor under "arguments"', 0)
        if rest.strip(_BLANK):
            raise self.error("something follows after the end of the JSON", 0)

    def error(self, what: str, place: int) -> RecordError:
        """Returns an error at a place of the buffer."""
        return RecordError(
            f"{what} (byte {self.base + place + 1:,})",
            todo="mend or download the file again; what came before can be kept with --on-error skip",
        )
