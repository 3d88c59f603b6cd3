"""The HTTP API and the web page."""

from debatable.service.application import LOOPBACK, application

__all__ = ["LOOPBACK", "application"]
