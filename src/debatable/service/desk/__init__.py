"""The annotation desk in a browser."""

from debatable.service.desk.application import desk_application, serve_desk

__all__ = ["desk_application", "serve_desk"]
