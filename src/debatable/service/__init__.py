"""The HTTP API and the web page."""

from debatable.service.application import application
from debatable.service.serving import serve
from debatable.service.settings import LOOPBACK, Settings, read_token

__all__ = ["LOOPBACK", "Settings", "application", "read_token", "serve"]
