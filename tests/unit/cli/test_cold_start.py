"""What a search on the command line loads before it answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command_line import printed_by
from tests.support.indexes import cars_index

HEAVY = (
    "fastapi",
    "uvicorn",
    "onnxruntime",
    "tokenizers",
    "sklearn",
    "scipy.sparse",
    "scipy.stats",
    "pandas",
)


@pytest.mark.parametrize("format", ["table", "json"])
def test_a_search_by_words_loads_neither_a_server_nor_a_model(tmp_path: Path, format: str) -> None:
    index = cars_index(tmp_path / "index")
    unwanted = HEAVY if format == "table" else (*HEAVY, "rich")
    found = printed_by(
        "search",
        "ban cars",
        "--index",
        index,
        "--method",
        "bm25",
        "--format",
        format,
        after=f"print([name for name in {unwanted!r} if name in sys.modules])",
    )
    assert "Cars are loud" in found and found.splitlines()[-1] == "[]"
