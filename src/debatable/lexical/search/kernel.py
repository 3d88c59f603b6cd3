"""The k best documents of a segment, compiled by numba: exact, with the same bits as numpy's way.

Weights are added in double precision, rarest term first. Once k documents are known to reach a score, terms that cannot
lift another one to it are not added any more (MaxScore, Turtle and Flood 1995), only looked up for the candidates.
Between queries every place of the sums is -0.0, which no sum is, as 0 is added to each weight: so documents without a
term differ from those that score 0.

All compiled code is in this file, `just_below` aside: numba compares the age of this file alone with its cache.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np
from numba import carray, types
from numba.core import cgutils
from numba.extending import intrinsic

from debatable.arrays import Floats, Ints
from debatable.lexical.search.clause import LAYOUT, just_below

_F = TypeVar("_F", bound=Callable[..., Any])

NOTHING = np.iinfo(np.int64).min
"""The bits of -0.0."""


def _compiled(function: _F) -> _F:
    compiled: _F = numba.njit(nogil=True)(function)
    return compiled


def _cached(function: _F) -> _F:
    compiled: _F = numba.njit(
        "int64(int64[::1], int64, int64, int64, float64, int64, float64[::1], float64[::1], int64[::1], float64[::1])",
        nogil=True,
        cache=True,
    )(function)
    return compiled


def _pointer(context: Any, address: Any) -> Any:
    """Takes a number for an address."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], cgutils.voidptr_t)

    return types.voidptr(types.int64), generate


_at: Any = intrinsic(_pointer)
_just_below = _compiled(just_below)


@_compiled
def _term(addresses: Ints, place: int) -> Any:
    return carray(_at(addresses[place]), (1,), LAYOUT)[0]


@_compiled
def _documents(term: Any) -> Any:
    return carray(_at(term.documents), (term.count,), np.uint32)


@_compiled
def _add(term: Any, sums: Floats) -> None:
    """Adds the weights of a term to the sums of its documents."""
    count, documents = term.count, _documents(term)
    table = carray(_at(term.table), (1,), np.float64)
    if term.cell_bytes == 0:
        for i in range(count):
            sums[documents[i]] += table[i] + 0.0
    elif term.cell_bytes == 2:
        small = carray(_at(term.cells), (count,), np.uint16)
        for i in range(count):
            sums[documents[i]] += table[small[i]] + 0.0
    else:
        large = carray(_at(term.cells), (count,), np.uint32)
        for i in range(count):
            sums[documents[i]] += table[large[i]] + 0.0


@_compiled
def _weight(term: Any, document: int) -> Any:
    """Looks up the weight of a term in a document, 0 where it is not there."""
    documents, place, length = _documents(term), 0, term.count
    while length > 1:
        half = length >> 1
        if documents[place + half - 1] < document:
            place += half
        length -= half
    if term.count == 0 or documents[place] != document:
        return 0.0
    table = carray(_at(term.table), (1,), np.float64)
    if term.cell_bytes == 0:
        return table[place]
    if term.cell_bytes == 2:
        return table[carray(_at(term.cells), (1,), np.uint16)[place]]
    return table[carray(_at(term.cells), (1,), np.uint32)[place]]


@_compiled
def _worse(score: float, row: int, other: float, other_row: int) -> bool:
    return score < other or (score == other and row > other_row)


@_compiled
def _sink(rows: Ints, scores: Floats, count: int) -> None:
    """Puts the root of a heap, worst first, where it belongs."""
    place, row, score = 0, rows[0], scores[0]
    while True:
        child = 2 * place + 1
        if child >= count:
            break
        if child + 1 < count and _worse(scores[child + 1], rows[child + 1], scores[child], rows[child]):
            child += 1
        if not _worse(scores[child], rows[child], score, row):
            break
        rows[place], scores[place] = rows[child], scores[child]
        place = child
    rows[place], scores[place] = row, score


@_compiled
def _put(rows: Ints, scores: Floats, count: int, k: int, row: int, score: float) -> int:
    """Puts a document into a heap, in the place of the worst where there are k; returns how many there are."""
    if count == k:
        rows[0], scores[0] = row, score
        _sink(rows, scores, k)
        return k
    place = count
    while place > 0:
        parent = (place - 1) >> 1
        if not _worse(score, row, scores[parent], rows[parent]):
            break
        rows[place], scores[place] = rows[parent], scores[parent]
        place = parent
    rows[place], scores[place] = row, score
    return count + 1


@_compiled
def _reached(
    addresses: Ints, terms: int, first: int, k: int, mask: int, sums: Floats, rows: Ints, scores: Floats
) -> float:
    """Returns a score that k documents reach: the least of those whose first terms weigh most; of fewer, -inf."""
    allowed = carray(_at(mask), (1,), np.uint8)
    count = 0
    for place in range(first):
        term = _term(addresses, place)
        documents = _documents(term)
        for i in range(term.count):
            document = documents[i]
            score = sums[document]
            if score > 0.0 and (count < k or score > scores[0]) and (mask == 0 or allowed[document]):
                if count == k:
                    sums[rows[0]] = scores[0]
                sums[document] = -score  # is not taken twice
                count = _put(rows, scores, count, k, document, score)
    for i in range(count):
        sums[rows[i]] = scores[i]
    if count < k:
        return -np.inf
    worst = np.inf
    for i in range(k):
        score = scores[i]
        for place in range(first, terms):
            score += _weight(_term(addresses, place), rows[i])
        worst = min(worst, score)
    return worst


@_compiled
def _bound(addresses: Ints, terms: int, highs: Floats) -> None:
    """Writes what each term and those after it weigh together at most."""
    highs[terms] = 0.0
    for place in range(terms - 1, -1, -1):
        highs[place] = highs[place + 1] + _term(addresses, place).high


@_compiled
def _add_rare(addresses: Ints, terms: int, budget: int, sums: Floats) -> int:
    """Adds the rarest terms within a budget of postings, one at least; returns how many."""
    first = added = 0
    while first < terms and (first == 0 or added + _term(addresses, first).count <= budget):
        term = _term(addresses, first)
        _add(term, sums)
        added += term.count
        first += 1
    return first


@_compiled
def _collect(
    addresses: Ints,
    terms: int,
    first: int,
    k: int,
    least: float,
    mask: int,
    sums: Floats,
    highs: Floats,
    rows: Ints,
    scores: Floats,
) -> int:
    """Puts the k best documents of the first terms into a heap, worst first, and clears the sums; returns their number.

    The other terms are looked up for what can reach the least score that is wanted.
    """
    allowed, bits = carray(_at(mask), (1,), np.uint8), sums.view(np.int64)
    count = 0
    for place in range(first):
        term = _term(addresses, place)
        documents = _documents(term)
        for i in range(term.count):
            document = documents[i]
            if bits[document] == NOTHING:
                continue
            score = sums[document]
            sums[document] = -0.0
            if score + highs[first] < least or not (mask == 0 or allowed[document]):
                continue
            other = first
            while other < terms and score + highs[other] >= least:
                score += _weight(_term(addresses, other), document)
                other += 1
            if other < terms or score < least:
                continue
            single = np.float64(np.float32(score))
            if count == k and not _worse(scores[0], rows[0], single, document):
                continue
            count = _put(rows, scores, count, k, document, single)
            if count == k:
                least = max(least, _just_below(scores[0]))
    return count


@_cached
def best(
    addresses: Ints,
    terms: int,
    k: int,
    budget: int,
    floor: float,
    mask: int,
    sums: Floats,
    highs: Floats,
    rows: Ints,
    scores: Floats,
) -> int:
    """Writes the k best documents, best first, ties by smaller number, into rows and scores; returns their number.

    Args:
        addresses: Of the layout of each term, rarest first.
        terms: Number of terms.
        k: How many documents are wanted.
        budget: Postings of rare terms that are added at first; those of one term at least.
        floor: Score below which none is wanted.
        mask: Address of a truth value for each document, whether it may be returned; 0 where all may.
        sums: A place a document, all -0.0, before and after.
        highs: A place a term, and one more.
        rows: The documents found, k places.
        scores: Their scores, in single precision.
    """
    _bound(addresses, terms, highs)
    first = _add_rare(addresses, terms, budget, sums)
    least = floor
    if first < terms:
        least = max(least, _just_below(_reached(addresses, terms, first, k, mask, sums, rows, scores)))
    while first < terms and not _just_below(least) > highs[first]:
        _add(_term(addresses, first), sums)
        first += 1
    count = _collect(addresses, terms, first, k, least, mask, sums, highs, rows, scores)
    for last in range(count - 1, 0, -1):
        rows[0], rows[last] = rows[last], rows[0]
        scores[0], scores[last] = scores[last], scores[0]
        _sink(rows, scores, last)
    return count
