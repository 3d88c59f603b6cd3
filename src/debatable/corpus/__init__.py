"""The corpus: readers of files, and the store they fill."""

from debatable.corpus.links import Links
from debatable.corpus.snapshot import Counts, Link, Snapshot
from debatable.corpus.store import OnDuplicate, Store, Tally

__all__ = ["Counts", "Link", "Links", "OnDuplicate", "Snapshot", "Store", "Tally"]
