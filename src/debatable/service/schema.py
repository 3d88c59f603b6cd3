"""The JSON documents of the API, as OpenAPI describes them."""

from __future__ import annotations

from collections.abc import AsyncIterable
from typing import Any, Literal

import orjson
from fastapi import Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, Field


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

    query: str = Field(
        examples=["We should abandon fossil fuels"], description="The claim as it was asked for."
    )
    corrected: str = Field(
        examples=[""],
        description="What was searched for in its place: with words corrected, or the claim it asks about"
        " or has in quotes; else empty.",
    )
    closeness: Literal["close", "nearest", "none"] = Field(
        examples=["close"],
        description="close: the hits speak to the claim. nearest: nothing is close, and the hits speak to the nearest"
        " claims. none: there are no hits, because nothing is near.",
    )
    method: str = Field(examples=["best"])
    parameters: dict[str, Any]
    remarks: list[str]
    seconds: float
    hits: list[HitBody] = Field(description="What is close to the claim, else what is nearest; best first.")
    weak: list[HitBody] = Field(description="What was found but is not shown as a hit.")


class PageBody(AnswerBody):
    """What was found for a claim, a page of it."""

    next: int | None = Field(
        description="Offset of the next page, to be asked for with the `generation` of `parameters`; null on the last.",
        examples=[10],
    )


class AnswersBody(Body):
    """Answers in the order of the claims."""

    answers: list[AnswerBody]


class ExplainBody(Body):
    """Why a premise has its place for a claim."""

    query: str
    corrected: str = Field(description="As in an answer.")
    method: str
    rank: int
    reason: str = Field(
        examples=["Speaks for ‘Ban cars’, which your claim agrees with; close to your claim."]
    )
    hit: HitBody


class QuoteBody(Body):
    """A verbatim span of a premise."""

    text: str = Field(examples=["Burning coal puts carbon back into the air."])
    premise: str = Field(description="Id of the premise.", examples=["fossil-fuels-01"])
    start: int = Field(description="Where the span begins in the premise, in characters.")
    end: int = Field(description="Where it ends.")
    probability: float = Field(description="That it makes the point.", examples=[0.87])
    source: str
    agrees: int | None = Field(None, description="Votes for the comment, where people voted.")
    disagrees: int | None = Field(None, description="Votes against it.")


class PointBody(Body):
    """A point, in the words of one who makes it."""

    headline: str
    quote: QuoteBody = Field(description="Where the headline stands.")
    count: int = Field(description="How many premises make it.", examples=[4])
    share: float = Field(description="Of the premises of its side.", examples=[0.4])
    stance: str = Field(examples=["pro"])
    members: list[QuoteBody] = Field(description="Who makes it, the headline first, then the most probable.")
    agrees: int | None = Field(None, description="Votes for those who make it.")
    disagrees: int | None = Field(None, description="Votes against them.")


class SideBody(Body):
    """One side of a debate."""

    stance: str = Field(examples=["pro"])
    premises: int = Field(description="How many premises there are.")
    units: int = Field(description="How many spans of them are compared.")
    points: list[PointBody] = Field(description="Those that most make first.")
    other: list[QuoteBody] = Field(description="What makes none of the points.")


class PointsBody(Body):
    """What the debate on a claim comes down to."""

    about: str | None = Field(examples=["We should abandon fossil fuels"])
    method: str = Field(examples=["grouped"])
    parameters: dict[str, Any]
    remarks: list[str]
    premises: int
    units: int
    sides: list[SideBody] = Field(description="pro, con, undecided; a side without premises is left out.")


class SimilarPremiseBody(Body):
    """A premise that may say what a text says."""

    premise: TextBody
    probability: float = Field(description="That both make the same point.", examples=[0.83])
    claim: str
    stance: str = Field(description="Of the premise towards its claim.")
    source: str
    url: str


class SimilarPointBody(Body):
    """A cluster of premises that may make the point of a text."""

    cluster: str = Field(examples=["p7"])
    size: int = Field(description="How many premises of the corpus it has.")
    probability: float = Field(description="That of its best premise.", examples=[0.83])
    headline: str
    premises: list[SimilarPremiseBody]


class MatchesBody(Body):
    """Whether a text has been said before."""

    text: str
    matched: bool = Field(description="Whether a point is at least as probable as `threshold`.")
    threshold: float = Field(examples=[0.5])
    remarks: list[str]
    parameters: dict[str, Any]
    points: list[SimilarPointBody] = Field(
        description="What is most like it, best first, like enough or not."
    )


class CounterHitBody(HitBody):
    """A premise against a text."""

    likeness: float | None = Field(description="Cosine of both; null without vectors.", examples=[0.62])


class CounterBody(Body):
    """What is said against a premise, what speaks to its very point first."""

    premise: str
    remarks: list[str]
    parameters: dict[str, Any]
    premises: list[CounterHitBody]


class ListBody(Body):
    """A page of a long list."""

    total: int = Field(description="How many there are in all.", examples=[57])
    next: int | None = Field(description="Offset of the next page; null on the last.", examples=[20])


class ClaimsBody(ListBody):
    """Claims of the corpus, a page of them."""

    claims: list[TextBody]


class SimilarPremise(Body):
    """A premise like the one asked about."""

    premise: TextBody
    similarity: float


class SimilarBody(Body):
    """Premises like one, best first."""

    id: str
    similar: list[SimilarPremise]


class ClusterBody(ListBody):
    """A cluster of the index, with a page of its members."""

    id: str = Field(examples=["p7"])
    size: int
    members: list[TextBody]


class ClusterSize(Body):
    """A cluster, and how large it is."""

    id: str = Field(examples=["p7"])
    size: int = Field(examples=[5])


class ClustersBody(ListBody):
    """Clusters of the index, the largest first."""

    clusters: list[ClusterSize]


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


class CorporaBody(Body):
    """All that is served."""

    corpora: list[CorpusBody]


class PairBody(Body):
    """A node or edge of the query, and what it was mapped to."""

    query: str
    case: str
    similarity: float


class GraphHitBody(Body):
    """A graph that was found."""

    rank: int
    case: str = Field(description="Name of the graph.", examples=["nodeset6366"])
    score: float = Field(examples=[0.71])
    graph: float = Field(description="Similarity by the best mapping.")
    topic: float = Field(description="Similarity of the whole texts.")
    claim: float = Field(description="Similarity of what both argue for.")
    optimal: bool = Field(description="Whether no better mapping exists.")
    bound: float = Field(description="What the similarity of the graphs is at most.")
    nodes: list[PairBody]
    edges: list[PairBody]


class GraphsBody(Body):
    """Graphs like a graph, best first."""

    query: str
    hits: list[GraphHitBody]


class ArgumentBody(Body):
    """An argument, as it is added; a line of all of them has the same fields."""

    id: str = Field(examples=["cars-01"])
    claim: str | None = Field(description="Null where the premise speaks to none.", examples=["Ban cars"])
    premise: str = Field(examples=["Cars are loud."])
    stance: str = Field(description="Of the premise towards the claim: pro, con or none.", examples=["pro"])
    source: str
    url: str
    discussion: str
    language: str = Field(examples=["en"])


class AddedBody(Body):
    """What became of the arguments that were sent."""

    added: int = Field(examples=[2])
    skipped: int = Field(examples=[0])
    replaced: int = Field(examples=[0])


class RemovedBody(Body):
    """How many arguments were removed."""

    removed: int = Field(examples=[1])


class HealthBody(Body):
    """A sign of life."""

    status: str = Field(examples=["ok"])
    counts: dict[str, int]
    version: str


def _refusals(words: dict[int, str]) -> dict[int | str, dict[str, Any]]:
    body = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorBody"}}}
    answers: dict[int | str, dict[str, Any]] = {
        status: {"description": said, "content": body} for status, said in words.items()
    }
    if 422 in answers:  # one model puts the schema into the document
        answers[422] = {"description": words[422], "model": ErrorBody}
    return answers


REFUSALS = _refusals(
    {
        400: "The claim, a name, or a filter cannot be used.",
        404: "There is no such thing.",
        405: "The address takes other methods.",
        408: "The body did not arrive in time.",
        410: "The index has changed since the list began.",
        413: "The request is too large.",
        415: "The body has a `Content-Encoding`.",
        421: "The service goes by another name.",
        422: "A parameter is unknown or wrong.",
        429: "Asked too often; `Retry-After` says how long to wait.",
        500: "The service failed, or the index is damaged.",
        503: "Too much to do, or no answer in time.",
    }
)

WRITING = _refusals(
    {
        401: "The token is missing or wrong.",
        403: "The service was started without a token.",
        409: "Somebody else is writing.",
    }
)

LINES: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "One JSON object a line.",
        "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
    }
}


def json_response(plain: Any) -> Response:
    """Returns plain types as they are: the engine made them, so nothing checks them again."""
    return Response(orjson.dumps(plain), media_type="application/json")


def json_lines(plain: AsyncIterable[Any]) -> Response:
    """Returns plain types one a line, each sent when it is there."""
    lines = (orjson.dumps(one, option=orjson.OPT_APPEND_NEWLINE) async for one in plain)
    return StreamingResponse(lines, media_type="application/x-ndjson")
