"""How the service is."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from debatable.service.current_engine import CurrentEngine

__all__ = ["router"]


def router(current: CurrentEngine) -> APIRouter:
    """Returns the routes of the health."""
    routes = APIRouter()

    @routes.get("/api/health")
    def health() -> dict[str, Any]:
        """Whether the index can be read, and how much it holds."""
        return current.engine().health()

    return routes
