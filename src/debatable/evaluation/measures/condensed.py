"""Condensed lists: premises nobody judged are taken out before anything is counted."""

from __future__ import annotations

from collections.abc import Sequence

from debatable.evaluation.judgments import Judged

__all__ = ["condensed"]


def condensed(ids: Sequence[str], judged: Judged) -> list[str]:
    """Returns the judged premises of a ranking alone, in its order (Sakai 2007)."""
    return [identifier for identifier in ids if identifier in judged]
