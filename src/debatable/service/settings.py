"""Settings of a service."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from debatable.embedding.cores import cores_of_machine

LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""Host names that only this machine can reach."""

Log = Literal["none", "requests", "queries"]


@dataclass(frozen=True, slots=True)
class Settings:
    """How a service is run.

    Attributes:
        root_path: Where a proxy shows the service, such as ``/debate``.
        hosts: Host names that are answered, against DNS rebinding; any where none is given.
        origins: Other sites whose scripts may read answers; none by default.
        token: What a writer must show; nobody may write where it is empty.
        rate: Requests a minute that one address may make of one worker; 0 for any number.
        seconds: How long an answer may take to begin.
        budget: Seconds for one search: it reads until then, and is refused at once where it would wait for more than
            half of them, or at their end where a server does not answer; 0 for any number.
        method: How is ranked where a request names no method.
        body_seconds: How long the body of a request may take to arrive.
        running: How many requests one worker works on or lets wait at once.
        log: Whether requests are logged, and whether with what was asked.
        cases: Folder of the argument graphs to find; None for none.
        workers: Processes that answer.
        kept: Answers that each worker keeps for those who ask the same; 0 for none.
        kept_bytes: Memory that they may take.
        warm: Whether models are opened before the first request is taken.
        run: Names this start of the service, in all its workers.
    """

    root_path: str = ""
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    token: str = field(default="", repr=False)
    rate: int = 0
    seconds: float = 30.0
    budget: float = 10.0
    method: str = "best"
    body_seconds: float = 15.0
    running: int = 64
    log: Log = "none"
    cases: Path | None = None
    workers: int = 1
    kept: int = 1_000
    kept_bytes: int = 64_000_000
    warm: bool = False
    run: str = field(default_factory=lambda: secrets.token_hex(8))

    @property
    def slots(self) -> int:
        """Requests that one worker works on at once: two a core, since one may wait for a disk or a network."""
        return max(2, 2 * cores_of_machine() // self.workers)
