"""The ways into the engine from Python: what the verbs of the command line do, as functions."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from debatable.errors import InputError, RecordError, check_name
from debatable.progress import Progress

if TYPE_CHECKING:
    from debatable.corpus import OnDuplicate, Tally
    from debatable.corpus.readers import Given, Omission, OnError
    from debatable.engines import Configuration, Engine, Where
    from debatable.key_points import Comment, PointMethod, Points
else:
    from debatable.deferred import deferred

    __getattr__ = deferred(__name__, {"debatable.engines": ("Where",)})

__all__ = [
    "FAMILIES",
    "Where",
    "add",
    "demo",
    "export",
    "index",
    "open",
    "points",
    "read",
    "register",
    "remove",
]

FAMILIES = {
    "analyzer": "debatable.text.analyzer:ANALYZERS",
    "clustering": "debatable.clustering.table:CLUSTERINGS",
    "encoder": "debatable.embedding.table:ENCODERS",
    "measure": "debatable.evaluation.measures.table:MEASURES",
    "method": "debatable.ranking.table:METHODS",
    "reader": "debatable.corpus.readers.table:READERS",
    "stance": "debatable.learning.stance.model:STANCES",
}
"""Where the table of each family is; it is loaded when it is asked for."""


def open(where: Where, *, exact: bool = False) -> Engine:
    """Opens an index for searching.

    Args:
        where: Folder of the index, or its address on a server.
        exact: Whether nearest vectors are looked for among all, however many there are; see docs/scale.md.

    Raises:
        NotAnIndexError: There is none in that folder.
        InputError: That is no path.
    """
    from debatable.engines import open_engine

    return open_engine(_place(where, "the index to open"), exact=exact)


def demo(*, progress: Progress | None = None) -> Engine:
    """Opens the bundled corpus; its index is made at the first use.

    >>> demo().search("Schools should require uniforms", k=3).hits[0].claims[0].text
    'Schools should require uniforms'
    """
    from debatable.engines import demo_index

    return open(demo_index(progress))


def index(
    arguments: Given,
    *,
    into: Where,
    format: str = "auto",
    on_error: OnError = "stop",
    on_duplicate: OnDuplicate = "error",
    columns: Mapping[str, str] | None = None,
    language: str = "en",
    configuration: Configuration | None = None,
    overwrite: bool = False,
    on_skip: Callable[[RecordError], None] | None = None,
    on_omission: Callable[[Omission], None] | None = None,
    progress: Progress | None = None,
    ray: str | None = None,
) -> Tally:
    """Makes an index of a corpus.

    Args:
        arguments: A path; or a list or stream of arguments, of dicts with the fields of a JSON line, or of paths; or
            a data set of Hugging Face or a data frame.
        into: Folder of the new index, or its address on a server.
        format: Of files: ``auto``, or the name of a reader.
        on_error: Whether to ``stop`` at a bad record or to ``skip`` it.
        on_duplicate: What to do with an id that occurs twice: ``error``, ``skip`` or ``replace``.
        columns: For tables and dicts, the column or key of a field that has another name than the field.
        language: Of texts that name none, as a BCP 47 tag.
        configuration: How the index is computed; the usual way without it.
        overwrite: Whether to replace an index that is there, once the new one is ready.
        on_skip: Called with each record that is skipped.
        on_omission: Called with what a reader left out of a file because arguments have no place for it.
        progress: Called at each step.
        ray: Address of a Ray cluster that does the costly stages, ``local`` for one on this machine.

    Raises:
        InputError: There is an index already, or the corpus or an option cannot be used.
        RecordError: A record is bad, under ``stop``.

    >>> import tempfile
    >>> from debatable import Configuration
    >>> cars = [{"id": "a", "claim": "Ban cars", "premise": "Cars are loud", "stance": "pro"}]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = index(cars, into=f"{folder}/cars", configuration=Configuration(encoder=""))
    ...     with open(f"{folder}/cars") as engine:
    ...         made.added, [hit.premise.text for hit in engine.search("Ban cars", method="bm25")]
    (1, ['Cars are loud'])
    """
    from debatable.corpus.readers import arguments_of
    from debatable.engines import READ, Configuration, index_at

    folder = _place(into, "the folder of the index")
    _check_duplicates(on_duplicate)
    _check_configuration(configuration)
    stream = arguments_of(
        arguments,
        format=format,
        on_error=on_error,
        columns=columns,
        language=language,
        on_skip=on_skip,
        on_omission=on_omission,
    )
    return index_at(folder).create(
        stream,
        configuration=configuration or Configuration(read=READ),
        on_duplicate=on_duplicate,
        overwrite=overwrite,
        progress=progress,
        ray=ray,
    )


def add(
    arguments: Given,
    *,
    to: Where,
    format: str = "auto",
    on_error: OnError = "stop",
    on_duplicate: OnDuplicate = "error",
    columns: Mapping[str, str] | None = None,
    language: str = "en",
    on_skip: Callable[[RecordError], None] | None = None,
    on_omission: Callable[[Omission], None] | None = None,
    progress: Progress | None = None,
) -> Tally:
    """Adds arguments to an index; what is given and the options are as for `index`.

    Raises:
        NotAnIndexError: There is none in that folder.
        InputError: The corpus or an option cannot be used, or an id is there already.
        RecordError: A record is bad, under ``stop``.
    """
    from debatable.corpus.readers import arguments_of
    from debatable.engines import index_at

    folder = _place(to, "the index to add to")
    _check_duplicates(on_duplicate)
    stream = arguments_of(
        arguments,
        format=format,
        on_error=on_error,
        columns=columns,
        language=language,
        on_skip=on_skip,
        on_omission=on_omission,
    )
    return index_at(folder).add(stream, on_duplicate=on_duplicate, progress=progress)


def remove(ids: Iterable[str], *, from_: Where, progress: Progress | None = None) -> int:
    """Removes arguments from an index by id, and returns how many there were.

    Raises:
        NotAnIndexError: There is none in that folder.
        InputError: An id is no text, or no argument has it.
    """
    from debatable.engines import index_at

    place = _place(from_, "the index to remove from")
    return index_at(place).remove(_ids(ids), progress=progress)


def read(where: Where, *, model: str = "learned", progress: Progress | None = None) -> None:
    """Reads the claims of an index with their neighbours, so that a search has less to read.

    Claims that were read before are not read again. Interrupted, it goes on where it ended.

    Args:
        where: Folder of the index, or its address on a server.
        model: Stance model that reads.
        progress: Called at each step.

    Raises:
        NotAnIndexError: There is none in that folder.
        InputError: The index has no vectors, or the model reads no pairs.
    """
    from debatable.engines import index_at

    index_at(_place(where, "the index to read")).read(model=model, progress=progress)


def export(
    where: Where,
    into: str | os.PathLike[str],
    *,
    on_omission: Callable[[str], None] | None = None,
    progress: Progress | None = None,
) -> int:
    """Writes the arguments of an index to a file of JSON lines, and returns how many there are.

    `index` makes the same corpus of it. What was removed is not there. The file is written whole or not at all.

    Args:
        where: Folder of the index, or its address on a server.
        into: The file, named ``.jsonl``; packed where ``.gz`` follows.
        on_omission: Called with what a line has no place for.
        progress: Called at each step.

    Raises:
        NotAnIndexError: There is none in that folder.
        InputError: The file is named as one of another format.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = index([{"id": "a", "premise": "Cars are loud"}], into=f"{folder}/cars")
    ...     export(f"{folder}/cars", f"{folder}/cars.jsonl")
    1
    """
    from pathlib import Path

    from debatable.engines import check_lines_file, write_arguments
    from debatable.progress import step

    path = Path(_place(into, "the file to write"))
    check_lines_file(path)
    with open(where) as engine:
        return write_arguments(engine, path, on_omission=on_omission, progress=step(progress, "writing"))


def points(
    texts: Iterable[str | Comment],
    *,
    about: str | None = None,
    method: str | PointMethod = "points",
    progress: Progress | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> Points:
    """Finds the points that a pile of comments makes, in the words of those who make them.

    Args:
        texts: The comments, as texts or with ids, sources and votes.
        about: The claim that they are for or against; without one there are no sides.
        method: How points are found: a name, ``points(matching=…,coverage=…)``, or the method itself.
        progress: Called with the step and how much of it is done.
        checkpoint: A folder where the costly steps are kept, so that a run that was stopped goes on from there.

    Raises:
        InputError: There are no comments with words, or something is no comment.
        UnknownNameError: There is no such method.

    >>> comments = ["Cars are too loud.", "The cars are so loud!", "Buses are late."]
    >>> found = points(comments, method="points(coverage=greedy(least=1))")
    >>> found.points[0].count, found.points[0].members[0].text == found.points[0].headline
    (2, True)
    """
    from pathlib import Path

    from debatable.key_points import comments_of, summarise

    kept = None if checkpoint is None else Path(checkpoint)
    return summarise(comments_of(texts), about=about, method=method, progress=progress, checkpoint=kept)


def register(kind: str, name: str, value: object, *, replace: bool = False) -> None:
    """Gives an object of one's own a name, which then works wherever names of its family do.

    The name lasts as long as the process; an index made with an encoder of one's own needs it again when it is
    opened.

    Args:
        kind: Its family: ``analyzer``, ``clustering``, ``encoder``, ``measure``, ``method``, ``reader`` or ``stance``.
        name: Letters, digits, ``-``, ``_`` and ``.``, a letter first.
        value: The object, or a dataclass whose fields a name may set.
        replace: Whether to replace an object of one's own of that name.

    Raises:
        UnknownNameError: There is no such family.
        InputError: The name is taken or is none, or the object is none of the family.

    >>> from debatable.ranking import METHODS, method
    >>> register("method", "narrow", method("bm25(claims=5)"))
    >>> demo().search("Schools should require uniforms", method="narrow").method
    'narrow'
    >>> METHODS.unregister("narrow")
    """
    check_name("family", kind, FAMILIES)
    module, _, table = FAMILIES[kind].partition(":")
    getattr(import_module(module), table).register(name, value, replace=replace)


def _place(where: Where, what: str) -> Where:
    if isinstance(where, str | os.PathLike) and str(where):
        return where
    raise InputError(f"{what} is given as {where!r:.80}", todo="give the path of a folder")


def _ids(given: Iterable[str]) -> Sequence[str]:
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise InputError(f"the ids are given as {given!r:.80}", todo="give a list of them")
    ids = list(given)
    for one in ids:
        if not isinstance(one, str):
            raise InputError(f"the id {one!r:.80} is no text", todo="give ids as they stand in the corpus")
    return ids


def _check_configuration(configuration: object) -> None:
    from debatable.engines import Configuration

    if configuration is not None and not isinstance(configuration, Configuration):
        kind = type(configuration).__name__
        raise InputError(f"the configuration is of type {kind}", todo="make it with debatable.Configuration")


def _check_duplicates(on_duplicate: str) -> None:
    check_name("way with duplicates", on_duplicate, ("error", "skip", "replace"))
