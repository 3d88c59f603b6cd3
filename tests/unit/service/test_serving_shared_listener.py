from __future__ import annotations

import os
import socket
from multiprocessing import resource_sharer

import pytest

from debatable.service.serving import SharedListener, _reduced


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


def test_a_listener_goes_to_workers_of_windows_as_a_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    """There `DupFd` is missing, and several workers ended in an ImportError."""

    class DupSocket:
        """As `multiprocessing.resource_sharer` has it on Windows, within one process."""

        def __init__(self, shared: socket.socket) -> None:
            self.number, self.kind = os.dup(shared.fileno()), (shared.family, shared.type, shared.proto)

        def detach(self) -> socket.socket:
            return socket.socket(*self.kind, fileno=self.number)

    monkeypatch.setattr(resource_sharer, "DupSocket", DupSocket, raising=False)
    monkeypatch.delattr("multiprocessing.reduction.DupFd", raising=False)
    with SharedListener.of(socket.create_server(("127.0.0.1", 0))) as listener:
        rebuild, parts = _reduced(listener)
        with rebuild(*parts) as received:
            assert type(received) is SharedListener
            assert received.getsockname() == listener.getsockname()
