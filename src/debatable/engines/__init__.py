"""Where an index lives, and the engine that searches it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from debatable.engines.cached.collections import collection_index
    from debatable.engines.cached.demo import demo_collection, demo_index
    from debatable.engines.engine import Engine, StanceChoice
    from debatable.engines.filter import Filter
    from debatable.engines.local.backend import LocalBackend
    from debatable.engines.local.configuration import Configuration
    from debatable.engines.local.verification import verify_index
    from debatable.engines.local.writing import add_arguments, make_index, recluster_index, remove_arguments
    from debatable.engines.opening import open_engine
    from debatable.engines.places import Where, add_at, make_at, recluster_at, remove_at, verify_at
    from debatable.engines.protocol import ServingBackend
else:  # a search needs nothing of what makes an index
    from debatable.deferred import deferred

    __getattr__ = deferred(
        __name__,
        {
            "debatable.engines.cached.collections": ("collection_index",),
            "debatable.engines.cached.demo": ("demo_collection", "demo_index"),
            "debatable.engines.engine": ("Engine", "StanceChoice"),
            "debatable.engines.filter": ("Filter",),
            "debatable.engines.local.backend": ("LocalBackend",),
            "debatable.engines.local.configuration": ("Configuration",),
            "debatable.engines.local.verification": ("verify_index",),
            "debatable.engines.local.writing": (
                *("add_arguments", "make_index"),
                *("recluster_index", "remove_arguments"),
            ),
            "debatable.engines.opening": ("open_engine",),
            "debatable.engines.places": (
                *("Where", "add_at", "make_at"),
                *("recluster_at", "remove_at", "verify_at"),
            ),
            "debatable.engines.protocol": ("ServingBackend",),
        },
    )

__all__ = [
    "Configuration",
    "Engine",
    "Filter",
    "LocalBackend",
    "ServingBackend",
    "StanceChoice",
    "Where",
    "add_arguments",
    "add_at",
    "collection_index",
    "demo_collection",
    "demo_index",
    "make_at",
    "make_index",
    "open_engine",
    "recluster_at",
    "recluster_index",
    "remove_arguments",
    "remove_at",
    "verify_at",
    "verify_index",
]
