"""The vocabulary of a topic, grown from seed words by what stands near them in a corpus."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from debatable.embedding.encoder import normalised
from debatable.embedding.words import WordVectors
from debatable.errors import InputError

__all__ = ["Strike", "Vocabulary", "grown_vocabulary", "nearest_words"]

Strike = Callable[[Sequence[str]], Iterable[str]]
"""Takes the suggestions of a round and returns those that do not belong to the topic."""

MOST_ROUNDS, MOST_NEAREST = 100, 1000


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words of a topic.

    Attributes:
        rounds: The seed words, then what each round added.
        struck: Suggestions that were struck out.
    """

    rounds: tuple[tuple[str, ...], ...]
    struck: tuple[str, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """All of them, in the order they came in."""
        return tuple(word for added in self.rounds for word in added)


def nearest_words(vectors: WordVectors, words: Sequence[str], n: int) -> list[list[str]]:
    """Returns the n words nearest to each word by cosine, nearest first, without the word itself.

    Equal cosines, to six digits, fall by row.
    """
    rows = vectors.find(words)
    unit = normalised(np.asarray(vectors.matrix, dtype=np.float32))
    found = []
    for row in rows.tolist():
        cosines = np.round(unit @ unit[row], 6)
        cosines[row] = -np.inf
        order = np.argsort(-cosines, kind="stable")[: min(n, len(unit) - 1)]
        found.append([vectors.word(near) for near in order.tolist()])
    return found


def grown_vocabulary(
    vectors: WordVectors, seeds: Sequence[str], strike: Strike, *, rounds: int = 5, nearest: int = 10
) -> Vocabulary:
    """Grows a vocabulary: the nearest words of what the round before added, without those that are struck out.

    A word that was struck out is not suggested again. It ends before its time where a round adds nothing.

    Args:
        vectors: Trained on the corpus.
        seeds: Words to begin with.
        strike: Says what does not belong to the topic.
        rounds: How many rounds; five in the paper.
        nearest: How many neighbours of a word are suggested; the paper does not say.

    Raises:
        InputError: There is no seed word, one of them has no vector, or a number is out of its range.
    """
    if not 1 <= rounds <= MOST_ROUNDS:
        raise InputError(f"{rounds} rounds", todo=f"use 1 to {MOST_ROUNDS}")
    if not 1 <= nearest <= MOST_NEAREST:
        raise InputError(f"{nearest} nearest words", todo=f"use 1 to {MOST_NEAREST:,}")
    first = tuple(dict.fromkeys(word.lower() for word in seeds))
    if not first:
        raise InputError("there is no seed word", todo="give one, such as energy")
    for word, row in zip(first, vectors.find(first).tolist(), strict=True):
        if row < 0:
            raise InputError(
                f"the seed word {word[:40]!r} is too rare in the corpus", todo="use another word"
            )
    added, struck, known = [first], list[str](), set(first)
    for _ in range(rounds):
        near = [word for words in nearest_words(vectors, added[-1], nearest) for word in words]
        suggested = [word for word in dict.fromkeys(near) if word not in known]
        refused = set(strike(suggested))
        struck += [word for word in suggested if word in refused]
        known.update(suggested)
        kept = tuple(word for word in suggested if word not in refused)
        if not kept:
            break
        added.append(kept)
    return Vocabulary(tuple(added), tuple(struck))
