"""Where an index is: in a folder of this machine (`LocalIndex`), or on a server (`QdrantIndex`)."""

from __future__ import annotations

import os
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypeVar

from debatable.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from debatable.corpus import OnDuplicate, Tally
    from debatable.engines.configuration import Configuration
    from debatable.engines.engine import Engine
    from debatable.engines.qdrant.address import Address
    from debatable.engines.qdrant.connection import Connect
    from debatable.model import Argument
    from debatable.progress import Progress

T = TypeVar("T")
Where: TypeAlias = str | os.PathLike[str]
"""The path of the folder of an index, or ``qdrant://HOST:PORT/NAME``."""


class Index(ABC):
    """An index, wherever it is; it need not be there yet."""

    __slots__ = ()
    remote: ClassVar[bool] = False

    @abstractmethod
    def open(self, *, exact: bool = False) -> Engine:
        """Opens it for searching.

        Args:
            exact: Whether nearest vectors are looked for among all, however many there are.

        Raises:
            NotAnIndexError: There is none.
        """

    @abstractmethod
    def verify(self) -> list[str]:
        """Returns what is wrong with the index; nothing if it is whole."""

    def create(
        self,
        arguments: Iterable[Argument],
        *,
        configuration: Configuration | None = None,
        on_duplicate: OnDuplicate = "error",
        overwrite: bool = False,
        progress: Progress | None = None,
        ray: str | None = None,
    ) -> Tally:
        """Makes an index of a corpus; options as of `make_index`, and the address of a Ray cluster."""
        from debatable.engines.local.writing import make_index
        from debatable.engines.ray.cluster import stages_at

        with stages_at(ray) as stages:
            make = partial(
                make_index,
                arguments,
                configuration=configuration,
                on_duplicate=on_duplicate,
                progress=progress,
                stages=stages,
            )
            return self._created(make, overwrite, progress)

    def add(
        self,
        arguments: Iterable[Argument],
        *,
        on_duplicate: OnDuplicate = "error",
        progress: Progress | None = None,
    ) -> Tally:
        """Adds arguments."""
        from debatable.engines.local.writing import add_arguments

        change = partial(add_arguments, arguments, on_duplicate=on_duplicate, progress=progress)
        return self._changed(change, progress)

    def remove(self, ids: Sequence[str], *, progress: Progress | None = None) -> int:
        """Removes arguments by id; returns how many."""
        from debatable.engines.local.writing import remove_arguments

        return self._changed(partial(remove_arguments, ids, progress=progress), progress)

    def recluster(self, *, progress: Progress | None = None) -> None:
        """Clusters claims and premises again."""
        from debatable.engines.local.writing import recluster_index

        self._changed(partial(recluster_index, progress=progress), progress)

    @abstractmethod
    def read(self, *, model: str = "learned", progress: Progress | None = None) -> None:
        """Reads the claims that were not read yet with their neighbours, by a stance model."""

    @abstractmethod
    def _created(self, make: Callable[..., Tally], overwrite: bool, progress: Progress | None) -> Tally:
        """Makes the index by a function of a folder and of whether an index there is replaced."""

    @abstractmethod
    def _changed(self, change: Callable[[Path], T], progress: Progress | None) -> T:
        """Changes the index by a function of its folder."""


@dataclass(frozen=True, slots=True)
class LocalIndex(Index):
    """An index in a folder of this machine."""

    folder: Path

    def open(self, *, exact: bool = False) -> Engine:
        """Opens it for searching."""
        from debatable.engines.engine import Engine
        from debatable.engines.local.backend import LocalBackend

        return Engine(LocalBackend.open(self.folder, exact=exact))

    def verify(self) -> list[str]:
        """Compares it with its manifest and its corpus."""
        from debatable.engines.local.open_index import verify_index

        return verify_index(self.folder)

    def read(self, *, model: str = "learned", progress: Progress | None = None) -> None:
        """Reads the claims that were not read yet with their neighbours, by a stance model."""
        from debatable.engines.local.writing import read_index

        read_index(self.folder, model=model, progress=progress)

    def _created(self, make: Callable[..., Tally], overwrite: bool, progress: Progress | None) -> Tally:
        return make(self.folder, overwrite=overwrite)

    def _changed(self, change: Callable[[Path], T], progress: Progress | None) -> T:
        return change(self.folder)


@dataclass(frozen=True, slots=True)
class QdrantIndex(Index):
    """An index on a Qdrant server; it is made and changed in a temporary folder, and put there as a whole.

    Attributes:
        address: Of the index.
        connect: Makes the client of a node; one over HTTP without it.
    """

    address: Address
    connect: Connect | None = None
    remote: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Raises a MissingExtraError where the client of the server is not installed."""
        if find_spec("qdrant_client") is None:
            raise MissingExtraError("qdrant", "indexes on a Qdrant server")

    def open(self, *, exact: bool = False) -> Engine:
        """Opens it for searching."""
        from debatable.engines.engine import Engine
        from debatable.engines.qdrant.backend import QdrantBackend

        address = replace(self.address, exact=exact or self.address.exact)
        return Engine(QdrantBackend.open(address, self.connect))

    def verify(self) -> list[str]:
        """Compares it with its manifest."""
        from debatable.engines.qdrant.reading.collection import verify_on_server

        return verify_on_server(self.address, self.connect)

    def create(
        self, arguments: Iterable[Argument], *, configuration: Configuration | None = None, **options: Any
    ) -> Tally:
        """Makes an index of a corpus; claims are not read ahead, since a server does not keep what was read."""
        unread = None if configuration is None else replace(configuration, read="")
        return super(QdrantIndex, self).create(arguments, configuration=unread, **options)

    def read(self, *, model: str = "learned", progress: Progress | None = None) -> None:
        """Raises an InputError: a server does not keep what was read."""
        what = "an index on a server does not keep what was read of claims"
        raise InputError(what, where=str(self.address), todo="search it: what a search needs is read then")

    def _created(self, make: Callable[..., Tally], overwrite: bool, progress: Progress | None) -> Tally:
        from debatable.engines.qdrant.writing.changes import create_on_server

        return create_on_server(self.address, make, overwrite, progress, self.connect)

    def _changed(self, change: Callable[[Path], T], progress: Progress | None) -> T:
        from debatable.engines.qdrant.writing.changes import change_on_server

        return change_on_server(self.address, change, progress, self.connect)


def index_at(where: Where) -> Index:
    """Returns the index at a path or an address.

    >>> index_at("debates") == LocalIndex(Path("debates"))
    True

    Raises:
        InputError: It is neither.
        MissingExtraError: The client of the server is not installed.
    """
    if not isinstance(where, str | os.PathLike):
        raise InputError(f"{where!r} is no folder", todo="give the path of an index")
    if not str(where).replace("\\", "/").startswith("qdrant:/"):
        return LocalIndex(Path(where))
    from debatable.engines.qdrant.address import Address

    return QdrantIndex(Address.of(where))


def open_engine(where: Where, *, exact: bool = False) -> Engine:
    """Opens an index for searching, as `Index.open` does."""
    return index_at(where).open(exact=exact)


def _deprecated(name: str, method: str) -> Callable[..., Any]:
    """Returns a function of an older version: the same operation, with the place after what is changed."""

    def changed(*given: Any, **options: Any) -> Any:
        warnings.warn(
            f"debatable.engines.{name} is deprecated: use index_at(where).{method}",
            DeprecationWarning,
            stacklevel=2,
        )
        *first, where = given
        return getattr(index_at(where), method)(*first, **options)

    return changed


add_at = _deprecated("add_at", "add")
make_at = _deprecated("make_at", "create")
recluster_at = _deprecated("recluster_at", "recluster")
remove_at = _deprecated("remove_at", "remove")
verify_at = _deprecated("verify_at", "verify")
