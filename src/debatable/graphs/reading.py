"""From files to graphs and back: the format is told from the content, sizes are limited."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from debatable.errors import DebatableError, InputError, UnknownNameError
from debatable.files import write_text
from debatable.graphs.formats import aif, argdown, arggraph, bridge, dot, ova
from debatable.graphs.model import ArgumentGraph
from debatable.progress import Step

__all__ = ["FORMATS", "TARGETS", "dump", "load", "load_folder", "parse", "save"]

MOST_BYTES = 64 * 1024 * 1024
MOST_NODES = 20_000
MOST_FILES = 200_000
ENDINGS = (".json", ".xml", ".sadface", ".ann", ".txt", ".pbtxt")
FORMATS = ("aif", "xaif", "ova", "arggraph", "argdown", *bridge.FORMATS)
TARGETS = ("aif", "dot", "svg")


def load(path: str | os.PathLike[str], format: str = "auto", language: str = "en") -> ArgumentGraph:
    """Loads a graph from a file.

    Args:
        path: AIF JSON, OVA JSON, arggraph XML or Argdown JSON, told from the content, as is
            xAIF; with the extra ``graphs`` also SADFace, BRAT and Kialo, for which the format is named.
        format: ``auto`` or the name of a format.
        language: Of the texts, where the file does not say.

    Returns:
        The graph; its remarks say what was wrong with the file and what was made of it.
    """
    path = Path(path)
    _check(format)
    return parse(_content(path), path, format, language)


def parse(
    content: bytes, path: str | os.PathLike[str], format: str = "auto", language: str = "en"
) -> ArgumentGraph:
    """Returns the graph that the content of a file is.

    Args:
        content: What the file holds.
        path: Of the file, or a name: the graph is called by it, and errors say it.
        format: As for ``load``.
        language: As for ``load``.
    """
    path = Path(path)
    _check(format)
    if format in bridge.FORMATS:
        graph = bridge.read(content, path, format)
    elif format == "arggraph" or (format == "auto" and content.lstrip()[:1] == b"<"):
        graph = arggraph.read(content, path.stem, str(path), language)
    else:
        graph = _from_json(content, path, format)
    if len(graph.nodes) > MOST_NODES:
        raise InputError(f"has {len(graph.nodes)} nodes, more than {MOST_NODES}", where=str(path))
    return graph


def load_folder(
    folder: str | os.PathLike[str],
    format: str = "auto",
    language: str = "en",
    *,
    on_problem: Callable[[DebatableError], None] | None = None,
    progress: Step | None = None,
) -> list[ArgumentGraph]:
    """Loads every graph of a folder, in the order of the file names.

    Args:
        folder: A folder of graph files, or one file.
        format: As for ``load``.
        language: As for ``load``.
        on_problem: Called for a file that cannot be read, which is then left out; without it, it is raised.
        progress: Called with files done and all files.
    """
    folder = Path(folder)
    if folder.is_file():
        return [load(folder, format, language)]
    if not folder.is_dir():
        raise InputError("there is no such folder", where=str(folder))
    paths = sorted(path for path in folder.iterdir() if path.is_file() and path.suffix.lower() in ENDINGS)
    if not paths:
        raise InputError(
            "holds no graph files", where=str(folder), todo="give a folder of .json or .xml files"
        )
    if len(paths) > MOST_FILES:
        raise InputError(f"holds {len(paths)} files, more than {MOST_FILES}", where=str(folder))
    graphs = []
    for done, path in enumerate(paths, 1):
        try:
            graphs.append(load(path, format, language))
        except InputError as problem:
            if on_problem is None:
                raise
            on_problem(problem)
        if progress is not None:
            progress(done, len(paths))
    return graphs


def dump(graph: ArgumentGraph, target: str = "aif") -> str:
    """Returns a graph as text in a format: AIF JSON, DOT or SVG."""
    if target == "aif":
        import orjson

        return orjson.dumps(aif.dump(graph), option=orjson.OPT_INDENT_2).decode()
    if target == "dot":
        return dot.dump(graph)
    if target == "svg":
        from debatable.graphs.drawing import draw

        return draw(graph)
    raise UnknownNameError("graph format", target, TARGETS)


def save(graph: ArgumentGraph, path: str | os.PathLike[str], target: str = "aif") -> None:
    """Writes a graph to a file, whole or not at all."""
    write_text(Path(path), dump(graph, target) + "\n")


def _check(format: str) -> None:
    if format not in ("auto", *FORMATS):
        raise UnknownNameError("graph format", format, ("auto", *FORMATS))


def _content(path: Path) -> bytes:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InputError(f"is larger than {MOST_BYTES >> 20} MiB", where=str(path), todo="split it")
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", where=str(path)) from error


def _from_json(content: bytes, path: Path, format: str) -> ArgumentGraph:
    import orjson

    try:
        document: Any = orjson.loads(content.removeprefix(b"\xef\xbb\xbf"))
    except orjson.JSONDecodeError as error:
        raise InputError(f"is no valid JSON ({error})", where=str(path)) from error
    if format in ("auto", "xaif") and isinstance(document, dict) and isinstance(document.get("AIF"), dict):
        return aif.read(document["AIF"], path.stem, str(path))
    if format in ("aif", "xaif") or (format == "auto" and aif.is_aif(document)):
        return aif.read(document, path.stem, str(path))
    if format == "argdown" or (format == "auto" and argdown.is_argdown(document)):
        return argdown.read(document, path.stem, str(path))
    if format == "ova" or ova.is_ova(document):
        return ova.read(document, path.stem, str(path))
    todo = f"name the format: {', '.join(FORMATS)}"
    raise InputError("is in no format that can be told from its content", where=str(path), todo=todo)
