"""Linear algebra runs on one thread during a search, and on as many as before after it."""

from __future__ import annotations

import threading

import pytest

import debatable
from debatable.blas import BlasThreads
from debatable.ranking import Backend, Question, Scored


class Library:
    """Has a number of threads that can be set."""

    def __init__(self) -> None:
        self.threads = 4

    def count(self) -> int:
        return self.threads

    def set_count(self, count: int) -> None:
        self.threads = count


def test_threads_are_limited_until_the_last_block_ends() -> None:
    library = Library()
    limit = BlasThreads(library.count, library.set_count)
    inside, leave = threading.Event(), threading.Event()

    def stay() -> None:
        with limit.limited():
            inside.set()
            assert leave.wait(10)

    other = threading.Thread(target=stay)
    with limit.limited():
        other.start()
        assert inside.wait(10) and library.threads == 1
    assert library.threads == 1, "another block still wants one thread"
    leave.set()
    other.join()
    assert library.threads == 4


def test_threads_are_restored_after_an_error() -> None:
    library = Library()
    limit = BlasThreads(library.count, library.set_count)
    for threads in (4, 3):  # the program may set another number in between
        library.set_count(threads)
        with pytest.raises(KeyError), limit.limited():
            raise KeyError
        assert library.threads == threads


def test_a_search_multiplies_on_one_thread() -> None:
    numpy, seen = BlasThreads.of_numpy(), list[int]()
    numpy.set_count(2)
    if numpy.count() != 2:
        pytest.skip("numpy multiplies with another library, or it starts one thread at most")

    def watched(question: Question, backend: Backend, k: int) -> list[Scored]:
        seen.append(numpy.count())
        return []

    with debatable.demo() as engine:
        engine.search("We should abandon fossil fuels", method=watched)
    assert seen == [1] and numpy.count() == 2
