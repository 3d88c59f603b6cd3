"""Parameters that several routes take, with their limits, spelled once."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query

from debatable.errors import InputError, QueryError, UnknownNameError
from debatable.ranking import MAX_QUERY

__all__ = ["MISTAKES", "MOST", "Claim", "Method", "Names", "Side", "Size"]

MOST = 100
"""Hits one request may ask for."""

MISTAKES = (InputError, QueryError, UnknownNameError)
"""Errors of whoever asks, not of the service."""

Claim = Annotated[str, Query(description="The claim.", max_length=4 * MAX_QUERY)]
Method = Annotated[  # without slashes, so that nobody can point at folders of this machine
    str, Query(max_length=500, pattern=r"^[^/\\]*$", description="Ranking method.")
]
Size = Annotated[int, Query(ge=1, le=MOST, description="How many premises at most.")]
Names = Annotated[tuple[str, ...], Query(max_length=20, description="Only these; repeatable.")]
Side = Annotated[str, Query(pattern="^(any|both|pro|con)$", description="Which side.")]
