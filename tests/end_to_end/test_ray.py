"""A build on a real Ray: the bytes of one without, whatever is killed on the way, and nothing left behind."""

from __future__ import annotations

import json
import random
import re
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from os import kill
from pathlib import Path

import pytest

from debatable.engines import verify_index
from tests.support.ray_builds import Build, contents, descendants

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("ray"),
    pytest.mark.skipif(
        find_spec("ray") is None, reason="Ray is not installed: python tools/environment.py --ray"
    ),
    pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc"),
]

KILLS = 2
PATIENCE = 300.0
OPTIONS = ("--clusters", "lowest-core(exact=100)")
ON_RAY = ("--ray", "local", *OPTIONS)
NOUNS = ["cars", "trains", "cities", "schools", "taxes", "forests", "rivers", "doctors", "museums"]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("corpus") / "corpus.jsonl"
    lines = [
        {
            "id": f"a{number}",
            "claim": f"We should ban {NOUNS[number % 9]}",
            "premise": f"{NOUNS[number % 9]} cost {number // 9} times what {NOUNS[number // 9 % 9]} do",
            "stance": "con" if number % 3 else "pro",
        }
        for number in range(450)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


@pytest.fixture(scope="module")
def expected(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    index = tmp_path_factory.mktemp("local") / "index"
    build = Build.of(corpus, index, *OPTIONS)
    assert build.ended(PATIENCE) and build.process.returncode == 0, build.said
    return contents(index)


@pytest.fixture
def processes() -> Iterator[list[int]]:
    """Processes of builds; none of them may be alive at the end of a test."""
    seen: list[int] = []
    yield seen
    end = time.monotonic() + 20
    while (left := [one for one in seen if alive(one)]) and time.monotonic() < end:
        time.sleep(0.2)
    assert not left


def alive(process: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def workers(build: Build) -> list[int]:
    found = []
    for one in descendants(build.process.pid):
        with suppress(OSError):
            if Path(f"/proc/{one}/cmdline").read_bytes().startswith(b"ray::Worker"):
                found.append(one)
    return found


def test_the_same_bytes_though_a_worker_is_killed(
    corpus: Path, expected: dict[str, str], tmp_path: Path, processes: list[int]
) -> None:
    build = Build.of(corpus, tmp_path / "index", *ON_RAY)
    while not (found := workers(build)):
        assert not build.ended(0.2 + time.perf_counter() - build.started), build.said
    kill(found[0], signal.SIGKILL)
    processes += descendants(build.process.pid)
    assert build.ended(PATIENCE) and build.process.returncode == 0, build.said
    assert contents(tmp_path / "index") == expected and verify_index(tmp_path / "index") == []
    assert [path.name for path in tmp_path.iterdir()] == ["index"]


def test_interrupted_and_killed_at_random_moments_it_goes_on(
    corpus: Path, expected: dict[str, str], tmp_path: Path, processes: list[int]
) -> None:
    draw, index = random.Random(11), tmp_path / "index"
    build = Build.of(corpus, index, *ON_RAY)
    while not workers(build):
        assert not build.ended(0.2 + time.perf_counter() - build.started), build.said
    processes += descendants(build.process.pid)
    seconds = time.perf_counter() - build.started
    build.process.send_signal(signal.SIGINT)
    assert build.ended(PATIENCE) and build.process.returncode == 130
    *progress, last = build.said.splitlines()
    assert last == "debatable: interrupted; nothing was changed; run it again to go on"
    assert all(re.match(r"[\w ]+: [\d,]+", line) for line in progress), build.said
    assert not index.exists()
    for _ in range(KILLS):
        build = Build.of(corpus, index, *ON_RAY)
        if not build.ended(draw.uniform(0.2, 1.5) * seconds):
            processes += build.kill()
        assert not index.exists() or verify_index(index) == []
        if index.exists():
            break
    else:
        build = Build.of(corpus, index, *ON_RAY)
        assert build.ended(PATIENCE) and build.process.returncode == 0, build.said
    assert contents(index) == expected
    assert [path.name for path in tmp_path.iterdir()] == ["index"]


def test_a_wrong_address_is_one_sentence(corpus: Path, tmp_path: Path) -> None:
    build = Build.of(corpus, tmp_path / "index", "--ray", "127.0.0.1:1")
    assert build.ended(PATIENCE) and build.process.returncode == 2
    assert build.said.startswith("debatable: no Ray cluster answers at 127.0.0.1:1 (")
    assert build.said.count("\n") == 1
