"""``debatable serve``: the web page and the HTTP API."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from debatable.cli.listening import AllowHost, Host, Port, RootPath, checked_root, known_names, listening
from debatable.cli.options import OptionalIndex

__all__ = ["command"]


def command(
    index: OptionalIndex = None,
    host: Host = "127.0.0.1",
    port: Port = 8080,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="Processes that answer, each on its share of the cores.")
    ] = 1,
    cases: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of argument graphs to find.")
    ] = None,
    token_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Token of those who may add and remove; or set DEBATABLE_TOKEN."),
    ] = None,
    root_path: RootPath = "",
    allow_host: AllowHost = None,
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

    from debatable.cli.linear_algebra import keep_to_one_core

    keep_to_one_core(os.environ)

    from debatable.cli.printing.progress_bar import progress
    from debatable.cli.printing.terminal import note
    from debatable.engines import demo_index
    from debatable.errors import InputError
    from debatable.service import Settings, read_token, serve

    root = checked_root(root_path)
    token = read_token(token_file, os.environ)
    if token and index is None:
        raise InputError("the bundled corpus cannot be changed", todo="give --index, or no token")
    settings = Settings(
        root_path=root,
        hosts=known_names(host, allow_host or ()),
        origins=tuple(allow_origin or ()),
        token=token,
        rate=rate,
        seconds=timeout,
        log=log,
        cases=cases,
        workers=workers,
    )
    at = listening(host, port)
    with progress() as show:
        folder = index or demo_index(show)
    note(f"open http://{host}:{port} in a browser; Ctrl-C ends it")
    serve(folder, settings, at)
