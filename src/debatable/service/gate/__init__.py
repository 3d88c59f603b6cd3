"""Who may ask the service, how much, and what is written down of it."""

from debatable.service.gate.access_log import AccessLog
from debatable.service.gate.limits import Limits, local_path
from debatable.service.gate.settings import LOOPBACK, Log, Settings
from debatable.service.gate.token import Writer, read_token

__all__ = ["LOOPBACK", "AccessLog", "Limits", "Log", "Settings", "Writer", "local_path", "read_token"]
