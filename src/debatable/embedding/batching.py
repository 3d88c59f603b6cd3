"""Which texts are encoded together. The padded length of a text hangs on the text alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

__all__ = ["batches", "padded_length"]


def padded_length(length: int) -> int:
    """Returns the number of tokens a text is padded to: at most an eighth more, in steps of 4, 8 and 16.

    As it is a function of the text's own length, a text meets the same shapes, and so the same rounding, in
    whatever company it is encoded.

    >>> [padded_length(n) for n in (0, 3, 17, 33, 65, 256)]
    [4, 4, 20, 40, 80, 256]
    """
    step = 4 if length <= 32 else 8 if length <= 64 else 16
    return max(-(-length // step) * step, 4)


def batches(lengths: Sequence[int], tokens: int) -> Iterator[tuple[int, list[int]]]:
    """Yields (padded length, rows) of texts of equal padded length, short ones first, order kept within.

    Args:
        lengths: Tokens of every text.
        tokens: How many padded tokens a batch may have; a longer text makes a batch of its own.

    >>> list(batches([5, 30, 6, 29], tokens=16))
    [(8, [0, 2]), (32, [1]), (32, [3])]
    """
    groups: dict[int, list[int]] = {}
    for row, length in enumerate(lengths):
        groups.setdefault(padded_length(length), []).append(row)
    for width in sorted(groups):
        rows, most = groups[width], max(1, tokens // width)
        for start in range(0, len(rows), most):
            yield width, rows[start : start + most]
