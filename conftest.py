"""Fixtures for all tests and doctests."""

from __future__ import annotations

import gc
import os
import platform
import shutil
import tempfile
from collections.abc import Generator, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from tests.support.readings import Readings

# How long an example takes says something of the machine, not of the code.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

ROOT = Path(__file__).parent
PACKAGE = ROOT / "src" / "debatable"
REAL_MODELS = (
    *("src/debatable/embedding", "src/debatable/learning"),
    *("tests/oracle/embedding", "tests/oracle/learning", "tests/unit/embedding", "tests/unit/learning"),
    *("tests/browser", "tests/end_to_end/test_cores.py", "tests/release"),
)
"""Where tests run the bundled models; elsewhere their readings are looked up."""
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
MEMORY, ENOUGH = Path("/dev/shm"), 4 * 2**30
"""Where tests write if there are so many bytes: a disk takes a third of their time to make and remove small files."""
EXTRA_TRAIN = ("onnx", "safetensors", "torch", "transformers")

collect_ignore_glob: list[str] = []  # without its extra, what is written for it cannot be imported
if not all(map(find_spec, EXTRA_TRAIN)):
    collect_ignore_glob += [
        str(PACKAGE / "embedding/bert_graph.py"),
        str(PACKAGE / "learning/training/network/*.py"),
    ]
if not find_spec("numba"):
    collect_ignore_glob += [str(PACKAGE / "lexical/search/kernel.py")]
collect_ignore_glob += [str(PACKAGE / "integrations/*.py")]  # no examples; tests/release imports them
if not find_spec("qdrant_client"):
    collect_ignore_glob += [
        *(str(PACKAGE / f"engines/qdrant/{part}") for part in ("*s.py", "backend.py", "verif*.py", "*/*.py")),
        *(
            str(ROOT / f"tests/{part}")
            for part in ("contract/*", "unit/engines/qdrant/*", "end_to_end/*qdrant*")
        ),
    ]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option that stores what models read."""
    parser.addoption("--store-readings", action="store_true", help="add to tests/support/readings.npz")


def pytest_configure(config: pytest.Config) -> None:
    """Lets tests write to memory, and each worker begin at another folder.

    Tests that one worker has compiled, the others find compiled.
    """
    if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ENOUGH:
        os.environ["TMPDIR"], tempfile.tempdir = str(MEMORY), None
    if WORKER and config.args_source == config.ArgsSource.TESTPATHS:
        tests = (
            *ROOT.glob("tests/[a-tv-z]*/"),
            *ROOT.glob("tests/unit/[a-z]*/"),
            *ROOT.glob("tests/unit/test_*.py"),
        )
        folders = ["src", *sorted(map(str, tests))]
        first = int(WORKER.removeprefix("gw")) * len(folders) // int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
        config.args = folders[first:] + folders[:first]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Gives all workers the same order."""
    if WORKER:
        items.sort(key=lambda item: item.path.relative_to(ROOT).parts[:3])


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collects no garbage while modules are loaded and tests collected, and looks through none of these later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Prints what processor the tests run on, as far as models care; workers of a run are silent."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None:
        return
    from debatable.embedding.runtime import FLAGS, arithmetic

    int8 = arithmetic()
    flags = int8.processor or "none of " + ", ".join(FLAGS)
    reporter.write_line(
        f"processor: {platform.machine()}, {flags}; int8 products {int8.products}, weights as {int8.weights}"
    )


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Keeps the index of the bundled corpus out of the user's cache; workers of one run share it."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if WORKER else base) / "cache"
    folder.mkdir(exist_ok=True)
    os.environ["XDG_CACHE_HOME"] = str(folder)
    return folder


@pytest.fixture(scope="session", autouse=True)
def no_waiting_for_the_disk() -> Iterator[None]:
    """Lets a sync look at its handle alone: it takes a disk milliseconds, and what is synced when is counted."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", os.fstat)
        yield


@pytest.fixture(scope="session")
def readings(request: pytest.FixtureRequest) -> Iterator[Readings]:
    """What the bundled readers of pairs return, stored."""
    readings = Readings()
    yield readings
    if request.config.getoption("--store-readings"):
        readings.store()


@pytest.fixture(scope="module", autouse=True)
def stored_readings(request: pytest.FixtureRequest, readings: Readings) -> Iterator[None]:
    """Replays stored readings, except to the tests of the models themselves."""
    if request.path.is_relative_to(ROOT) and request.path.relative_to(ROOT).as_posix().startswith(
        REAL_MODELS
    ):
        yield
        return
    with readings.replayed():
        yield


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of collections beside the checkout; tests that need it are skipped without it."""
    folder = ROOT.parent / "shared"
    if not (folder / "bench").is_dir():
        pytest.skip("needs the collections in ../shared, which are not here")
    return folder
