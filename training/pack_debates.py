"""Adds debates written as plain text to debates.jsonl.gz, and those on bundled topics to voices.jsonl.gz.

python pack_debates.py FILE...

A debate begins with `T claim`; its lines begin with C (claims), E (slogans), P (reasons) or V (what people say) and +
or -, for what speaks for and against it. `T` with the id of a bundled topic adds to that topic.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sources import bundled, lines

HERE = Path(__file__).parent
KINDS = {"C": "claim", "E": "slogan", "P": "reason", "V": "voice"}
LINE = re.compile(r"([CEPV])([+-]) (.{2,300})")
Row = dict[str, Any]


def read(path: Path) -> Iterator[Row]:
    """Yields the lines of a file, each with its topic."""
    topic = ""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        text = " ".join(line.split())
        if text.startswith("T "):
            topic = text[2:]
        elif match := LINE.fullmatch(text):
            kind, side, said = match.groups()
            yield {"topic": topic, "text": said, "pro": side == "+", "kind": KINDS[kind]}
        elif text:
            print(f"{path.name}:{number}: left out: {text[:80]}")


def write(path: Path, rows: list[Row]) -> None:
    """Writes rows without doubles, the same bytes for the same rows."""
    unique = {(row.get("set"), row["topic"], row["text"]): row for row in rows}
    content = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in unique.values())
    path.write_bytes(gzip.compress(content.encode(), 9, mtime=0))
    print(path.name, len(unique), "lines,", len({row["topic"] for row in rows}), "topics")


def main() -> None:
    """Packs all files."""
    ours = {topic["topic"] for topic in bundled(HERE.parent / "demo")}
    rows = [row for name in sys.argv[1:] for row in read(Path(name))]
    known = lines(HERE / "debates.jsonl.gz")
    write(HERE / "debates.jsonl.gz", known + [row for row in rows if row["topic"] not in ours])
    new = [{"set": "bundled", **row} for row in rows if row["topic"] in ours]
    write(HERE / "voices.jsonl.gz", lines(HERE / "voices.jsonl.gz") + new)


if __name__ == "__main__":
    main()
