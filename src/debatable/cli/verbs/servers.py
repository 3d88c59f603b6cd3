"""``debatable serve`` and ``debatable mcp``: the index for browsers, programs and assistants."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import MutableMapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from debatable.cli.options import OptionalIndex
from debatable.cli.printing.terminal import INTERRUPTED, note, progress
from debatable.errors import InputError

if TYPE_CHECKING:
    from socket import socket
    from types import FrameType

Host = Annotated[str, typer.Option(help="Address to listen on.")]
Port = Annotated[int, typer.Option(min=1, max=65535, help="Port to listen on.")]
RootPath = Annotated[
    str, typer.Option(metavar="PATH", help="Where a proxy shows the service, such as /debate.")
]
AllowHost = Annotated[
    list[str] | None, typer.Option(metavar="NAME", help="Name the service goes by; repeatable; '*' for any.")
]
Cases = Annotated[Path | None, typer.Option(metavar="DIR", help="Folder of argument graphs to find.")]
RequestLog = Annotated[
    Literal["none", "requests"],
    typer.Option(help="What to log: nothing, or requests without what they hold."),
]
Workers = Annotated[
    int, typer.Option(min=1, max=64, help="Processes that answer, each on its share of the cores.")
]
TokenFile = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Token of those who may add and remove; or set DEBATABLE_TOKEN."),
]
AllowOrigin = Annotated[
    list[str] | None, typer.Option(metavar="ORIGIN", help="Site whose scripts may read answers; repeatable.")
]
Rate = Annotated[int, typer.Option(min=0, help="Requests a minute and address; 0 for any number.")]
Timeout = Annotated[float, typer.Option(min=0.1, max=3600, help="Seconds until an answer must begin.")]
Keep = Annotated[
    int, typer.Option(min=0, help="Answers that a worker keeps for those who ask the same; 0 for none.")
]
Warm = Annotated[
    bool, typer.Option("--warm/--no-warm", help="Open models before the first request, or with it.")
]
Budget = Annotated[
    float,
    typer.Option(
        min=0,
        max=3600,
        help="Seconds for one search; 0 for any number. What is not read by then is left out.",
    ),
]
DefaultMethod = Annotated[
    str, typer.Option(metavar="NAME", help="How to rank where a request names no method.")
]
SearchLog = Annotated[
    Literal["none", "requests", "queries"],
    typer.Option(help="What to log: nothing, requests without what was asked, or with it."),
]

VARIABLES = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS", "BLIS_NUM_THREADS")
"""How many threads a library of linear algebra starts; read once, when numpy loads it."""


def serve(
    index: OptionalIndex = None,
    host: Host = "127.0.0.1",
    port: Port = 8080,
    workers: Workers = 1,
    cases: Cases = None,
    token_file: TokenFile = None,
    root_path: RootPath = "",
    allow_host: AllowHost = None,
    allow_origin: AllowOrigin = None,
    rate: Rate = 0,
    timeout: Timeout = 30.0,
    keep: Keep = 1_000,
    warm: Warm = True,
    budget: Budget = 10.0,
    method: DefaultMethod = "best",
    log: SearchLog = "none",
) -> None:
    """Serve the web page and the HTTP API until interrupted."""
    keep_to_one_core(os.environ)

    from debatable.engines import demo_index
    from debatable.service import Settings, read_token, serve

    root = checked_root(root_path)
    token = read_token(token_file, os.environ)
    if token and index is None:
        raise InputError("the bundled corpus cannot be changed", todo="give --index, or no token")
    settings = Settings(
        root_path=root,
        hosts=known_names(host, allow_host or ()),
        origins=checked_origins(allow_origin or ()),
        token=token,
        rate=rate,
        seconds=timeout,
        budget=budget,
        method=checked_method(method),
        log=log,
        cases=cases,
        workers=workers,
        kept=keep,
        warm=warm,
    )
    at = listening(host, port)
    with progress() as show:
        folder = index or demo_index(show)
    serve(folder, settings, at, lambda: note(f"open http://{host}:{port} in a browser; Ctrl-C ends it"))


def mcp(index: OptionalIndex = None, cases: Cases = None) -> None:
    """Serve the search to an assistant (Model Context Protocol).

    It is spoken over standard input and output.
    """
    from debatable.engines import demo_index
    from debatable.service.assistants import assistant_server
    from debatable.service.current_engine import CurrentEngine
    from debatable.service.graph_cases import GraphCases

    with progress() as show:
        folder = index or demo_index(show)
    server = assistant_server(CurrentEngine(folder), GraphCases(cases))
    signal.signal(signal.SIGINT, _end)
    signal.signal(signal.SIGTERM, _end)
    server.run("stdio")


def _end(number: int, frame: FrameType | None) -> None:
    """Ends the process at once: a thread that waits for a line of standard input would be waited for."""
    note("debatable: interrupted")
    os._exit(INTERRUPTED)


def listening(host: str, port: int) -> socket:
    """Returns a socket that listens.

    Raises:
        InputError: It cannot.
    """
    import socket

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise InputError(
            f"cannot listen there: {(error.strerror or str(error)).partition(' (')[0].lower()}",
            where=f"{host}:{port}",
            todo="give another --port or --host",
        ) from None


def checked_root(path: str) -> str:
    """Returns where a proxy shows the service.

    Raises:
        InputError: It is no path.
    """
    if path and not path.startswith("/"):
        raise InputError(f"the path {path[:80]!r}", where="--root-path", todo="begin it with /")
    return path.rstrip("/")


def checked_method(name: str) -> str:
    """Returns the name of a method.

    Raises:
        UnknownNameError: There is no such method or parameter.
    """
    from debatable.ranking import pipeline

    pipeline(name)
    return name


ORIGIN = re.compile(r"\*|[A-Za-z][A-Za-z0-9+.-]*://[^/?#@\s]+")
"""A site as browsers name it in the header Origin."""

NAME = re.compile(r"\*|[A-Za-z0-9._-]+|[0-9A-Fa-f.]*:[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*")
"""A name of a host, or its address, without a port."""


def checked_origins(origins: Sequence[str]) -> tuple[str, ...]:
    """Returns the sites whose scripts may read answers.

    Raises:
        InputError: One of them is none that a browser would name.
    """
    for origin in origins:
        if not ORIGIN.fullmatch(origin):
            todo = "write it as browsers do, https://example.org, without a path"
            raise InputError(f"the site {origin[:80]!r}", where="--allow-origin", todo=todo)
    return tuple(origins)


def known_names(host: str, allowed: Sequence[str]) -> tuple[str, ...]:
    """Returns the names that requests may call a server; none where any will do.

    Raises:
        InputError: One of them is no name.
    """
    from debatable.service import LOOPBACK

    for name in allowed:
        if not NAME.fullmatch(name):
            todo = "give the name alone, without https://, port and path"
            raise InputError(f"the host {name[:80]!r}", where="--allow-host", todo=todo)
    everywhere = "*" in allowed or (not allowed and host not in LOOPBACK)
    return () if everywhere else (*LOOPBACK, *allowed)


def keep_to_one_core(environment: MutableMapping[str, str]) -> None:
    """Sets linear algebra to one thread, here and in child processes; call it before numpy is loaded.

    A server has a request for every core; the threads of one product would spin and take cores from other requests.
    An evaluation has many small products, for which threads spin longer than they compute. Answers have the same bits
    either way. A variable that is set is kept.

    >>> mine = {"MKL_NUM_THREADS": "4"}
    >>> keep_to_one_core(mine)
    >>> mine["MKL_NUM_THREADS"], mine["OPENBLAS_NUM_THREADS"]
    ('4', '1')
    """
    for name in VARIABLES:
        environment.setdefault(name, "1")
