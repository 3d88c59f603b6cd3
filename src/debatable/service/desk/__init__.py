"""The annotation desk in a browser."""

from debatable.service.desk.application import desk_application
from debatable.service.desk.serving import serve_desk

__all__ = ["desk_application", "serve_desk"]
