"""``debatable add``: add a corpus to an index."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from debatable.cli.options import (
    Columns,
    Corpora,
    CorpusFormat,
    Language,
    OnDuplicateOption,
    OnErrorOption,
)

__all__ = ["command"]


def command(
    corpora: Corpora,
    to: Annotated[Path, typer.Option("--to", metavar="DIR", help="Index to add to.")],
    format: CorpusFormat = "auto",
    on_error: OnErrorOption = "stop",
    on_duplicate: OnDuplicateOption = "error",
    columns: Columns = None,
    language: Language = "en",
) -> None:
    """Add the arguments of corpus files to an index."""
    from debatable.cli.reading import Reading
    from debatable.cli.terminal import note, progress
    from debatable.engines import add_arguments

    reading = Reading(corpora, format, on_error, columns, language)
    with progress() as show:
        tally = add_arguments(reading, to, on_duplicate=on_duplicate, progress=show)
    note(
        f"{to}: {tally.added:,} arguments added, {tally.replaced:,} replaced,"
        f" {tally.skipped:,} duplicates skipped{reading.summary()}"
    )
