"""Retrieval configurations by name, the default among them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from debatable.embedding import BUNDLED, Encoder, encoder
from debatable.errors import UnknownNameError
from debatable.graphs.mapping import Limits, mapper
from debatable.graphs.measures import Contrast, Cosine, Lexical, TextMeasure
from debatable.graphs.retrieval import Retrieval, Shares
from debatable.graphs.schemes import scheme_similarity

__all__ = ["MEASURES", "configured", "text_measure"]

MEASURES = ("contrast", "cosine", "lexical")
STEMMERS = {
    "ar": "arabic", "da": "danish", "de": "german", "en": "english", "es": "spanish", "fi": "finnish",
    "fr": "french", "hu": "hungarian", "it": "italian", "nl": "dutch", "no": "norwegian", "pt": "portuguese",
    "ro": "romanian", "ru": "russian", "sv": "swedish", "tr": "turkish",
}  # fmt: skip


def text_measure(name: str = "auto", *, model: str = "auto", language: str = "en") -> TextMeasure:
    """Returns the similarity of texts of a name.

    Args:
        name: ``contrast``, ``cosine``, ``lexical``; ``auto`` is ``contrast``, but ``lexical`` where the
            texts are not English and no model is named, for the bundled encoder reads English.
        model: An encoder as ``embedding.encoder`` takes it, a folder for instance; ``auto`` is the bundled one.
        language: Of the texts.

    >>> text_measure(language="de")
    Lexical(analyzer="Analyzer(stop='none', stem='german')")
    """
    short = language.split("-")[0].lower()
    if name == "auto":
        name = "contrast" if short == "en" or model != "auto" else "lexical"
    if name == "lexical":
        stem = STEMMERS.get(short, "none")
        return Lexical("english" if short == "en" else f"Analyzer(stop='none', stem='{stem}')")
    if name not in MEASURES:
        raise UnknownNameError("text similarity", name, ("auto", *MEASURES))
    encode = _Once(encoder(BUNDLED if model == "auto" else model))
    return Contrast(encode, language=language) if name == "contrast" else Cosine(encode)


def configured(
    texts: TextMeasure | str = "auto",
    *,
    model: str = "auto",
    language: str = "en",
    schemes: str = "none",
    search: str = "branch-and-bound",
    limits: Limits | None = None,
    shares: Shares | None = None,
    candidates: int | None = 10,
) -> Retrieval:
    """Returns a retrieval; without arguments the default one.

    The default compares I-nodes by contrast, whole texts by cosine, leaves schemes aside and gives graph,
    topic and claim equal shares. ``docs/graphs.md`` says how it was chosen and what else was tried.

    Args:
        texts: A text measure or the name of one.
        model: As for ``text_measure``.
        language: Of the texts.
        schemes: ``none``, ``exact`` or ``ontology``.
        search: Name of the mapper.
        limits: Of the mapper.
        shares: What the score is made of; equal ones if None.
        candidates: How many cases the MAC phase lets through, or None for all.
    """
    measure = text_measure(texts, model=model, language=language) if isinstance(texts, str) else texts
    topics = Cosine(measure.encode) if isinstance(measure, Contrast) else measure
    shares = shares or Shares(1.0, 1.0, 1.0)
    return Retrieval(measure, topics, scheme_similarity(schemes), mapper(search, limits), shares, candidates)


class _Once:
    """An encoder that encodes equal texts of one call once."""

    def __init__(self, encode: Encoder) -> None:
        self.encode = encode

    def __repr__(self) -> str:
        return self.encode.name

    def __call__(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        rows = {text: row for row, text in enumerate(dict.fromkeys(texts))}
        vectors = self.encode(list(rows))
        return vectors[[rows[text] for text in texts]]
