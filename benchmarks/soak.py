"""Searches, changes, verifications and kills from several processes at once, checked against a model.

    python -m benchmarks.soak --minutes 30

Each writer has arguments of its own in one index. A change runs in a process of its own, a third of which are killed at
some moment; afterwards the writer's arguments must be those before or those after it, and those after it where the
process had ended. Readers keep an index open and ask it again and again, for all arguments and with the default method:
the answer stays the same, and says nothing that nobody wrote. Memory and open files of this process are compared
between the first third and the end.
"""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import os
import random
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable
from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path

from debatable.engines import (
    Configuration,
    Engine,
    add_arguments,
    make_index,
    open_engine,
    remove_arguments,
    verify_index,
)
from debatable.errors import IndexLockedError
from debatable.model import Argument, Claim, Premise, Stance, claim_id

LOCKED = 7
"""What a writer exits with that found another at work."""

MOST_GROWTH = 64
"""Megabytes, and open files, that this process may have more at the end than after the first third."""


def written(name: str, number: int) -> Argument:
    """Makes an argument whose text is told by its id and the number of the change."""
    claim = Claim(claim_id(f"Claim {number % 5}"), f"Claim {number % 5}")
    side = Stance.PRO if number % 2 else Stance.CON
    return Argument(name, Premise(name, f"Reason {name} of change {number}"), claim, side)


def state(engine: Engine) -> dict[str, str]:
    """Returns the text of each argument."""
    found = engine.search("reason", method="bm25(premises=9999)", k=9_999, strict=False)
    return {link.id: link.premise.text for hit in found for link in hit.arguments}


def shown(engine: Engine) -> list[tuple[str, Stance, float]]:
    """Returns what the default method shows for a claim."""
    return [(hit.premise.text, hit.stance, hit.score) for hit in engine.search("Claim 3")]


def change(index: Path, added: dict[str, int], removed: list[str]) -> None:
    """Adds or removes arguments, in a process of its own."""
    try:
        if removed:
            remove_arguments(removed, index)
        else:
            arguments = [written(name, number) for name, number in added.items()]
            add_arguments(arguments, index, on_duplicate="replace")
    except IndexLockedError:
        sys.exit(LOCKED)


class Soak:
    """What all threads share: the index, the counts, and what went wrong."""

    def __init__(self, index: Path, end: float, seed: int) -> None:
        """Knows when it ends."""
        self.index, self.end, self.seed = index, end, seed
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.lock = threading.Lock()
        self.pace = 0.5  # seconds of a change, so that kills come while it runs, however busy the machine
        self.context = multiprocessing.get_context("forkserver")
        self.context.set_forkserver_preload(["debatable.engines"])

    def until_the_end(self, work: Callable[[random.Random], None], number: int) -> None:
        """Works again and again; keeps what went wrong."""
        chance = random.Random(f"{self.seed} {number}")
        while time.monotonic() < self.end and not self.wrong:
            try:
                work(chance)
            except BaseException:
                self.wrong.append(traceback.format_exc())

    def run(self, work: Callable[[], object], chance: random.Random) -> int | None:
        """Runs a change; returns its exit code, None where it was killed."""
        process: BaseProcess = self.context.Process(target=work)
        start = time.monotonic()
        with self.lock:
            process.start()
        if chance.random() < 1 / 3:
            time.sleep(chance.uniform(0, 1.2 * self.pace))
            with self.lock:
                process.kill()
            code = self.exit_code(process)
            self.counts["kills"] += code != 0
        else:
            code = self.exit_code(process)
            self.pace += 0.2 * (time.monotonic() - start - self.pace)
        return None if code < 0 else code

    def exit_code(self, process: BaseProcess) -> int:
        """Waits for a process; one thread looks at a time, as a code can be read once and start looks, too."""
        while True:
            with self.lock:
                if process.exitcode is not None:
                    return process.exitcode
            time.sleep(0.01)


class Writer:
    """Changes arguments whose ids begin with its name, and knows what they must be."""

    def __init__(self, soak: Soak, name: str) -> None:
        """Has written nothing yet."""
        self.soak, self.name, self.model, self.number = soak, name, dict[str, str](), 0

    def __call__(self, chance: random.Random) -> None:
        """Makes one change and compares."""
        self.number += 1
        ids = [f"{self.name}{chance.randrange(30)}" for _ in range(chance.randint(1, 8))]
        removed = sorted(set(ids) & set(self.model)) if chance.random() < 0.4 else []
        added = {} if removed else dict.fromkeys(ids, self.number)
        after = {name: text for name, text in self.model.items() if name not in removed}
        after |= {name: written(name, number).premise.text for name, number in added.items()}
        code = self.soak.run(partial(change, self.soak.index, added, removed), chance)
        self.soak.counts["locked" if code == LOCKED else "removals" if removed else "additions"] += 1
        with open_engine(self.soak.index) as engine:
            found = {name: text for name, text in state(engine).items() if name.startswith(self.name)}
        allowed = {0: [after], LOCKED: [self.model], None: [self.model, after]}.get(code, [])
        if found not in allowed:
            raise AssertionError(f"{self.name}, change {self.number}, code {code}: {found} not in {allowed}")
        self.model = found


def read(soak: Soak, chance: random.Random) -> None:
    """Opens the index and asks it several times over."""
    with open_engine(soak.index) as engine:
        first, best = state(engine), shown(engine)
        for _ in range(chance.randint(1, 10)):
            time.sleep(chance.uniform(0, 0.05))
            soak.counts["searches"] += 2
            if state(engine) != first or shown(engine) != best:
                raise AssertionError("an open index gave another answer")
    if not {text for text, _, _ in best} <= {*first.values()}:
        raise AssertionError("the default method shows what is not there")
    for name, text in first.items():
        if not text.startswith(f"Reason {name} of change "):
            raise AssertionError(f"{name} says {text!r}, which nobody wrote")


def verify(soak: Soak, chance: random.Random) -> None:
    """Verifies the index."""
    if problems := verify_index(soak.index):
        raise AssertionError(problems)
    soak.counts["verifications"] += 1
    time.sleep(chance.uniform(0, 2))


def held() -> tuple[int, int]:
    """Returns the megabytes and the open files of this process, without what waits to be collected."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20, len(os.listdir("/proc/self/fd"))


def main() -> None:
    """Starts everybody, waits, and says what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--writers", type=int, default=3)
    parser.add_argument("--seed", type=int, default=14)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        index = Path(home) / "index"
        make_index([written("base", 0)], index, configuration=Configuration(encoder=""))
        soak = Soak(index, time.monotonic() + 60 * options.minutes, options.seed)
        writers = [Writer(soak, f"{chr(97 + number)}x") for number in range(options.writers)]
        works = [*writers, partial(read, soak), partial(read, soak), partial(verify, soak)]
        threads = [
            threading.Thread(target=soak.until_the_end, args=(work, number))
            for number, work in enumerate(works)
        ]
        for thread in threads:
            thread.start()
        time.sleep(20 * options.minutes)
        early = held()
        for thread in threads:
            thread.join()
        late = held()
        model = {"base": written("base", 0).premise.text}
        for writer in writers:
            model |= writer.model
        with open_engine(index) as engine:
            agreed = state(engine) == model
        found = verify_index(index)
    print("; ".join(f"{name} {count}" for name, count in sorted(soak.counts.items())))
    print(f"memory {early[0]} MB, then {late[0]} MB; open files {early[1]}, then {late[1]}")
    print(*soak.wrong, *found, sep="\n")
    grown = max(late[0] - early[0], late[1] - early[1])
    sys.exit(1 if soak.wrong or found or not agreed or grown > MOST_GROWTH else 0)


if __name__ == "__main__":
    main()
