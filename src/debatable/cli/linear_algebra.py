"""How many cores linear algebra takes: a library that numpy loads asks the environment once, when it is loaded."""

from __future__ import annotations

from collections.abc import MutableMapping

__all__ = ["keep_to_one_core"]

VARIABLES = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS", "BLIS_NUM_THREADS")


def keep_to_one_core(environment: MutableMapping[str, str]) -> None:
    """Lets each product of matrices run on one core, here and in processes started here. Call it before numpy loads.

    A server has a request for every core. Threads that share one product out wait for each other without sleeping, and
    take the cores from other requests. Answers have the same bits either way. Who has set a variable keeps it.

    >>> mine = {"MKL_NUM_THREADS": "4"}
    >>> keep_to_one_core(mine)
    >>> mine["MKL_NUM_THREADS"], mine["OPENBLAS_NUM_THREADS"]
    ('4', '1')
    """
    for name in VARIABLES:
        environment.setdefault(name, "1")
