"""The verbs that make, change and check an index."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from debatable.cli.options import Corpora, CorpusFormat, Json, OnErrorOption
from debatable.cli.printing.terminal import note, print_json, printable, progress
from debatable.errors import CorruptIndexError, InputError, RecordError
from debatable.plural import counted

if TYPE_CHECKING:
    from debatable.corpus import Tally

IndexFolder = Annotated[
    str,
    typer.Argument(
        metavar="DIR", help="Folder of the index, or qdrant://HOST:PORT/NAME.", show_default=False
    ),
]
OnDuplicateOption = Annotated[
    Literal["error", "skip", "replace"],
    typer.Option("--on-duplicate", help="What to do with an id that is there already."),
]
Columns = Annotated[
    list[str] | None,
    typer.Option(
        "--column", metavar="FIELD=NAME", help="Column of a CSV file, such as premise=text; repeatable."
    ),
]
Language = Annotated[
    str, typer.Option("--language", help="Language of texts that name none, as a BCP 47 tag.")
]

Into = Annotated[
    str,
    typer.Option("--into", "-o", metavar="DIR", help="Folder of the new index, or qdrant://HOST:PORT/NAME."),
]
AnalyzerName = Annotated[
    str, typer.Option(help="How texts become words: standard, krovetz, a language; see debatable analyzers.")
]
EncoderName = Annotated[
    str, typer.Option(help="Encoder, by name or path; 'none' for an index without vectors and clusters.")
]
LongTexts = Annotated[
    str, typer.Option(help="How premises beyond the encoder's limit are read: first,sliding,sentences.")
]
ClusteringName = Annotated[
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
ReadBy = Annotated[
    str,
    typer.Option(
        "--read",
        metavar="learned|none",
        help="Stance model that reads neighbouring claims ahead, so that searches read less.",
    ),
]

NAMED = 10
"""How many ids that were removed are named."""

LISTED = 1_000
"""How many skipped records are listed one by one."""


class SkippedRecords:
    """Lists bad records on standard error and counts them.

    >>> SkippedRecords().summary()
    ''
    """

    def __init__(self) -> None:
        """Starts with none."""
        self.count = 0

    def __call__(self, error: RecordError) -> None:
        """Counts and lists one, without what to do about it: skipping it was one way."""
        self.count += 1
        if self.count <= LISTED:
            note(f"skipped: {error.where}: {error.what}" if error.where else f"skipped: {error.what}")
        elif self.count == LISTED + 1:
            note("skipped: more, no longer listed")

    def summary(self) -> str:
        """Returns how many there were, as the end of a sentence; empty for none."""
        return f", {counted(self.count, 'bad record')} skipped" if self.count else ""


def index(
    corpora: Corpora,
    into: Into,
    format: CorpusFormat = "auto",
    on_error: OnErrorOption = "stop",
    on_duplicate: OnDuplicateOption = "error",
    columns: Columns = None,
    language: Language = "en",
    analyzer: AnalyzerName = "english",
    encoder: EncoderName = "all-MiniLM-L6-v2",
    long_texts: LongTexts = "first",
    clusters: ClusteringName = "lowest-core",
    ray: RayAddress = None,
    read: ReadBy = "learned",
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace an index that is there.")] = False,
    json: Json = False,
) -> None:
    """Make an index of one or more corpus files."""
    from debatable import api
    from debatable.engines import Configuration

    skipped, names = SkippedRecords(), column_names(columns)
    if hint := analyzer_hint(analyzer, language):
        note(hint)
    configuration = Configuration(
        analyzer=analyzer,
        clusters=clusters,
        encoder="" if encoder == "none" else encoder,
        long_texts=tuple(name.strip() for name in long_texts.split(",")),
        read="" if read == "none" else read,
    )
    with progress() as show:
        tally = api.index(
            corpora,
            into=into,
            format=format,
            on_error=on_error,
            on_duplicate=on_duplicate,
            columns=names,
            language=language,
            configuration=configuration,
            overwrite=overwrite,
            on_skip=skipped,
            on_omission=lambda omission: note(f"left out: {omission}"),
            progress=show,
            ray=ray,
        )
    changes = f"{counted(tally.added, 'argument')} indexed"
    if tally.replaced:
        changes += f", {tally.replaced:,} replaced"
    _print_tally(into, tally, skipped, changes, json=json)


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
            on_omission=lambda omission: note(f"left out: {omission}"),
            progress=show,
        )
    changes = f"{counted(tally.added, 'argument')} added, {tally.replaced:,} replaced"
    _print_tally(to, tally, skipped, changes, json=json)


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
        print_json({"index": from_, "removed": removed})
    else:
        distinct = list(dict.fromkeys(ids))
        more = f" and {len(distinct) - NAMED:,} more" if len(distinct) > NAMED else ""
        named = f"{', '.join(map(printable, distinct[:NAMED]))}{more}"
        note(f"{from_}: {counted(removed, 'argument')} removed: {named}")


def recluster(folder: IndexFolder, json: Json = False) -> None:
    """Cluster claims and premises anew.

    What was added had been assigned to the clusters there were.
    """
    from debatable.engines import index_at

    with progress() as show:
        index_at(folder).recluster(progress=show)
    if json:
        print_json({"index": folder, "clustered": True})
    else:
        note(f"{folder}: clustered anew")


def read(
    folder: IndexFolder,
    model: Annotated[
        str, typer.Option("--model", metavar="NAME", help="Stance model that reads.")
    ] = "learned",
    json: Json = False,
) -> None:
    """Read claims ahead, so that searches read less.

    Claims that were read before are not read again. Interrupted, it goes on where it ended.
    """
    from debatable import api

    with progress() as show:
        api.read(folder, model=model, progress=show)
    with api.open(folder) as engine:
        facts = engine.info()
    if json:
        print_json({"index": folder, "claims": facts["claims"], "claims_read": facts["claims_read"]})
    else:
        note(f"{folder}: {facts['claims_read']:,} of {counted(facts['claims'], 'claim')} read")


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


def verify(folder: IndexFolder, json: Json = False) -> None:
    """Check an index against its checksums and its corpus."""
    from debatable.engines import index_at

    problems = index_at(folder).verify()
    if json:
        print_json({"index": folder, "problems": problems})
    for problem in problems[1:]:
        note(f"debatable: {problem}")
    if problems:
        raise CorruptIndexError(problems[0], todo="rebuild it with: debatable index … --overwrite")
    if not json:
        print(f"{folder}: all is well")


def column_names(columns: list[str] | None) -> dict[str, str] | None:
    """Returns the columns by field.

    >>> column_names(["premise=text"])
    {'premise': 'text'}

    Raises:
        InputError: One of them is no pair.
    """
    names = {}
    for column in columns or ():
        field, equals, name = column.partition("=")
        if not equals or not field or not name:
            raise InputError(f"--column {column!r} maps nothing", todo="write it as premise=NAME")
        names[field] = name
    return names or None


def analyzer_hint(analyzer: str, language: str) -> str:
    """Returns a hint where the texts are of another language than the analyzer and a better one exists; else ''.

    >>> analyzer_hint("english", "de-AT")
    'the texts are said to be de-AT, the analyzer is english; --analyzer german fits better'
    >>> analyzer_hint("english", "en"), analyzer_hint("standard", "de"), analyzer_hint("english", "tlh")
    ('', '', '')
    """
    from debatable.text.analyzer import STEMMERS

    better = STEMMERS.get(language.split("-")[0].lower(), "")
    given = STEMMERS.get(analyzer, analyzer)
    if not better or given == better or given not in STEMMERS.values():
        return ""
    return f"the texts are said to be {language}, the analyzer is {analyzer}; --analyzer {better} fits better"


def _print_tally(where: str, tally: Tally, skipped: SkippedRecords, changes: str, *, json: bool) -> None:
    if json:
        print_json({"index": where, **asdict(tally), "left_out": skipped.count})
    else:
        note(f"{where}: {changes}, {counted(tally.skipped, 'duplicate')} skipped{skipped.summary()}")


def _plain(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)
