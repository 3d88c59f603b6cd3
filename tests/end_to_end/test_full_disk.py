"""A disk that gets full in the middle of a change: one sentence, the old state, and nothing left behind."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.full_disk import STEPS

ROOT = Path(__file__).parents[2]
BEFORE = (["base"], 150)
AFTER = {
    "add": (["base", "new"], 300),
    "remove": (["base"], 90),
    "overwrite": (["new"], 150),
    "index": (["new"], 150),
}


def own_disks() -> bool:
    """Says whether a process may mount disks of its own here."""
    unshare = shutil.which("unshare")
    command = [str(unshare), "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    return unshare is not None and subprocess.run(command, capture_output=True).returncode == 0


def test_a_full_disk_changes_nothing_and_leaves_nothing(tmp_path: Path) -> None:
    """Written through a mapped file, a full disk was the end of the process, without a word."""
    if not own_disks():
        pytest.skip("needs unshare and the right to mount a disk in memory")
    command = ["unshare", "-rm", sys.executable, "-m", "tests.support.full_disk", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2_000:]
    tries = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(tries) == STEPS * len(AFTER)
    for found in tries:
        made = not found["said"] or "the change was made" in found["said"]
        assert found["left"] == [] and found["problems"] == [], found
        assert (found["names"], found["found"]) == (AFTER[found["change"]] if made else BEFORE), found
    for change in AFTER:
        said = [bool(found["said"]) for found in tries if found["change"] == change]
        assert said[0] and not said[-1], "the first has no room, the last has enough"
