"""The data of the paper, in small."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.triples import FIELDS, TRIPLES


@pytest.fixture
def data(tmp_path: Path) -> Path:
    quoted = [",".join(f'"{cell}"' for cell in row) for row in (FIELDS, *TRIPLES)]
    (tmp_path / "triples.csv").write_text("\n".join(quoted) + "\n")
    return tmp_path
