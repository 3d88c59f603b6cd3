"""What the served corpus holds, for programs, and the health of the service."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field

from debatable.engines import Engine
from debatable.errors import DebatableError, NotAnIndexError
from debatable.model import Claim, Premise
from debatable.ranking import MAX_QUERY
from debatable.service.corpus_view import claims_page, cluster_members, clusters_page, similar_premises
from debatable.service.current_engine import CurrentEngine
from debatable.service.guard import Metrics
from debatable.service.refusals import AWAY, refusal, sentence
from debatable.service.routes.parameters import MOST, Name, Nothing, PageOfMany
from debatable.service.schema import (
    REFUSALS,
    ClaimsBody,
    ClusterBody,
    ClustersBody,
    CorporaBody,
    CorpusBody,
    HealthBody,
    SimilarBody,
    json_response,
)

PUBLIC = ("arguments", "premises", "claims", "sources", "stances", "languages")
"""Facts on an index that the service shows."""


class ClaimsPage(PageOfMany):
    """Which claims."""

    q: str = Field("", max_length=MAX_QUERY, description="Words to look for; all claims without.")


class ClustersPage(PageOfMany):
    """Which clusters."""

    kind: Literal["claims", "premises"] = Field("premises", description="Of what.")


class HowMany(BaseModel):
    """How many."""

    model_config = ConfigDict(extra="forbid")

    k: int = Field(10, ge=1, le=MOST, description="How many at most.")


def router(current: CurrentEngine) -> APIRouter:
    """Returns the routes of the corpus."""
    routes = APIRouter(tags=["corpus"], responses=REFUSALS, route_class=current.route)

    @routes.get("/api/v1/corpus", response_model=CorpusBody)
    def corpus(asked: Annotated[Nothing, Query()]) -> Response:
        """What is served: counts, sources, languages, methods."""
        return json_response(_corpus(current.engine()))

    @routes.get("/api/v1/corpora", response_model=CorporaBody)
    def corpora(asked: Annotated[Nothing, Query()]) -> Response:
        """All that is served; today that is one corpus."""
        return json_response({"corpora": [_corpus(current.engine())]})

    @routes.get("/api/v1/claims", response_model=ClaimsBody)
    def claims(asked: Annotated[ClaimsPage, Query()]) -> Response:
        """Claims of the corpus, all in order or those with given words, best first."""
        total, page = claims_page(current.engine(), asked.q, asked.limit, asked.offset)
        return json_response({**_page(asked, total), "claims": [_text(claim) for claim in page]})

    @routes.get("/api/v1/clusters", response_model=ClustersBody)
    def clusters(asked: Annotated[ClustersPage, Query()]) -> Response:
        """Clusters of premises or claims, the largest first."""
        total, page = clusters_page(current.engine(), asked.kind, asked.limit, asked.offset)
        return json_response(
            {**_page(asked, total), "clusters": [{"id": name, "size": size} for name, size in page]}
        )

    @routes.get("/api/v1/premises/{name:path}/similar", response_model=SimilarBody)
    def similar(name: Name, asked: Annotated[HowMany, Query()]) -> Response:
        """Premises like a given one."""
        similar = similar_premises(current.engine(), name, asked.k)
        plain = [{"premise": _text(premise), "similarity": score} for premise, score in similar]
        return json_response({"id": name, "similar": plain})

    @routes.get("/api/v1/clusters/{name}", response_model=ClusterBody)
    def cluster(name: Name, asked: Annotated[PageOfMany, Query()]) -> Response:
        """The members of a cluster of the index: `p7` is one of premises, `c7` one of claims."""
        size, members = cluster_members(current.engine(), name, asked.limit, asked.offset)
        page = {**_page(asked, size), "id": name, "size": size}
        return json_response({**page, "members": [_text(one) for one in members]})

    return routes


def _corpus(engine: Engine) -> dict[str, Any]:
    info = engine.info()
    return {**{name: info[name] for name in PUBLIC}, "methods": engine.methods, "state": engine.backend.state}


def _page(asked: PageOfMany, total: int) -> dict[str, int | None]:
    after = asked.offset + asked.limit
    return {"total": total, "next": after if after < total else None}


def _text(one: Claim | Premise) -> dict[str, Any]:
    return {"id": one.id, "text": one.text, "language": one.language}


def health_router(current: CurrentEngine, metrics: Metrics) -> APIRouter:
    """Returns the routes of the health."""
    routes = APIRouter(tags=["health"], responses=REFUSALS, route_class=current.route)

    @routes.get("/api/health", include_in_schema=False)
    @routes.get("/api/v1/health", response_model=HealthBody)
    def health(asked: Annotated[Nothing, Query()]) -> Response:
        """Whether the index can be read, and how much it holds."""
        try:
            return json_response(current.again(lambda: current.engine().health()))
        except NotAnIndexError:  # whose sentence names the folder
            return refusal(503, AWAY, code="damaged")
        except DebatableError as error:
            return refusal(503, sentence(error), code="damaged")

    @routes.get("/api/v1/metrics", response_class=PlainTextResponse)
    def counts(asked: Annotated[Nothing, Query()]) -> Response:
        """Requests and seconds by route, and where answers came from, for Prometheus."""
        text = metrics.text(current.engine().health()["counts"], current.answers.counts())
        return Response(text, media_type="text/plain; version=0.0.4")

    return routes
