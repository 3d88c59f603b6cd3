"""Similarities of the texts of I-nodes: any measure of texts, an encoder's cosine, words in common, contrast.

A text measure first prepares the texts of all cases, so that vectors and statistics are computed once, and then
compares any texts with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from debatable.arrays import Floats, Matrix, Vectors
from debatable.errors import InputError
from debatable.text import Analyzer, analyzer
from debatable.text.analyzer import stemmer_of
from debatable.text.negation import negated

ENGLISH = {
    "negation": "not no never nor neither none nobody nothing nowhere without cannot hardly barely scarcely",
    "rejection": "abandon abolish against avoid ban block cancel cease condemn deny discontinue dismiss drop "
    "eliminate end fail forbid halt lack oppose outlaw prevent prohibit refuse reject remove repeal resist "
    "scrap stop veto withdraw",
    "disapproval": "absurd awful bad counterproductive cruel dangerous detrimental disastrous harmful illegal "
    "immoral impossible impractical impracticable inadequate inappropriate ineffective inhumane insufficient "
    "intolerable irresponsible mistake nonsense pointless ridiculous senseless stupid superfluous terrible "
    "unacceptable undesirable unethical unfair unjust unjustifiable unjustified unnecessary unreasonable "
    "unsuitable unwise useless worthless wrong",
}
GERMAN = {
    "negation": "nicht kein keine keinen keinem keiner keines nie niemals niemand nichts nirgends weder ohne kaum",
    "rejection": "abbrechen ablehnen abschaffen aufhören beenden entgegen gegen stoppen streichen unterlassen "
    "verbieten verbot verboten verhindern vermeiden verweigern verzichten widersprechen zurückziehen abgeschafft",
    "disapproval": "absurd falsch fatal fehler gefährlich grausam illegal inakzeptabel katastrophal nutzlos "
    "schädlich schlecht sinnlos überflüssig unangebracht unannehmbar unfair ungeeignet ungerecht unmenschlich "
    "unmoralisch unmöglich unnötig unsinnig untragbar unverantwortlich unwirksam unzumutbar unzureichend verkehrt",
}
LISTS = {"en": ENGLISH, "de": GERMAN}


def side(text: str, language: str = "en") -> int:
    """Returns 1 for a positive sentence and -1 for one with an odd number of negative words; 1 without lists.

    Negative are negations, verbs of rejection and words of disapproval: "Fees are not wrong" has two and is positive.

    >>> side("Rents must be capped"), side("Rents mustn't be capped"), side("Fees aren't wrong")
    (1, -1, 1)
    >>> side("Man sollte Mieten nicht deckeln", "de")
    -1
    """
    language = language.split("-")[0].lower()
    if language not in LISTS:
        return 1
    split = text.lower().replace("’", "'").replace("n't", " not").replace("ca not", "can not")
    negative = negative_words(language)
    count = sum(word in negative for word in _stems(language)(split))
    return -1 if count % 2 else 1


@cache
def negative_words(language: str) -> frozenset[str]:
    """Returns the stems of all negative words of a language."""
    return frozenset(_stems(language)(" ".join(LISTS[language].values())))


@cache
def _stems(language: str) -> Analyzer:
    return Analyzer(stop="none", stem=stemmer_of(language))


Encode = Callable[[Sequence[str]], Matrix]
WEIGHT = 0.75
"""Of the sides in ``Contrast``, chosen on Perspectrum by ``tools/choose_contrast.py``."""


class Prepared(Protocol):
    """Compares texts with those that were prepared."""

    def __call__(self, others: Sequence[str], columns: Sequence[int] | None = None) -> Floats:
        """Returns similarities of other texts (rows) to the prepared ones (columns), all or some of them."""
        ...


class TextMeasure(Protocol):
    """A similarity of texts that can prepare itself for the texts of a case base."""

    def prepare(self, texts: Sequence[str]) -> Prepared:
        """Returns the function that compares other texts with these."""
        ...


@dataclass(frozen=True, slots=True)
class Pairwise:
    """Any function of query texts and case texts that returns a matrix, such as DynaMax or Word Mover's Distance."""

    similarity: Callable[[Sequence[str], Sequence[str]], Vectors]

    def prepare(self, texts: Sequence[str]) -> Prepared:
        """Keeps the texts."""
        kept = list(texts)

        def compare(others: Sequence[str], columns: Sequence[int] | None = None) -> Floats:
            right = kept if columns is None else [kept[column] for column in columns]
            return _checked(self.similarity(list(others), right), len(others), len(right))

        return compare


@dataclass(frozen=True, slots=True)
class Cosine:
    """Cosine of the vectors, of length 1, of a sentence encoder; below 0 counts as 0."""

    encode: Encode

    def prepare(self, texts: Sequence[str]) -> Prepared:
        """Encodes the texts."""
        vectors = self.encode(list(texts))

        def compare(others: Sequence[str], columns: Sequence[int] | None = None) -> Floats:
            return _cosine(self.encode(list(others)), _some(vectors, columns))

        return compare


@dataclass(frozen=True, slots=True)
class Contrast:
    """Cosine, lowered the more two texts take opposite sides.

    Sentence encoders put a claim and its negation close together, yet the step from one to the other has a direction.
    With d(t) the unit vector from the negation of a text to the text, and p(t) = ±1 the side of its words,

        agreement(a, b) = (1 - words) · d(a)·d(b) + words · p(a)·p(b),
        sim(a, b) = cos⁺(a, b) · (1 + weight · agreement(a, b)) / (1 + weight).

    Attributes:
        encode: Returns one vector of length 1 a text.
        weight: Of the sides; with 0 this is ``Cosine``, with 1 texts of opposite sides have similarity 0.
        words: Share of the words' side in the agreement; 0 ignores the word lists.
        language: Of the texts.

    >>> toy = {"yes": [1.0, 0.0], "It is not true that yes": [0.8, 0.6]}
    >>> measure = Contrast(lambda texts: np.array([toy[t] for t in texts], dtype=np.float32))
    >>> measure.prepare(["yes"])(["yes"])
    array([[1.]])
    """

    encode: Encode
    weight: float = WEIGHT
    words: float = 0.0
    language: str = "en"

    def __post_init__(self) -> None:
        """Checks the weights: a similarity may not fall below 0."""
        if not (0.0 <= self.weight <= 1.0 and 0.0 <= self.words <= 1.0):
            raise InputError(f"weights {self.weight} and {self.words} of the contrast", todo="use 0 to 1")

    def prepare(self, texts: Sequence[str]) -> Prepared:
        """Encodes the texts and their negations."""
        vectors, steps = self._vectors(texts)
        sides = self._sides(texts)

        def compare(others: Sequence[str], columns: Sequence[int] | None = None) -> Floats:
            own, own_steps = self._vectors(others)
            along = np.clip((own_steps @ _some(steps, columns).T).astype(np.float64), -1.0, 1.0)
            agreement = (1.0 - self.words) * along
            agreement += self.words * np.outer(self._sides(others), _some(sides, columns))
            agreed: Floats = (1.0 + self.weight * agreement) / (1.0 + self.weight)
            return _cosine(own, _some(vectors, columns)) * agreed

        return compare

    def _sides(self, texts: Sequence[str]) -> Floats:
        return np.array([side(text, self.language) for text in texts], dtype=np.float64)

    def _vectors(self, texts: Sequence[str]) -> tuple[Matrix, Matrix]:
        plain = list(texts)
        both = self.encode([*plain, *(negated(text, self.language) for text in plain)])
        vectors = both[: len(plain)]
        steps = vectors - both[len(plain) :]
        lengths = np.sqrt((steps * steps).sum(axis=1, keepdims=True))
        return vectors, np.divide(steps, lengths, out=np.zeros_like(steps), where=lengths > 1e-6)


@dataclass(frozen=True, slots=True)
class Lexical:
    """Cosine of the words of two texts, each weighted by how rare it is among the cases.

    >>> Lexical("standard").prepare(["ban cars", "free trains"])(["cars"]).round(2)
    array([[0.71, 0.  ]])
    """

    analyzer: str = "english"

    def prepare(self, texts: Sequence[str]) -> Prepared:
        """Counts the texts of each word."""
        words = analyzer(self.analyzer)
        cases = [Counter(words(text)) for text in texts]
        frequency = Counter(word for counts in cases for word in counts)
        rarity = {word: np.log(1.0 + len(cases) / seen) for word, seen in frequency.items()}
        most = np.log(1.0 + len(cases))
        vocabulary = {word: place for place, word in enumerate(rarity)}

        def weights(counts: Counter[str]) -> dict[str, float]:
            raw = {word: (1.0 + np.log(count)) * rarity.get(word, most) for word, count in counts.items()}
            length = float(np.sqrt(sum(value * value for value in raw.values()))) or 1.0
            return {word: value / length for word, value in raw.items()}

        from scipy.sparse import csr_array

        entries = [
            (row, vocabulary[word], value)
            for row, counts in enumerate(cases)
            for word, value in weights(counts).items()
        ]
        lines, places, values = zip(*entries, strict=True) if entries else ((), (), ())
        matrix = csr_array((values, (lines, places)), shape=(len(cases), max(len(vocabulary), 1)))

        def compare(others: Sequence[str], columns: Sequence[int] | None = None) -> Floats:
            rows = matrix if columns is None else matrix[list(columns)]
            result = np.zeros((len(others), rows.shape[0]))
            for row, other in enumerate(others):
                own = np.zeros(matrix.shape[1])
                for word, value in weights(Counter(words(other))).items():
                    if word in vocabulary:
                        own[vocabulary[word]] = value
                result[row] = rows @ own
            return result

        return compare


def _some(rows: npt.NDArray[Any], columns: Sequence[int] | None) -> npt.NDArray[Any]:
    return rows if columns is None else rows[list(columns)]


def _cosine(own: Matrix, vectors: Matrix) -> Floats:
    return np.clip((own @ vectors.T).astype(np.float64), 0.0, 1.0)


def _checked(matrix: Vectors, rows: int, columns: int) -> Floats:
    if matrix.shape != (rows, columns):
        raise InputError(f"a text similarity returned shape {matrix.shape}, not {(rows, columns)}")
    return np.asarray(matrix, dtype=np.float64)
