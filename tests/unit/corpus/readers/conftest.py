from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from debatable.corpus.readers import read
from debatable.errors import RecordError
from debatable.model import Argument

Skipping = Callable[..., tuple[list[Argument], list[RecordError]]]


@pytest.fixture
def skipping() -> Skipping:
    """Reads with on_error="skip" and returns what was read and what was skipped."""

    def run(path: Path, **options: str) -> tuple[list[Argument], list[RecordError]]:
        skipped: list[RecordError] = []
        return list(read(path, on_error="skip", on_skip=skipped.append, **options)), skipped  # type: ignore[arg-type]

    return run
