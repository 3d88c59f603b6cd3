"""What the verbs that serve say before they serve."""

from __future__ import annotations

import socket

import pytest

from debatable.cli.verbs.servers import listening
from debatable.errors import InputError


def test_a_port_that_is_taken_is_said_once() -> None:
    """The address was said twice, the second time as a Python tuple."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(InputError) as refused:
            listening("127.0.0.1", port)
    assert str(refused.value).startswith(f"127.0.0.1:{port}: cannot listen there: ")
    assert str(refused.value).count("127.0.0.1") == 1 and "(" not in str(refused.value)
