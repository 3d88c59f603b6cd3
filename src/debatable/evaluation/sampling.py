"""Sampling of query claims about a topic (Dumani and Schenkel 2019, 3): its vocabulary, and claims that use it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from debatable.corpus.readers import read
from debatable.embedding.encoder import normalised
from debatable.embedding.words import WordVectors, train_words
from debatable.errors import InputError, RecordError
from debatable.evaluation.judgments import Query
from debatable.plural import counted
from debatable.text import words as words_of

Strike = Callable[[Sequence[str]], Iterable[str]]
"""Takes the suggestions of a round and returns those that do not belong to the topic."""

MOST_ROUNDS, MOST_NEAREST = 100, 1000


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words of a topic."""

    rounds: tuple[tuple[str, ...], ...]  # the seed words, then what each round added
    struck: tuple[str, ...]  # suggestions that were struck out
    without_vector: tuple[str, ...] = ()  # seed words that are too rare in the corpus to have neighbours

    @property
    def words(self) -> tuple[str, ...]:
        """All of them, in the order they came in."""
        return tuple(word for added in self.rounds for word in added)


def nearest_words(vectors: WordVectors, words: Sequence[str], n: int) -> list[list[str]]:
    """Returns the n words nearest to each word by cosine, without itself; equal cosines, to six digits, by row."""
    rows = vectors.find(words)
    unit = normalised(np.asarray(vectors.matrix, dtype=np.float32))
    nearest = []
    for row in rows.tolist():
        cosines = np.round(unit @ unit[row], 6)
        cosines[row] = -np.inf
        order = np.argsort(-cosines, kind="stable")[: min(n, len(unit) - 1)]
        nearest.append([vectors.word(near) for near in order.tolist()])
    return nearest


def grown_vocabulary(
    vectors: WordVectors | None, seeds: Sequence[str], strike: Strike, *, rounds: int = 5, nearest: int = 10
) -> Vocabulary:
    """Grows a vocabulary by the nearest words of what the round before added, without those that are struck out.

    A word that was struck out is not suggested again. It ends early where a round adds nothing. A seed word without a
    vector stays, and has no neighbours.

    Args:
        vectors: Trained on the corpus; not needed where there are no rounds.
        seeds: Words to begin with.
        strike: Returns the suggestions that do not belong to the topic.
        rounds: How many rounds; five in the paper. 0 takes the seed words as they are.
        nearest: How many neighbours of a word are suggested; not given in the paper.
    """
    if not 0 <= rounds <= MOST_ROUNDS:
        raise InputError(f"{rounds} rounds", todo=f"use 0 to {MOST_ROUNDS}")
    if not 1 <= nearest <= MOST_NEAREST:
        raise InputError(f"{nearest} nearest words", todo=f"use 1 to {MOST_NEAREST:,}")
    first = tuple(dict.fromkeys(word.lower() for word in seeds))
    if not first:
        raise InputError("there is no seed word", todo="give one, such as energy")
    if not rounds or vectors is None:
        return Vocabulary((first,), ())
    rows = vectors.find(first).tolist()
    without = tuple(word for word, row in zip(first, rows, strict=True) if row < 0)
    added, struck, seen = [first], list[str](), set(first)
    for _ in range(rounds):
        known = [word for word in added[-1] if word not in without]
        near = [word for words in nearest_words(vectors, known, nearest) for word in words]
        suggested = [word for word in dict.fromkeys(near) if word not in seen]
        refused = set(strike(suggested))
        struck += [word for word in suggested if word in refused]
        seen.update(suggested)
        kept = tuple(word for word in suggested if word not in refused)
        if not kept:
            break
        added.append(kept)
    return Vocabulary(tuple(added), tuple(struck), without)


@dataclass(frozen=True, slots=True)
class ClaimSample:
    """Query claims."""

    queries: tuple[Query, ...]  # in the order they were drawn, each under the id of its claim
    candidates: int  # how many claims they were drawn from


def sampled_claims(
    claims: Mapping[str, str],  # texts by id
    vocabulary: Collection[str],  # words in lower case
    size: int,
    *,
    seed: int = 0,  # of the draw
    refused: Collection[str] = (),  # ids of claims that are not wanted
) -> ClaimSample:
    """Draws claims with at least one word of a vocabulary, each wording once.

    Claims that differ in case or punctuation alone are one. A claim in `refused` gives its place to the next one; the
    others stay.

    >>> texts = {"a": "Ban coal", "b": "Ban coal!", "c": "Cats purr", "d": "Coal is cheap"}
    >>> sorted(query.id for query in sampled_claims(texts, {"coal"}, 2).queries)
    ['a', 'd']
    """
    if size < 1:
        raise InputError(f"a sample of {size} claims", todo="use 1 or more")
    unknown = next((claim for claim in refused if claim not in claims), None)
    if unknown is not None:
        raise InputError(f"the refused claim {unknown[:40]!r} is not in the corpus", todo="check the ids")
    wanted = frozenset(vocabulary)
    by_wording: dict[tuple[str, ...], str] = {}
    for claim, text in claims.items():
        wording = tuple(word.lower() for word in words_of(text))
        if not wanted.isdisjoint(wording):
            by_wording.setdefault(wording, claim)
    candidates = list(by_wording.values())
    drawn = [candidates[place] for place in np.random.default_rng(seed).permutation(len(candidates)).tolist()]
    kept = [claim for claim in drawn if claim not in frozenset(refused)][:size]
    if len(kept) < size:
        found = f"only {counted(len(kept), 'claim')}" if kept else "no claim"
        words = "this word" if len(wanted) == 1 else f"one of {counted(len(wanted), 'word')}"
        raise InputError(
            f"{found} with {words}", todo=f"{'ask for fewer, or ' if kept else ''}use more words"
        )
    return ClaimSample(tuple(Query(claim, claims[claim]) for claim in kept), len(candidates))


@dataclass(frozen=True, slots=True)
class CorpusClaims:
    """What a sample is drawn from."""

    claims: dict[str, str]
    premises: list[str]

    def vectors(self, folder: Path, seed: int = 0) -> WordVectors:
        """Trains word vectors on all texts into a folder; the same seed gives the same ones."""
        return train_words([*self.claims.values(), *self.premises], folder, seed=seed)


def corpus_claims(
    corpora: Sequence[Path], format: str = "auto", on_skip: Callable[[RecordError], None] | None = None
) -> CorpusClaims:
    """Reads the claims and premises of a corpus; bad records are left out and given to `on_skip`."""
    claims: dict[str, str] = {}
    premises: list[str] = []
    for argument in read(corpora, format=format, on_error="skip", on_skip=on_skip):
        premises.append(argument.premise.text)
        if argument.claim is not None:
            claims.setdefault(argument.claim.id, argument.claim.text)
    if not claims:
        raise InputError("no premise has a claim", where=str(corpora[0]), todo="use a corpus with claims")
    return CorpusClaims(claims, premises)


LONGEST = 5_000
"""Words and ids that a draft may hold of each kind."""


@dataclass(frozen=True, slots=True)
class SampleDraft:
    """Choices of whoever draws a sample (Dumani and Schenkel 2019, 3)."""

    seeds: tuple[str, ...] = ()  # words to begin with; none before the first step
    rounds: int = 0  # how many rounds of suggestions were looked through
    struck: tuple[str, ...] = ()  # suggestions that do not belong to the topic
    size: int = 0  # how many claims are drawn; 0 while the vocabulary grows
    seed: int = 0  # of the draw
    refused: tuple[str, ...] = ()  # ids of claims that were looked at and are not wanted

    def __post_init__(self) -> None:
        """Checks types and ranges."""
        lists = (self.seeds, self.struck, self.refused)
        if not all(len(words) <= LONGEST and all(isinstance(word, str) for word in words) for words in lists):
            raise ValueError("words of a sample are texts, and not too many")
        if not all(isinstance(number, int) and number >= 0 for number in (self.rounds, self.size, self.seed)):
            raise ValueError("numbers of a sample are not negative")

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> SampleDraft:
        """Reads what `plain` wrote."""
        lists = {name: tuple(plain[name]) for name in ("seeds", "struck", "refused")}
        return cls(**lists, rounds=plain["rounds"], size=plain["size"], seed=plain["seed"])

    def plain(self) -> dict[str, Any]:
        """Returns it as JSON types."""
        items = asdict(self).items()
        return {name: list(value) if isinstance(value, tuple) else value for name, value in items}

    def vocabulary(self, vectors: WordVectors) -> Vocabulary:
        """Returns the words after the rounds so far."""
        if not self.seeds:
            return Vocabulary(((),), ())
        return grown_vocabulary(vectors, self.seeds, lambda _: self.struck, rounds=self.rounds)

    def suggestions(self, vectors: WordVectors) -> tuple[str, ...]:
        """Returns the suggestions of the next round; none where the topic has no more words.

        Raises:
            InputError: No seed word has a vector, so nothing can be suggested.
        """
        grown = grown_vocabulary(vectors, self.seeds, lambda _: self.struck, rounds=self.rounds + 1)
        if grown.without_vector == grown.rounds[0]:
            word = grown.without_vector[0][:40]
            raise InputError(f"the seed word {word!r} is too rare in the corpus", todo="use another word")
        return grown.rounds[self.rounds + 1] if len(grown.rounds) > self.rounds + 1 else ()
