"""A build whose stages somebody else does is the build of one process, however often it was ended in the middle."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from debatable.engines import Configuration, make_index, verify_index
from debatable.engines.local import texts
from debatable.engines.ray import distributed
from debatable.engines.ray.distributed import DistributedStages
from debatable.files import sha256
from debatable.model import Argument, Claim, Premise, Stance, claim_id
from tests.support.executors import Interrupted, ShuffledExecutor
from tests.support.indexes import copied
from tests.support.word_encoder import WORDS, registered

NOUNS = ["cars", "trains", "cities", "schools", "taxes", "forests", "rivers", "doctors"]
CONFIGURATION = {"encoder": WORDS, "clusters": "lowest-core(exact=50)"}
SIZE, BLOCK = 150, 64


def corpus(name: str = "a", size: int = SIZE) -> list[Argument]:
    found = []
    for number in range(size):
        claim = f"Ban {NOUNS[number % 5]} now"
        text = f"{NOUNS[number % 8]} and {NOUNS[number // 8 % 8]} are {name} number {number % 90} of {number}"
        stance = Stance.CON if number % 3 else Stance.PRO
        found.append(
            Argument(
                f"{name}{number}", Premise(f"{name}{number}", text), Claim(claim_id(claim), claim), stance
            )
        )
    return found


@pytest.fixture(autouse=True)
def _small_chunks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    whole = texts.Texts.blocks
    monkeypatch.setattr(
        texts.Texts, "blocks", lambda self, field, first=0, size=0: whole(self, field, first, BLOCK)
    )
    monkeypatch.setattr(distributed, "TEXTS", 20)
    with registered():
        yield


def contents(index: Path) -> dict[str, str]:
    home = index / "generations"
    return {str(path.relative_to(home)): sha256(path) for path in sorted(home.rglob("*")) if path.is_file()}


def make(folder: Path, executor: ShuffledExecutor | None, arguments: list[Argument] | None = None) -> None:
    make_index(
        corpus() if arguments is None else arguments,
        folder,
        configuration=Configuration(**CONFIGURATION),  # type: ignore[arg-type]
        stages=None if executor is None else DistributedStages(executor),
    )


@pytest.fixture
def expected(tmp_path: Path) -> dict[str, str]:
    return contents(copied(_make, tmp_path / "local"))


def _make(folder: Path) -> None:
    make(folder, None)


def test_the_generation_is_that_of_one_process(tmp_path: Path, expected: dict[str, str]) -> None:
    executor = ShuffledExecutor()
    make(tmp_path / "index", executor)
    assert contents(tmp_path / "index") == expected and verify_index(tmp_path / "index") == []
    # 150 premises are blocks of 64, 64 and 22; discussions, too, and all empty: two of them are equal
    assert executor.done == {"Analysis": 1 + 3 + 2, "Encoding": 1 + (4 + 4 + 2), "Neighbours": 1}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index", "local"], "nothing is left beside it"


def test_it_goes_on_where_it_was_ended_and_does_nothing_twice(
    tmp_path: Path, expected: dict[str, str]
) -> None:
    undisturbed = ShuffledExecutor()
    make(tmp_path / "undisturbed", undisturbed)
    done = 0
    for most in (1, 2, 5, 4, 3):
        executor = ShuffledExecutor(most)
        with pytest.raises(Interrupted):
            make(tmp_path / "index", executor)
        done += executor.done.total()
        assert not (tmp_path / "index").exists()
    last = ShuffledExecutor()
    make(tmp_path / "index", last)
    assert contents(tmp_path / "index") == expected
    assert done + last.done.total() == undisturbed.done.total()


@pytest.mark.parametrize("kind", ["analysis/*.chunk", "*/*.npy", "neighbours/*.chunk"])
def test_a_damaged_result_is_made_again(tmp_path: Path, expected: dict[str, str], kind: str) -> None:
    whole = ShuffledExecutor()
    make(tmp_path / "whole", whole)
    executor, kept = ShuffledExecutor(), tmp_path / ".index.unfinished"

    def stop(step: str, done: int, total: int | None) -> None:
        if step == "quality" or (step == "premises: clusters" and done):
            raise Interrupted

    with pytest.raises(Interrupted):
        make_index(
            corpus(),
            tmp_path / "index",
            configuration=Configuration(**CONFIGURATION),  # type: ignore[arg-type]
            stages=DistributedStages(executor),
            progress=stop,
        )
    assert executor.done == whole.done
    chosen = sorted(kept.glob(kind))[0]
    content = bytearray(chosen.read_bytes())
    content[len(content) // 2] ^= 4
    chosen.write_bytes(content)
    again = ShuffledExecutor()
    make(tmp_path / "index", again)
    assert contents(tmp_path / "index") == expected
    assert again.done.total() == 1


def test_results_of_another_corpus_are_not_taken(tmp_path: Path, expected: dict[str, str]) -> None:
    with pytest.raises(Interrupted):
        make(tmp_path / "index", ShuffledExecutor(12), corpus("b"))
    left = tmp_path / ".index.unfinished"
    assert list(left.glob("analysis/*")) and list(left.glob("*/*.npy"))
    make(tmp_path / "index", ShuffledExecutor())
    assert contents(tmp_path / "index") == expected and not left.exists()


def test_results_of_another_configuration_are_not_taken(tmp_path: Path) -> None:
    german = Configuration(encoder="", analyzer="german")
    make_index(corpus(), tmp_path / "local", configuration=german)
    with pytest.raises(Interrupted):
        make(tmp_path / "index", ShuffledExecutor(5))
    executor = ShuffledExecutor()
    make_index(corpus(), tmp_path / "index", configuration=german, stages=DistributedStages(executor))
    assert contents(tmp_path / "index") == contents(tmp_path / "local") and executor.done == {
        "Analysis": 1 + 3 + 2
    }


def test_progress_counts_what_was_there_already(tmp_path: Path) -> None:
    with pytest.raises(Interrupted):
        make(tmp_path / "index", ShuffledExecutor(4))
    told: dict[str, list[tuple[int, int | None]]] = {}
    make_index(
        corpus(),
        tmp_path / "index",
        configuration=Configuration(**CONFIGURATION),  # type: ignore[arg-type]
        stages=DistributedStages(ShuffledExecutor()),
        progress=lambda step, done, total: told.setdefault(step, []).append((done, total)),
    )
    for step in ("premises", "premises: vectors", "premises: neighbours"):
        done = [count for count, _ in told[step]]
        assert told[step][-1] == (SIZE, SIZE) and done == sorted(set(done)), step
