"""``debatable verify``: is an index whole?"""

from __future__ import annotations

from debatable.cli.verbs.indexes.options import IndexFolder

__all__ = ["command"]


def command(folder: IndexFolder) -> None:
    """Check an index against its checksums and its corpus."""
    from debatable.cli.printing.terminal import note
    from debatable.engines import verify_index
    from debatable.errors import CorruptIndexError

    problems = verify_index(folder)
    for problem in problems[1:]:
        note(f"debatable: {problem}")
    if problems:
        raise CorruptIndexError(problems[0], todo="rebuild it with: debatable index … --overwrite")
    print(f"{folder}: all is well")
