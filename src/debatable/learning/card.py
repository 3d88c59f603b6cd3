"""The card of a model: its heads and limits, the data it was trained on, its metrics."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from debatable.arrays import Floats, sigmoid
from debatable.embedding.graph import read_json
from debatable.errors import InputError, UnknownNameError

CARD = "card.json"
ENCODER_CARD = "encoder.json"
LONGEST = 4096  # tokens of a pair at most; guards against a card that asks for all memory


@dataclass(frozen=True, slots=True)
class Head:
    """One output of a model.

    Attributes:
        name: Such as stance, relevance or quality.
        first_limit: Tokens of the first text that were kept in training.
        slope: Of the line that calibrates a logit (Platt scaling).
        shift: Of the same line.
    """

    name: str
    first_limit: int
    slope: float = 1.0
    shift: float = 0.0

    def probability(self, logits: Floats) -> Floats:
        """Returns calibrated probabilities.

        >>> import numpy as np
        >>> Head("stance", 60, slope=2.0, shift=-1.0).probability(np.array([0.5])).tolist()
        [0.5]
        """
        return sigmoid(self.log_odds(logits))

    def log_odds(self, logits: Floats) -> Floats:
        """Returns calibrated log-odds."""
        return self.slope * logits + self.shift


@dataclass(frozen=True, slots=True)
class Adapter:
    """With which a graph reads long texts: constants as they were tuned for these.

    Attributes:
        sha256: Of the file that holds the constants of the graph and how they change.
        words: Words from which a second text counts as long.
    """

    sha256: str
    words: int


@dataclass(frozen=True, slots=True)
class Card:
    """The content of a model's card.

    Attributes:
        name: Of the model.
        heads: In the order of the graph's columns.
        limit: Tokens of a pair, special tokens included.
        tokenizer: Name of the bundled encoder whose tokenizer it shares; empty where the folder has its own.
        sha256: Of the graph.
        reads_as: Hash of the graph that readings are named by: of an older one that computes the same bits, or its own.
        weights_sha256: Of the coded weights beside it; empty where the graph holds its weights itself.
        weights_crc32: Of the same, eight hexadecimal digits, quick enough to check at each opening.
        words: Name of the model in the folder beside whose words it shares; empty where it has its own.
        words_sha256: Of that model's coded weights.
        adapter: For long texts; None where all texts are read alike.
        whole: The whole card: data, licences, script, seed, figures, limits.
    """

    name: str
    heads: tuple[Head, ...]
    limit: int
    tokenizer: str
    sha256: str
    reads_as: str
    weights_sha256: str = ""
    weights_crc32: str = ""
    words: str = ""
    words_sha256: str = ""
    adapter: Adapter | None = None
    whole: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def head(self, name: str) -> tuple[int, Head]:
        """Returns the column and the head of a name."""
        for column, head in enumerate(self.heads):
            if head.name == name:
                return column, head
        raise UnknownNameError(f"head of the model {self.name}", name, [head.name for head in self.heads])


def read_card(folder: Path) -> Card:
    """Reads the card of a model folder.

    Raises:
        InputError: There is none, or it lacks what is needed to read pairs.
    """
    path = folder / CARD
    if not path.is_file():
        todo = f"give a folder with model.onnx and {CARD}"
        raise InputError("no model of ours in this folder", where=str(folder), todo=todo)
    content = read_json(path)
    try:
        heads = tuple(
            Head(str(head["name"]), int(head["first_limit"]), float(head["slope"]), float(head["shift"]))
            for head in content["heads"]
        )
        words = content.get("words") or {}
        adapter = content.get("adapter")
        card = Card(
            str(content["name"]),
            heads,
            int(content["limit"]),
            str(content.get("tokenizer", "")),
            str(content["sha256"]),
            str(content.get("reads_as", content["sha256"])),
            str(content.get("weights_sha256", "")),
            str(content.get("weights_crc32", "")),
            str(words.get("of", "")),
            str(words.get("sha256", "")),
            None if adapter is None else Adapter(str(adapter["sha256"]), int(adapter["words"])),
            MappingProxyType(content),
        )
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        todo = "take the card that was made with the model"
        raise InputError(f"is no card of a model ({error!r})", where=str(path), todo=todo) from error
    lengths = [card.limit, *(head.first_limit + 3 for head in heads)]
    lines = [number for head in heads for number in (head.slope, head.shift)]
    if not heads or not 8 <= card.limit <= LONGEST or max(lengths) > card.limit or min(lengths) < 4:
        raise InputError("has no heads or limits that do not fit each other", where=str(path))
    if Path(card.tokenizer).name != card.tokenizer:
        raise InputError("names a tokenizer by a path", where=str(path), todo="put tokenizer.json beside it")
    if Path(card.words).name != card.words:
        raise InputError("names the model of its words by a path", where=str(path), todo="put it beside it")
    if card.weights_sha256 and not card.weights_sha256.isalnum():
        raise InputError("names its weights by what is no hash", where=str(path))
    if card.adapter is not None and card.adapter.words < 1:
        raise InputError("has an adapter for texts of no words", where=str(path))
    if not all(map(math.isfinite, lines)):
        raise InputError("has a calibration that is not finite", where=str(path))
    return card


def licence_of(about: Mapping[str, Any]) -> str:
    """Returns the licence that a card names, of the model or else of the body it was made from.

    >>> licence_of({"body": {"licence": "MIT"}}), licence_of({})
    ('MIT', 'unknown')
    """
    body = about.get("body")
    return str(about.get("licence") or (body.get("licence") if isinstance(body, dict) else "") or "unknown")
