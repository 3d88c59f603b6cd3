"""Files of JSON lines."""

from __future__ import annotations

import json
from pathlib import Path

__all__ = ["write_lines"]


def write_lines(path: Path, *records: object) -> None:
    """Writes one JSON object a line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
