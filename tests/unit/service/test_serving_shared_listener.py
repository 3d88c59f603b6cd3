from __future__ import annotations

import socket

import pytest

from debatable.service.serving import SharedListener


def test_a_worker_takes_one_connection_and_leaves_the_next_to_others() -> None:
    with SharedListener.of(socket.create_server(("127.0.0.1", 0))) as listener:
        listener.setblocking(False)
        with pytest.raises(BlockingIOError):
            listener.accept()
        clients = [socket.create_connection(listener.getsockname()) for _ in range(3)]
        for client in clients:
            connection, address = listener.accept()
            assert address == client.getsockname()
            with pytest.raises(BlockingIOError):
                listener.accept()
            connection.close()
            client.close()
        with pytest.raises(BlockingIOError):
            listener.accept()
