"""``debatable graphs convert``: from one graph format to another."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from debatable.cli.verbs.graphs import options

if TYPE_CHECKING:
    from debatable.graphs import ArgumentGraph

__all__ = ["command"]


class Target(StrEnum):
    """What to write."""

    aif = "aif"
    dot = "dot"
    svg = "svg"
    jsonl = "jsonl"


ENDINGS = {Target.aif: ".json", Target.dot: ".dot", Target.svg: ".svg", Target.jsonl: ".jsonl"}


def command(
    graphs: Annotated[Path, typer.Argument(metavar="GRAPHS", help="File or folder of graphs.")],
    to: Annotated[
        Target, typer.Option("--to", help="Format; jsonl: claims and premises to index.")
    ] = Target.aif,
    into: Annotated[
        Path | None,
        typer.Option(
            "--into", metavar="PATH", help="File, or folder for many; without it, or with -, printed."
        ),
    ] = None,
    format: options.GraphFormat = "auto",
    language: options.GraphLanguage = "en",
) -> None:
    """Convert argument graphs to AIF JSON, DOT, SVG or a corpus.

    The corpus has their claims and premises, for an index.
    """
    from debatable.cli.printing.destination import STANDARD_OUTPUT
    from debatable.cli.printing.terminal import note
    from debatable.errors import InputError
    from debatable.graphs import load_folder
    from debatable.plural import counted

    loaded = load_folder(graphs, format, language, on_problem=lambda problem: note(f"debatable: {problem}"))
    if not loaded:
        raise InputError("holds no graph that can be read", where=str(graphs))
    for graph in loaded:
        for remark in graph.remarks:
            note(f"debatable: {remark}")
    if to is Target.jsonl:
        _write("".join(_records(graph) for graph in loaded), into)
    elif graphs.is_file():
        _write(_text(loaded[0], to), into)
    elif into is None or into == STANDARD_OUTPUT:
        raise InputError("many graphs need a folder to go into", todo="give --into DIR")
    else:
        into.mkdir(parents=True, exist_ok=True)
        for graph in loaded:
            _write(_text(graph, to), into / f"{graph.id}{ENDINGS[to]}")
        note(f"{counted(len(loaded), 'graph')} written into {into}")


def _text(graph: ArgumentGraph, to: Target) -> str:
    from debatable.graphs import dump

    return dump(graph, to.value) + "\n"


def _records(graph: ArgumentGraph) -> str:
    """The graph as JSON lines that ``debatable index`` reads."""
    import orjson

    from debatable.graphs import arguments

    lines = []
    for link in arguments(graph):
        record = {
            "id": link.id,
            "claim": link.claim.text if link.claim is not None else None,
            "premise": link.premise.text,
            "stance": link.stance.value if link.stance.sign else None,
            "source": link.source,
            "discussion": link.discussion,
            "language": graph.language,
        }
        lines.append(orjson.dumps(record).decode() + "\n")
    return "".join(lines)


def _write(text: str, into: Path | None) -> None:
    from debatable.cli.printing.destination import STANDARD_OUTPUT
    from debatable.files import write_text

    if into is None or into == STANDARD_OUTPUT:
        typer.echo(text, nl=False)
    else:
        write_text(into, text)
