"""Answers leave at once, whatever the socket they are asked for on."""

from __future__ import annotations

import socket

import pytest

from debatable.service.serving import SharedListener, without_delay


@pytest.mark.parametrize("shared", [False, True])
def test_connections_of_a_socket_that_names_no_protocol_do_not_wait(shared: bool) -> None:
    plain = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    plain.bind(("127.0.0.1", 0))
    plain.listen()
    assert plain.proto == 0  # asyncio leaves such sockets as they are
    with without_delay(plain) as kept:
        listening = SharedListener.of(kept) if shared else kept
        with listening, socket.create_connection(listening.getsockname()):
            connection, _ = listening.accept()
            with connection:
                assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="needs local sockets")
def test_other_sockets_are_left_as_they_are() -> None:
    with socket.socket(socket.AF_UNIX) as local:
        assert without_delay(local) is local
