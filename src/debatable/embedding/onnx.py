"""Encoders that are an ONNX graph and a tokenizer in a folder; the bundled one is such a folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from debatable.arrays import Matrix
from debatable.embedding.cores import batches, cores, padded_length
from debatable.embedding.encoder import checked, normalised
from debatable.embedding.graph import Graph, fingerprint, open_graph, token_ids
from debatable.progress import Step, shifted

BUNDLED = "all-MiniLM-L6-v2"
MODELS = Path(__file__).parent / "models"
BATCH_TOKENS = 1024  # padded tokens of a batch: few enough for the caches, and for cores to end together
BLOCK = 8192  # texts whose tokens are in memory at once


@dataclass(frozen=True, slots=True)
class OnnxEncoder:
    """Runs a graph with onnxruntime on the CPU. Nothing is loaded before the first use.

    Attributes:
        folder: With ``model.onnx`` and ``tokenizer.json``, unless it shares that of a bundled model; files as
            sentence-transformers writes them may hold limit and pooling.
        threads: How many batches are run at once at most; None for one a core.
    """

    folder: Path = MODELS / BUNDLED
    threads: int | None = None

    @property
    def name(self) -> str:
        """The name of a bundled model, or the path."""
        return self.folder.name if self.folder.parent == MODELS else str(self.folder)

    @property
    def dimensions(self) -> int:
        """Of a vector."""
        size = self.graph.session.get_outputs()[0].shape[-1]
        return size if isinstance(size, int) else self(["a"]).shape[1]

    @property
    def limit(self) -> int:
        """Tokens read of a text, special tokens included."""
        return self.graph.limit

    @property
    def window(self) -> int:
        """Tokens of a text that fit beside the special tokens."""
        return self.graph.window

    @property
    def fingerprint(self) -> str:
        """Hash over everything that determines the vectors."""
        return fingerprint(self.folder)

    @property
    def graph(self) -> Graph:
        """The opened folder."""
        return open_graph(self.folder, prepared=self.folder == MODELS / BUNDLED)

    def __call__(self, texts: Sequence[str], progress: Step | None = None) -> Matrix:
        """Returns one vector of length 1 a text; of a long text its first `limit` tokens count."""
        texts = checked(texts)
        vectors = np.empty((len(texts), self.dimensions if not texts else 0), dtype=np.float32)
        for start in range(0, len(texts), BLOCK):
            block = self.tokens(texts[start : start + BLOCK])
            part = self.encode_tokens(block, shifted(progress, start, len(texts)))
            if start == 0:
                vectors = np.empty((len(texts), part.shape[1]), dtype=np.float32)
            vectors[start : start + len(part)] = part
        return vectors

    def tokens(self, texts: Sequence[str]) -> list[list[int]]:
        """Returns the ids of all tokens of every text, without special tokens and not truncated."""
        return token_ids(self.graph.tokenizer, texts)

    def encode_tokens(self, tokens: Sequence[Sequence[int]], progress: Step | None = None) -> Matrix:
        """Returns the vectors of token sequences; each is truncated at the window."""
        graph = self.graph
        around = len(graph.before) + len(graph.after)
        lengths = [min(len(ids), graph.window) + around for ids in tokens]
        padded = sum(map(padded_length, lengths))
        parts = list(batches(lengths, cores().batch_tokens(padded, BATCH_TOKENS, self.threads)))

        def run(part: tuple[int, list[int]]) -> Matrix:
            width, rows = part
            return normalised(
                graph.run([tokens[row][: graph.window] for row in rows], min(width, graph.limit))
            )

        vectors: Matrix | None = None
        done = 0
        for (_, rows), part in zip(parts, cores().run(run, parts, self.threads), strict=True):
            if vectors is None:
                vectors = np.empty((len(tokens), part.shape[1]), dtype=np.float32)
            vectors[rows] = part
            done += len(rows)
            if progress is not None:
                progress(done, len(tokens))
        return np.empty((0, self.dimensions), dtype=np.float32) if vectors is None else vectors
