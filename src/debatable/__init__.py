"""Debatable: a search engine for arguments.

Give it a claim; it finds the best premises for and against it, each once, ranks them, and shows why.
"""

from typing import TYPE_CHECKING

from debatable.version import VERSION as __version__

if TYPE_CHECKING:
    from debatable import lexical
    from debatable.api import add, demo, export, index, open, points, read, register, remove
    from debatable.engines import Configuration, Engine
    from debatable.errors import DebatableError
    from debatable.model import Answer, Argument, Claim, Cluster, Explanation, Hit, Premise, Stance
else:  # the command line comes through here and needs little of it
    from debatable.deferred import deferred

    __getattr__ = deferred(
        __name__,
        {
            "debatable.lexical": (),
            "debatable.api": (
                "add",
                "demo",
                "export",
                "index",
                "open",
                "points",
                "read",
                "register",
                "remove",
            ),
            "debatable.engines": ("Configuration", "Engine"),
            "debatable.errors": ("DebatableError",),
            "debatable.model": (
                *("Answer", "Argument", "Claim", "Cluster"),
                *("Explanation", "Hit", "Premise", "Stance"),
            ),
        },
    )

__all__ = [
    "Answer",
    "Argument",
    "Claim",
    "Cluster",
    "Configuration",
    "DebatableError",
    "Engine",
    "Explanation",
    "Hit",
    "Premise",
    "Stance",
    "__version__",
    "add",
    "demo",
    "export",
    "index",
    "lexical",
    "open",
    "points",
    "read",
    "register",
    "remove",
]
