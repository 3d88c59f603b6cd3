"""Retrieval configurations, and similarities of texts by name, such as ``contrast(weight=1)`` or ``lexical``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar

from debatable.arrays import Matrix
from debatable.embedding import BUNDLED, CachedEncoder, Encoder, encoder
from debatable.embedding.similarity import Angular, DynaMax, MaxPool, WordMover
from debatable.embedding.words import JoinedWords, PooledWords, TextVectors, pooling, word_vectors
from debatable.errors import InputError, check_name
from debatable.graphs.mapping import AStar, BranchAndBound, Mapper, Rules, mapper
from debatable.graphs.mapping import rules as mapping_rules
from debatable.graphs.measures import WEIGHT, Contrast, Cosine, Lexical, Pairwise, Prepared, TextMeasure
from debatable.graphs.retrieval import Retrieval, Shares
from debatable.graphs.schemes import SchemeSimilarity, scheme_similarity
from debatable.graphs.similarity import TextSimilarity
from debatable.naming import Table
from debatable.progress import Step
from debatable.text import STOPS, Analyzer
from debatable.text.analyzer import stemmer_of

Comparison = Callable[[TextVectors], TextSimilarity]
"""Makes a similarity of word vectors, such as ``DynaMax``."""


@dataclass(frozen=True, slots=True)
class WordPairs:
    """A similarity of word vectors that caches the words of the cases and of no query."""

    comparison: Comparison
    vectors: TextVectors

    def prepare(self, texts: Sequence[str]) -> Prepared:
        """Looks the words of the texts up."""
        cached = _CachedTexts(self.vectors, {text: self.vectors.of_text(text) for text in texts})
        return Pairwise(self.comparison(cached)).prepare(texts)


@dataclass(frozen=True, slots=True)
class _CachedTexts:
    """Word vectors with some texts looked up already."""

    vectors: TextVectors
    texts: dict[str, Matrix]

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
        cached = self.texts.get(text)
        return self.vectors.of_text(text) if cached is None else cached


WORTH_CACHING = 64


@dataclass(frozen=True, slots=True)
class Material:
    """What a measure is made of; fields as the arguments of ``text_measure``."""

    model: str = "auto"
    language: str = "en"
    cache: Path | None = None
    progress: Step | None = None

    @property
    def short(self) -> str:
        """The language without its region."""
        return self.language.split("-")[0].lower()

    def encoder(self) -> Encoder:
        """Returns the encoder of the model's name."""
        return encoder(BUNDLED if self.model == "auto" else self.model)

    def encode(self) -> _Once:
        """Returns the encoder, which caches the many texts of a case base."""
        plain = self.encoder()
        return _Once(plain, plain if self.cache is None else CachedEncoder(plain, self.cache), self.progress)


@dataclass(frozen=True, slots=True)
class _Once:
    """Encodes equal texts of one call once; only the many texts of a case base are worth caching."""

    plain: Encoder
    kept: Encoder
    progress: Step | None = field(default=None, repr=False)

    def __call__(self, texts: Sequence[str]) -> Matrix:
        rows = {text: row for row, text in enumerate(dict.fromkeys(texts))}
        encode, progress = (self.kept, self.progress) if len(rows) >= WORTH_CACHING else (self.plain, None)
        vectors = encode(list(rows), progress)
        return vectors[[rows[text] for text in texts]]


@dataclass(frozen=True, slots=True)
class NamedContrast:
    """``contrast``: the parameters of ``Contrast``."""

    weight: float = WEIGHT
    words: float = 0.0

    def __call__(self, material: Material) -> TextMeasure:
        """Makes the measure."""
        return Contrast(material.encode(), self.weight, self.words, material.language)


def _check_stop(name: str) -> None:
    check_name("stop list", name, ("auto", *STOPS))


@dataclass(frozen=True, slots=True)
class NamedWords:
    """``words``: the cosine of pooled word vectors.

    Attributes:
        pooling: Of the words of a text.
        stop: Name of a stop list; ``auto`` is Lucene's for English and none for other languages.
    """

    pooling: str = "mean"
    stop: str = "auto"

    def __post_init__(self) -> None:
        """Checks the names."""
        pooling(self.pooling)
        _check_stop(self.stop)

    def __call__(self, material: Material) -> TextMeasure:
        """Makes the measure."""
        return Cosine(PooledWords(_word_vectors("words", material, self.stop), self.pooling))


@dataclass(frozen=True, slots=True)
class NamedDynaMax:
    """``dynamax``: DynaMax-Jaccard of the word vectors of two texts; the stop list is as for ``NamedWords``."""

    stop: str = "auto"
    kind: ClassVar[tuple[str, Comparison]] = ("dynamax", DynaMax)

    def __post_init__(self) -> None:
        """Checks the name."""
        _check_stop(self.stop)

    def __call__(self, material: Material) -> TextMeasure:
        """Makes the measure."""
        name, comparison = self.kind
        return WordPairs(comparison, _word_vectors(name, material, self.stop))


@dataclass(frozen=True, slots=True)
class NamedMaxPool(NamedDynaMax):
    """``maxpool``: MaxPool-Jaccard, likewise."""

    kind: ClassVar[tuple[str, Comparison]] = ("maxpool", MaxPool)


@dataclass(frozen=True, slots=True)
class NamedWordMover(NamedDynaMax):
    """``wmd``: Word Mover's Distance, likewise."""

    kind: ClassVar[tuple[str, Comparison]] = ("wmd", WordMover)


def _cosine(material: Material) -> TextMeasure:
    return Cosine(material.encode())


def _angular(material: Material) -> TextMeasure:
    return Pairwise(Angular(material.encoder()))


def _lexical(material: Material) -> TextMeasure:
    short = material.short
    return Lexical("english" if short == "en" else repr(Analyzer(stem=stemmer_of(short))))


MEASURES = Table[Callable[[Material], TextMeasure]](
    "text similarity",
    {
        "contrast": NamedContrast(),
        "cosine": _cosine,
        "angular": _angular,
        "lexical": _lexical,
        "dynamax": NamedDynaMax(),
        "maxpool": NamedMaxPool(),
        "wmd": NamedWordMover(),
        "words": NamedWords(),
    },
    positional=True,
)
"""Every similarity of texts by name; each is made of a model, a language and a cache."""


def _word_vectors(measure: str, material: Material, stop: str) -> JoinedWords:
    """The word vectors of the model's name, stop words left out."""
    if material.model == "auto":
        todo = "give a file of word vectors as the model"
        raise InputError(f"{measure} needs word vectors, and none are bundled", todo=todo)
    if stop == "auto":
        stop = "lucene" if material.short == "en" else "none"
    split = Analyzer(stop=stop)
    return JoinedWords(tuple(replace(word_vectors(part), split=split) for part in material.model.split("+")))


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
            Parameters stand in brackets: ``contrast(weight=1)``, ``dynamax(stop=nltk)``. ``auto`` is ``contrast``,
            but ``lexical`` where the texts are not English and no model is named: the bundled encoder is English.
        model: An encoder as ``embedding.encoder`` takes it, or a file of word vectors, several joined by ``+``;
            ``auto`` is the bundled encoder.
        language: Of the texts.
        cache: Folder for the vectors of case bases, so that they are encoded once; None for none.
        progress: Of the encoding.

    >>> text_measure(language="de")
    Lexical(analyzer="Analyzer(stop='none', stem='german')")
    """
    short = language.split("-")[0].lower()
    if name == "auto":
        name = "contrast" if short == "en" or model != "auto" else "lexical"
    return MEASURES.parse(name)(Material(model, language, cache, progress))


def configured(
    texts: TextMeasure | str = "auto",
    *,
    model: str = "auto",
    language: str = "en",
    schemes: SchemeSimilarity | str = "none",
    search: Mapper | str = "auto",
    rules: Rules | str = "paper",
    shares: Shares | None = None,
    candidates: int | None = 10,
    cache: Path | None = None,
    progress: Step | None = None,
) -> Retrieval:
    """Returns a retrieval; without arguments the default one.

    The default compares I-nodes by contrast, whole texts by cosine, ignores schemes and gives graph, topic and claim
    equal shares; see ``docs/graphs.md``.

    Args:
        texts: A text measure or the name of one.
        model: As for ``text_measure``.
        language: Of the texts.
        schemes: ``none``, ``exact`` or ``ontology``, or a similarity of S-nodes.
        search: A mapper or the name of one; ``auto`` is ``branch-and-bound``, or ``integer-program`` where an edge
            may be mapped by one end.
        rules: ``paper``, ``authors`` or rules of one's own.
        shares: Weights of the parts of the score; equal ones if None.
        candidates: How many cases pass the MAC phase, or None for all.
        cache: As for ``text_measure``.
        progress: As for ``text_measure``.
    """
    if isinstance(texts, str):
        measure = text_measure(texts, model=model, language=language, cache=cache, progress=progress)
    else:
        measure = texts
    topics = Cosine(measure.encode) if isinstance(measure, Contrast) else measure
    followed = mapping_rules(rules)
    if search == "auto":
        search = "integer-program" if followed.one_end else "branch-and-bound"
    chosen = mapper(search)
    if followed.one_end and isinstance(chosen, AStar | BranchAndBound):
        todo = "use auto, integer-program or assignment"
        raise InputError(f"the mapper {search!r} cannot follow the rules {rules!r}", todo=todo)
    shares = shares or Shares(1.0, 1.0, 1.0)
    return Retrieval(measure, topics, scheme_similarity(schemes), chosen, shares, candidates, rules=followed)
