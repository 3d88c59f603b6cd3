"""Vectors of the words of texts: token vectors, alike and by how rare the tokens are, and stems by rarity."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

import numpy as np

from debatable.arrays import Floats, Ints, Matrix
from debatable.embedding.encoder import checked, normalised
from debatable.embedding.graph import token_ids
from debatable.embedding.static import StaticEncoder, token_matrix, token_table, tokenizer_of
from debatable.text import analyzer
from debatable.text.sentences import sentences

if TYPE_CHECKING:
    from scipy.sparse import csr_array

STEM_DIMENSIONS = 512
"""Numbers that the stems of a text are hashed to."""


def word_vectors(texts: Sequence[str], table: StaticEncoder) -> list[Matrix]:
    """Returns three matrices, a row of length 1 a text: the mean of token vectors, the same by rarity, stems by rarity.

    What all texts have in common says nothing of the point that one of them makes, so that a token or stem weighs
    log((n + 1) / (df + 1/2)) in the last two: n is the number of texts, df that of those which have it.

    Args:
        texts: Of one debate or pile; how rare a word is, is counted in these.
        table: Token vectors.
    """
    texts, vectors = checked(texts), token_matrix(table.weights)
    tokens = _counts(token_ids(tokenizer_of(table.tokenizer), texts), len(vectors))
    terms = list(map(analyzer("english"), texts))
    places = {term: place for place, term in enumerate(sorted({one for each in terms for one in each}))}
    stems = _counts([sorted({places[one] for one in each}) for each in terms], max(len(places), 1))
    return [
        normalised(np.asarray(tokens @ vectors, np.float32)),
        normalised(np.asarray(_by_rarity(tokens) @ vectors, np.float32)),
        normalised((_by_rarity(stems) @ _hashed(list(places))).toarray().astype(np.float32)),
    ]


def sentence_match(query: str, texts: Sequence[str], table: StaticEncoder) -> Floats:
    """Returns how well the best sentence of each text matches a query by its words, up to 1.

    It is the mean of three cosines, those of `word_vectors` without hashing; how rare a word is, is counted in the
    sentences. A text says more than one thing, so that the whole of it hides what one of its sentences says.

    Args:
        query: What is looked for.
        texts: Not many: this is made to be done for each query.
        table: Token vectors.
    """
    return np.array([match.max() for _, match in _matched_sentences(query, texts, table)])


def best_sentences(query: str, texts: Sequence[str], table: StaticEncoder) -> list[str]:
    """Returns the sentence of each text that matches a query best by its words; the first of equal ones.

    >>> from debatable.embedding.table import TOKEN_VECTORS
    >>> best_sentences("zoo animals", ["I like tea. Animals suffer in a zoo.", "Why?"], TOKEN_VECTORS)
    ['Animals suffer in a zoo.', 'Why?']
    """
    return [split[int(match.argmax())].text for split, match in _matched_sentences(query, texts, table)]


def _matched_sentences(
    query: str, texts: Sequence[str], table: StaticEncoder
) -> Iterator[tuple[list[Sentence], Floats]]:
    """Yields the sentences of each text, and how well each of them matches a query."""
    split = [_sentences(text, table.tokenizer) for text in texts]
    every = [*chain.from_iterable(split), _analysed([query], table.tokenizer)[0]]
    found = np.bincount(np.concatenate([each.distinct for each in every]))
    tokens = np.concatenate([each.tokens for each in every])
    weight = np.log((len(every) + 1) / (found[tokens] + 0.5)).astype(np.float32)
    vectors = token_table(table.weights).of(tokens)  # looked up at once, added up sentence by sentence
    plain, rare = np.zeros((2, len(every), vectors.shape[1]), np.float32)
    start = 0
    for row, each in enumerate(every):
        part = slice(start, start := start + len(each.tokens))
        np.add.reduce(vectors[part], axis=0, out=plain[row])
        np.matmul(weight[part], vectors[part], out=rare[row])
    match = _stem_cosines([each.stems for each in every])
    for sums in map(normalised, (plain, rare)):
        match += (sums[:-1] * sums[-1]).sum(axis=1, dtype=np.float64)
    ends = np.cumsum([len(each) for each in split])
    return zip(split, np.split(match / 3, ends[:-1]), strict=True) if split else iter(())


class Sentence(NamedTuple):
    """A sentence and its words.

    Attributes:
        text: As it stands.
        tokens: In their order.
        distinct: The same, each once, in any order.
        stems: Of its words, each once.
    """

    text: str
    tokens: Ints
    distinct: Ints
    stems: frozenset[str]


@lru_cache(maxsize=4096)
def _sentences(text: str, tokenizer: Path) -> list[Sentence]:
    """Returns the sentences of a premise; kept, since the same premises are found again and again."""
    return _analysed(sentences(text) or [text], tokenizer)


def _analysed(texts: Sequence[str], tokenizer: Path) -> list[Sentence]:
    tokens = token_ids(tokenizer_of(tokenizer), checked(texts))
    stems = map(frozenset, map(analyzer("english"), texts))
    return [
        Sentence(text, np.array(ids, np.int64), np.array([*{*ids}], np.int64), own)
        for text, ids, own in zip(texts, tokens, stems, strict=True)
    ]


def _stem_cosines(stems: Sequence[frozenset[str]]) -> Floats:
    """Returns the cosine of the stems of each text but the last with those of the last, rare ones above all."""
    found = Counter(chain.from_iterable(stems))
    by_count = {count: math.log((len(stems) + 1) / (count + 0.5)) ** 2 for count in {*found.values()}}
    weight = {stem: by_count[count] for stem, count in found.items()}

    def total(some: frozenset[str]) -> float:
        return math.fsum(map(weight.__getitem__, some))

    length = math.sqrt(total(stems[-1]))
    cosines = np.zeros(len(stems) - 1)
    for row, each in enumerate(stems[:-1]):
        if shared := each & stems[-1]:
            cosines[row] = total(shared) / (math.sqrt(total(each)) * length or 1.0)
    return cosines


def _counts(rows: Sequence[Sequence[int]], width: int) -> csr_array:
    """Returns how often each text has each token, (texts, tokens)."""
    from scipy.sparse import csr_array

    starts = np.concatenate([[0], np.cumsum([len(row) for row in rows])]).astype(np.int64)
    columns = np.fromiter((one for row in rows for one in row), np.int64, int(starts[-1]))
    counts = csr_array((np.ones(len(columns)), columns, starts), shape=(len(rows), width))
    counts.sum_duplicates()
    return counts


def _by_rarity(counts: csr_array) -> csr_array:
    """Returns counts times the weight of each column."""
    from scipy.sparse import csr_array

    found = np.bincount(counts.indices, minlength=counts.shape[1])
    weight: Floats = np.log((counts.shape[0] + 1) / (found + 0.5))
    return csr_array(
        (counts.data * weight[counts.indices], counts.indices, counts.indptr), shape=counts.shape
    )


def _hashed(terms: Sequence[str]) -> csr_array:
    """Returns a row for each term with one number, 1 or -1, at the place that its hash names."""
    from scipy.sparse import csr_array

    marks = np.array([crc32(term.encode("utf-8", "surrogatepass")) for term in terms] or [0], np.int64)
    signs = 1.0 - 2.0 * (marks & 1)
    return csr_array(
        (signs, (marks >> 1) % STEM_DIMENSIONS, np.arange(len(marks) + 1)),
        shape=(len(marks), STEM_DIMENSIONS),
    )
