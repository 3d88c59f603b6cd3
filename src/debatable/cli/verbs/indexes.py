"""The verbs that make, change and check an index."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from debatable.cli.options import (
    Columns,
    Corpora,
    CorpusFormat,
    IndexFolder,
    Json,
    Language,
    OnDuplicateOption,
    OnErrorOption,
    column_names,
)
from debatable.cli.printing.terminal import note, print_json, progress
from debatable.errors import CorruptIndexError, RecordError
from debatable.plural import counted
from debatable.text.languages import STEMMERS

__all__ = ["SkippedRecords", "add", "analyzer_hint", "index", "info", "recluster", "remove", "verify"]

SHOWN = 1_000
"""How many are listed one by one."""


class SkippedRecords:
    """Lists bad records on standard error and counts them.

    >>> skipped = SkippedRecords()
    >>> skipped.summary()
    ''
    """

    def __init__(self) -> None:
        """Starts with none."""
        self.count = 0

    def __call__(self, error: RecordError) -> None:
        """Takes note of one, without what to do about it: leaving it out was one way."""
        self.count += 1
        if self.count <= SHOWN:
            note(f"skipped: {error.where}: {error.what}" if error.where else f"skipped: {error.what}")
        elif self.count == SHOWN + 1:
            note("skipped: more, no longer listed")

    def summary(self) -> str:
        """Says how many there were, or nothing."""
        return f", {counted(self.count, 'bad record')} skipped" if self.count else ""


def analyzer_hint(analyzer: str, language: str) -> str:
    """Returns what to say; nothing where the two fit, or where there is no better analyzer.

    >>> analyzer_hint("english", "de-AT")
    'the texts are said to be de-AT, the analyzer is english; --analyzer german fits better'
    >>> analyzer_hint("english", "en"), analyzer_hint("standard", "de"), analyzer_hint("english", "tlh")
    ('', '', '')
    """
    spoken = STEMMERS.get(language.split("-")[0].lower(), "")
    read = STEMMERS.get(analyzer, analyzer)
    if not spoken or read == spoken or read not in STEMMERS.values():
        return ""
    return f"the texts are said to be {language}, the analyzer is {analyzer}; --analyzer {spoken} fits better"


Into = Annotated[
    str,
    typer.Option("--into", "-o", metavar="DIR", help="Folder of the new index, or qdrant://HOST:PORT/NAME."),
]
Analyzer = Annotated[
    str,
    typer.Option(help="How texts become words: standard, krovetz, a language; see debatable analyzers."),
]
EncoderName = Annotated[
    str, typer.Option(help="Encoder, by name or path; 'none' for an index without vectors and clusters.")
]
LongTexts = Annotated[
    str, typer.Option(help="How premises beyond the encoder's limit are read: first,sliding,sentences.")
]
Clusters = Annotated[
    str,
    typer.Option(
        help="How claims and premises are clustered: lowest-core, hybrid (that of R), tree, constant, kmeans."
    ),
]
RayAddress = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS|local",
        help="Build on a Ray cluster, HOST:PORT, or on one started here; goes on where it was killed.",
    ),
]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace an index that is there.")]


def index(
    corpora: Corpora,
    into: Into,
    format: CorpusFormat = "auto",
    on_error: OnErrorOption = "stop",
    on_duplicate: OnDuplicateOption = "error",
    columns: Columns = None,
    language: Language = "en",
    analyzer: Analyzer = "english",
    encoder: EncoderName = "all-MiniLM-L6-v2",
    long_texts: LongTexts = "first",
    clusters: Clusters = "lowest-core",
    ray: RayAddress = None,
    overwrite: Overwrite = False,
    json: Json = False,
) -> None:
    """Make an index of one or more corpus files."""
    from debatable import api
    from debatable.cli.verbs.indexes.language_hint import analyzer_hint
    from debatable.cli.verbs.indexes.skipped_records import SkippedRecords
    from debatable.engines import Configuration

    skipped = SkippedRecords()
    names = column_names(columns)
    if hint := analyzer_hint(analyzer, language):
        note(hint)
    with progress() as show:
        tally = api.index(
            corpora,
            into=into,
            format=format,
            on_error=on_error,
            on_duplicate=on_duplicate,
            columns=names,
            language=language,
            configuration=Configuration(
                analyzer=analyzer,
                clusters=clusters,
                encoder="" if encoder == "none" else encoder,
                long_texts=tuple(name.strip() for name in long_texts.split(",")),
            ),
            overwrite=overwrite,
            on_skip=skipped,
            progress=show,
            ray=ray,
        )
    if json:
        print_json({"index": str(into), **asdict(tally), "left_out": skipped.count})
        return
    note(
        f"{into}: {counted(tally.added, 'argument')} indexed,"
        f" {counted(tally.skipped, 'duplicate')} skipped{skipped.summary()}"
    )


def add(
    corpora: Corpora,
    to: Annotated[str, typer.Option("--to", metavar="DIR", help="Index to add to.")],
    format: CorpusFormat = "auto",
    on_error: OnErrorOption = "stop",
    on_duplicate: OnDuplicateOption = "error",
    columns: Columns = None,
    language: Language = "en",
    json: Json = False,
) -> None:
    """Add the arguments of corpus files to an index."""
    from debatable import api
    from debatable.cli.verbs.indexes.skipped_records import SkippedRecords

    skipped = SkippedRecords()
    names = column_names(columns)
    with progress() as show:
        tally = api.add(
            corpora,
            to=to,
            format=format,
            on_error=on_error,
            on_duplicate=on_duplicate,
            columns=names,
            language=language,
            on_skip=skipped,
            progress=show,
        )
    if json:
        print_json({"index": str(to), **asdict(tally), "left_out": skipped.count})
        return
    note(
        f"{to}: {counted(tally.added, 'argument')} added, {tally.replaced:,} replaced,"
        f" {counted(tally.skipped, 'duplicate')} skipped{skipped.summary()}"
    )


def remove(
    ids: Annotated[list[str], typer.Argument(metavar="ID", help="Ids of arguments.", show_default=False)],
    from_: Annotated[str, typer.Option("--from", metavar="DIR", help="Index to remove from.")],
    json: Json = False,
) -> None:
    """Remove arguments from an index by id."""
    from debatable import api

    with progress() as show:
        removed = api.remove(ids, from_=from_, progress=show)
    if json:
        print_json({"index": str(from_), "removed": removed})
        return
    note(f"{from_}: {counted(removed, 'argument')} removed")


def recluster(folder: IndexFolder, json: Json = False) -> None:
    """Cluster claims and premises anew.

    What was added had been assigned to the clusters there were.
    """
    from debatable.engines import recluster_at

    with progress() as show:
        recluster_at(folder, progress=show)
    if json:
        print_json({"index": str(folder), "clustered": True})
        return
    note(f"{folder}: clustered anew")


def info(folder: IndexFolder, json: Json = False) -> None:
    """Show counts, sources, stances, configuration of an index.

    The last line tells how models with int8 weights are computed on this machine.
    """
    from debatable import api
    from debatable.embedding import arithmetic

    with api.open(folder) as engine:
        facts = {**engine.info(), "arithmetic": arithmetic().as_dict()}
    if json:
        print_json(facts, compact=True)
        return
    for name, value in facts.items():
        shown = (
            ", ".join(f"{key or '–'} {_plain(count) or '–'}" for key, count in value.items())
            if isinstance(value, dict)
            else _plain(value)
        )
        typer.echo(f"{name + ':':<15}{shown}")


def _plain(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def verify(folder: IndexFolder, json: Json = False) -> None:
    """Check an index against its checksums and its corpus."""
    from debatable.engines import verify_at

    problems = verify_at(folder)
    if json:
        print_json({"index": str(folder), "problems": problems})
    for problem in problems[1:]:
        note(f"debatable: {problem}")
    if problems:
        raise CorruptIndexError(problems[0], todo="rebuild it with: debatable index … --overwrite")
    if not json:
        print(f"{folder}: all is well")
