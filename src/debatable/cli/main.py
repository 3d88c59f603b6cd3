"""The command line: one file a verb, and one place where errors become sentences."""

from __future__ import annotations

import gc
import os
import signal
import sqlite3
import sys
from types import FrameType
from typing import Annotated

import typer

from debatable.cli.printing.terminal import printable
from debatable.cli.verb import Verb
from debatable.cli.verbs import analyzers, mcp, methods, models, search, serve, similarities, train
from debatable.cli.verbs.evaluation import (
    agreement,
    annotate,
    desk,
    evaluate,
    experiment,
    experiments,
    pool,
    sample,
)
from debatable.cli.verbs.evaluation import run as run_verb
from debatable.cli.verbs.graphs import app as graphs
from debatable.cli.verbs.indexes import add, index, info, recluster, remove, verify
from debatable.errors import DebatableError
from debatable.version import VERSION

__all__ = ["app", "run"]

VERBS = (
    search,
    index,
    add,
    remove,
    recluster,
    info,
    verify,
    serve,
    mcp,
    evaluate,
    run_verb,
    sample,
    pool,
    annotate,
    desk,
    agreement,
    experiment,
    experiments,
    train,
    models,
    methods,
    similarities,
    analyzers,
)
"""Modules with one verb each: a function ``command``, named as the module is."""

REPLACEMENT = "\ufffd"
"""Shown in place of what could steer the terminal."""

UNCOLLECTED = 50_000
"""New objects between two looks for garbage; the start makes many of them and hardly any garbage."""

INTERRUPTED = 130
"""What typer returns, and this program, when the user pressed Ctrl-C."""

RESUMED = ("index", "add", "train")
"""Verbs that go on with what they had computed when they are run again: vectors, or steps of a training."""

app = typer.Typer(
    name="debatable",
    help="A search engine for arguments: the best premises for and against a claim, each said once.",
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for verb in VERBS:
    app.command(verb.__name__.rsplit(".", 1)[-1], cls=Verb)(verb.command)
app.add_typer(graphs, name="graphs")


@app.callback(invoke_without_command=True)
def options(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    """A search engine for arguments: the best premises for and against a claim, each said once."""
    if version:
        typer.echo(f"debatable {VERSION}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def run() -> None:
    """Runs the command line; a user's mistake costs one sentence and exit code 2."""
    gc.set_threshold(UNCOLLECTED)
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        if app(prog_name="debatable", standalone_mode=False) == INTERRUPTED:
            raise KeyboardInterrupt
        sys.exit(0)
    except DebatableError as error:
        _fail(str(error))
    except typer.TyperException as error:
        _fail(f"{_one_line(error.format_message())}{_hint(error)}; see: {_help_of(error)}")
    except (KeyboardInterrupt, typer.Abort):
        again = "; run it again to go on" if sys.argv[1:2] and sys.argv[1] in RESUMED else ""
        _fail(f"interrupted; nothing was changed{again}", INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _fail(f"{where}{(error.strerror or str(error)).lower()}; check the path, its rights and the disk")
    except sqlite3.Error as error:
        _fail(f"the corpus cannot be used ({error}); check the disk, then run: debatable verify DIR")
    except MemoryError:
        _fail("there is not enough memory; use a smaller corpus or a larger machine")


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _hint(error: typer.TyperException) -> str:
    """Returns what was probably meant: a claim without quotes is read as several."""
    unquoted = "unexpected extra argument" in error.format_message() and _help_of(error).endswith(
        "search --help"
    )
    return "; put a claim of several words in quotes" if unquoted else ""


def _help_of(error: typer.TyperException) -> str:
    """Returns how to ask for the help of the verb that was called wrongly."""
    context = getattr(error, "ctx", None)
    verbs = context.command_path.split()[1:] if context else []
    return " ".join(["debatable", *verbs, "--help"])


def _fail(message: str, code: int = 2) -> None:
    sys.stderr.write(f"debatable: {printable(message, instead=REPLACEMENT)}\n")
    sys.stderr.flush()
    sys.exit(code)


def _one_line(message: str) -> str:
    return " ".join(message.removeprefix("Value error, ").split()).rstrip(".")
