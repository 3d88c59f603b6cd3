"""``debatable serve``: the web page and the HTTP API."""

from __future__ import annotations

from typing import Annotated

import typer

from debatable.cli.options import OptionalIndex

__all__ = ["command"]


def command(
    index: OptionalIndex = None,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port to listen on.")] = 8080,
) -> None:
    """Serve the web page and the HTTP API until interrupted."""
    import socket
    from contextlib import suppress

    import uvicorn

    from debatable.cli.printing.progress_bar import progress
    from debatable.cli.printing.terminal import note
    from debatable.engines import demo_index
    from debatable.errors import InputError
    from debatable.service import LOOPBACK, application
    from debatable.service.header_timeout import PromptHeaders

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family)
    except OSError as error:
        raise InputError(
            f"cannot listen there: {(error.strerror or str(error)).lower()}",
            where=f"{host}:{port}",
            todo="give another --port or --host",
        ) from None
    with progress() as show:
        folder = index or demo_index(show)
    web = application(folder, hosts=LOOPBACK if host in LOOPBACK else ())
    note(f"open http://{host}:{port} in a browser; Ctrl-C ends it")
    server = uvicorn.Server(
        uvicorn.Config(web, host=host, port=port, log_level="warning", http=PromptHeaders)
    )
    with listening, suppress(KeyboardInterrupt):  # the usual way to end it
        server.run(sockets=[listening])
