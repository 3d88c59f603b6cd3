"""Requests to the nodes of a cluster: the next node where one does not answer, within a budget of time."""

from __future__ import annotations

import os
import threading
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, TypeVar

from debatable.engines.qdrant.address import KEY, Address

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

__all__ = ["WRITING", "Budget", "Connect", "Server", "connected"]

_T = TypeVar("_T")

KEPT_ALIVE = 32
"""Connections to a node that wait for the next request."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long and how often a request is tried.

    Attributes:
        tries: At each node, at most.
        share: Of the timeout, what one try may take.
        whole: Of the timeout, what all tries together may take; a writer waits longer than a reader.
        pause: Seconds before the second round; each further one waits twice as long.
        rest: Seconds for which a node that did not answer is asked last.
    """

    tries: int = 3
    share: float = 1 / 3
    whole: float = 1.0
    pause: float = 0.1
    rest: float = 5.0


WRITING = Budget(share=1.0, whole=4.0)
"""Of who writes: a busy server takes its time, and a batch that is sent twice is the same points."""


class Connect(Protocol):
    """Makes the client of one node."""

    def __call__(self, node: str, address: Address, key: str | None) -> QdrantClient:
        """Returns a client; nothing is asked yet."""


def connected(node: str, address: Address, key: str | None) -> QdrantClient:
    """Returns the client of a node."""
    import httpx
    from qdrant_client import QdrantClient

    scheme = "https" if address.tls else "http"
    with warnings.catch_warnings():  # a key without TLS is the choice of whoever wrote the address
        warnings.simplefilter("ignore", UserWarning)
        return QdrantClient(
            url=f"{scheme}://{node}",
            api_key=key,
            timeout=int(address.seconds),
            check_compatibility=False,
            limits=httpx.Limits(max_keepalive_connections=KEPT_ALIVE),  # else none to this machine
        )


class Server:
    """A cluster, asked through any of its nodes; safe to share between threads."""

    def __init__(
        self,
        address: Address,
        connect: Connect = connected,
        *,
        budget: Budget | None = None,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        """Asks nothing yet.

        Args:
            address: Of the nodes.
            connect: Makes their clients.
            budget: How often a request is tried.
            environment: Where the key is.
        """
        self.address = address
        self._budget = budget or Budget()
        key = environment.get(KEY) or None
        patient = replace(address, seconds=max(1.0, address.seconds * self._budget.share))
        self._clients = {node: connect(node, patient, key) for node in address.nodes}
        self._away: dict[str, float] = {}
        self._lock = threading.Lock()

    def ask(self, call: Callable[[QdrantClient], _T]) -> _T:
        """Returns what a node answers; asks the next one where one does not.

        Raises:
            StorageError: No node answers in time, or the server cannot do it.
            InputError: The server refuses the key.
        """
        from debatable.engines.qdrant.failures import passing, told

        end = time.monotonic() + self.address.seconds * self._budget.whole
        pause = self._budget.pause
        failure: Exception | None = None
        for number in range(self._budget.tries):
            if number:
                time.sleep(min(pause, max(0.0, end - time.monotonic())))
                pause *= 2
            for node in self._order():
                if failure is not None and time.monotonic() > end:
                    break
                try:
                    answer = call(self._clients[node])
                except Exception as error:
                    if not passing(error):
                        raise told(error, str(self.address)) from error
                    failure = error
                    self._went(node)
                else:
                    self._came(node)
                    return answer
        assert failure is not None
        raise told(failure, str(self.address)) from failure

    def remarks(self) -> tuple[str, ...]:
        """Says which nodes did not answer lately."""
        with self._lock:
            away = [node for node, since in self._away.items() if not self._rested(since)]
        if not away:
            return ()
        total = len(self._clients)
        return (f"{len(away)} of {total} nodes did not answer ({', '.join(away)}); the others did",)

    def close(self) -> None:
        """Ends all connections."""
        for client in self._clients.values():
            client.close()

    def _order(self) -> Sequence[str]:
        """Returns the nodes, those that did not answer lately last."""
        with self._lock:
            resting = {node for node, since in self._away.items() if not self._rested(since)}
        return sorted(self._clients, key=lambda node: node in resting)

    def _rested(self, since: float) -> bool:
        return time.monotonic() - since > self._budget.rest

    def _went(self, node: str) -> None:
        with self._lock:
            self._away[node] = time.monotonic()

    def _came(self, node: str) -> None:
        if node in self._away:
            with self._lock:
                self._away.pop(node, None)
