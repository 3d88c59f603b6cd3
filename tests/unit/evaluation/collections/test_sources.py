from __future__ import annotations

from pathlib import Path

import pytest

from debatable.errors import InputError
from debatable.evaluation import (
    collection,
)


def test_missing_parts_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"there is no queries\.jsonl"):
        collection(tmp_path)
    with pytest.raises(InputError, match="there is no such folder"):
        collection(tmp_path / "nowhere")
