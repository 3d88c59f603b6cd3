"""Where two results differ: runs line by line, answers field by field. Pure; files are read elsewhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

__all__ = ["answer_difference", "documents", "new_fields", "run_difference", "without_times"]

TIMES = ("seconds", "_ms")


def run_difference(old: str, new: str) -> str:
    r"""Returns the first line in which two runs differ, or nothing where all bytes are equal.

    Where the order is the same and scores alone differ, that is said with the largest difference.

    >>> run_difference("q Q0 p 1 0.5 t\n", "q Q0 p 1 0.5 t\n")
    ''
    >>> run_difference("q Q0 p 1 0.5 t\n", "q Q0 r 1 0.5 t\n")
    'line 1: q Q0 p 1 0.5 t | q Q0 r 1 0.5 t'
    >>> run_difference("q Q0 p 1 0.5 t\n", "q Q0 p 1 0.25 t\n")
    'order equal, scores differ by up to 0.25; line 1: q Q0 p 1 0.5 t | q Q0 p 1 0.25 t'
    """
    if old == new:
        return ""
    left, right = old.splitlines(), new.splitlines()
    for number, (before, after) in enumerate(zip(left, right, strict=False), start=1):
        if before != after:
            return f"{_scores_alone(left, right)}line {number}: {before} | {after}"
    if len(left) == len(right):
        return "line ends differ"
    return f"line {min(len(left), len(right)) + 1}: {len(left):,} lines | {len(right):,} lines"


def _scores_alone(left: list[str], right: list[str]) -> str:
    rows = [(before.split(), after.split()) for before, after in zip(left, right, strict=False)]
    if len(left) != len(right) or any(a[:4] + a[5:] != b[:4] + b[5:] for a, b in rows):
        return ""
    try:
        largest = max(abs(float(before[4]) - float(after[4])) for before, after in rows)
    except (IndexError, ValueError):
        return ""
    return f"order equal, scores differ by up to {largest:.3g}; "


def documents(text: str) -> list[Any]:
    r"""Returns the JSON documents of a text, however they are separated.

    >>> documents('{"a": 1}\n{"a": 2}\n')
    [{'a': 1}, {'a': 2}]
    """
    decoder, place, found = json.JSONDecoder(), 0, []
    while place < len(text.rstrip()):
        document, place = decoder.raw_decode(text, place)
        found.append(document)
        place += len(text[place:]) - len(text[place:].lstrip())
    return found


def without_times(document: Any) -> Any:
    """Returns a document without the fields that say how long something took.

    >>> without_times({"P": 0.5, "seconds_per_query": 0.1, "hits": [{"p50_ms": 2}]})
    {'P': 0.5, 'hits': [{}]}
    """
    if isinstance(document, dict):
        return {
            name: without_times(value)
            for name, value in document.items()
            if not any(word in name for word in TIMES)
        }
    return [without_times(value) for value in document] if isinstance(document, list) else document


def answer_difference(old: Any, new: Any, where: str = "") -> str:
    """Returns the first field in which two documents differ, or nothing; fields that are new do not count.

    >>> answer_difference({"hits": [{"stance": "pro"}]}, {"hits": [{"stance": "con", "relevance": 1}]})
    "hits.0.stance: 'pro' | 'con'"
    """
    if isinstance(old, dict) and isinstance(new, dict):
        for name, value in old.items():
            if name not in new:
                return f"{_path(where, name)}: is gone"
            if found := answer_difference(value, new[name], _path(where, name)):
                return found
        return ""
    if isinstance(old, list) and isinstance(new, list):
        for number, (before, after) in enumerate(zip(old, new, strict=False)):
            if found := answer_difference(before, after, _path(where, number)):
                return found
        return "" if len(old) == len(new) else f"{where}: {len(old)} | {len(new)} of them"
    same = old == new and type(old) is type(new)
    return "" if same else f"{where}: {_short(old)} | {_short(new)}"


def new_fields(old: Any, new: Any, where: str = "") -> Iterator[str]:
    """Yields the fields that the new document alone has, places in lists left out of their names.

    >>> sorted(set(new_fields([{"a": 1}, {"a": 1}], [{"a": 1, "b": 2}, {"a": 1, "b": 3}])))
    ['b']
    """
    if isinstance(old, dict) and isinstance(new, dict):
        for name, value in new.items():
            if name not in old:
                yield _path(where, name)
            else:
                yield from new_fields(old[name], value, _path(where, name))
    elif isinstance(old, list) and isinstance(new, list):
        for before, after in zip(old, new, strict=False):
            yield from new_fields(before, after, where)


def _path(where: str, name: object) -> str:
    return f"{where}.{name}" if where else str(name)


def _short(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
