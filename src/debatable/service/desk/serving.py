"""Running a desk: one process, since one has its log open."""

from __future__ import annotations

from pathlib import Path
from socket import socket

from debatable.evaluation.annotation.desk import Desk
from debatable.service.desk.application import desk_application
from debatable.service.gate import Settings
from debatable.service.serving import log_requests, serve_alone

__all__ = ["serve_desk"]


def serve_desk(desk: Desk, settings: Settings, listening: socket, corpora: tuple[Path, ...] = ()) -> None:
    """Serves a desk on a socket until interrupted; queries are sampled from the corpora."""
    log_requests(settings)
    serve_alone(desk_application(desk, settings, corpora), listening)
