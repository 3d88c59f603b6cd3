"""The command line: one file a verb, and one place where errors become sentences."""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
from types import FrameType

import click
import typer

from debatable.cli import add, index, info, remove, search, serve, verify
from debatable.errors import DebatableError

__all__ = ["app", "run"]

VERBS = (search, index, add, remove, info, verify, serve)
"""Modules with one verb each: a function ``command``, named as the module is."""

app = typer.Typer(
    name="debatable",
    help="A search engine for arguments: the best premises for and against a claim, each said once.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for verb in VERBS:
    app.command(verb.__name__.rsplit(".", 1)[-1])(verb.command)


@app.callback(invoke_without_command=True)
def options(version: bool = typer.Option(False, "--version", help="Print the version and exit.")) -> None:
    """A search engine for arguments: the best premises for and against a claim, each said once."""
    if version:
        from debatable.version import VERSION

        typer.echo(f"debatable {VERSION}")
        raise typer.Exit


def run() -> None:
    """Runs the command line; a user's mistake costs one sentence and exit code 2."""
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        sys.exit(app(standalone_mode=False) or 0)
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.format_message())
        sys.exit(0)
    except DebatableError as error:
        _fail(str(error))
    except click.ClickException as error:
        _fail(f"{_one_line(error.format_message())}; see: debatable --help")
    except (KeyboardInterrupt, click.Abort):
        _fail("interrupted; nothing was changed")
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


def _fail(message: str) -> None:
    sys.stderr.write(f"debatable: {_printable(message)}\n")
    sys.stderr.flush()
    sys.exit(2)


def _one_line(message: str) -> str:
    return " ".join(message.split()).rstrip(".")


def _printable(message: str) -> str:
    """Takes out what could steer the terminal; file names and ids come from outside."""
    shown = "".join(character if character.isprintable() else "\ufffd" for character in message)
    return shown.encode("utf-8", "replace").decode("utf-8")
