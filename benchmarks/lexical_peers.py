"""The engines that the lexical benchmark sets side by side, each behind the same three calls."""

from __future__ import annotations

import importlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

from debatable import lexical
from debatable.text import analyzer

__all__ = ["Bm25s", "Debatable", "Engine", "Lucene", "RankBm25"]

K = 10
Queries = Sequence[Sequence[str]]


class Engine(Protocol):
    """An engine with BM25.

    Attributes:
        name: What it is called in the table.
        slow: Whether a few queries must do.
    """

    name: str
    slow: bool

    def build(self, texts: list[str]) -> float:
        """Tokenises and indexes texts; returns the CPU seconds it took."""

    def search(self, queries: Queries) -> float:
        """Searches for the ten best of each query, one query after the other; returns the CPU seconds it took."""


class Debatable:
    """This project."""

    slow = False

    def __init__(self, similarity: str = "BM25", *, compiled: bool = False) -> None:
        """Chooses the similarity, and who ranks: numba, loaded by the first query, or numpy for ever."""
        self.name = "debatable" if similarity == "BM25" else similarity
        self.name += "[fast]" if compiled else ""
        self.similarity = similarity
        self.limits = lexical.Limits(unranked_postings=0 if compiled else sys.maxsize)

    def build(self, texts: list[str]) -> float:
        """See Engine; writes the index, opens it, and searches the opened one."""
        begin = time.process_time()
        analyze = analyzer("standard")
        built = lexical.build(map(analyze, texts))
        seconds = time.process_time() - begin
        folder = tempfile.mkdtemp()
        built.save(folder)
        self.index = lexical.Index(lexical.open(folder).postings, self.limits)
        return seconds

    def search(self, queries: Queries) -> float:
        """See Engine."""
        begin = time.process_time()
        for query in queries:
            self.index.search(query, self.similarity, K)
        return time.process_time() - begin


class Bm25s:
    """bm25s with one of its backends."""

    slow = False

    def __init__(self, backend: str) -> None:
        """Chooses the backend."""
        self.name = f"bm25s-{backend}"
        self.backend = backend
        self.module = importlib.import_module("bm25s")
        if backend == "numba":
            importlib.import_module("numba")

    def build(self, texts: list[str]) -> float:
        """See Engine."""
        begin = time.process_time()
        tokens = self.module.tokenize(texts, stopwords=None, show_progress=False)
        self.index: Any = self.module.BM25(backend=self.backend)
        self.index.index(tokens, show_progress=False)
        return time.process_time() - begin

    def search(self, queries: Queries) -> float:
        """See Engine."""
        begin = time.process_time()
        for query in queries:
            self.index.retrieve([list(query)], k=K, show_progress=False)
        return time.process_time() - begin


class RankBm25:
    """rank_bm25, which scores every document in Python; few queries are enough to see it."""

    name = "rank_bm25"
    slow = True

    def build(self, texts: list[str]) -> float:
        """See Engine."""
        begin = time.process_time()
        module = importlib.import_module("rank_bm25")
        self.index: Any = module.BM25Okapi([text.split() for text in texts])
        return time.process_time() - begin

    def search(self, queries: Queries) -> float:
        """See Engine; the seconds of two queries, extrapolated."""
        numpy = importlib.import_module("numpy")
        begin = time.process_time()
        for query in queries[:2]:
            numpy.argpartition(self.index.get_scores(list(query)), -K)[-K:]
        return (time.process_time() - begin) * len(queries) / len(queries[:2])


class Lucene:
    """Lucene 8 in a Java process that is asked through pipes."""

    name = "Lucene 8"
    slow = False

    def __init__(self, jar: Path) -> None:
        """Compiles the driver."""
        self.folder = Path(tempfile.mkdtemp())
        source = Path(__file__).with_name("LuceneSearch.java")
        subprocess.run(["javac", "-cp", str(jar), "-d", str(self.folder), str(source)], check=True)
        command = [
            "java",
            "-Xmx4g",
            "-cp",
            f"{jar}:{self.folder}",
            "LuceneSearch",
            str(self.folder / "index"),
        ]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def _ask(self, lines: Iterator[str]) -> float:
        assert self.process.stdin is not None and self.process.stdout is not None
        for line in chain(lines, [""]):
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def build(self, texts: list[str]) -> float:
        """See Engine; one segment, as a static index has it."""
        return self._ask(iter(texts))

    def search(self, queries: Queries) -> float:
        """See Engine."""
        return self._ask(" ".join(query) for query in queries)
