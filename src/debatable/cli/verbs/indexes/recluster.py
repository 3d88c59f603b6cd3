"""``debatable recluster``: cluster an index anew."""

from __future__ import annotations

from debatable.cli.options import Json
from debatable.cli.verbs.indexes.options import IndexFolder

__all__ = ["command"]


def command(folder: IndexFolder, json: Json = False) -> None:
    """Cluster claims and premises anew.

    What was added had been assigned to the clusters there were.
    """
    from debatable.cli.printing.progress_bar import progress
    from debatable.cli.printing.standard_output import print_json
    from debatable.cli.printing.terminal import note
    from debatable.engines import index_at

    with progress() as show:
        index_at(folder).recluster(progress=show)
    if json:
        print_json({"index": str(folder), "clustered": True})
        return
    note(f"{folder}: clustered anew")
