"""Searches, changes, verifications and kills from several processes at once, checked against a model.

    python -m benchmarks.soak --minutes 30
    python -m benchmarks.soak --minutes 2 --index qdrant://127.0.0.1:6333/soak --workers 2

Each writer has arguments of its own in one index. A change runs in a process of its own, a third of which are killed at
some moment; afterwards the writer's arguments must be those before or those after it, and those after it where the
process had ended. Readers keep an index open and ask it again and again, for all arguments and with the default method:
the answer stays the same, and says nothing that nobody wrote. Memory and open files of this process are compared
between the first third and the end.

On a Qdrant server (`--index`, an index that is replaced) a change may recluster, too, and readers are clients of a
running service, who ask with the default method. Each generation that becomes current is read back and made an index of
this machine. In it each writer's arguments must be those before or after one of its changes, and an answer must be the
one that it gives; what the service refuses must say when to ask again (503 with ``Retry-After``), and is answered
within two minutes. Counted are the seconds for which a killed writer locks the index, and for which answers are of an
older generation. At the end one more change must be possible, which leaves the current generation and the one
before. Memory and open files are those of the service.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import multiprocessing
import os
import queue
import random
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache, partial
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import httpx
import numpy as np

from benchmarks import service
from debatable.corpus.readers import read as read_corpus
from debatable.engines import (
    Configuration,
    Engine,
    Where,
    demo_collection,
    index_at,
    make_index,
    open_engine,
    verify_index,
)
from debatable.errors import DebatableError, IndexLockedError, ReplacedError
from debatable.evaluation.collections.base import native_collection
from debatable.model import Argument, Claim, Premise, Stance, claim_id
from debatable.service.routes.parameters import Search
from debatable.service.search import answer_of

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


def change(index: Where, added: list[Argument], removed: list[str]) -> None:
    """Adds or removes arguments, or reclusters where neither is given, in a process of its own."""
    try:
        if removed:
            index_at(index).remove(removed)
        elif added:
            index_at(index).add(added, on_duplicate="replace")
        else:
            index_at(index).recluster()
    except IndexLockedError:
        sys.exit(LOCKED)


class Soak:
    """What all threads share: the index, the counts, and what went wrong."""

    written = staticmethod(written)
    killed, reclusters = 1 / 3, 0.0
    """Shares of the changes that are killed, and that recluster."""

    def __init__(self, index: Where, end: float, seed: int) -> None:
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
        if chance.random() < self.killed:
            time.sleep(chance.uniform(0, 1.2 * self.pace))
            with self.lock:
                process.kill()
            code = self.exit_code(process)
            self.counts["kills"] += code != 0
        else:
            code = self.exit_code(process)
            if code == 0:
                self.pace += 0.2 * (time.monotonic() - start - self.pace)
        return None if code < 0 else code

    def of(self, writer: str) -> dict[str, str]:
        """Returns the texts of the arguments of a writer, as they are now."""
        with open_engine(self.index) as engine:
            return {name: text for name, text in state(engine).items() if name.startswith(writer)}

    def tried(self, writer: str, after: dict[str, str]) -> None:
        """Is told before each change what a writer's arguments would be after it."""

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
        ids = sorted({f"{self.name}{chance.randrange(30)}" for _ in range(chance.randint(1, 8))})
        removed = sorted(set(ids) & set(self.model)) if chance.random() < 0.4 else []
        reclusters = not removed and chance.random() < self.soak.reclusters
        added = [] if removed or reclusters else [self.soak.written(name, self.number) for name in ids]
        after = {name: text for name, text in self.model.items() if name not in removed}
        after |= {one.id: one.premise.text for one in added}
        self.soak.tried(self.name, after)
        code = self.soak.run(partial(change, self.soak.index, added, removed), chance)
        kind = "removals" if removed else "reclusterings" if reclusters else "additions"
        self.soak.counts["locked" if code == LOCKED else kind] += 1
        found = self.soak.of(self.name)
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
    if problems := index_at(soak.index).verify():
        raise AssertionError(problems)
    soak.counts["verifications"] += 1
    time.sleep(chance.uniform(0, 2))


def held() -> tuple[int, int]:
    """Returns the megabytes and the open files of this process, without what waits to be collected."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20, len(os.listdir("/proc/self/fd"))


BASE, CLIENTS = 60, 4
"""Arguments that nobody changes, and clients, of an index on a server."""

BUDGET, WAITS, LONGEST = 30.0, 120.0, 60.0
"""Seconds of a search, those within which a question is answered, and a dead writer's lock is gone."""


@cache
def debates() -> list[Argument]:
    """Returns the bundled arguments."""
    return list(read_corpus([demo_collection() / "corpus.jsonl.gz"]))


@cache
def claims() -> list[str]:
    """Returns seven claims that clients ask for."""
    return [query.text for query in native_collection(demo_collection()).queries][::20][:7]


def argued(name: str, number: int) -> Argument:
    """Makes an argument of a bundled one, whose text is told by its id and the number of the change."""
    one = debates()[random.Random(f"{name} {number}").randrange(len(debates()))]
    return replace(one, id=name, premise=Premise(name, f"{one.premise.text} (reason {name}, {number})", "en"))


def answered(engine: Engine, claim: str) -> dict[str, Any]:
    """Returns what an answer of the service has that an index decides."""
    return decided(
        json.loads(
            json.dumps(answer_of(engine, claim, Search.model_validate({"q": claim})).as_dict(explain=False))
        )
    )


def decided(answer: dict[str, Any]) -> dict[str, Any]:
    """Returns the parts of an answer that an index decides."""
    return {name: answer[name] for name in ("query", "corrected", "closeness", "hits", "weak", "remarks")}


def same(one: Any, other: Any) -> bool:
    """Whether two values of JSON are equal, numbers in six digits.

    >>> same({"a": [1.0]}, {"a": [1.0 + 1e-9]}), same([1], [1, 2]), same("1", 1)
    (True, False, False)
    """
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-6, abs_tol=1e-6)
    return bool(one == other)


class ServerSoak(Soak):
    """The same for an index on a Qdrant server, with clients of a service.

    Attributes:
        contents: Texts of the arguments of each generation that has become current, in their order, by name.
        since: When that was seen.
        left: When a killed writer left an unfinished generation, by name.
        locked: Seconds for which each of these was there.
        behind: Seconds since which answers were not of the newest generation any more.
        waited: Seconds from each question to its answer.
    """

    written = staticmethod(argued)
    killed, reclusters = 0.2, 0.2

    def __init__(self, index: str, end: float, seed: int, home: Path, service: str) -> None:
        """Reads generations into a folder, and asks a service at an address."""
        from debatable.engines.qdrant.address import Address
        from debatable.engines.qdrant.connection import Server

        super().__init__(index, end, seed)
        self.server, self.home, self.service = Server(Address.of(index)), home, service
        self.contents: dict[str, dict[str, str]] = {}
        self.since: dict[str, float] = {}
        self.attempts: dict[str, list[dict[str, str]]] = {}
        self.left: dict[str, float] = {}
        self.locked, self.behind, self.waited = list[float](), list[float](), list[float]()
        self.answers: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self.expected: dict[str, dict[str, dict[str, Any]]] = {}

    def run(self, work: Callable[[], object], chance: random.Random) -> int | None:
        """Runs a change; sees what is left of it where it was killed."""
        code = super().run(work, chance)
        if code is None:
            served = self.current()
            for name in self.names():
                if served is None or name > served:
                    self.left.setdefault(name, time.monotonic())
        return code

    def of(self, writer: str) -> dict[str, str]:
        """Returns the texts of the arguments of a writer, as they are now."""
        for _ in range(20):
            with suppress(ReplacedError):  # as the documentation says: open it again
                return super().of(writer)
            self.counts["opened again"] += 1
        raise AssertionError("the index is replaced faster than it can be read")

    def tried(self, writer: str, after: dict[str, str]) -> None:
        """Keeps what a writer's arguments may be."""
        self.attempts.setdefault(writer, []).append(after)

    def current(self) -> str | None:
        """Returns the name of the current generation."""
        from debatable.engines.qdrant import generations

        return generations.current(self.server)

    def names(self) -> list[str]:
        """Returns the names of the generations that are there, finished or not."""
        from debatable.engines.qdrant import generations
        from debatable.engines.qdrant.names import collection_name

        name = self.server.address.name
        return [collection_name(name, number) for number in generations.numbers(self.server)]

    def watch(self, chance: random.Random) -> None:
        """Sees what has become current, and what dead writers left; reads a new generation back."""
        from debatable.engines.qdrant.writing.changes import restored

        seen, served, there = time.monotonic(), self.current(), set(self.names())
        for name in [name for name in self.left if name not in there or (served and name <= served)]:
            self.locked.append(seen - self.left.pop(name))
        if served is None or served in self.contents:
            time.sleep(0.05)
            return
        aside = Path(tempfile.mkdtemp(dir=self.home))
        try:
            name = restored(self.server, aside / "index")
        except ReplacedError:
            self.counts["generations not read"] += 1
            return
        with open_engine(aside / "index") as engine:
            content = state(engine)
        (aside / "index").rename(self.home / name)
        before = self.contents[max(self.contents)] if self.contents else {}
        for writer, attempts in list(self.attempts.items()):
            own = [{key: one[key] for key in one if key.startswith(writer)} for one in (before, content)]
            if own[1] not in (own[0], *attempts):
                raise AssertionError(f"{name} has a part of a change of {writer}: {own[1]} after {own[0]}")
        if sum(key.startswith("base") for key in content) != BASE:
            raise AssertionError(f"{name} has lost what nobody removed")
        self.contents[name], self.since[name] = content, seen
        self.counts["generations"] += 1

    def ask(self, chance: random.Random) -> None:
        """Asks the service, again where it says so."""
        claim, begun = chance.choice(claims()), time.monotonic()
        while True:
            reply = httpx.get(f"{self.service}{service.SEARCH}", params={"q": claim}, timeout=120)
            seconds = time.monotonic() - begun
            if reply.status_code != 503 or "retry-after" not in reply.headers:
                break
            self.counts[f"refused ({reply.json()['error']['code']})"] += 1
            if seconds > WAITS:
                raise AssertionError(f"no answer within {WAITS:g} s: {reply.text[:200]}")
            time.sleep(1)
        if reply.status_code != 200:
            raise AssertionError(f"{reply.status_code} {reply.text[:200]}")
        self.counts["answers"] += 1
        self.waited.append(seconds)
        answer = reply.json()
        generation = answer["parameters"]["generation"]
        newer = [since for name, since in list(self.since.items()) if name > generation]
        if newer and min(newer) < begun:
            self.behind.append(begun - min(newer))
        self.answers.put({"generation": generation, "claim": claim, **decided(answer)})

    def check(self, chance: random.Random) -> None:
        """Compares an answer with the one that an index of this machine gives, made of the generation it names."""
        try:
            answer = self.answers.get(timeout=0.2)
        except queue.Empty:
            return
        generation, claim = answer.pop("generation"), answer.pop("claim")
        if generation not in self.contents:
            if any(name > generation for name in self.contents):
                self.counts["answers of generations not read"] += 1
            else:  # it is being read
                self.answers.put({"generation": generation, "claim": claim, **answer})
                time.sleep(0.05)
            return
        if generation not in self.expected:
            with open_engine(self.home / generation) as engine:
                self.expected[generation] = {one: answered(engine, one) for one in claims()}
        if any("the time budget of" in remark for remark in answer["remarks"]):
            self.counts["answers cut short"] += 1
        elif not same(answer, self.expected[generation][claim]):
            raise AssertionError(f"{generation}: {answer}\nin place of {self.expected[generation][claim]}")
        else:
            self.counts["answers compared"] += 1


def on_server(options: argparse.Namespace) -> bool:
    """Soaks an index on a server; prints what came of it, and returns whether all was well."""
    with tempfile.TemporaryDirectory() as folder:
        base = [argued(f"base{number}", 0) for number in range(BASE)]
        configuration = Configuration(encoder="static")
        index_at(options.index).create(base, configuration=configuration, overwrite=True)
        with service.served(options.workers, index=options.index, budget=BUDGET) as (address, process):
            end = time.monotonic() + 60 * options.minutes
            soak = ServerSoak(options.index, end, options.seed, Path(folder), address)
            soak.context.set_forkserver_preload(["debatable.engines.qdrant.writing.changes"])
            soak.watch(random.Random(0))
            writers = [Writer(soak, f"{chr(97 + number)}x") for number in range(options.writers)]
            works = [*writers, *[soak.ask] * CLIENTS, soak.watch, soak.check]
            threads = [
                threading.Thread(target=soak.until_the_end, args=(work, number))
                for number, work in enumerate(works)
            ]
            for thread in threads:
                thread.start()
            time.sleep(20 * options.minutes)
            early = service.held(process)
            for thread in threads:
                thread.join()
            finish(soak)
            late = service.held(process)
        model = {one.id: one.premise.text for one in base} | {"last": argued("last", 0).premise.text}
        for writer in writers:
            model |= writer.model
        with open_engine(options.index) as engine:
            lost = {*model.items()} ^ {*state(engine).items()}
        found = index_at(options.index).verify()
    print("; ".join(f"{name} {count}" for name, count in sorted(soak.counts.items())))
    for what, seconds in (("answered", soak.waited), ("behind", soak.behind), ("locked", soak.locked)):
        p50, most = np.percentile(seconds or [0.0], [50, 100])
        print(f"{what}: {len(seconds)} times, p50 {p50:.1f} s, longest {most:.1f} s")
    print(f"service: {early[0]:.0f} MB, then {late[0]:.0f} MB; open files {early[1]}, then {late[1]}")
    print(f"{len(lost)} arguments lost or left over; {len(soak.wrong)} wrong; {len(found)} found by verify")
    print(*soak.wrong, *sorted(lost)[:10], *found, sep="\n")
    unread = soak.counts["answers of generations not read"] and not soak.counts["generations not read"]
    held = (
        max(soak.locked, default=0.0) > LONGEST or max(late[0] - early[0], late[1] - early[1]) > MOST_GROWTH
    )
    return not (soak.wrong or lost or found or unread or held)


def finish(soak: ServerSoak) -> None:
    """Makes one more change after all others, by which what dead writers left is removed, and compares what is left."""
    soak.end, chance = math.inf, random.Random(0)
    with suppress_to(soak.wrong):
        begun = time.monotonic()
        index_at(soak.index).add([argued("last", 0)])
        print(f"a change after all others took {time.monotonic() - begun:.1f} s")
        soak.watch(chance)
        there = soak.names()
        if len(there) > 2 or there[-1] != soak.current() or soak.left:
            raise AssertionError(f"{there} are there, {soak.current()} is current, {soak.left} was left")
        while not soak.answers.empty():
            soak.check(chance)


@contextmanager
def suppress_to(wrong: list[str]) -> Iterator[None]:
    """Keeps what goes wrong."""
    try:
        yield
    except Exception:
        wrong.append(traceback.format_exc())


def main() -> None:
    """Starts everybody, waits, and says what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--writers", type=int, default=3)
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--index", help="address of an index on a Qdrant server, which is replaced")
    parser.add_argument("--workers", type=int, default=1, help="of the service that is asked then")
    options = parser.parse_args()
    if options.index:
        try:
            sys.exit(0 if on_server(options) else 1)
        except DebatableError as error:
            sys.exit(str(error))
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
