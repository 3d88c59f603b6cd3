"""From files to graphs and back: the format is recognised by the content, sizes are limited."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

from debatable.corpus.maps import argdown_export, argdown_text, arguebuf, brat, kialo, sadface
from debatable.corpus.readers.maps import MAPS, read_map
from debatable.corpus.readers.table import SUFFIXES
from debatable.errors import DebatableError, InputError, UnknownNameError, check_name
from debatable.files import write_text
from debatable.graphs.formats import aif, arggraph
from debatable.graphs.formats import argdown as argdown_format
from debatable.graphs.formats import arguebuf as arguebuf_format
from debatable.graphs.formats.repair import from_map
from debatable.graphs.model import ArgumentGraph, Kind, Node

MOST_BYTES = 64 * 1024 * 1024
MOST_NODES = 20_000
MOST_FILES = 200_000
ENDINGS = (".json", ".xml", ".sadface", ".ann", ".txt", ".argdown", ".ad")
FORMATS = ("aif", "xaif", "ova", "arggraph", *MAPS)
JSON_MAPS = {
    "argdown": argdown_export.is_argdown,
    "arguebuf": arguebuf.is_arguebuf,
    "sadface": sadface.is_sadface,
}
TARGETS = ("aif", "argdown", "arguebuf", "dot", "svg")
DOT_COLOURS = {Kind.RA: "#2a9d5c", Kind.CA: "#d1495b", Kind.I: "#3d6cb9"}


def load(path: str | os.PathLike[str], format: str = "auto", language: str = "en") -> ArgumentGraph:
    """Loads a graph from a file.

    Args:
        path: AIF JSON, xAIF, OVA JSON, arggraph XML, Argdown (its text or its JSON export), arguebuf JSON, SADFace,
            BRAT or Kialo, recognised by the content.
        format: ``auto`` or the name of a format.
        language: Of the texts, where the file has none.

    Returns:
        The graph; its remarks list faults of the file and how they were repaired.
    """
    path = Path(path)
    _check(format)
    return parse(_content(path), path, format, language)


def parse(
    content: bytes, path: str | os.PathLike[str], format: str = "auto", language: str = "en"
) -> ArgumentGraph:
    """Returns the graph in the content of a file; the path names it, in errors too; the rest is as for ``load``."""
    path, content = Path(path), content.removeprefix(b"\xef\xbb\xbf")
    _check(format)
    kind = _map_format(content, path) if format == "auto" else format
    if kind in MAPS:
        graph = from_map(read_map(content, kind, path), path.stem, str(path), language)
    elif format == "arggraph" or (format == "auto" and content.lstrip()[:1] == b"<"):
        graph = arggraph.read(content, path.stem, str(path), language)
    else:
        graph = _from_json(content, path, format, language)
    if len(graph.nodes) > MOST_NODES:
        raise InputError(f"has {len(graph.nodes)} nodes, more than {MOST_NODES}", where=str(path))
    return graph


def load_folder(
    folder: str | os.PathLike[str],
    format: str = "auto",
    language: str = "en",
    *,
    on_problem: Callable[[DebatableError], None] | None = None,
) -> list[ArgumentGraph]:
    """Loads every graph of a folder, in the order of the file names.

    Args:
        folder: A folder of graph files, or one file.
        format: As for ``load``.
        language: As for ``load``.
        on_problem: Called for a file that cannot be read, which is then left out; without it, it is raised.
    """
    folder = Path(folder)
    if folder.is_file():
        return [load(folder, format, language)]
    if not folder.is_dir():
        raise InputError("there is no such folder", where=str(folder))
    paths = sorted(path for path in folder.iterdir() if path.is_file() and path.suffix.lower() in ENDINGS)
    if not paths:
        todo = "give a folder of .json or .xml files"
        raise InputError("holds no graph files", where=str(folder), todo=todo)
    if len(paths) > MOST_FILES:
        raise InputError(f"holds {len(paths)} files, more than {MOST_FILES}", where=str(folder))
    graphs = []
    for path in paths:
        try:
            graphs.append(load(path, format, language))
        except InputError as problem:
            if on_problem is None:
                raise
            on_problem(problem)
    return graphs


def dump(graph: ArgumentGraph, target: str = "aif") -> str:
    """Returns a graph as text in a format: AIF JSON, Argdown, arguebuf JSON, DOT or SVG."""
    if target in ("aif", "arguebuf"):
        import orjson

        document = aif.dump(graph) if target == "aif" else arguebuf_format.dump(graph)
        return orjson.dumps(document, option=orjson.OPT_INDENT_2).decode()
    if target == "argdown":
        return argdown_format.dump(graph)
    if target == "dot":
        return _dot(graph)
    if target == "svg":
        from debatable.graphs.drawing import draw

        return draw(graph)
    raise UnknownNameError("graph format", target, TARGETS)


def losses(graph: ArgumentGraph, target: str) -> list[str]:
    """Returns what of a graph a format has no place for, a sentence each; AIF holds all of it."""
    writers = {"argdown": argdown_format.losses, "arguebuf": arguebuf_format.losses}
    return writers[target](graph) if target in writers else []


def _dot(graph: ArgumentGraph) -> str:
    r"""Returns a graph in Graphviz's language; edges point from premises to conclusions.

    >>> from debatable.graphs import sentence
    >>> print(_dot(sentence('Say "yes"', id="g")))
    digraph "g" {
      rankdir=BT; node [fontname="Helvetica", fontsize=11, style="filled,rounded", fillcolor=white];
      "1" [label="Say \"yes\"", shape=box, color="#3d6cb9"];
    }
    """
    lines = [f"digraph {_dot_quoted(graph.id)} {{"]
    font = 'fontname="Helvetica", fontsize=11'
    lines.append(f'  rankdir=BT; node [{font}, style="filled,rounded", fillcolor=white];')
    lines += [f"  {_dot_quoted(node.id)} [{_dot_attributes(node)}];" for node in graph.nodes]
    lines += [f"  {_dot_quoted(edge.source)} -> {_dot_quoted(edge.target)};" for edge in graph.edges]
    return "\n".join([*lines, "}"])


def _dot_attributes(node: Node) -> str:
    label = node.scheme or node.text or node.kind.value
    shape = "diamond, style=filled" if node.kind.is_scheme else "box"
    colour = DOT_COLOURS.get(node.kind, "#6b7280")
    return f'label={_dot_quoted(textwrap.fill(label, 36))}, shape={shape}, color="{colour}"'


def _dot_quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def save(graph: ArgumentGraph, path: str | os.PathLike[str], target: str = "aif") -> None:
    """Writes a graph to a file, whole or not at all."""
    write_text(Path(path), dump(graph, target) + "\n")


def _map_format(content: bytes, path: Path) -> str:
    """Returns the format of a map by its ending, or by its beginning where it is no JSON; empty where it is none."""
    named = SUFFIXES.get(path.suffix.lower(), "")
    if named in MAPS:
        return named
    head = content[:10_000].lstrip()
    looks = {"kialo": kialo.is_kialo, "brat": brat.is_brat, "argdown": argdown_text.is_argdown}
    return next((name for name, looks_like in looks.items() if looks_like(head)), "")


def _check(format: str) -> None:
    check_name("graph format", format, ("auto", *FORMATS))


def _content(path: Path) -> bytes:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InputError(f"is larger than {MOST_BYTES >> 20} MiB", where=str(path), todo="split it")
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", where=str(path)) from error


def _from_json(content: bytes, path: Path, format: str, language: str) -> ArgumentGraph:
    import orjson

    try:
        document: Any = orjson.loads(content)
    except orjson.JSONDecodeError as error:
        raise InputError(f"is no valid JSON ({error})", where=str(path)) from error
    if format in ("auto", "xaif") and isinstance(document, dict) and isinstance(document.get("AIF"), dict):
        return aif.read(document["AIF"], path.stem, str(path), language)
    if format in ("aif", "xaif") or (format == "auto" and aif.is_aif(document)):
        return aif.read(document, path.stem, str(path), language)
    for name, looks_like in JSON_MAPS.items():
        if format == "auto" and looks_like(document):
            return from_map(read_map(content, name, path), path.stem, str(path), language)
    if format == "ova" or aif.is_ova(document):
        return aif.read_ova(document, path.stem, str(path), language)
    todo = f"name the format: {', '.join(FORMATS)}"
    raise InputError("is in no format that its content shows", where=str(path), todo=todo)
