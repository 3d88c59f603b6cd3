"""Compiles the demo collection: demo/*.toml, written for this project, into src/debatable/bundled/*.jsonl.gz.

Run as ``make demo-corpus`` after editing a file of demo/. The output is the same bytes for the same input; the
vectors beside it, in bundled/vectors, are those of this machine's processor.
"""

from __future__ import annotations

import gzip
import json
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from debatable.embedding import CachedEncoder, encoder
from debatable.model import Stance

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "demo"
TARGET = ROOT / "src" / "debatable" / "bundled"

Rows = Iterator[dict[str, Any]]


def compiled(source: Path = SOURCE) -> dict[str, bytes]:
    """Returns the compiled files by name."""
    topics = [tomllib.loads(path.read_text("utf-8")) for path in sorted(source.glob("*.toml"))]
    rows = {"corpus": _corpus, "queries": _queries, "judgments": _judgments}
    return {
        f"{name}.jsonl.gz": _compressed(row for topic in topics for row in make(topic))
        for name, make in rows.items()
    }


def _premises(topic: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Yields id, idea and premise; ids do not tell which premises say the same."""
    written = [(idea, premise) for idea in topic["ideas"] for premise in idea["premises"]]
    order = sorted(range(len(written)), key=lambda place: (place * 7 % 13, place))
    for number, place in enumerate(order, 1):
        yield f"{topic['topic']}-{number:02}", *written[place]


def _direction(aligned: bool) -> Stance:
    return Stance.PRO if aligned else Stance.CON


def _corpus(topic: dict[str, Any]) -> Rows:
    claims = {claim["id"]: claim for claim in topic["claims"]}
    for id_, idea, premise in _premises(topic):
        claim = claims[premise["claim"]]
        yield {
            "id": id_,
            "claim": claim["text"],
            "premise": premise["text"],
            "stance": Stance(idea["stance"]) * _direction(claim["aligned"]),
            "source": "debatable-demo",
            "discussion": topic["title"],
        }


def _queries(topic: dict[str, Any]) -> Rows:
    for query in topic["queries"]:
        yield {"query_id": f"{topic['topic']}-{query['id']}", "text": query["text"]}


def _judgments(topic: dict[str, Any]) -> Rows:
    for query in topic["queries"]:
        for id_, idea, _ in _premises(topic):
            yield {
                "query_id": f"{topic['topic']}-{query['id']}",
                "premise_id": id_,
                "relevance": query.get("relevance", {}).get(idea["id"], idea["relevance"]),
                "cluster": f"{topic['topic']}/{idea['id']}",
                "stance": Stance(idea["stance"]) * _direction(query["aligned"]),
            }


def _compressed(rows: Rows) -> bytes:
    return gzip.compress(b"".join(orjson.dumps(row) + b"\n" for row in rows), compresslevel=9, mtime=0)


def main() -> None:
    """Writes the compiled files into the package."""
    TARGET.mkdir(exist_ok=True)
    for name, content in compiled().items():
        (TARGET / name).write_bytes(content)
    shutil.rmtree(TARGET / "vectors", ignore_errors=True)
    corpus = gzip.decompress((TARGET / "corpus.jsonl.gz").read_bytes()).splitlines()
    texts = {row[field] for row in map(json.loads, corpus) for field in ("claim", "premise")}
    CachedEncoder(encoder(), TARGET / "vectors")(sorted(texts))


if __name__ == "__main__":
    main()
