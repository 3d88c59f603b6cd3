"""Running the service: workers, their socket, their logs and their end."""

from debatable.service.serving.server import log_requests, serve, serve_alone

__all__ = ["log_requests", "serve", "serve_alone"]
