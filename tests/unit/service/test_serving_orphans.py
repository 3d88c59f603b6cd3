from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

from debatable.service.serving import end_with_parent

SCRIPT = """
import multiprocessing, signal, time

def work():
    from debatable.service.serving import end_with_parent
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    end_with_parent(0.5)
    print("works", flush=True)
    time.sleep(600)

if __name__ == "__main__":
    child = multiprocessing.get_context("spawn").Process(target=work)
    child.start()
    child.join()
"""


def test_a_worker_that_hears_no_signal_ends_when_its_parent_was_killed(tmp_path: Path) -> None:
    """How one ends that does is in tests/end_to_end/test_serving.py."""
    script = tmp_path / "parent.py"
    script.write_text(SCRIPT, "utf-8")
    parent = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None and parent.stdout.readline() == "works\n"
    time.sleep(0.2)
    assert parent.poll() is None, "nothing ends while the parent lives"
    parent.kill()
    parent.communicate(timeout=60)  # ends when nobody has the pipe any more: the worker has it, too


def test_a_process_of_its_own_is_left_alone() -> None:
    end_with_parent(0)
    assert "end-with-parent" not in {thread.name for thread in threading.enumerate()}
