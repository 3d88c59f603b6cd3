"""Where an index lives, and the engine that searches it."""

from debatable.engines.cached.collections import collection_index
from debatable.engines.cached.demo import demo_collection, demo_index
from debatable.engines.engine import Engine, StanceChoice
from debatable.engines.filter import Filter
from debatable.engines.local.backend import LocalBackend
from debatable.engines.local.configuration import Configuration
from debatable.engines.local.verification import verify_index
from debatable.engines.local.writing import add_arguments, make_index, recluster_index, remove_arguments
from debatable.engines.opening import open_engine
from debatable.engines.protocol import ServingBackend

__all__ = [
    "Configuration",
    "Engine",
    "Filter",
    "LocalBackend",
    "ServingBackend",
    "StanceChoice",
    "add_arguments",
    "collection_index",
    "demo_collection",
    "demo_index",
    "make_index",
    "open_engine",
    "recluster_index",
    "remove_arguments",
    "verify_index",
]
