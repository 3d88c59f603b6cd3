"""Texts as runs of words, so that a phrase is a part of one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

__all__ = ["Runs", "run_of"]

ROOM = 1 << 24
"""Characters of runs that are kept."""


def run_of(tokens: Sequence[str]) -> str:
    r"""Returns tokens as one text; no token has the character between.

    >>> run_of(["b", "c"]) in run_of(["a", "b", "c"]), run_of(["b"]) in run_of(["ab", "c"])
    (True, False)
    """
    return "\0".join(("", *tokens, ""))


class Runs:
    """The runs of texts that are asked for again and again, as claims of many premises are: each is analysed once.

    >>> Runs(lambda keys: {key: "wind power" for key in keys}, str.split).of([3]) == {3: run_of(["wind", "power"])}
    True
    """

    def __init__(
        self, read: Callable[[Sequence[int]], Mapping[int, str]], analyze: Callable[[str], Sequence[str]]
    ) -> None:
        """Keeps nothing yet.

        Args:
            read: Returns texts by their keys.
            analyze: Returns the tokens of a text.
        """
        self._read, self._analyze = read, analyze
        self._known: dict[int, str] = {}
        self._kept = 0

    def of(self, keys: Iterable[int]) -> dict[int, str]:
        """Returns the runs of some texts by their keys."""
        wanted = list(dict.fromkeys(keys))
        missing = [key for key in wanted if key not in self._known]
        read = {key: run_of(self._analyze(text)) for key, text in self._read(missing).items()}
        found = {key: read[key] if key in read else self._known[key] for key in wanted}
        if self._kept > ROOM:
            self._known, self._kept = {}, 0
        self._known |= read
        self._kept += sum(map(len, read.values()))
        return found
