"""The seam between ranking and engines: what a backend answers, what a question is, what a method returns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from numbers import Integral
from typing import Literal, NamedTuple, Protocol, TypeVar

import numpy as np

from debatable.arrays import Bools, Floats, Ints, Matrix, Signs, Singles
from debatable.errors import QueryError
from debatable.lexical import BM25F, Similarity
from debatable.model import Argument, Claim, Explanation, Premise, Stance, StanceReason
from debatable.progress import Deadline
from debatable.ranking.relations import RelationMemory
from debatable.text import has_word

Kind = Literal["claims", "premises"]
Text = TypeVar("Text")

MAX_QUERY = 10_000
"""Characters a query may have."""

MAX_HITS = 10_000
"""Hits one search may ask for."""


class Ranked(NamedTuple):
    """Rows by falling score, ties by smaller row."""

    rows: Ints
    scores: Floats


class LinkRows(NamedTuple):
    """Links by row: which premise speaks for or against which claim.

    Attributes:
        premise: Row of the premise of each link.
        claim: Row of the claim, -1 for a premise without one.
        sign: +1 for pro, -1 for con, 0 where the corpus knows no stance.
        number: Of the link itself.
    """

    premise: Ints
    claim: Ints
    sign: Signs
    number: Ints

    def take(self, kept: Bools) -> LinkRows:
        """Returns some of the links."""
        return LinkRows(self.premise[kept], self.claim[kept], self.sign[kept], self.number[kept])

    @property
    def with_stance(self) -> Bools:
        """Marks the links that have a claim and a stance towards it."""
        return np.asarray((self.claim >= 0) & (self.sign != 0))


def claims_by_premise(links: LinkRows) -> dict[int, tuple[int, ...]]:
    """Returns the claims that each premise is linked to, by rising row.

    >>> links = LinkRows(np.array([4, 4, 5]), np.array([2, 1, -1]), np.zeros(3, np.int8), np.arange(3))
    >>> claims_by_premise(links)
    {4: (1, 2), 5: ()}
    """
    linked: dict[int, set[int]] = {}
    for premise, claim in zip(links.premise.tolist(), links.claim.tolist(), strict=True):
        claims = linked.setdefault(premise, set())
        if claim >= 0:
            claims.add(claim)
    return {premise: tuple(sorted(claims)) for premise, claims in linked.items()}


@dataclass(frozen=True, slots=True)
class Counts:
    """How much there is to search.

    Attributes:
        claims: Number of claims.
        premises: Number of premises.
        claimless: How many of the premises hang on no claim.
        claim_clusters: |Gamma|, the number of claim clusters.
    """

    claims: int
    premises: int
    claimless: int
    claim_clusters: int


class Backend(Protocol):
    """Claims and premises by row, wherever they live; ranking knows nothing else of a corpus.

    A row is a number that stands for one claim or one premise as long as the backend is open. Operations on
    given rows answer in the order of the rows.
    """

    @property
    def counts(self) -> Counts:
        """How much there is to search."""

    @property
    def has_vectors(self) -> bool:
        """Whether there are vectors; without them every text is a cluster of its own."""

    @property
    def encoder(self) -> str:
        """Name of the encoder whose vectors there are; empty without any."""

    def rows(self, kind: Kind) -> Ints:
        """Returns the rows of all claims or premises that are there, rising."""

    def tokens(self, text: str) -> list[str]:
        """Analyses a text as the corpus was analysed."""

    def encode(self, text: str) -> Singles:
        """Encodes a text as the corpus was encoded: a unit vector."""

    def search(self, kind: Kind, tokens: Sequence[str], similarity: str | Similarity, k: int) -> Ranked:
        """Finds at most k claims or premises by their words."""

    def search_fields(self, ranking: BM25F, tokens: Sequence[str], k: int) -> Ranked:
        """Finds at most k premises by the words of conclusion, full argument and discussion."""

    def nearest(self, kind: Kind, vector: Singles, k: int, *, claimless: bool = False) -> Ranked:
        """Finds at most k rows by cosine above 0, all or only premises that hang on no claim."""

    def score(
        self, kind: Kind, tokens: Sequence[str], rows: Ints, similarity: str | Similarity = "BM25"
    ) -> Floats:
        """Scores given claims or premises by their words."""

    def score_fields(self, ranking: BM25F, tokens: Sequence[str], rows: Ints) -> Floats:
        """Scores given premises by the words of conclusion, full argument and discussion."""

    def cosines(self, kind: Kind, vector: Singles, rows: Ints) -> Floats:
        """Compares given claims or premises with a unit vector."""

    def vectors(self, kind: Kind, rows: Ints, variant: str = "") -> Matrix:
        """Returns the vectors of given rows, long texts read as the variant says."""

    def similar_premises(self, rows: Ints, N: int) -> Ints:  # noqa: N803 (the symbol of the paper)
        """Returns the N premises most similar to each given one by BM25, itself among them, one after another."""

    def links(self, kind: Kind, rows: Ints) -> LinkRows:
        """Returns the links of given claims or premises, those of the first row first, as they were added."""

    def claimless(self, premises: Ints) -> Bools:
        """Says of given premises whether they hang on no claim."""

    def clusters(self, kind: Kind, rows: Ints) -> Ints:
        """Returns the cluster of given claims or premises."""

    def claims_of_clusters(self, clusters: Ints) -> Ints:
        """Returns the claims of given claim clusters, rising; in a part of a corpus those of the whole."""

    def premises_of_clusters(self, clusters: Ints) -> Ints:
        """Returns the premises of given premise clusters, rising; in a part of a corpus those of the part."""

    def claim_frequencies(self, premise_clusters: Ints) -> tuple[Ints, Ints]:
        """Returns cf(p+) and cf(p-): in how many claim clusters given premise clusters support and attack."""

    @property
    def relations(self) -> RelationMemory:
        """What models read of pairs of claims, ahead or so far; a part of a corpus has those of the whole."""

    def cluster_id(self, kind: Kind, number: int) -> str:
        """Returns the stable id of a cluster."""

    def lengths(self, premises: Ints) -> Ints:
        """Returns how many characters given premises have."""

    def one_sentence(self, premises: Ints) -> Bools:
        """Says of given premises whether they are a single sentence; of none where an older index does not tell."""

    def quality(self, links: Ints) -> Floats | None:
        """Returns the share of the others of its claim that the premise of each link beats, in three dimensions."""

    def ids(self, kind: Kind, rows: Ints) -> list[str]:
        """Returns the ids of given claims or premises."""

    def texts(self, kind: Kind, rows: Ints) -> list[str]:
        """Returns the texts of given claims or premises."""

    def claims(self, rows: Ints) -> list[Claim]:
        """Returns given claims whole."""

    def premises(self, rows: Ints) -> list[Premise]:
        """Returns given premises whole."""

    def arguments(self, premises: Ints) -> list[tuple[Argument, ...]]:
        """Returns the arguments of given premises, as they were added, with source, address and discussion."""


NamedTexts = dict[int, tuple[str, str]]
"""Id and text of claims or premises by row."""


def named_texts(backend: Backend, kind: Kind, rows: Ints) -> NamedTexts:
    """Returns id and text of given claims or premises, as explanations name them."""
    named = zip(backend.ids(kind, rows), backend.texts(kind, rows), strict=True)
    return dict(zip(rows.tolist(), named, strict=True))


ALONE_WORDS = 70
"""Words of a premise without a claim that the stance model reads, from its beginning and its end: one reading tells
its stance and whether it is about the question."""


class Question:
    """A query, analysed and encoded once, at the first stage that asks.

    Attributes:
        text: The query.
        deadline: Until when stages may read pairs for it; None for as long as they like.
        point_support: Log-odds that premises support it, by row, each times the probability that the premise makes
            its point; of those that were read for that.
        claims_read: Rows of the claims that the stance model read with it: to read them again costs nothing.
    """

    def __init__(self, text: str, backend: Backend, deadline: Deadline | None = None) -> None:
        """Asks nothing yet."""
        self.text, self.deadline = text, deadline
        self.point_support: dict[int, float] = {}
        self.claims_read: set[int] = set()
        self._backend = backend

    def read(self, texts: Sequence[Text], reading: Callable[[Sequence[Text]], Floats | None]) -> Floats:
        """Returns what a model reads in texts: in all of them, or in the first ones where the time is over before.

        Args:
            texts: Or pairs of texts.
            reading: Reads some of them, each by itself; returns None where it can read none.
        """
        batches = [slice(0, len(texts))] if self.deadline is None else self.deadline.batches(len(texts))
        found = [reading(texts[batch]) for batch in batches] if texts else []
        return np.concatenate([np.zeros(0), *(values for values in found if values is not None)])

    def may_read(self, pairs: int) -> bool:
        """Returns whether so many pairs may be read; where the time is over, they are counted as unread."""
        if not pairs or self.deadline is None or not self.deadline.over:
            return True
        self.deadline.unread += pairs
        return False

    @cached_property
    def tokens(self) -> list[str]:
        """The words of the query, as the corpus was analysed."""
        return self._backend.tokens(self.text)

    @cached_property
    def vector(self) -> Singles:
        """The vector of the query, as the corpus was encoded."""
        return self._backend.encode(self.text)


Explainer = Callable[[Sequence[int]], list[Explanation]]
"""Builds the explanations of some of the scores of one ranking, given by number, from one request for their texts."""


@dataclass(frozen=True, slots=True)
class DeferredExplanation:
    """Explanation of a score that is built when somebody wants to see it."""

    number: int
    explain: Explainer = field(compare=False, repr=False)

    def __call__(self) -> Explanation:
        """Builds the explanation."""
        return self.explain([self.number])[0]


@dataclass(frozen=True, slots=True)
class Scored:
    """A ranked premise, in rows; the engine turns it into a hit.

    Attributes:
        premise: Row of the premise.
        score: Of the method.
        stance: Towards the query.
        tree: How the score came about, or what builds it for the premises that are shown.
        claims: Rows of the claims it came through, best first.
        members: Rows of all premises that say the same, this one first.
        cluster: Id of the cluster; empty for a premise that stands alone.
        estimated: Whether the stance was read off the premise's own words.
        confidence: How probably the stance is the right one, from 1/2 to 1.
        reason: How the stance is known; None where nothing is known of it.
        repeats: Row of the better premise that says the same, where a list was ranked so deep that it holds both;
            -1 for none.
    """

    premise: int
    score: float
    stance: Stance
    tree: Explanation | DeferredExplanation
    claims: tuple[int, ...] = ()
    members: tuple[int, ...] = ()
    cluster: str = ""
    estimated: bool = False
    confidence: float = 1.0
    reason: StanceReason | None = None
    repeats: int = -1

    @property
    def explanation(self) -> Explanation:
        """How the score came about."""
        return self.tree if isinstance(self.tree, Explanation) else self.tree()


class Method(Protocol):
    """A ranking method: question and backend in, ranked premises out, at most k."""

    def __call__(self, question: Question, backend: Backend, k: int) -> list[Scored]:
        """Ranks premises for a question."""


def checked_query(text: str, *, with_word: bool = False) -> str:
    r"""Returns the query without surrounding white space and control characters.

    Args:
        text: The query.
        with_word: Whether it must have a letter or a digit: any premise is as near to signs alone as another.

    Raises:
        QueryError: It is empty, too long, or not valid Unicode, or it has no word.

    >>> checked_query(" Ban\x00 cars ")
    'Ban cars'
    """
    if not isinstance(text, str):
        raise QueryError(f"the query is {str(text)[:80]!r}, no text", todo="give a claim as a string")
    if len(text) > MAX_QUERY:
        raise QueryError(
            f"the query has {len(text):,} characters, the limit is {MAX_QUERY:,}",
            todo="shorten it to a claim",
        )
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise QueryError("the query is not valid UTF-8", todo="check the encoding of your terminal")
    clean = " ".join("".join(character if character.isprintable() else " " for character in text).split())
    if not clean or (with_word and not has_word(clean)):
        wrong = f"the query {clean[:40]!r} has no word" if clean else "the query is empty"
        raise QueryError(wrong, todo='type a claim, such as "We should abandon fossil fuels"')
    return clean


def checked_size(k: int) -> int:
    """Returns the number of hits asked for, if it is one.

    Raises:
        QueryError: It is under 1 or over the limit.
    """
    if isinstance(k, bool) or not isinstance(k, Integral):
        raise QueryError(f"k is {str(k)[:80]!r}, no whole number", todo=f"ask for 1 to {MAX_HITS:,} hits")
    if not 1 <= k <= MAX_HITS:
        raise QueryError(f"{k} hits were asked for", todo=f"ask for 1 to {MAX_HITS:,}")
    return int(k)
