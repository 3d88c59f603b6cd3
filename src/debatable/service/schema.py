"""The shapes of what programs get, as OpenAPI tells them."""

from __future__ import annotations

from typing import Any

import orjson
from fastapi import Response
from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "REFUSALS",
    "AnswerBody",
    "AnswersBody",
    "ClaimsBody",
    "ClusterBody",
    "CorpusBody",
    "ErrorBody",
    "ExplainBody",
    "HealthBody",
    "SimilarBody",
    "json_response",
]


class Body(BaseModel):
    """A part of a response; nothing else is in it."""

    model_config = ConfigDict(extra="forbid")


class ErrorDetail(Body):
    """What is wrong."""

    code: str = Field(description="Stays the same over versions.", examples=["unknown_name"])
    message: str = Field(
        description="One sentence for people.", examples=["unknown method 'bm24'; did you mean 'bm25'?"]
    )


class ErrorBody(Body):
    """Every refusal."""

    error: ErrorDetail


class TextBody(Body):
    """A claim or premise."""

    id: str = Field(examples=["fossil-fuels-01"])
    text: str = Field(examples=["Burning coal puts carbon back into the air."])
    language: str = Field("en", examples=["en"])


class HitClaim(Body):
    """A claim that a hit came through."""

    id: str
    text: str = Field(examples=["We should abandon fossil fuels"])


class HitCluster(Body):
    """The premises that say the same."""

    id: str
    size: int
    members: list[str] = Field(description="Ids; the premise that is shown first.")


class HitArgument(Body):
    """Where the premise was found."""

    id: str
    stance: str
    source: str
    url: str
    discussion: str


class HitBody(Body):
    """One premise of an answer."""

    rank: int | None = Field(None, description="From 1; what is not close has none.")
    stance: str = Field(
        examples=["pro"], description="pro, con, none or undecided, towards the claim asked about."
    )
    stance_confidence: float = Field(examples=[0.91])
    stance_reason: str = Field(
        examples=["speaks for ‘We should abandon fossil fuels’, which your claim agrees with: .91"]
    )
    relevance: float | None = Field(examples=[0.98])
    score: float = Field(examples=[0.188])
    premise: TextBody
    claims: list[HitClaim]
    cluster: HitCluster
    arguments: list[HitArgument]
    explanation: dict[str, Any] | None = Field(None, description="With `explain`: label, value, rule, parts.")


class AnswerBody(Body):
    """What was found for a claim."""

    query: str = Field(examples=["We should abandon fossil fuels"])
    method: str = Field(examples=["best"])
    parameters: dict[str, Any]
    remarks: list[str]
    seconds: float
    hits: list[HitBody] = Field(description="What is close to the claim, best first.")
    weak: list[HitBody] = Field(description="What was found but is not close.")


class AnswersBody(Body):
    """Answers in the order of the claims."""

    answers: list[AnswerBody]


class ExplainBody(Body):
    """Why a premise has its place for a claim."""

    query: str
    method: str
    rank: int
    reason: str = Field(
        examples=["Speaks for ‘Ban cars’, which your claim agrees with; close to your claim."]
    )
    hit: HitBody


class ClaimsBody(Body):
    """Claims of the corpus, a page of them."""

    total: int
    claims: list[TextBody]


class SimilarPremise(Body):
    """A premise like the one asked about."""

    premise: TextBody
    similarity: float


class SimilarBody(Body):
    """Premises like one, best first."""

    id: str
    similar: list[SimilarPremise]


class ClusterBody(Body):
    """A cluster of the index."""

    id: str
    size: int
    members: list[TextBody]


class CorpusBody(Body):
    """What is served."""

    arguments: int
    premises: int
    claims: int
    sources: dict[str, int]
    stances: dict[str, int]
    languages: dict[str, int]
    methods: list[str]
    state: str


class HealthBody(Body):
    """A sign of life."""

    status: str = Field(examples=["ok"])
    counts: dict[str, int]
    version: str


REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorBody, "description": words}
    for status, words in (
        (400, "The claim, a name or a filter cannot be used."),
        (404, "There is no such thing."),
        (413, "The request is too large."),
        (422, "A parameter is unknown or wrong."),
    )
}


def json_response(plain: Any) -> Response:
    """Returns plain types as they are: the engine made them, so nothing checks them again."""
    return Response(orjson.dumps(plain), media_type="application/json")
