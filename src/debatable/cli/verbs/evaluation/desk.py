"""``debatable desk``: the annotation desk in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from debatable.cli.listening import (
    AllowHost,
    Host,
    Port,
    RequestLog,
    RootPath,
    checked_root,
    known_names,
    listening,
)

if TYPE_CHECKING:
    from debatable.evaluation.annotation.desk import Desk

__all__ = ["command"]

UNWRITTEN = {"queries.jsonl", "log.jsonl"}
"""Files that are not written into a folder, where a collection may have queries of its own."""


def command(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder of the desk.", show_default=False)],
    pool: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Pool to lay on the desk; repeatable, each with a --task."),
    ] = None,
    task: Annotated[
        list[str] | None,
        typer.Option(
            "--task",
            "-t",
            metavar="TASK",
            help="What is asked of it: similarity, relevance, binary-relevance or clustering.",
        ),
    ] = None,
    per_item: Annotated[
        int, typer.Option(metavar="N", help="How many people judge an item of new pools.")
    ] = 2,
    annotator: Annotated[
        list[str] | None,
        typer.Option("--annotator", "-a", metavar="NAME", help="Somebody to let in; prints their token."),
    ] = None,
    lead: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Somebody who decides, exports and lets people in."),
    ] = None,
    new_token: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Somebody who gets a new token; the old one ends."),
    ] = None,
    corpus: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Corpus to sample queries from; repeatable."),
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write judgments and annotations there, and serve nothing."),
    ] = None,
    host: Host = "127.0.0.1",
    port: Port = 8090,
    root_path: RootPath = "",
    allow_host: AllowHost = None,
    log: RequestLog = "none",
) -> None:
    """Judge pools in a browser, several people at one desk; everything said is kept at once."""
    from contextlib import ExitStack, closing

    from debatable.cli.printing.terminal import note
    from debatable.errors import InputError
    from debatable.evaluation.annotation import read_pool
    from debatable.evaluation.annotation import task as parse_task
    from debatable.evaluation.annotation.desk import Desk, checked_name
    from debatable.service import Settings
    from debatable.service.desk import serve_desk

    pools, tasks = pool or [], task or []
    if len(pools) != len(tasks):
        raise InputError("each --pool needs one --task", todo="give as many of one as of the other")
    missing = next((path for path in (*pools, *(corpus or ())) if not path.exists()), None)
    if missing is not None:
        raise InputError("no such file", where=str(missing), todo="check the path")
    for path, name in zip(pools, tasks, strict=True):  # a mistake is told before a folder is made
        parse_task(name), read_pool(path)
    for name in (*(annotator or ()), *(lead or ())):
        checked_name(name)
    root = checked_root(root_path)
    with ExitStack() as held:
        at = held.enter_context(listening(host, port)) if export is None else None
        desk = held.enter_context(closing(Desk(folder, new=bool(lead))))
        for path, name in zip(pools, tasks, strict=True):
            desk.add_sheet(path, name, wanted=per_item)
        _let_in(desk, annotator or [], lead or [], new_token or [])
        if export is not None:
            _export(desk, export)
        if at is not None:
            note(f"open http://{host}:{port} in a browser; Ctrl-C ends it")
            settings = Settings(root_path=root, hosts=known_names(host, allow_host or ()), log=log)
            serve_desk(desk, settings, at, tuple(corpus or ()))


def _let_in(desk: Desk, annotators: list[str], leads: list[str], anew: list[str]) -> None:
    """Lets people in and prints the tokens that are new, on standard output and nowhere else."""
    from debatable.errors import InputError

    made = {name: desk.add_person(name, lead=True) for name in leads}
    made |= {name: desk.add_person(name) for name in annotators if name not in made}
    with desk.state() as state:
        known = set(state.people)
    for name in anew:
        if " ".join(name.split()) not in known:
            raise InputError(f"nobody is called {name[:60]!r} here", todo="let them in with --annotator")
        made[name] = desk.add_person(name, anew=True)
    for name, token in made.items():
        if token:
            typer.echo(f"token of {name}: {token}")


def _export(desk: Desk, folder: Path) -> None:
    """Writes all files for which there is something, beside each other."""
    from debatable.cli.printing.terminal import note
    from debatable.errors import InputError
    from debatable.evaluation.annotation.desk import EXPORTS, exported
    from debatable.files import write_bytes

    written = []
    for name in EXPORTS.keys() - UNWRITTEN:
        try:
            content = exported(desk, name)
        except InputError:
            continue
        write_bytes(folder / name, content)
        written.append(name)
    note(f"{folder}: {', '.join(sorted(written)) or 'nothing was judged yet'}")
