"""Whether Ray is installed."""

from __future__ import annotations

from importlib.util import find_spec

from debatable.errors import MissingExtraError

__all__ = ["need_ray"]


def need_ray() -> None:
    """Raises a MissingExtraError where Ray is not installed."""
    if find_spec("ray") is None:
        raise MissingExtraError("ray", "builds on Ray")
