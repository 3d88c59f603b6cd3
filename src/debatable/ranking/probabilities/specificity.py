"""How specific a query is, and how well premises match it: for specific queries that counts before what most say."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Protocol

import numpy as np

from debatable.arrays import Floats, Ints, is_among
from debatable.embedding.table import TOKEN_VECTORS
from debatable.learning import POINTS, PointModel
from debatable.learning.relevance import MATCHES, SPECIFICITIES, MatchModel, RelevanceModel, SpecificityModel
from debatable.learning.word_vectors import best_sentences, sentence_match
from debatable.naming import Table, check_fields, check_range, named
from debatable.ranking.protocol import Backend, Question


@dataclass(frozen=True, slots=True)
class PointMatch:
    """How specific a query is, and how well premises match it.

    Attributes:
        share: From 0 for a query that names a debate to 1 for one that makes a point of its own.
        match: How well each premise matches it; 1 for the best. Empty where the share is 0.
    """

    share: float
    match: Floats


GENERAL = PointMatch(0.0, np.zeros(0))


class Specific(Protocol):
    """A stage that tells specific queries from general ones."""

    def __call__(
        self,
        relevance: RelevanceModel,
        question: Question,
        backend: Backend,
        claims: Ints,
        premises: Ints,
    ) -> PointMatch:
        """Says how specific a query is, and scores premises by it.

        Args:
            relevance: Reads query and claim.
            question: The query.
            backend: What is searched.
            claims: The claims found.
            premises: The premises found.
        """


@dataclass(frozen=True, slots=True)
class NotSpecific:
    """Takes every query for one that names a debate."""

    def __call__(
        self,
        relevance: RelevanceModel,
        question: Question,
        backend: Backend,
        claims: Ints,
        premises: Ints,
    ) -> PointMatch:
        """See Specific."""
        return GENERAL


@dataclass(frozen=True, slots=True)
class Specificity:
    """A query is specific as far as it says what no claim says.

    Three signs of it are added up. The best premise is nearer to the query than the best claim. The premises nearest to
    the query are others than those nearest to that claim. And a model that reads claim and query takes the query for a
    point in the debate. The share is a logistic function of the sum. Premises are then scored by cosine and words, the
    first of them by the map of points and the words of their best sentence as well. What is of another debate, as far
    as its claim is irrelevant to the query, matches less. The best sentences of the best of all are read by a model
    that tells whether a premise makes the point of the query.

    Attributes:
        model: Tells points from claims that name a debate.
        trust: Weight of its log-odds.
        overlap: Weight of the share of premises nearest to the query that are near to the best claim as well.
        nearest: How many premises nearest to the query are looked for.
        around: Among how many nearest to the best claim.
        middle: Sum of the signs at which a query is half specific.
        width: How fast its share rises around that.
        words: Weight of the share of the query's words that a premise has, beside the cosine, and of how well its best
            sentence matches them.
        points: What is done to vectors before they are compared once more; the mean of both cosines counts.
        compared: How many premises are compared by points and sentences, those that match best without.
        debate: Weight of log P(relevant) of the claim of a premise.
        irrelevant: P(relevant) that a claim counts with at least.
        read_claims: How many claims are read at most, those of the premises that match best.
        matching: Tells whether a premise makes the point of the query.
        read: How many premises are read at most, those that match best.
        reading: Weight of the log-odds read, beside the cosine.
        sharpness: What a difference of one cosine takes the log of a score down by.
        least: Share below which a query is general.
        read_from: Share below which no premise is read for its point.
        bound: Largest absolute log-odds of a reading.
    """

    model: SpecificityModel = named(SPECIFICITIES, "learned")
    trust: float = 0.02
    overlap: float = 0.2
    nearest: int = 20
    around: int = 50
    middle: float = 0.04
    width: float = 0.04
    words: float = 0.4
    points: PointModel = named(POINTS, "learned")
    compared: int = 30
    debate: float = 0.02
    irrelevant: float = 0.02
    read_claims: int = 6
    matching: MatchModel = named(MATCHES, "learned")
    read: int = 20
    reading: float = 0.05
    sharpness: float = 8.0
    least: float = 0.01
    read_from: float = 0.5
    bound: float = 4.0

    def __post_init__(self) -> None:
        """Takes names for objects and checks the numbers."""
        check_fields(self)
        check_range(self, "width", "sharpness", "irrelevant", above=0)
        weights = ("trust", "overlap", "words", "debate", "reading", "bound")
        counts = ("nearest", "around", "compared", "read_claims", "read")
        check_range(self, *weights, *counts, least=0, todo="give 0 for none")

    def __call__(
        self,
        relevance: RelevanceModel,
        question: Question,
        backend: Backend,
        claims: Ints,
        premises: Ints,
    ) -> PointMatch:
        """See Specific; without vectors, claims or premises nothing tells how specific a query is."""
        if not backend.has_vectors or not len(claims) or not len(premises):
            return GENERAL
        cosines = backend.cosines("premises", question.vector, premises)
        share = self.share(self._signs(question, backend, claims, premises, cosines))
        if share == 0.0:
            return GENERAL
        match = self._match(question, backend, premises, cosines)
        if self.debate:
            match += self.debate * self._of_the_debate(relevance, question, backend, premises, match)
        first = np.lexsort((premises, -match))[: self.read]
        if share >= self.read_from:
            texts = best_sentences(question.text, backend.texts("premises", premises[first]), TOKEN_VECTORS)
            read = question.read(texts, partial(self.matching, question.text))
            match[first[: len(read)]] += self.reading * np.clip(read, -self.bound, self.bound)
            support = self.matching.point_support(question.text, texts[: len(read)]) if len(read) else None
            if support is not None:
                rows = premises[first[: len(read)]].tolist()
                question.point_support.update(zip(rows, support.tolist(), strict=True))
        return PointMatch(share, np.exp(self.sharpness * (match - match.max())))

    def _match(self, question: Question, backend: Backend, premises: Ints, cosines: Floats) -> Floats:
        """Returns how well premises match; those not compared count as the worst of those that are."""
        match: Floats = cosines + self.words * _covered(question, backend, premises)
        first = np.lexsort((premises, -match))[: self.compared]
        if len(first):
            vectors = np.vstack([question.vector, backend.vectors("premises", premises[first])])
            points = self.points(vectors.astype(np.float64), backend.encoder)
            more = ((points[1:] * points[0]).sum(axis=1) - cosines[first]) / 2
            if self.words:
                texts = backend.texts("premises", premises[first])
                more += self.words * sentence_match(question.text, texts, TOKEN_VECTORS)
            match[first] += more - more.min()
        return match

    def _of_the_debate(
        self, relevance: RelevanceModel, question: Question, backend: Backend, premises: Ints, match: Floats
    ) -> Floats:
        """Returns log P(relevant) of the best claim of each premise; where none was read, the median of those read."""
        links = backend.links("premises", premises)
        links = links.take(links.claim >= 0)
        by_row = np.argsort(premises)
        place = by_row[np.searchsorted(premises[by_row], links.premise)]
        order = np.lexsort((links.claim, links.premise, -match[place]))
        claims = np.array(list(dict.fromkeys(links.claim[order].tolist()))[: self.read_claims], np.int64)
        read = question.read(backend.texts("claims", claims), partial(relevance, question.text))
        if not len(read):
            return np.zeros(len(premises))
        logs = np.log(np.maximum(read, self.irrelevant))
        found = np.full(len(premises), -np.inf)
        for claim, log in zip(claims.tolist(), logs.tolist(), strict=False):
            np.maximum.at(found, place[links.claim == claim], log)
        return np.where(np.isfinite(found), found, np.median(logs))

    def share(self, signs: float) -> float:
        """Returns how specific a query is whose signs sum up to this.

        >>> [round(Specificity(middle=0.05, width=0.03).share(signs), 2) for signs in (-0.15, 0.05, 0.2)]
        [0.0, 0.5, 0.99]
        """
        share = 1.0 / (1.0 + float(np.exp(np.clip((self.middle - signs) / self.width, -50, 50))))
        return 0.0 if share < self.least else share

    def _signs(
        self, question: Question, backend: Backend, claims: Ints, premises: Ints, cosines: Floats
    ) -> float:
        """Returns the sum of the signs, weighted; where there is no time to read, without the model's."""
        of_claims = backend.cosines("claims", question.vector, claims)
        best = int(np.lexsort((claims, -of_claims))[0])
        signs = float(cosines.max() - of_claims[best])
        if self.overlap:
            claim = backend.vectors("claims", claims[best : best + 1])[0]
            of_premises = backend.cosines("premises", claim, premises)
            signs += self.overlap * (0.5 - _overlap(cosines, of_premises, self.nearest, self.around))
        if self.trust:
            texts = backend.texts("claims", claims[best : best + 1])
            read = question.read(texts, lambda texts: np.array([self.model(texts[0], question.text)]))
            signs += self.trust * float(read.sum())
        return signs


_MATCH = Specificity()
SPECIFICS: Table[Specific] = Table(
    "way to tell specific queries", {"match": _MATCH, "none": NotSpecific(), "own-point": _MATCH}
)
"""How specific queries are told from general ones, by name; ``own-point`` is an older name of ``match``."""


def _overlap(query: Floats, claim: Floats, nearest: int, around: int) -> float:
    """Returns the share of the premises nearest to a query that are among those nearest to a claim; ½ of too few.

    Of few premises the fifth nearest to the query and the half nearest to the claim are taken.

    >>> _overlap(np.arange(10.0), np.arange(10.0), 20, 50), _overlap(np.arange(10.0), -np.arange(10.0), 20, 50)
    (1.0, 0.0)
    """
    first = min(nearest, len(query) // 5)
    if not first:
        return 0.5
    near_claim = np.argsort(-claim, kind="stable")[: min(around, len(query) // 2)]
    return float(is_among(np.argsort(-query, kind="stable")[:first], near_claim).mean())


def _covered(question: Question, backend: Backend, premises: Ints) -> Floats:
    """Returns the share of the query's words that each premise has; a word counts the more the fewer have it."""
    covered, whole = np.zeros(len(premises)), 0.0
    for word in sorted(set(question.tokens)):
        has = backend.score("premises", [word], premises) > 0
        weight = float(np.log1p(len(premises) / (1 + np.count_nonzero(has))))
        covered += weight * has
        whole += weight
    return covered / whole if whole else covered
