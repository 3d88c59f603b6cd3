"""Where servers listen, and by which names they are called; told before anything else is done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from socket import socket

__all__ = ["AllowHost", "Host", "Port", "RequestLog", "RootPath", "checked_root", "known_names", "listening"]

Host = Annotated[str, typer.Option(help="Address to listen on.")]
Port = Annotated[int, typer.Option(min=1, max=65535, help="Port to listen on.")]
RootPath = Annotated[
    str, typer.Option(metavar="PATH", help="Where a proxy shows the service, such as /debate.")
]
AllowHost = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="Name the service goes by; repeatable; '*' for any."),
]
RequestLog = Annotated[
    Literal["none", "requests"],
    typer.Option(help="What to log: nothing, or requests without what they hold."),
]


def listening(host: str, port: int) -> socket:
    """Returns a socket that listens.

    Raises:
        InputError: It cannot.
    """
    import socket

    from debatable.errors import InputError

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise InputError(
            f"cannot listen there: {(error.strerror or str(error)).lower()}",
            where=f"{host}:{port}",
            todo="give another --port or --host",
        ) from None


def checked_root(path: str) -> str:
    """Returns where a proxy shows the service.

    Raises:
        InputError: It is no path.
    """
    from debatable.errors import InputError

    if path and not path.startswith("/"):
        raise InputError(f"the path {path[:80]!r}", where="--root-path", todo="begin it with /")
    return path.rstrip("/")


def known_names(host: str, allowed: Sequence[str]) -> tuple[str, ...]:
    """Returns the names that requests may call a server; none where any will do."""
    from debatable.service import LOOPBACK

    everywhere = "*" in allowed or (not allowed and host not in LOOPBACK)
    return () if everywhere else (*LOOPBACK, *allowed)
