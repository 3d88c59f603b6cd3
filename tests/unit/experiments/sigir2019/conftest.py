"""A collection of four claims."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.claim_collection import claim_collection


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three claims about cars: one equal to the query, one fully relevant, one half; and one about cats."""
    return claim_collection(tmp_path)
