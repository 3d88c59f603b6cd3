"""The HTTP API and the web page."""

from debatable.service.application import application
from debatable.service.gate import LOOPBACK, Settings, read_token
from debatable.service.serving import serve

__all__ = ["LOOPBACK", "Settings", "application", "read_token", "serve"]
