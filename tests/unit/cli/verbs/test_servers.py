"""What the verbs that serve say before they serve."""

from __future__ import annotations

import socket

import pytest

from debatable.cli.verbs.servers import checked_origins, known_names, listening
from debatable.errors import InputError


def test_a_port_that_is_taken_is_said_once() -> None:
    """The address was said twice, the second time as a Python tuple."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(InputError) as refused:
            listening("127.0.0.1", port)
    assert str(refused.value).startswith(f"127.0.0.1:{port}: cannot listen there: ")
    assert str(refused.value).count("127.0.0.1") == 1 and "(" not in str(refused.value)


@pytest.mark.parametrize(
    "name", ["https://example.org", "example.org:8080", "example.org/debate", "", "[::1]"]
)
def test_a_host_that_no_request_can_name_is_refused(name: str) -> None:
    """All requests by that name were refused later, without a word at the start."""
    with pytest.raises(InputError, match="--allow-host"):
        known_names("127.0.0.1", [name])


def test_hosts_that_requests_name() -> None:
    for name in ("example.org", "localhost", "10.0.0.7", "2001:db8::7", "my_host-1"):
        assert name in known_names("127.0.0.1", [name])
    assert known_names("127.0.0.1", ["*"]) == ()


@pytest.mark.parametrize(
    "site", ["example.org", "https://example.org/", "https://example.org/app", "", "https://"]
)
def test_a_site_that_no_browser_names_is_refused(site: str) -> None:
    with pytest.raises(InputError, match="--allow-origin"):
        checked_origins([site])


def test_sites_that_browsers_name() -> None:
    sites = ["https://example.org", "http://localhost:5173", "http://[::1]:80", "capacitor://localhost", "*"]
    assert checked_origins(sites) == tuple(sites)
