"""A server in a thread, for as long as a test takes."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

__all__ = ["served"]


@contextmanager
def served(web: Any, port: int = 0) -> Iterator[str]:
    """Serves an application and yields its address."""
    listening = socket.create_server(("127.0.0.1", port))
    running = uvicorn.Server(uvicorn.Config(web, log_level="warning", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not running.started:
        time.sleep(0.05)
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
    finally:
        running.should_exit = True
        thread.join()
        listening.close()
