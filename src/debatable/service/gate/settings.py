"""How a service is run."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

__all__ = ["LOOPBACK", "Log", "Settings"]

LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""Names of this machine that only itself can reach."""

Log = Literal["none", "requests", "queries"]


@dataclass(frozen=True, slots=True)
class Settings:
    """What is allowed, and what is served beside the index.

    Attributes:
        root_path: Where a proxy shows the service, such as ``/debate``.
        hosts: Names that requests may call this server; any where none is given. A page elsewhere can give its
            own name the address of this machine, but its requests still carry that name.
        origins: Other sites whose scripts may read answers; none by default.
        token: What a writer must show; nobody may write where it is empty.
        rate: Requests a minute that one address may make of one worker; 0 for any number.
        seconds: How long an answer may take to begin.
        running: How many requests one worker works on at once.
        log: Whether requests are logged, and whether with what was asked.
        cases: Folder of the argument graphs to find; None for none.
        workers: Processes that answer.
        run: Names this start of the service, in all its workers.
    """

    root_path: str = ""
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    token: str = field(default="", repr=False)
    rate: int = 0
    seconds: float = 30.0
    running: int = 64
    log: Log = "none"
    cases: Path | None = None
    workers: int = 1
    run: str = field(default_factory=lambda: secrets.token_hex(8))
