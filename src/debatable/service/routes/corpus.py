"""What the served corpus holds, for programs."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Response
from pydantic import BaseModel, ConfigDict, Field

from debatable.model import Claim, Premise
from debatable.ranking import MAX_QUERY
from debatable.service.corpus_view import claims_page, cluster_members, similar_premises
from debatable.service.current_engine import CurrentEngine
from debatable.service.routes.parameters import MOST, Name
from debatable.service.schema import REFUSALS, ClaimsBody, ClusterBody, CorpusBody, SimilarBody, json_response

__all__ = ["router"]

TOLD = ("arguments", "premises", "claims", "sources", "stances", "languages")
"""What of an index is anybody's business."""


class ClaimsPage(BaseModel):
    """Which claims."""

    model_config = ConfigDict(extra="forbid")

    q: str = Field("", max_length=MAX_QUERY, description="Words to look for; all claims without.")
    limit: int = Field(20, ge=1, le=MOST)
    offset: int = Field(0, ge=0, le=10_000_000)


class HowMany(BaseModel):
    """How many."""

    model_config = ConfigDict(extra="forbid")

    k: int = Field(10, ge=1, le=MOST, description="How many at most.")


class Nothing(BaseModel):
    """No parameter at all."""

    model_config = ConfigDict(extra="forbid")


def router(current: CurrentEngine) -> APIRouter:
    """Returns the routes of the corpus."""
    routes = APIRouter(tags=["corpus"], responses=REFUSALS)

    @routes.get("/api/v1/corpus", response_model=CorpusBody)
    def corpus(asked: Annotated[Nothing, Query()]) -> Response:
        """What is served: counts, sources, languages, methods."""
        engine = current.engine()
        info = engine.info()
        told = {name: info[name] for name in TOLD}
        return json_response({**told, "methods": engine.methods, "state": engine.backend.state})

    @routes.get("/api/v1/claims", response_model=ClaimsBody)
    def claims(asked: Annotated[ClaimsPage, Query()]) -> Response:
        """Claims of the corpus, all in order or those with given words, best first."""
        total, found = claims_page(current.engine(), asked.q, asked.limit, asked.offset)
        return json_response({"total": total, "claims": [_text(claim) for claim in found]})

    @routes.get("/api/v1/premises/{name}/similar", response_model=SimilarBody)
    def similar(name: Name, asked: Annotated[HowMany, Query()]) -> Response:
        """Premises like a given one."""
        found = similar_premises(current.engine(), name, asked.k)
        if found is None:
            raise HTTPException(404, "no premise has this id")
        plain = [{"premise": _text(one.premise), "similarity": one.similarity} for one in found]
        return json_response({"id": name, "similar": plain})

    @routes.get("/api/v1/clusters/{name}", response_model=ClusterBody)
    def cluster(name: Name, asked: Annotated[Nothing, Query()]) -> Response:
        """The members of a cluster of the index: `p7` is one of premises, `c7` one of claims."""
        members = cluster_members(current.engine(), name)
        if members is None:
            raise HTTPException(404, "there is no such cluster")
        return json_response({"id": name, "size": len(members), "members": [_text(one) for one in members]})

    return routes


def _text(one: Claim | Premise) -> dict[str, Any]:
    return {"id": one.id, "text": one.text, "language": one.language}
