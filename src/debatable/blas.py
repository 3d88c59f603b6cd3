"""Linear algebra on one thread: the products of a search are so small that further threads only spin.

The threads of OpenBLAS, which the wheels of numpy bring, wait for the next product in a loop, for longer than such a
product takes, and so take more of the processor than all products together. The bits of a result do not depend on their
number.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from importlib import import_module
from itertools import product

AFFIXES = tuple(product(("scipy_", ""), ("64_", "_64", "")))
"""What builds of OpenBLAS put before and behind the names of its functions."""


class BlasThreads:
    """Limits OpenBLAS to one thread while anybody wants it so; safe to share between threads.

    The number of threads is one for the whole process. So whoever comes first sets it, and whoever is the last to go
    restores it.
    """

    def __init__(self, count: Callable[[], int], set_count: Callable[[int], object]) -> None:
        """Changes nothing yet.

        Args:
            count: Returns how many threads there are.
            set_count: Sets how many there are.
        """
        self.count, self.set_count = count, set_count
        self._lock = threading.Lock()
        self._callers = self._before = 0

    @classmethod
    def of_numpy(cls) -> BlasThreads:
        """Returns the threads of the library that numpy multiplies with; where it is another one, nothing is limited.

        Nor is it on Windows, where a library does not show the functions of those it rests on.
        """
        with suppress(ImportError, OSError):  # a numpy that is built in another way
            library = ctypes.CDLL(str(import_module("numpy.linalg._umath_linalg").__file__))
            for before, behind in AFFIXES:
                names = (f"{before}openblas_{what}_num_threads{behind}" for what in ("get", "set"))
                count, set_count = (getattr(library, name, None) for name in names)
                if count and set_count:
                    return cls(count, set_count)
        return cls(lambda: 1, lambda count: None)

    @contextmanager
    def limited(self) -> Iterator[None]:
        """Keeps OpenBLAS to one thread within a block; afterwards it has as many as before."""
        with self._lock:
            if not self._callers:
                self._before = self.count()
                self.set_count(1)
            self._callers += 1
        try:
            yield
        finally:
            with self._lock:
                self._callers -= 1
                if not self._callers:
                    self.set_count(self._before)


class _Process:
    """The threads of this process; in a forked one nobody wants them limited yet."""

    threads = BlasThreads.of_numpy()


def one_blas_thread() -> AbstractContextManager[None]:
    """Keeps linear algebra of this process to one thread within a block."""
    return _Process.threads.limited()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=lambda: setattr(_Process, "threads", BlasThreads.of_numpy()))
