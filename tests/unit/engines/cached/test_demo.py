from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from debatable.engines.cached import demo

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs rights of files as POSIX has them")


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_the_fallback_is_private_to_the_user(temporary: Path) -> None:
    """Its name was the same for all users: whoever came first chose what the others read."""
    folder = demo._own_temporary()
    assert folder == temporary / f"debatable-{os.getuid()}" == demo._own_temporary()
    assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("trap", ["link", "open to all", "file"])
def test_what_somebody_else_put_there_is_not_used(trap: str, temporary: Path) -> None:
    place = temporary / f"debatable-{os.getuid()}"
    if trap == "link":
        (temporary / "theirs").mkdir()
        place.symlink_to(temporary / "theirs")
    elif trap == "file":
        place.write_bytes(b"")
    else:
        place.mkdir()
        place.chmod(0o777)
    folder = demo._own_temporary()
    assert folder != place and folder.stat().st_mode & 0o777 == 0o700
