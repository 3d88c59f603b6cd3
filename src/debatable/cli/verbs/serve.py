"""``debatable serve``: the web page and the HTTP API."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from debatable.cli.options import OptionalIndex

if TYPE_CHECKING:
    from socket import socket

__all__ = ["command"]


def command(
    index: OptionalIndex = None,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port to listen on.")] = 8080,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes that answer.")] = 1,
    cases: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of argument graphs to find.")
    ] = None,
    token_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Token of those who may add and remove; or set DEBATABLE_TOKEN."),
    ] = None,
    root_path: Annotated[
        str, typer.Option(metavar="PATH", help="Where a proxy shows the service, such as /debate.")
    ] = "",
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Name the service goes by; repeatable; '*' for any."),
    ] = None,
    allow_origin: Annotated[
        list[str] | None,
        typer.Option(metavar="ORIGIN", help="Site whose scripts may read answers; repeatable."),
    ] = None,
    rate: Annotated[int, typer.Option(min=0, help="Requests a minute and address; 0 for any number.")] = 0,
    timeout: Annotated[
        float, typer.Option(min=0.1, max=3600, help="Seconds until an answer must begin.")
    ] = 30.0,
    log: Annotated[
        Literal["none", "requests", "queries"],
        typer.Option(help="What to log: nothing, requests without what was asked, or with it."),
    ] = "none",
) -> None:
    """Serve the web page and the HTTP API until interrupted."""
    import os

    from debatable.cli.printing.progress_bar import progress
    from debatable.cli.printing.terminal import note
    from debatable.engines import demo_index
    from debatable.errors import InputError
    from debatable.service import LOOPBACK, Settings, read_token, serve

    if root_path and not root_path.startswith("/"):
        raise InputError(f"the path {root_path[:80]!r}", where="--root-path", todo="begin it with /")
    token = read_token(token_file, os.environ)
    if token and index is None:
        raise InputError("the bundled corpus cannot be changed", todo="give --index, or no token")
    names = tuple(allow_host or ())
    everywhere = "*" in names or (not names and host not in LOOPBACK)
    settings = Settings(
        root_path=root_path.rstrip("/"),
        hosts=() if everywhere else (*LOOPBACK, *names),
        origins=tuple(allow_origin or ()),
        token=token,
        rate=rate,
        seconds=timeout,
        log=log,
        cases=cases,
        workers=workers,
    )
    listening = _listening(host, port)
    with progress() as show:
        folder = index or demo_index(show)
    note(f"open http://{host}:{port} in a browser; Ctrl-C ends it")
    serve(folder, settings, listening)


def _listening(host: str, port: int) -> socket:
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
