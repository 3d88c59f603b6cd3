"""A writer may be killed at any moment: the last committed state is served, and the next writer goes on."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path

import numpy as np
import pytest

from debatable.embedding import encoder
from debatable.engines import (
    Configuration,
    LocalBackend,
    add_arguments,
    make_index,
    open_engine,
    remove_arguments,
    verify_index,
)
from debatable.engines.local.tables import EMPTY
from debatable.engines.local.texts import Texts
from debatable.model import Argument, Claim, Premise, Stance, claim_id

make = partial(make_index, configuration=Configuration(encoder="static"))

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
CONTEXT = multiprocessing.get_context("forkserver")

FEW, MANY = 8, 50
"""Moments of killing: of every day, and of `make test-all`."""


def corpus(name: str, size: int = 120) -> list[Argument]:
    return [
        Argument(
            f"{name}{number}",
            Premise(f"{name}{number}", f"Reason {name} number {number} speaks of cars and cities"),
            Claim(claim_id(f"Claim {number % 9}"), f"Claim {number % 9} about cars"),
            Stance.CON if number % 3 else Stance.PRO,
            name,
        )
        for number in range(size)
    ]


def state(folder: Path) -> set[str]:
    """Returns the premises that are found by their words, each of which must have its own vector."""
    with open_engine(folder) as engine:
        index = LocalBackend.open(folder).index
        keys, vectors = index.keys("premises"), index.vectors("premises")
        own = encoder("static")(Texts(index.snapshot, index.tables).between("premises", 0, len(keys)))
        own[keys == EMPTY] = 0
        np.testing.assert_allclose(vectors.of(np.arange(len(keys))), own, atol=1e-3)
        hits = engine.search("reason cars cities", method="bm25(premises=10000)", k=10_000, strict=False).hits
    return {hit.premise.id for hit in hits}


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the processes that are to be killed import this file."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2]))


def started(work: Callable[[], object]) -> BaseProcess:
    """Runs work in a process of its own, forked from a clean one: this one may have threads."""
    CONTEXT.set_forkserver_preload([__name__])
    process = CONTEXT.Process(target=work)
    process.start()
    return process


def killed_after(seconds: float, work: Callable[[], object]) -> bool:
    """Kills a process after some time; says whether it had ended before."""
    process = started(work)
    time.sleep(seconds)
    process.kill()
    process.join()
    return process.exitcode == 0


def ids(arguments: list[Argument]) -> set[str]:
    return {argument.id for argument in arguments}


@pytest.mark.parametrize("moments", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
def test_killed_at_random_moments(tmp_path: Path, moments: int) -> None:
    folder = tmp_path / "index"
    draw = random.Random(20)
    make(corpus("base"), folder)
    started(int).join()  # the first process waits for the server that forks them all
    start = time.perf_counter()
    started(partial(add_arguments, corpus("more"), folder)).join()
    length = 0.6 * (time.perf_counter() - start)
    current = ids(corpus("base")) | ids(corpus("more"))
    outcomes = {"before": 0, "after": 0}
    for moment in range(moments):
        added = corpus(f"m{moment}x", 60)
        gone = sorted(current)[:40]
        works: list[tuple[Callable[[], object], set[str]]] = [
            (partial(make, corpus("again"), folder, overwrite=True), ids(corpus("again"))),
            (partial(add_arguments, added, folder), current | ids(added)),
            (partial(remove_arguments, gone, folder), current - set(gone)),
        ]
        work, after = draw.choice(works)
        ended = killed_after(draw.uniform(0, 2 * length), work)
        assert verify_index(folder) == []
        served = state(folder)
        assert served in (current, after), f"moment {moment}: neither the old nor the new state is served"
        assert served == after or not ended, f"moment {moment}: the writer had ended, its change is lost"
        outcomes["after" if served == after else "before"] += 1
        length *= (
            0.9 if served == after else 1.1
        )  # stays near the moment that matters, however busy the machine
        current = served
        if len(current) < 100:
            add_arguments(corpus(f"r{moment}x"), folder)
            current |= ids(corpus(f"r{moment}x"))
    assert outcomes["before"] >= moments // 10 and outcomes["after"] >= 1, (
        f"the moments did not vary enough: {outcomes}"
    )
    add_arguments(corpus("last"), folder)
    assert state(folder) == current | ids(corpus("last")) and verify_index(folder) == []
    assert len(list((folder / "generations").iterdir())) == 1, "what killed writers left is cleaned up"


def test_killed_while_making_a_first_index(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    draw = random.Random(5)
    for _ in range(10):
        if killed_after(draw.uniform(0, 0.1), partial(make, corpus("first", 400), folder)):
            break
        assert not folder.exists() or verify_index(folder) == []
        if folder.exists():
            break
    if not folder.exists():
        make(corpus("first", 400), folder)
    assert verify_index(folder) == []
    assert [path.name for path in tmp_path.iterdir()] == ["index"]


@pytest.mark.parametrize("call", ["rename", "replace"])
@pytest.mark.parametrize("change", ["add", "remove", "overwrite"])
def test_killed_around_the_renames(tmp_path: Path, call: str, change: str) -> None:
    """Kills the writer right before and after a generation gets its name and the pointer is replaced."""
    folder = tmp_path / "index"
    works: dict[str, tuple[Callable[[], object], set[str]]] = {
        "add": (
            partial(add_arguments, corpus("new", 5), folder),
            ids(corpus("base", 30)) | ids(corpus("new", 5)),
        ),
        "remove": (
            partial(remove_arguments, ["base0", "base1"], folder),
            ids(corpus("base", 30)) - {"base0", "base1"},
        ),
        "overwrite": (partial(make, corpus("new", 5), folder, overwrite=True), ids(corpus("new", 5))),
    }
    work, after = works[change]
    make(corpus("base", 30), folder)
    for step in range(1, 5):
        for when in ("before", "after"):
            completed = _killed_at(call, step, when, work)
            assert verify_index(folder) == []
            served = state(folder)
            assert served in (ids(corpus("base", 30)), after)
            if completed:
                assert served == after
                return
            if served == after:
                make(corpus("base", 30), folder, overwrite=True)
    pytest.fail(f"more than 4 calls of {call}: raise the bound")


def _killed_at(call: str, step: int, when: str, work: Callable[[], object]) -> bool:
    process = started(partial(_work_until, call, step, when, work))
    process.join()
    return process.exitcode == 0


def _work_until(call: str, step: int, when: str, work: Callable[[], object]) -> None:
    """Works until the given call of a function of the system, and dies right before or after it."""
    real = getattr(os, call)
    calls = 0

    def counted(*arguments: object, **options: object) -> object:
        nonlocal calls
        calls += call == "rename" or str(arguments[1]).endswith("debatable.json")
        if calls == step and when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        result = real(*arguments, **options)
        if calls == step:
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    setattr(os, call, counted)
    work()
