"""The command line: verbs that are loaded when they are asked for, and errors as sentences."""

from __future__ import annotations

import gc
import signal
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from types import FrameType
from typing import Annotated, Any, ClassVar, get_args

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup

from debatable.cli.printing.terminal import INTERRUPTED, note, open_streams, printable, silence
from debatable.errors import DebatableError
from debatable.version import VERSION

VERBS = {
    "search": "search",
    "points": "points",
    "similar": "matches",
    "counter": "matches",
    "index": "indexes",
    "add": "indexes",
    "remove": "indexes",
    "export": "export",
    "recluster": "indexes",
    "read": "indexes",
    "info": "indexes",
    "verify": "indexes",
    "serve": "servers",
    "mcp": "servers",
    "evaluate": "evaluate",
    "run": "evaluate",
    "collections": "collections",
    "sample": "sample",
    "pool": "pool",
    "annotate": "annotation",
    "desk": "desk",
    "agreement": "annotation",
    "experiment": "experiments",
    "experiments": "experiments",
    "train": "train",
    "models": "listings",
    "methods": "listings",
    "similarities": "listings",
    "analyzers": "listings",
}
"""The module of each verb in ``debatable.cli.verbs``; the function there has the name of the verb."""

GRAPH_VERBS = {
    **dict.fromkeys(("search", "evaluate", "convert", "show"), "graphs"),
    "adapt": "graph_adaptation",
}
"""The same for the verbs of ``debatable graphs``."""

REPLACEMENT = "\ufffd"
"""Shown in place of what could steer the terminal."""

UNCOLLECTED = 50_000
"""New objects between two garbage collections; the start makes many objects and hardly any garbage."""

NO_MEMORY = "there is not enough memory; use a smaller corpus or a larger machine"

UNLOADED = (
    "cannot allocate memory",
    "failed to map segment",
    "not enough memory",
    "paging file is too small",
)
"""What a library says that could not be loaded for want of memory."""

RESUMED = ("index", "add", "read", "train")
"""Verbs that resume where they were interrupted when they are run again."""


class Conversion:
    """Converts the value of a parameter; a value that needs no conversion is returned as it is.

    Typer converts with pydantic, which takes as long to load as the modules of a search.
    """

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Returns the value in the type of the parameter."""
        kind, many = param.type_descriptor, param.multiple or param.nargs == -1
        if value is None:
            return () if many else None
        if not many and (type(value) is kind.annotation or value in get_args(kind.annotation)):
            return value
        if kind.annotation is int and not kind.is_ranged and str(value).isascii() and str(value).isdecimal():
            return int(value)
        param._runtime_param = None  # typer makes its own
        return param.get_runtime_param().coerce(value, param=param, ctx=ctx)


class Converted:
    """A command whose parameters are converted so, where this version of typer lets them."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Returns the parameters, with ``--help``."""
        parameters: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for parameter in parameters:
            if hasattr(parameter, "_runtime_param") and hasattr(parameter, "type_descriptor"):
                parameter._runtime_param = Conversion()
        return parameters


class Verb(Converted, TyperCommand):
    """A command; the name of an argument says what it is, so its type is not printed."""

    def __init__(self, *args: Any, **options: Any) -> None:
        """Makes the command."""
        super().__init__(*args, **options)
        for parameter in self.params:
            if isinstance(parameter, TyperArgument):
                setattr(parameter, "display_type_rich", lambda ctx: None)  # noqa: B010  # mypy forbids the plain way


class LoadedVerbs(Mapping[str, Any]):
    """Commands by name; one is imported and built when it is looked up."""

    def __init__(self, modules: Mapping[str, str], groups: Mapping[str, Any]) -> None:
        """Takes the module of each verb, and groups that are built already."""
        self._modules, self._groups = modules, groups

    def __getitem__(self, name: str) -> Any:
        """Returns a command."""
        if name in self._groups:
            return self._groups[name]
        module = import_module(f"debatable.cli.verbs.{self._modules[name]}")
        single = typer.Typer(add_completion=False, rich_markup_mode=None)
        single.command(name, cls=Verb)(getattr(module, name))
        return typer.main.get_command(single)

    def __iter__(self) -> Iterator[str]:
        """Yields the names in the order of the help."""
        return iter((*self._modules, *self._groups))

    def __len__(self) -> int:
        """Returns how many there are."""
        return len(self._modules) + len(self._groups)


class Verbs(Converted, TyperGroup):
    """The verbs of ``debatable``."""

    modules: ClassVar[Mapping[str, str]] = VERBS

    def __init__(self, *, commands: Any = None, **options: Any) -> None:
        """Puts the verbs before the groups that were added."""
        super().__init__(**options)
        self.commands = LoadedVerbs(self.modules, commands or {})  # type: ignore[assignment]

    def list_commands(self, ctx: Any) -> list[str]:
        """Returns the names without loading anything."""
        return list(self.commands)


class GraphVerbs(Verbs):
    """The verbs of ``debatable graphs``."""

    modules = GRAPH_VERBS


def _help_alone(context: typer.Context) -> None:
    """Prints the help where no verb was named."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


app = typer.Typer(
    name="debatable",
    cls=Verbs,
    help="A search engine for arguments: the best premises for and against a claim, each said once.",
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.add_typer(
    typer.Typer(
        cls=GraphVerbs,
        help="Find, measure, convert and draw argument graphs.",
        callback=_help_alone,
        invoke_without_command=True,
        rich_markup_mode=None,
    ),
    name="graphs",
)


@app.callback(invoke_without_command=True)
def options(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    """A search engine for arguments: the best premises for and against a claim, each said once."""
    if version:
        typer.echo(f"debatable {VERSION}")
        raise typer.Exit
    _help_alone(context)


def run() -> None:
    """Runs the command line; a user's mistake costs one sentence and exit code 2."""
    gc.set_threshold(UNCOLLECTED)
    open_streams()
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
        resumed = sys.argv[1:2] and (
            sys.argv[1] in RESUMED or any(part.startswith("--checkpoint") for part in sys.argv)
        )
        again = "; run it again to go on" if resumed else ""
        _fail(f"interrupted; nothing was changed{again}", INTERRUPTED)
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # typer ends with 1 then
            silence(sys.stdout)
            end.code = 0
        raise
    except OSError as error:
        from debatable.files import exhausted

        if (poor := exhausted(error, error.filename or "debatable")) is not None:
            _fail(str(poor))
        where = f"{error.filename}: " if error.filename else ""
        _fail(f"{where}{(error.strerror or str(error)).lower()}; check the path, its rights and the disk")
    except sqlite3.Error as error:
        _fail(f"the corpus cannot be used ({error}); check the disk, then run: debatable verify DIR")
    except MemoryError:
        _fail(NO_MEMORY)
    except ImportError as error:
        if not any(sign in str(error).lower() for sign in UNLOADED):
            raise
        _fail(NO_MEMORY)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _hint(error: typer.TyperException) -> str:
    """Returns what was probably meant: a side by its name, a claim without quotes, or one that begins with a hyphen."""
    message = error.format_message()
    if not _help_of(error).endswith("search --help"):
        return ""
    if "--stance" in message and any(f"'{side}' is" in message.lower() for side in ("for", "against")):
        return "; pro is for, con is against"
    if "unexpected extra argument" in message:
        return "; put a claim of several words in quotes"
    excludes = message.startswith("No such option: -") and not message.startswith("No such option: --")
    return "; put -- before a claim that begins with a hyphen" if excludes else ""


def _help_of(error: typer.TyperException) -> str:
    """Returns how to ask for the help of the verb that was called wrongly."""
    context = getattr(error, "ctx", None)
    verbs = context.command_path.split()[1:] if context else []
    return " ".join(["debatable", *verbs, "--help"])


def _fail(message: str, code: int = 2) -> None:
    note(f"debatable: {printable(message, instead=REPLACEMENT)}")
    sys.exit(code)


def _one_line(message: str) -> str:
    plain = message.replace("Value error, ", "").partition(", unable to ")[0]
    return " ".join(plain.split()).rstrip(".")
