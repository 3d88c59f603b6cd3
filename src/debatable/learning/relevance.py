"""What a query and a text have to do with each other: one debate, one question, or a point of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from debatable.arrays import Floats, sigmoid
from debatable.learning.pair_reader import LearnedModel, model_path
from debatable.naming import Table
from debatable.text import looks_english

HEAD, CLOSENESS, POINT, MATCH, STANCE = "relevance", "closeness", "point", "match", "stance"


@runtime_checkable
class RelevanceModel(Protocol):
    """Gives the probability that premises or claims belong to the debate of a query."""

    def __call__(self, query: str, texts: Sequence[str]) -> Floats:
        """Returns P(text is relevant to the query, for or against it) for every text."""
        ...


@runtime_checkable
class QuestionModel(RelevanceModel, Protocol):
    """A relevance model that reads claims in another way than premises."""

    def of_claims(self, query: str, claims: Sequence[str]) -> Floats:
        """Returns P(claim and query are about one question) for every claim."""
        ...


@dataclass(frozen=True, slots=True)
class AlwaysRelevant:
    """Takes every text for relevant, as an engine without a relevance model does.

    >>> AlwaysRelevant()("Ban cars", ["Cars kill", "I like tea"]).tolist()
    [1.0, 1.0]
    """

    def __call__(self, query: str, texts: Sequence[str]) -> Floats:
        """Returns 1 for every text."""
        return np.ones(len(texts))

    def of_claims(self, query: str, claims: Sequence[str]) -> Floats:
        """Returns 1 for every claim."""
        return np.ones(len(claims))


@dataclass(frozen=True, slots=True)
class LearnedRelevance(LearnedModel):
    """A cross-encoder of query and premise (Fromm et al. 2021, 3.1); nothing is loaded before the first use."""

    def __call__(self, query: str, texts: Sequence[str]) -> Floats:
        """Returns P(relevant) for every premise or claim, calibrated."""
        return self.reader.probability(HEAD, [query] * len(texts), texts)

    def logits(self, query: str, texts: Sequence[str]) -> Floats:
        """Returns the logit of every text before calibration; above 0 it speaks for relevance."""
        return self.reader.head(HEAD, [query] * len(texts), texts)


@dataclass(frozen=True, slots=True)
class SameQuestion(LearnedModel):
    """Whether two texts are about one question: another head of the stance model, so that one reading answers both.

    Pairs stand in the order in which stance is read: a claim before the query, the query before a premise.
    """

    model: str = "stance"

    def __call__(self, query: str, texts: Sequence[str]) -> Floats:
        """Returns P(one question) of the query and every premise, calibrated."""
        return self.reader.probability(CLOSENESS, [query] * len(texts), texts)

    def of_claims(self, query: str, claims: Sequence[str]) -> Floats:
        """Returns P(one question) of the query and every claim, calibrated."""
        return self.reader.probability(CLOSENESS, claims, [query] * len(claims))


@runtime_checkable
class SpecificityModel(Protocol):
    """Tells queries that make a point in a debate from those that name the debate."""

    def __call__(self, claim: str, query: str) -> float:
        """Returns the log-odds that the query makes a point in the debate of the claim."""
        ...


@dataclass(frozen=True, slots=True)
class UnknownSpecificity:
    """Does not know; the log-odds are 0."""

    def __call__(self, claim: str, query: str) -> float:
        """Returns 0."""
        return 0.0


@dataclass(frozen=True, slots=True)
class LearnedSpecificity(LearnedModel):
    """A head of the small stance model, taught with queries of both kinds; nothing is loaded before its use."""

    model: str = "small-stance"

    def __call__(self, claim: str, query: str) -> float:
        """Returns the log-odds that the query makes a point in the debate of the claim, calibrated."""
        return float(self.reader.log_odds(POINT, [claim], [query])[0])


@runtime_checkable
class MatchModel(Protocol):
    """Tells which premises make the very point of a query."""

    def __call__(self, query: str, premises: Sequence[str]) -> Floats | None:
        """Returns for every premise the log-odds that it makes the point; None where it cannot read the query."""
        ...

    def point_support(self, query: str, premises: Sequence[str]) -> Floats | None:
        """Returns the log-odds that premises support the query, each times the probability that it makes the point."""
        ...


@dataclass(frozen=True, slots=True)
class UnknownMatch:
    """Reads nothing."""

    def __call__(self, query: str, premises: Sequence[str]) -> Floats | None:
        """Returns None."""
        return None

    def point_support(self, query: str, premises: Sequence[str]) -> Floats | None:
        """Returns None."""
        return None


@dataclass(frozen=True, slots=True)
class LearnedMatch(LearnedModel):
    """A head of the small stance model, taught with premises that make the point of a query and others near by.

    Attributes:
        support: Weight of the log-odds that a premise supports the query: another head of the same reading.
    """

    model: str = "small-stance"
    support: float = 0.7

    def __call__(self, query: str, premises: Sequence[str]) -> Floats | None:
        """Returns the log-odds of every premise, and so far as they weigh those of its support; English alone."""
        if not looks_english(query):
            return None
        match, stance = self._read(query, premises)
        return match + self.support * stance

    def point_support(self, query: str, premises: Sequence[str]) -> Floats | None:
        """See MatchModel; both are in the reading that tells the match."""
        if not looks_english(query):
            return None
        match, stance = self._read(query, premises)
        return sigmoid(match) * stance

    def _read(self, query: str, premises: Sequence[str]) -> tuple[Floats, Floats]:
        """Returns the log-odds that premises make the point, and that they support the query."""
        card = self.reader.card
        (match, head), (stance, other) = card.head(MATCH), card.head(STANCE)
        logits = self.reader([query] * len(premises), premises, first_limit=head.first_limit)
        return head.log_odds(logits[:, match]), other.log_odds(logits[:, stance])


def _of_folder(name: str) -> RelevanceModel | None:
    path = model_path(name, HEAD)
    return None if path is None else LearnedRelevance(path)


def _specificity_of_folder(name: str) -> SpecificityModel | None:
    path = model_path(name, POINT)
    return None if path is None else LearnedSpecificity(path)


def _match_of_folder(name: str) -> MatchModel | None:
    path = model_path(name, MATCH)
    return None if path is None else LearnedMatch(path)


def _question_of_folder(name: str) -> QuestionModel | None:
    path = model_path(name, CLOSENESS)
    return None if path is None else SameQuestion(path)


RELEVANCES = Table[RelevanceModel](
    "relevance model", {"learned": LearnedRelevance(), "none": AlwaysRelevant()}, otherwise=_of_folder
)
"""Relevance models by name; a path is that of a model folder."""

QUESTIONS = Table[QuestionModel](
    "model of questions", {"learned": SameQuestion(), "none": AlwaysRelevant()}, otherwise=_question_of_folder
)
"""Models of whether texts are about one question, by name; a path is that of a model folder."""


SPECIFICITIES = Table[SpecificityModel](
    "model of specificity",
    {"learned": LearnedSpecificity(), "none": UnknownSpecificity()},
    otherwise=_specificity_of_folder,
)
"""Models that tell specific queries from general ones, by name; a path is that of a model folder."""

MATCHES = Table[MatchModel](
    "model of matches", {"learned": LearnedMatch(), "none": UnknownMatch()}, otherwise=_match_of_folder
)
"""Models that tell which premises make the point of a query, by name; a path is that of a model folder."""


def relevance(name: str | RelevanceModel = "learned") -> RelevanceModel:
    """Returns a relevance model by its name, with parameters where given, or that of a folder.

    >>> relevance("none")
    AlwaysRelevant()
    """
    return RELEVANCES.parse(name)
