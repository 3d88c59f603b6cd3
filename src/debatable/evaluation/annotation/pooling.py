"""Pools: what is worth judging, the best of every run, each thing once, without the query itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import orjson

from debatable.errors import InputError
from debatable.evaluation.judgments import Query
from debatable.evaluation.lines import json_lines
from debatable.evaluation.runs import Run, ordered
from debatable.files import written_text
from debatable.model import text_key


@dataclass(frozen=True, slots=True)
class PoolItem:
    """A claim or premise to be judged for a query."""

    query_id: str
    query: str
    item_id: str
    text: str

    @property
    def key(self) -> tuple[str, str]:
        """Ids of query and item."""
        return self.query_id, self.item_id


def pool(
    runs: Sequence[Run], queries: Iterable[Query], texts: Mapping[str, str], *, depth: int = 5
) -> list[PoolItem]:
    """Pools the first `depth` of every run, query by query (Dumani and Schenkel 2019, 4).

    Items of equal text are pooled once, under the first id, and items that repeat the query verbatim are left out.
    Items of a query are ordered by id, which gives no rank away.
    """
    if depth < 1:
        raise InputError(f"a pool of depth {depth}", todo="use 1 or more")
    return [item for query in queries for item in _pooled(runs, query, texts, depth)]


def _pooled(runs: Sequence[Run], query: Query, texts: Mapping[str, str], depth: int) -> Iterator[PoolItem]:
    seen = {text_key(query.text)}
    kept: dict[str, str] = {}
    for run in runs:
        for item in ordered(run.rankings.get(query.id, ()))[:depth]:
            if item not in texts:
                reason = f"run {run.tag} ranks an item without a text"
                raise InputError(reason, where=item, todo="check the corpus")
            key = text_key(texts[item])
            if key not in seen:
                seen.add(key)
                kept[item] = texts[item]
    for item in sorted(kept):
        yield PoolItem(query.id, query.text, item, kept[item])


def write_pool(items: Iterable[PoolItem], path: Path) -> None:
    """Writes a pool, one JSON object a line."""
    with written_text(path) as text:
        text.writelines(f"{orjson.dumps(asdict(item)).decode()}\n" for item in items)


def read_pool(path: Path) -> list[PoolItem]:
    """Reads a pool."""
    items: dict[tuple[str, str], PoolItem] = {}
    for place, record in json_lines(path):
        fields = [record.get(name) for name in ("query_id", "query", "item_id", "text")]
        if not all(isinstance(value, str) and value for value in fields):
            raise InputError("not an item of a pool", where=place, todo="write pools with: debatable pool")
        item = PoolItem(*(str(value) for value in fields))
        if item.key in items:
            raise InputError(f"item {item.item_id!r} twice for query {item.query_id!r}", where=place)
        items[item.key] = item
    if not items:
        raise InputError("the pool is empty", where=str(path))
    return list(items.values())
