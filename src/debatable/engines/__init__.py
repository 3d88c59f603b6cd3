"""Where an index is, and the engine that searches it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from debatable.engines.cached import collection_index, demo_collection, demo_index
    from debatable.engines.configuration import READ, Configuration
    from debatable.engines.engine import Engine, StanceChoice
    from debatable.engines.export import arguments_of, check_lines_file, write_arguments
    from debatable.engines.local.backend import LocalBackend
    from debatable.engines.local.open_index import verify_index
    from debatable.engines.local.writing import (
        add_arguments,
        make_index,
        read_index,
        recluster_index,
        remove_arguments,
    )
    from debatable.engines.location import LocalIndex, QdrantIndex, Where, index_at, open_engine
    from debatable.engines.protocol import Filter, ServingBackend
else:  # a search needs nothing of what makes an index
    from debatable.deferred import deferred

    _WRITING = ("add_arguments", "make_index", "read_index", "recluster_index", "remove_arguments")
    _OLD_NAMES = ("add_at", "make_at", "recluster_at", "remove_at", "verify_at")
    __getattr__ = deferred(
        __name__,
        {
            "debatable.engines.cached": ("collection_index", "demo_collection", "demo_index"),
            "debatable.engines.configuration": ("READ", "Configuration"),
            "debatable.engines.engine": ("Engine", "StanceChoice"),
            "debatable.engines.export": ("arguments_of", "check_lines_file", "write_arguments"),
            "debatable.engines.local.backend": ("LocalBackend",),
            "debatable.engines.local.open_index": ("verify_index",),
            "debatable.engines.local.writing": _WRITING,
            "debatable.engines.location": (
                *("LocalIndex", "QdrantIndex", "Where", "index_at", "open_engine"),
                *_OLD_NAMES,
            ),
            "debatable.engines.protocol": ("Filter", "ServingBackend"),
        },
    )

__all__ = [
    "READ",
    "Configuration",
    "Engine",
    "Filter",
    "LocalBackend",
    "LocalIndex",
    "QdrantIndex",
    "ServingBackend",
    "StanceChoice",
    "Where",
    "add_arguments",
    "arguments_of",
    "check_lines_file",
    "collection_index",
    "demo_collection",
    "demo_index",
    "index_at",
    "make_index",
    "open_engine",
    "read_index",
    "recluster_index",
    "remove_arguments",
    "verify_index",
    "write_arguments",
]
