"""``debatable index``: make an index of a corpus."""

from __future__ import annotations

from typing import Annotated

import typer

from debatable.cli.options import Json
from debatable.cli.verbs.indexes.options import (
    Columns,
    Corpora,
    CorpusFormat,
    Language,
    OnDuplicateOption,
    OnErrorOption,
    column_names,
)

__all__ = ["command"]

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


def command(
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
    from dataclasses import asdict

    from debatable import api
    from debatable.cli.printing.progress_bar import progress
    from debatable.cli.printing.standard_output import print_json
    from debatable.cli.printing.terminal import note
    from debatable.cli.verbs.indexes.language_hint import analyzer_hint
    from debatable.cli.verbs.indexes.skipped_records import SkippedRecords
    from debatable.engines import Configuration
    from debatable.plural import counted

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
