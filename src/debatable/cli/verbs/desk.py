"""``debatable desk``: the annotation desk in a browser."""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from debatable.cli.printing.terminal import note
from debatable.cli.verbs.servers import (
    AllowHost,
    Host,
    Port,
    RequestLog,
    RootPath,
    checked_root,
    known_names,
    listening,
)
from debatable.errors import InputError
from debatable.files import write_bytes

if TYPE_CHECKING:
    from debatable.evaluation.annotation.desk import Desk

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder of the desk.", show_default=False)]
Pools = Annotated[
    list[Path] | None,
    typer.Option(metavar="FILE", help="Pool to lay on the desk; repeatable, each with a --task."),
]
Tasks = Annotated[
    list[str] | None,
    typer.Option(
        "--task",
        "-t",
        metavar="TASK",
        help="What is asked of it: similarity, relevance, binary-relevance or clustering.",
    ),
]
PerItem = Annotated[int, typer.Option(metavar="N", help="How many people judge an item of new pools.")]
Annotators = Annotated[
    list[str] | None,
    typer.Option("--annotator", "-a", metavar="NAME", help="Somebody to let in; prints their token."),
]
Leads = Annotated[
    list[str] | None, typer.Option(metavar="NAME", help="Somebody who decides, exports and lets people in.")
]
NewTokens = Annotated[
    list[str] | None, typer.Option(metavar="NAME", help="Somebody who gets a new token; the old one ends.")
]
SampledCorpora = Annotated[
    list[Path] | None, typer.Option(metavar="FILE", help="Corpus to sample queries from; repeatable.")
]
Export = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Write judgments and annotations there, and serve nothing.")
]

UNWRITTEN = {"queries.jsonl", "log.jsonl"}
"""Files that are not written into a folder, where a collection may have queries of its own."""


def desk(
    folder: Folder,
    pool: Pools = None,
    task: Tasks = None,
    per_item: PerItem = 2,
    annotator: Annotators = None,
    lead: Leads = None,
    new_token: NewTokens = None,
    corpus: SampledCorpora = None,
    export: Export = None,
    host: Host = "127.0.0.1",
    port: Port = 8090,
    root_path: RootPath = "",
    allow_host: AllowHost = None,
    log: RequestLog = "none",
) -> None:
    """Judge pools in a browser, several people at one desk.

    Everything said is kept at once.
    """
    from debatable.evaluation.annotation.desk import Desk
    from debatable.service import Settings
    from debatable.service.desk import serve_desk

    pools, tasks = pool or [], task or []
    _check(pools, tasks, corpus or [], [*(annotator or ()), *(lead or ())])
    root = checked_root(root_path)
    with ExitStack() as held:
        at = held.enter_context(listening(host, port)) if export is None else None
        desk = held.enter_context(closing(Desk(folder, new=bool(lead))))
        for path, name in zip(pools, tasks, strict=True):
            desk.add_sheet(path, name, wanted=per_item)
        _add_people(desk, annotator or [], lead or [], new_token or [])
        if export is not None:
            _export(desk, export)
        if at is not None:
            note(f"open http://{host}:{port} in a browser; Ctrl-C ends it")
            settings = Settings(root_path=root, hosts=known_names(host, allow_host or ()), log=log)
            serve_desk(desk, settings, at, tuple(corpus or ()))


def _check(pools: list[Path], tasks: list[str], corpora: list[Path], names: list[str]) -> None:
    """Checks the arguments before a folder is made."""
    from debatable.corpus.readers import corpus_files
    from debatable.evaluation.annotation import read_pool, task
    from debatable.evaluation.annotation.desk import checked_name

    if len(pools) != len(tasks):
        raise InputError("each --pool needs one --task", todo="give as many of one as of the other")
    missing = next((path for path in (*pools, *corpora) if not path.exists()), None)
    if missing is not None:
        raise InputError("no such file", where=str(missing), todo="check the path")
    for path in corpora:
        corpus_files(path)
    for path, asked in zip(pools, tasks, strict=True):
        task(asked), read_pool(path)
    for name in names:
        checked_name(name)


def _add_people(desk: Desk, annotators: list[str], leads: list[str], renewed: list[str]) -> None:
    """Adds people, and prints new tokens on standard output and nowhere else."""
    tokens = {name: desk.add_person(name, lead=True) for name in leads}
    tokens |= {name: desk.add_person(name) for name in annotators if name not in tokens}
    with desk.state() as state:
        people = set(state.people)
    for name in renewed:
        if " ".join(name.split()) not in people:
            raise InputError(f"nobody is called {name[:60]!r} here", todo="let them in with --annotator")
        tokens[name] = desk.add_person(name, anew=True)
    for name, token in tokens.items():
        if token:
            typer.echo(f"token of {name}: {token}")


def _export(desk: Desk, folder: Path) -> None:
    """Writes all files that have content into a folder."""
    from debatable.evaluation.annotation.desk import EXPORTS, exported

    written = []
    for name in EXPORTS.keys() - UNWRITTEN:
        try:
            content = exported(desk, name)
        except InputError:
            continue
        write_bytes(folder / name, content)
        written.append(name)
    note(f"{folder}: {', '.join(sorted(written)) or 'nothing was judged yet'}")
