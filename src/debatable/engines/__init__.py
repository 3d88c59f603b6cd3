"""Where an index lives, and the engine that searches it."""

from debatable.engines.checking import verify_index
from debatable.engines.collecting import collection_index
from debatable.engines.configuration import Configuration
from debatable.engines.demo import demo_collection, demo_index
from debatable.engines.engine import Engine, StanceChoice
from debatable.engines.local import LocalIndex
from debatable.engines.writing import add_arguments, make_index, recluster_index, remove_arguments

__all__ = [
    "Configuration",
    "Engine",
    "LocalIndex",
    "StanceChoice",
    "add_arguments",
    "collection_index",
    "demo_collection",
    "demo_index",
    "make_index",
    "recluster_index",
    "remove_arguments",
    "verify_index",
]
