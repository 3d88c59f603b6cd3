"""Cuts the objects out of one huge JSON list without loading it: only brackets and strings are looked at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, Final

from debatable.corpus.readers.opening import MAX_LINE
from debatable.errors import RecordError

__all__ = ["elements"]

_CHUNK: Final = 2**18
_BLANK: Final = b" \t\n\r"
_BRACKET = re.compile(rb'(?:[^"{}\[\]]++|"[^"\\]*+(?:\\.[^"\\]*+)*+")*+([{}\[\]])', re.DOTALL)
_KEY = re.compile(rb'(?<!\\)"arguments"\s*:\s*$')


def elements(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    r"""Yields each element of the list, with its first byte's position in the stream.

    The list is the whole document, or what an object has under ``"arguments"``. What is inside an element is
    for the JSON parser to judge; that elements are objects or lists, separated by commas, is checked here.

    >>> import io
    >>> list(elements(io.BytesIO(b'{"v": 1, "arguments": [{"a": "}"}, {}]}')))
    [(23, b'{"a": "}"}'), (35, b'{}')]

    Raises:
        RecordError: It is no such list, breaks off, or has an element of more than ``MAX_LINE`` bytes.
    """
    cut = _Cut()
    buffer = b""
    while chunk := stream.read(
        max(_CHUNK, len(buffer))
    ):  # doubling: a long string is looked at twice, not often
        buffer += chunk
        at, begin = cut.at, cut.begin
        while found := _BRACKET.match(buffer, at):
            if begin < 0:
                begin = cut.step(buffer[at : found.start(1)], found[1], found.start(1))
            else:
                cut.depth += 1 if found[1] in b"{[" else -1
                if cut.depth == cut.level:
                    yield cut.base + begin, buffer[begin : found.end()]
                    begin = -1
            at = found.end()
        keep = at if begin < 0 else begin
        buffer = buffer[keep:]
        cut.base, cut.at, cut.begin = cut.base + keep, at - keep, begin if begin < 0 else 0
        if len(buffer) > MAX_LINE:
            raise cut.error(f"an argument is longer than {MAX_LINE:,} bytes", 0)
    cut.finish(buffer[cut.at :])


class _Cut:
    """Where in the document the knife stands.

    Attributes:
        base: Position in the stream of the first byte of the buffer.
        at: Where in the buffer to go on.
        begin: Where in the buffer the element begins that is being looked at, -1 between elements.
        depth: Number of open brackets.
        level: Depth at which elements stand, 0 before the list, -1 after it.
    """

    def __init__(self) -> None:
        self.base = 0
        self.at = 0
        self.begin = -1
        self.depth = 0
        self.level = 0
        self._empty = True

    def step(self, gap: bytes, bracket: bytes, place: int) -> int:
        """Takes a bracket outside of elements; returns its place if an element begins there, else -1."""
        opens = bracket in b"{["
        if self.depth == 0:
            if gap.strip(_BLANK) or not opens or self.level < 0:
                raise self.error("the file is no JSON list of arguments", place)
            self.level = 1 if bracket == b"[" else 0
        elif self.depth == self.level:
            self._check_gap(gap.strip(_BLANK), opens, place)
            if opens:
                self._empty = False
                self.depth += 1
                return place
            self.level = -1
        elif self.level == 0 and self.depth == 1 and bracket == b"[" and _KEY.search(gap):
            self.level = 2
        self.depth += 1 if opens else -1
        return -1

    def _check_gap(self, gap: bytes, opens: bool, place: int) -> None:
        if gap != (b"," if opens and not self._empty else b""):
            shown = gap[:40].decode("utf-8", "replace")
            raise self.error(f"the JSON is broken between two arguments, at {shown!r}", place)

    def finish(self, rest: bytes) -> None:
        """Checks that the document ended where the data does."""
        if self.depth > 0:
            raise self.error("the JSON breaks off before its end", len(rest))
        if self.level == 0:
            raise self.error('the file holds no list of arguments, neither bare nor under "arguments"', 0)
        if rest.strip(_BLANK):
            raise self.error("something follows after the end of the JSON", 0)

    def error(self, what: str, place: int) -> RecordError:
        """Returns an error at a place of the buffer."""
        return RecordError(
            f"{what} (byte {self.base + place + 1:,})",
            todo="mend or download the file again; what came before can be kept with --on-error skip",
        )
