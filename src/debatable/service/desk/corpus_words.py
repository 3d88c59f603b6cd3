"""The corpus that queries are sampled from, and the word vectors trained on it, once and beside the requests."""

from __future__ import annotations

import threading
from pathlib import Path
from tempfile import TemporaryDirectory

from debatable.embedding.words import WordVectors
from debatable.errors import DebatableError
from debatable.evaluation.sampling import CorpusClaims, corpus_claims
from debatable.service.refusals import sentence

__all__ = ["CorpusWords"]


class CorpusWords:
    """Reads and trains in a thread of its own, begun by the first who asks.

    Attributes:
        given: Whether there is a corpus at all.
        trouble: Why there are no vectors, as a sentence; empty where nothing went wrong.
    """

    def __init__(self, corpora: tuple[Path, ...]) -> None:
        """Knows the files; reads nothing yet."""
        self.given, self.trouble = bool(corpora), ""
        self._corpora = corpora
        self._folder: TemporaryDirectory[str] | None = None
        self._made: tuple[CorpusClaims, WordVectors] | None = None
        self._lock, self._thread = threading.Lock(), threading.Thread(target=self._make, daemon=True)

    def __call__(self) -> tuple[CorpusClaims, WordVectors] | None:
        """Returns claims and vectors, or None while they are being made."""
        with self._lock:
            if self.given and self._made is None and not self.trouble and self._thread.ident is None:
                self._thread.start()
        return self._made

    def _make(self) -> None:
        try:
            found = corpus_claims(self._corpora)
            self._folder = TemporaryDirectory(prefix="debatable-", ignore_cleanup_errors=True)
            self._made = found, found.vectors(Path(self._folder.name) / "vectors")
        except DebatableError as error:
            self.trouble = sentence(error)
        except OSError as error:
            self.trouble = f"the corpus cannot be read ({(error.strerror or str(error)).lower()})"
