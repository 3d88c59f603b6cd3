from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jinja2
import pytest
from fastapi.testclient import TestClient

from debatable.engines import make_index
from debatable.model import Stance
from debatable.service import application
from tests.support.indexes import BY_WORDS, argument, copied

EVIL = "<script>alert('cars')</script>"


@pytest.fixture(scope="session", autouse=True)
def templates_compiled_once() -> Iterator[None]:
    """Keeps what was compiled for the next application; a file is read by one kind of environment."""
    compiled: dict[tuple[str, str], Any] = {}
    really = jinja2.Environment.compile

    def compile(templates: jinja2.Environment, source: str, name: str, filename: str) -> Any:
        if (source, filename) not in compiled:
            compiled[source, filename] = really(templates, source, name, filename)
        return compiled[source, filename]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jinja2.Environment, "compile", compile)
        yield


@pytest.fixture(scope="session")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A client of an index that nobody changes."""
    folder = tmp_path_factory.mktemp("service") / "index"
    make(folder)
    with TestClient(application(folder)) as client:
        yield client


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return copied(make, tmp_path / "index")


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient]:
    with TestClient(application(folder)) as client:
        yield client


def make(folder: Path) -> None:
    """Makes an index of one reason for and one against banning cars, the latter hostile."""
    loud = argument("a", "Cars are loud", Stance.PRO, "https://example.org/a")
    free = argument("b", f"Cars are free {EVIL}", Stance.CON, "javascript:alert(1)")
    make_index([loud, free], folder, configuration=BY_WORDS)
