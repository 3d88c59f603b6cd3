"""Requests to the nodes of a cluster, with retries within a time budget, and errors that a user can act on."""

from __future__ import annotations

import os
import threading
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from json import JSONDecodeError
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import httpcore
from qdrant_client.http.exceptions import ResponseHandlingException, UnexpectedResponse

from debatable.engines.qdrant.address import KEY, Address
from debatable.engines.qdrant.transport import ForeignReplyError, until
from debatable.errors import DebatableError, InputError, OverdueError, ReplacedError, StorageError
from debatable.progress import DEADLINE

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

_T = TypeVar("_T")

KEPT_ALIVE = 32
"""Connections to a node that wait for the next request."""

BUSY = (408, 429, 500, 502, 503, 504)
"""Answers after which another try, or another node, may do better."""

FULL = ("no space left", "disk is full", "not enough disk", "out of disk", "file too large", "quota exceeded")


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
    from qdrant_client import QdrantClient

    from debatable.engines.qdrant.transport import TimedTransport

    scheme = "https" if address.tls else "http"
    with warnings.catch_warnings():  # a key without TLS is the choice of whoever wrote the address
        warnings.simplefilter("ignore", UserWarning)
        return QdrantClient(
            url=f"{scheme}://{node}",
            api_key=key,
            timeout=int(address.seconds),
            check_compatibility=False,
            transport=TimedTransport(KEPT_ALIVE),
        )


class Server:
    """A cluster, asked through any of its nodes; safe to share between threads."""

    def __init__(
        self,
        address: Address,
        connect: Connect | None = None,
        *,
        budget: Budget | None = None,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        """Sends nothing yet."""
        self.address = address
        self._budget = budget or Budget()
        key = environment.get(KEY) or None
        self._patience = max(1.0, address.seconds * self._budget.share)
        patient = replace(address, seconds=self._patience)
        make = connect or connected
        self._clients = {node: make(node, patient, key) for node in address.nodes}
        self._away: dict[str, float] = {}
        self._lock = threading.Lock()

    def ask(self, call: Callable[[QdrantClient], _T]) -> _T:
        """Returns the answer of a node; asks the next one where one does not answer.

        Within the deadline of a search all tries end with it.

        Raises:
            StorageError: No node answers in time, or the server cannot do it.
            OverdueError: No node answers before the deadline of the search.
            InputError: The server refuses the key.
        """
        deadline, begun = DEADLINE.get(), time.monotonic()
        end = begun + self.address.seconds * self._budget.whole
        if deadline is None:
            return self._asked(call, end)
        try:
            if deadline.left > 0:
                return self._asked(call, min(end, begun + deadline.left))
        except StorageError:
            if deadline.left > 0:
                raise
        finally:
            deadline.waited += time.monotonic() - begun
        deadline.missed = True
        raise OverdueError(
            f"the server did not answer within the time budget of {deadline.seconds:g} seconds",
            where=str(self.address),
            todo="ask again later",
        )

    def _asked(self, call: Callable[[QdrantClient], _T], end: float) -> _T:
        """Returns the answer of a node, tried until a moment."""
        pause = self._budget.pause
        failure: Exception | None = None
        for number in range(self._budget.tries):
            if number:
                time.sleep(min(pause, max(0.0, end - time.monotonic())))
                pause *= 2
            nodes = self._order()
            for place, node in enumerate(nodes):
                now = time.monotonic()
                if failure is not None and now > end:
                    break
                share = 1.0 if place == len(nodes) - 1 else 0.5  # so that time is left for the next node
                try:
                    with until(now + min(share * (end - now), self._patience)):
                        answer = call(self._clients[node])
                except Exception as error:
                    if not is_transient(error):
                        raise user_error(error, str(self.address)) from error
                    failure = error
                    if DEADLINE.get() is None or time.monotonic() < end:
                        self._mark_away(node)
                else:
                    self._mark_back(node)
                    return answer
        assert failure is not None
        raise user_error(failure, str(self.address)) from failure

    def remarks(self) -> tuple[str, ...]:
        """Returns a warning about nodes that did not answer lately."""
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

    def _mark_away(self, node: str) -> None:
        with self._lock:
            self._away[node] = time.monotonic()

    def _mark_back(self, node: str) -> None:
        if node in self._away:
            with self._lock:
                self._away.pop(node, None)


def is_transient(error: Exception) -> bool:
    """Whether another try may succeed."""
    if isinstance(error, UnexpectedResponse):
        return error.status_code in BUSY and not _is_full(_message(error))
    return isinstance(error, ResponseHandlingException | ConnectionError | TimeoutError) and not _foreign(
        error
    )


def _foreign(error: Exception) -> str:
    """Returns what answers, where it is no Qdrant server; else nothing."""
    source = error.source if isinstance(error, ResponseHandlingException) else error
    if isinstance(source, ForeignReplyError):
        return str(source)
    if isinstance(source, httpcore.ProtocolError) and "disconnected" not in str(source):
        return "something that is no HTTP"
    if isinstance(source, JSONDecodeError) or (source is not error and isinstance(source, ValueError)):
        return "JSON of another shape, or cut off"
    return ""


def is_missing(error: Exception) -> bool:
    """Whether a collection was asked for that is not there."""
    if isinstance(error, UnexpectedResponse):
        return error.status_code == 404
    return isinstance(error, ValueError) and "not found" in str(error)


def user_error(error: Exception, where: str) -> DebatableError:
    """Returns an error of the client as an error for the user."""
    message = _message(error)
    if isinstance(error, UnexpectedResponse) and error.status_code in (401, 403):
        return InputError(
            "the server refuses the key", where=where, todo=f"set {KEY} to a key that may do it"
        )
    if foreign := _foreign(error):
        return StorageError(
            f"what answers there is no Qdrant server: it sends {foreign}",
            where=where,
            todo="check the address",
        )
    if is_missing(error):
        return ReplacedError(
            "what was being read has been replaced", where=where, todo="open the index again"
        )
    if _is_full(message):
        return StorageError(
            "the disk of the server is full", where=where, todo="make room there and try again"
        )
    if isinstance(error, UnexpectedResponse):
        return StorageError(
            f"the server answers {error.status_code}: {message[:200]}",
            where=where,
            todo="see the server's log",
        )
    return StorageError(
        f"no server answers ({message[:120]})", where=where, todo="start it, or check the address"
    )


def _is_full(message: str) -> bool:
    return any(sign in message.lower() for sign in FULL)


def _message(error: Exception) -> str:
    """Returns the message of the server, or of the network, in one line."""
    if isinstance(error, UnexpectedResponse):
        import orjson

        try:
            status: Any = orjson.loads(error.content)["status"]
            return " ".join(str(status["error"] if isinstance(status, dict) else status).split())
        except (ValueError, KeyError, TypeError):
            return " ".join(error.content.decode("utf-8", "replace").split()) or error.reason_phrase
    source = error.source if isinstance(error, ResponseHandlingException) else error
    return " ".join(str(source).split()).lower() or type(source).__name__
