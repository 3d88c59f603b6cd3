"""Which member of a cluster is shown for all of them."""

from debatable.clustering.representatives.choices import BestQuality, Longest, Medoid, MostRelevant
from debatable.clustering.representatives.protocol import Members, Representative
from debatable.clustering.representatives.table import REPRESENTATIVES, representative

__all__ = [
    "REPRESENTATIVES",
    "BestQuality",
    "Longest",
    "Medoid",
    "Members",
    "MostRelevant",
    "Representative",
    "representative",
]
