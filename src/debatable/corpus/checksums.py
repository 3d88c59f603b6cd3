"""Checksums of the rows of a corpus: computed from what was handed in, compared with what is there."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

__all__ = ["CHECKED", "row_checksum", "wrong_rows"]

CHUNK = 2_000

CHECKED = {
    "premises": ("premises", "premises.id, text, language, text_key"),
    "claims": ("claims", "claims.id, text, language, text_key"),
    "arguments": (
        "arguments LEFT JOIN premises ON premises.key = premise LEFT JOIN claims ON claims.key = claim",
        "arguments.id, premises.text_key, claims.text_key, stance, source, url, discussion, born",
    ),
}
"""What the checksum of a row covers, by table: a link vouches for the texts it joins, not for their keys."""


def row_checksum(*values: str | bytes | int | None) -> bytes:
    """Returns the checksum of the values of a row.

    >>> row_checksum("ab", "c") == row_checksum("ab", "c"), row_checksum("ab", "c") == row_checksum("a", "bc")
    (True, False)
    """
    digest = hashlib.blake2b(digest_size=8)
    for value in values:
        content = value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")
        digest.update(f"{type(value).__name__} {len(content)} ".encode())
        digest.update(content)
    return digest.digest()


def wrong_rows(select: Callable[..., Iterator[tuple[Any, ...]]]) -> Iterator[str]:
    """Yields a sentence for each row that is not what its checksum says.

    Args:
        select: Runs a statement with named values.
    """
    for table, (tables, columns) in CHECKED.items():
        after = -1
        while rows := list(
            select(
                f"SELECT {table}.key, {table}.checksum, {columns} FROM {tables}"
                f" WHERE {table}.key > :after ORDER BY {table}.key LIMIT {CHUNK}",
                after=after,
            )
        ):
            for key, checksum, *values in rows:
                if checksum != row_checksum(*values):
                    yield f"row {key} of the {table} is not what its checksum says"
            after = rows[-1][0]
