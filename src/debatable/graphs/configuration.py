"""Retrieval configurations by name, the default among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from debatable.arrays import Matrix
from debatable.embedding import BUNDLED, CachedEncoder, Encoder, encoder
from debatable.embedding.similarity import Angular, DynaMax, MaxPool, WordMover
from debatable.embedding.words import JoinedWords, PooledWords, TextVectors, word_vectors
from debatable.errors import InputError, UnknownNameError
from debatable.graphs.mapping import Limits, Mapper, mapper
from debatable.graphs.measures import Contrast, Cosine, Lexical, Pairwise, TextMeasure
from debatable.graphs.retrieval import Retrieval, Shares
from debatable.graphs.schemes import SchemeSimilarity, scheme_similarity
from debatable.graphs.similarity import TextSimilarity
from debatable.naming import call
from debatable.progress import Step
from debatable.text import Analyzer
from debatable.text.languages import stemmer_of

__all__ = ["MEASURES", "configured", "text_measure"]

MEASURES = ("contrast", "cosine", "angular", "lexical", "dynamax", "maxpool", "wmd", "words")
WORTH_KEEPING = 64


def text_measure(
    name: str = "auto",
    *,
    model: str = "auto",
    language: str = "en",
    cache: Path | None = None,
    progress: Step | None = None,
) -> TextMeasure:
    """Returns the similarity of texts of a name.

    Args:
        name: ``contrast``, ``cosine`` or ``angular`` of an encoder; ``dynamax``, ``maxpool``, ``wmd`` of word
            vectors, or ``words``, the cosine of their mean, ``words(max)`` of another pooling; ``lexical``.
            ``auto`` is ``contrast``, but ``lexical`` where the texts are not English and no model is named,
            for the bundled encoder reads English.
        model: An encoder as ``embedding.encoder`` takes it, a folder for instance, or a file of word vectors,
            several joined by ``+``; ``auto`` is the bundled encoder.
        language: Of the texts.
        cache: Folder for the vectors of case bases, so that they are encoded once; None for none.
        progress: Told how far the encoding is.

    >>> text_measure(language="de")
    Lexical(analyzer="Analyzer(stop='none', stem='german')")
    """
    short = language.split("-")[0].lower()
    if name == "auto":
        name = "contrast" if short == "en" or model != "auto" else "lexical"
    if name == "lexical":
        return Lexical("english" if short == "en" else repr(Analyzer(stem=stemmer_of(short))))
    family, arguments = call(name)
    if family not in MEASURES:
        raise UnknownNameError("text similarity", name, ("auto", *MEASURES))
    if family in ("dynamax", "maxpool", "wmd", "words"):
        return _of_words(family, arguments[0].value if arguments else "mean", model, short)
    plain = encoder(BUNDLED if model == "auto" else model)
    encode = _Once(plain, plain if cache is None else CachedEncoder(plain, cache), progress)
    if family == "contrast":
        return Contrast(encode, language=language)
    return Cosine(encode) if family == "cosine" else Pairwise(Angular(plain))


def _of_words(family: str, pooling: str, model: str, language: str) -> TextMeasure:
    """A measure of word vectors, stop words left out where there is a list."""
    if model == "auto":
        todo = "give a file of word vectors as the model"
        raise InputError(f"{family} needs word vectors, and none are bundled", todo=todo)
    split = Analyzer(stop="lucene" if language == "en" else "none")
    parts = tuple(replace(word_vectors(part), split=split) for part in model.split("+"))
    vectors = _Remembered(JoinedWords(parts))
    if family == "words":
        return Cosine(PooledWords(vectors, pooling))
    kinds: dict[str, TextSimilarity] = {
        "dynamax": DynaMax(vectors),
        "maxpool": MaxPool(vectors),
        "wmd": WordMover(vectors),
    }
    return Pairwise(kinds[family])


@dataclass(frozen=True, slots=True)
class _Remembered:
    """Word vectors that look each text up once."""

    vectors: TextVectors
    known: dict[str, Matrix] = field(default_factory=dict, compare=False, repr=False)

    @property
    def name(self) -> str:
        return self.vectors.name

    @property
    def dimensions(self) -> int:
        return self.vectors.dimensions

    @property
    def fingerprint(self) -> str:
        return self.vectors.fingerprint

    def of_text(self, text: str) -> Matrix:
        if text not in self.known:
            self.known[text] = self.vectors.of_text(text)
        return self.known[text]


def configured(
    texts: TextMeasure | str = "auto",
    *,
    model: str = "auto",
    language: str = "en",
    schemes: SchemeSimilarity | str = "none",
    search: Mapper | str = "branch-and-bound",
    limits: Limits | None = None,
    shares: Shares | None = None,
    candidates: int | None = 10,
    cache: Path | None = None,
    progress: Step | None = None,
) -> Retrieval:
    """Returns a retrieval; without arguments the default one.

    The default compares I-nodes by contrast, whole texts by cosine, leaves schemes aside and gives graph,
    topic and claim equal shares. ``docs/graphs.md`` says how it was chosen and what else was tried.

    Args:
        texts: A text measure or the name of one.
        model: As for ``text_measure``.
        language: Of the texts.
        schemes: ``none``, ``exact`` or ``ontology``, or a similarity of S-nodes.
        search: A mapper or the name of one.
        limits: Of the mapper.
        shares: What the score is made of; equal ones if None.
        candidates: How many cases the MAC phase lets through, or None for all.
        cache: As for ``text_measure``.
        progress: As for ``text_measure``.
    """
    if isinstance(texts, str):
        measure = text_measure(texts, model=model, language=language, cache=cache, progress=progress)
    else:
        measure = texts
    topics = Cosine(measure.encode) if isinstance(measure, Contrast) else measure
    shares = shares or Shares(1.0, 1.0, 1.0)
    return Retrieval(measure, topics, scheme_similarity(schemes), mapper(search, limits), shares, candidates)


@dataclass(frozen=True, slots=True)
class _Once:
    """Encodes equal texts of one call once; only the many texts of a case base are worth keeping."""

    encode: Encoder
    kept: Encoder
    progress: Step | None = field(default=None, repr=False)

    def __call__(self, texts: Sequence[str]) -> Matrix:
        rows = {text: row for row, text in enumerate(dict.fromkeys(texts))}
        encode, progress = (self.kept, self.progress) if len(rows) >= WORTH_KEEPING else (self.encode, None)
        vectors = encode(list(rows), progress)
        return vectors[[rows[text] for text in texts]]
