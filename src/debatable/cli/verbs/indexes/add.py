"""``debatable add``: add a corpus to an index."""

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


def command(
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
    from dataclasses import asdict

    from debatable import api
    from debatable.cli.printing.progress_bar import progress
    from debatable.cli.printing.standard_output import print_json
    from debatable.cli.printing.terminal import note
    from debatable.cli.verbs.indexes.skipped_records import SkippedRecords
    from debatable.plural import counted

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
