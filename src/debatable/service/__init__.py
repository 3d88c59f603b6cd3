"""The HTTP API and the web page."""

from debatable.service.application import application
from debatable.service.serving import serve
from debatable.service.settings import LOOPBACK, Settings
from debatable.service.tokens import read_token

__all__ = ["LOOPBACK", "Settings", "application", "read_token", "serve"]
