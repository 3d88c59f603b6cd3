"""Files of an index damaged, one at a time: what becomes of answers, and does `verify` find it?

    python -m benchmarks.damage --tries 300 corpus-000001.sqlite
    python -m benchmarks.damage --tries 640 generations
    python -m benchmarks.damage --tries 100 debatable.json manifest.json
    python -m benchmarks.damage --tries 100 --kind any generations corpus-000001.sqlite debatable.json
    python -m benchmarks.damage --tries 300 --server 127.0.0.1:6333
    python -m benchmarks.damage --tries 300 --server 127.0.0.1:6333 --fields filtered

The index has vectors, and the default method is asked beside others. A kind of damage is a bit flipped, the end cut
off, a block of zeros, or the file gone; on a Qdrant server, a bit of one value of a point: of any, or of those fields
that filters of the server go by. Counted are the tries after which an answer is refused or is another one, of those the
ones that `verify` does not find, and the errors that are no sentence for a user. The command fails where an answer is
another one without a word, or something was not found.
"""

from __future__ import annotations

import argparse
import math
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any, NoReturn

from debatable.corpus.readers import read
from debatable.engines import demo_collection, index_at, make_index, open_engine
from debatable.engines.qdrant.address import Address
from debatable.engines.qdrant.writing.changes import publish_index
from debatable.errors import DebatableError

QUERIES = ("We should abandon fossil fuels", "ban cars in cities", "school uniforms")
METHODS = ("bm25", "bm25f", "claims", "framework", "best")
POINTS = ("claims", "premises", "terms")
FILTERED = (
    *("kind", "claims", "cluster", "claimless", "languages", "id", "words", "support", "links.claim"),
    *("links.id", "links.source", "premises", "members", "has_claim", "keys", "words_again", "text_checksum"),
)
"""Fields of claims and premises that filters go by, that are compared with what they find, or read in part."""

Methods = tuple[str, ...]


def main() -> None:
    """Damages and counts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("parts", nargs="*", help="names or folders of the files to damage")
    parser.add_argument("--server", help="host and port of a Qdrant server to damage points on, not files")
    parser.add_argument("--fields", choices=["any", "filtered"], default="any", help="of points, to damage")
    parser.add_argument("--methods", default=METHODS, type=lambda given: tuple(given.split(",")))
    parser.add_argument("--kind", choices=[*KINDS, "any"], default="flip")
    parser.add_argument("--tries", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=math.inf, help="on a server: no try begins later")
    parser.add_argument("--seed", type=int, default=14)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as home:
        index = Path(home) / "index"
        make_index(read([demo_collection() / "corpus.jsonl.gz"]), index)
        if options.server:
            fields = FILTERED if options.fields == "filtered" else ()
            how = (options.tries, options.seconds, chance, options.methods, fields)
            report(*damaged_points(index, options.server, *how))
        expected = answers(index, options.methods)
        victims = [
            path
            for path in sorted(index.rglob("*"))
            if path.is_file() and any(part in path.relative_to(index).parts for part in options.parts)
        ]
        counts = Counter[str]()
        for number in range(options.tries):
            hurt = Path(home) / f"hurt-{number}"
            shutil.copytree(index, hurt)
            victim = hurt / chance.choice(victims).relative_to(index)
            kind = chance.choice(sorted(KINDS)) if options.kind == "any" else options.kind
            counts.update(outcome(victim, kind, chance, hurt, expected, options.methods))
            shutil.rmtree(hurt)
    report(options.tries, counts)


def report(tries: int, counts: Counter[str]) -> NoReturn:
    """Prints what was counted, and ends."""
    print(f"tries {tries}", *(f"{name} {count}" for name, count in sorted(counts.items())), sep="; ")
    sys.exit(1 if counts["not found"] or counts["traceback"] or counts["other answers"] else 0)


def damaged_points(
    folder: Path,
    server: str,
    tries: int,
    seconds: float,
    chance: random.Random,
    methods: Methods,
    fields: tuple[str, ...] = (),
) -> tuple[int, Counter[str]]:
    """Puts an index on a server, and damages the payloads of its points, one at a time, or one of given fields.

    Returns how many tries there were, no more than some and none that begins after some seconds, and what was counted.
    """
    from qdrant_client import QdrantClient

    where = f"qdrant://{server}/damage?timeout=300"
    publish_index(folder, Address.of(where), overwrite=True)
    client = QdrantClient(url=f"http://{server}", check_compatibility=False, timeout=300)
    points, _ = client.scroll("damage", limit=1_000_000, timeout=300)
    by_kind = {kind: [one for one in points if (one.payload or {}).get("kind") == kind] for kind in POINTS}
    expected, counts, done, end = answers(where, methods), Counter[str](), 0, time.monotonic() + seconds
    while done < tries and time.monotonic() < end:
        done += 1
        point = chance.choice(by_kind[chance.choice(POINTS)])
        hurt = deepcopy(point.payload or {})
        name = next(
            (field for field in chance.sample(fields, len(fields)) if hurt_field(hurt, field, chance)), ""
        )
        name = name or hurt_value(hurt, chance)
        client.overwrite_payload("damage", hurt, [point.id], wait=True)
        counts.update(came_of(where, f"point {point.id} {name}", expected, methods))
        client.overwrite_payload("damage", point.payload or {}, [point.id], wait=True)
    return done, counts


def hurt_field(payload: Any, field: str, chance: random.Random) -> bool:
    """Turns a bit of a named field around, as ``links.id`` of one link; returns whether there is one."""
    name, _, inner = field.partition(".")
    if payload.get(name) in ("", [], {}, None):
        return False
    if inner:
        return hurt_field(chance.choice(payload[name]), inner, chance)
    value = {name: payload[name]}
    hurt_value(value, chance)
    payload.update(value)
    return True


def hurt_value(payload: Any, chance: random.Random) -> str:
    """Turns a bit of one value around; returns its name."""
    keys = sorted(payload) if isinstance(payload, dict) else range(len(payload))
    key = chance.choice([key for key in keys if payload[key] not in ("", [], {}, None)])
    value = payload[key]
    if isinstance(value, dict | list):
        return f"{key}.{hurt_value(value, chance)}"
    if isinstance(value, str):
        at = chance.randrange(len(value))
        payload[key] = value[:at] + chr(ord(value[at]) ^ 1 << chance.randrange(5)) + value[at + 1 :]
    else:
        payload[key] = -value - 1 if isinstance(value, float) else type(value)(value ^ 1)
    return str(key)


def flipped(content: bytes, at: int, bit: int) -> bytes:
    """Turns a bit around."""
    return content[:at] + bytes([content[at] ^ 1 << bit]) + content[at + 1 :]


def zeroed(content: bytes, at: int, bit: int) -> bytes:
    """Turns a block into zeros, as a disk may that lost it."""
    return content[:at] + bytes(len(content[at : at + BLOCK])) + content[at + BLOCK :]


BLOCK = 512
KINDS: dict[str, Callable[[bytes, int, int], bytes | None]] = {
    "flip": flipped,
    "cut": lambda content, at, bit: content[:at],
    "zeros": zeroed,
    "gone": lambda content, at, bit: None,
}


def outcome(
    victim: Path, kind: str, chance: random.Random, index: Path, expected: list[object], methods: Methods
) -> list[str]:
    """Damages one file; returns what came of it."""
    content = victim.read_bytes()
    at, bit = chance.randrange(max(1, len(content))), chance.randrange(8)
    where = f"{victim.relative_to(index)} {kind} byte {at} bit {bit}"
    left = KINDS[kind](content, at, bit) if content else None
    victim.unlink()  # another name of the file must keep its content
    if left is not None:
        victim.write_bytes(left)
    return came_of(index, where, expected, methods)


def came_of(index: Path | str, where: str, expected: list[object], methods: Methods) -> list[str]:
    """Returns what came of some damage."""
    found: list[str] = []
    try:
        hurts = answers(index, methods) != expected
        if hurts:
            found.append("other answers")
            print(f"other answers: {where}")
    except DebatableError:
        hurts = True
        found.append("refused")
    except Exception as error:
        hurts = True
        found.append("traceback")
        print(f"traceback: {where}: {error!r}")
    try:
        well = not index_at(index).verify()
    except DebatableError:
        well = False
    except Exception as error:
        well = False
        found.append("traceback")
        print(f"traceback in verify: {where}: {error!r}")
    if hurts and well:
        found.append("not found")
        print(f"not found: {where}")
    return found


def answers(index: Path | str, methods: Methods) -> list[object]:
    """Returns what the index answers and says of itself."""
    with open_engine(index) as engine:
        answers: list[object] = [engine.health()]
        for method in methods:
            for query in QUERIES:
                answer = engine.search(query, method=method, k=50).as_dict(explain=True)
                answers.append({name: answer[name] for name in answer if name != "seconds"})
        return answers


if __name__ == "__main__":
    main()
