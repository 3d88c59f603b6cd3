"""``debatable verify``: is an index whole?"""

from __future__ import annotations

from debatable.cli.options import Json
from debatable.cli.verbs.indexes.options import IndexFolder

__all__ = ["command"]


def command(folder: IndexFolder, json: Json = False) -> None:
    """Check an index against its checksums and its corpus."""
    from debatable.cli.printing.standard_output import print_json
    from debatable.cli.printing.terminal import note
    from debatable.engines import index_at
    from debatable.errors import CorruptIndexError

    problems = index_at(folder).verify()
    if json:
        print_json({"index": str(folder), "problems": problems})
    for problem in problems[1:]:
        note(f"debatable: {problem}")
    if problems:
        raise CorruptIndexError(problems[0], todo="rebuild it with: debatable index … --overwrite")
    if not json:
        print(f"{folder}: all is well")
