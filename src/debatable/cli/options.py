"""Options that several verbs share, spelled once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

__all__ = [
    "Columns",
    "Corpora",
    "CorpusFormat",
    "IndexFolder",
    "Json",
    "Language",
    "OnDuplicate",
    "OnDuplicateOption",
    "OnError",
    "OnErrorOption",
    "OptionalIndex",
]


OnError = Literal["stop", "skip"]
OnDuplicate = Literal["error", "skip", "replace"]

Corpora = Annotated[
    list[Path], typer.Argument(metavar="CORPUS...", help="Files or folders to read.", show_default=False)
]
IndexFolder = Annotated[Path, typer.Argument(metavar="DIR", help="Folder of the index.", show_default=False)]
OptionalIndex = Annotated[
    Path | None,
    typer.Option("--index", "-i", metavar="DIR", help="Index to use; without it the bundled corpus."),
]
CorpusFormat = Annotated[
    str, typer.Option("--format", "-f", help="auto, jsonl, csv, tsv, argsme or aif; .gz and .zst are opened.")
]
OnErrorOption = Annotated[
    OnError, typer.Option("--on-error", help="Stop at a bad record, or skip and list it.")
]
OnDuplicateOption = Annotated[
    OnDuplicate, typer.Option("--on-duplicate", help="What to do with an id that is there already.")
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
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
