"""Who does the stages of a build: this process, or the workers of a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from debatable.engines.local.stages import Stages

__all__ = ["stages_at"]


@contextmanager
def stages_at(address: str | None) -> Iterator[Stages | None]:
    """Returns the stages as a cluster does them, connected for the length of a block; None for no cluster.

    Raises:
        MissingExtraError: Ray is not installed.
        InputError: No cluster answers there, or that is no address.
    """
    if address is None:
        yield None
        return
    from debatable.engines.ray.cluster import connected

    with connected(address) as ray:
        from debatable.engines.ray.distributed import DistributedStages
        from debatable.engines.ray.pool import RayPool

        yield DistributedStages(RayPool(ray))
