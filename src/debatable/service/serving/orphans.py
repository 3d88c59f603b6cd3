"""Workers do not outlive the process that started them, whatever ended it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time

__all__ = ["end_with_parent"]


def end_with_parent(grace: float) -> None:
    """Ends this process when its parent is gone: asked to first, and at once after some seconds.

    A parent that is killed cannot tell its workers, and nobody else knows of them: they would hold the port, and
    answer from there, until they are found one by one. Does nothing in a process that multiprocessing did not start.

    Args:
        grace: Seconds that requests may still take.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(grace)
        os._exit(1)

    threading.Thread(target=watch, name="end-with-parent", daemon=True).start()
