"""Cross-encoders: models that read two texts together, an ONNX graph with a card in a folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from debatable.arrays import Floats
from debatable.embedding.encoder import checked
from debatable.errors import InputError
from debatable.learning.card import Card, read_card
from debatable.learning.pair_graph import begin_to_open, open_pair_graph

MODELS = Path(__file__).parent / "models"
BLOCK = 8192  # pairs whose tokens are in memory at once


@dataclass(frozen=True, slots=True)
class PairReader:
    """Reads pairs of texts and returns one logit a head. Nothing is loaded before the first use.

    Of the first text as many tokens are kept as its head was trained with, of the second as many as still fit. The
    logits of a pair do not depend on the pairs it is read with.

    Attributes:
        folder: With ``model.onnx`` and ``card.json``, and ``tokenizer.json`` unless it shares a bundled one.
        threads: How many batches are read at once at most; None for one a core.
    """

    folder: Path
    threads: int | None = None

    @property
    def card(self) -> Card:
        """The card of the model."""
        return open_pair_graph(self.folder).card

    def begin(self) -> None:
        """Begins to load the model in the background."""
        begin_to_open(self.folder)

    def __call__(
        self, firsts: Sequence[str], seconds: Sequence[str] | None = None, *, first_limit: int | None = None
    ) -> Floats:
        """Returns the logits (pairs, heads).

        Args:
            firsts: Topics, claims or queries; all there is to read where there are no seconds.
            seconds: What is said about each, or None for single texts.
            first_limit: Tokens of a first text that are kept; None for as many as the first head was trained with.

        Raises:
            InputError: Texts and limits do not fit each other or the model.
        """
        firsts = checked(firsts)
        if seconds is not None and len(seconds := checked(seconds)) != len(firsts):
            raise InputError(f"{len(seconds)} texts for {len(firsts)} others", todo="give one for each")
        model = open_pair_graph(self.folder)
        most = model.card.limit - 3  # there are three special tokens beside
        if first_limit is not None and not 1 <= first_limit <= most:
            raise InputError(f"{first_limit} tokens of a first text", todo=f"keep 1 to {most}")
        logits = np.empty((len(firsts), len(model.card.heads)))
        for start in range(0, len(firsts), BLOCK):
            part = slice(start, start + BLOCK)
            others = None if seconds is None else seconds[part]
            logits[part] = model.logits(firsts[part], others, first_limit, self.threads)
        return logits

    def head(self, name: str, firsts: Sequence[str], seconds: Sequence[str] | None = None) -> Floats:
        """Returns the logits of one head, the texts cut as in its training."""
        column, head = self.card.head(name)
        return np.asarray(self(firsts, seconds, first_limit=head.first_limit)[:, column])

    def probability(self, name: str, firsts: Sequence[str], seconds: Sequence[str] | None = None) -> Floats:
        """Returns the calibrated probabilities of one head."""
        return self.card.head(name)[1].probability(self.head(name, firsts, seconds))

    def log_odds(self, name: str, firsts: Sequence[str], seconds: Sequence[str] | None = None) -> Floats:
        """Returns the calibrated log-odds of one head."""
        return self.card.head(name)[1].log_odds(self.head(name, firsts, seconds))


@dataclass(frozen=True, slots=True)
class LearnedModel:
    """Base of the models that ask one head of a cross-encoder; nothing is loaded before the first use.

    Attributes:
        model: Name of a bundled model, or the folder of one.
        threads: How many batches are read at once at most; None for one a core.
    """

    model: str = "reader"
    threads: int | None = None

    @property
    def reader(self) -> PairReader:
        """The model that is asked."""
        return PairReader(model_folder(self.model), self.threads)

    def begin(self) -> None:
        """Begins to load the model in the background."""
        self.reader.begin()


def is_path(name: str) -> bool:
    """Returns whether a name is a path: it has a slash, so that a service can refuse all paths.

    >>> is_path("stance"), is_path("./stance")
    (False, True)
    """
    return "/" in name or "\\" in name


def model_folder(model: str | Path) -> Path:
    """Returns the folder of a model: one of the package by its name, or a path.

    Raises:
        InputError: There is no such folder.
    """
    if isinstance(model, str) and not is_path(model):
        if (bundled := _bundled_folder(model)) is not None:
            return bundled
        todo = f"install the package anew, or write ./{model} for a folder"
        raise InputError(f"the package has no model {str(model)[:80]!r}", todo=todo)
    folder = Path(model).expanduser()
    if folder.is_dir():
        return folder.resolve()
    raise InputError("no such folder", where=str(model)[:200], todo="give the folder of a model")


@lru_cache(maxsize=64)
def _bundled_folder(name: str) -> Path | None:
    """Returns the folder of a model of the package, looked up once: a search asks for it a dozen times."""
    folder = MODELS / name
    return folder.resolve() if folder.is_dir() else None


def model_path(name: str, head: str) -> str | None:
    """Returns a name that is the path of a model with a head, or None where it is no path.

    Raises:
        InputError: There is no such folder or no model in it.
        UnknownNameError: The model there has other heads.
    """
    if not is_path(name.partition("(")[0]):
        return None
    read_card(model_folder(name)).head(head)
    return name
