"""The HTTP API and the web page."""

from debatable.service.application import application

__all__ = ["application"]
