"""Changes to an index on a disk that gets full, in a process of its own: it mounts a small disk in memory.

    unshare -rm python -m tests.support.full_disk FOLDER

Prints one line of JSON a try: what was done, how many bytes were free, what was said, and what is left.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from debatable.engines import (
    Configuration,
    add_arguments,
    make_index,
    open_engine,
    remove_arguments,
    verify_index,
)
from debatable.errors import DebatableError
from debatable.model import Argument
from tests.support.indexes import argument
from tests.support.word_encoder import WORDS, registered

DISK = 32 * 2**20
STEPS = 6
"""Tries a change: a kilobyte is free at the first, four times as much at each of the others."""


def corpus(name: str, size: int = 150) -> list[Argument]:
    """Makes arguments whose ids begin with a name."""
    return [argument(f"{name}{number}", f"Cars of {name} number {number} are loud") for number in range(size)]


def state(index: Path) -> list[str]:
    """Returns the ids of all that is found."""
    with open_engine(index) as engine:
        found = engine.search("cars loud", method="bm25(premises=9999)", k=1_000, strict=False)
    return sorted(hit.premise.id for hit in found.hits)


def attempt(base: Path, disk: Path, change: str, free: int) -> dict[str, object]:
    """Makes one change to a copy of an index with so many bytes free, then makes room and looks."""
    index, ballast = disk / "index", disk / "ballast"
    configuration = Configuration(encoder=WORDS)
    shutil.copytree(base, index)
    works: dict[str, Callable[[], object]] = {
        "add": partial(add_arguments, corpus("new"), index),
        "remove": partial(remove_arguments, [f"base{number}" for number in range(60)], index),
        "overwrite": partial(make_index, corpus("new"), index, configuration=configuration, overwrite=True),
        "index": partial(make_index, corpus("new"), disk / "other", configuration=configuration),
    }
    before = sorted(path.name for path in (index / "generations").iterdir())
    ballast.write_bytes(bytes(max(0, shutil.disk_usage(disk).free - free)))
    said = ""
    try:
        works[change]()
    except DebatableError as error:
        said = str(error)
    generations = sorted(path.name for path in (index / "generations").iterdir())
    left = [name for name in generations if said and name not in before]
    left += [path.name for path in disk.iterdir() if path.name not in ("index", "ballast", "other")]
    left += [path.name for path in index.iterdir() if said and path.name.startswith("corpus-000002")]
    ballast.unlink()
    served = disk / "other" if change == "index" and not said else index
    ids = state(served)
    return {
        "change": change,
        "free": free,
        "said": said,
        "left": left,
        "problems": verify_index(served),
        "names": sorted({name.rstrip("0123456789") for name in ids}),
        "found": len(ids),
    }


def main() -> None:
    """Mounts the disk and tries every change with more and more room."""
    disk = Path(sys.argv[1])
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(disk)], check=True)
    with registered(), tempfile.TemporaryDirectory() as elsewhere:
        base = Path(elsewhere) / "base"
        make_index(corpus("base"), base, configuration=Configuration(encoder=WORDS))
        for change in ("add", "remove", "overwrite", "index"):
            for step in range(STEPS):
                print(json.dumps(attempt(base, disk, change, 1_024 << 2 * step)), flush=True)
                for path in disk.iterdir():
                    shutil.rmtree(path)


if __name__ == "__main__":
    main()
