"""The corpus: readers of files, and the store they fill."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from debatable.corpus.links import Links
    from debatable.corpus.snapshot import Counts, Snapshot
    from debatable.corpus.store import OnDuplicate, Store, Tally
else:  # a search writes nothing
    from debatable.deferred import deferred

    __getattr__ = deferred(
        __name__,
        {
            "debatable.corpus.links": ("Links",),
            "debatable.corpus.snapshot": ("Counts", "Snapshot"),
            "debatable.corpus.store": ("OnDuplicate", "Store", "Tally"),
        },
    )

__all__ = ["Counts", "Links", "OnDuplicate", "Snapshot", "Store", "Tally"]
