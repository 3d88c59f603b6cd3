"""Parameters that several routes take, with their limits, spelled once."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Annotated, Any, Literal, Self

from fastapi import Depends, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field, field_validator

from debatable.engines import StanceChoice
from debatable.progress import Deadline
from debatable.ranking import MAX_QUERY

MOST = 100
"""Hits one request may ask for."""

DEEPEST = 1_000
"""Hits that all pages of a list have together."""

BATCH = 32
"""Claims one request may ask about."""

BULK = 1_000
"""Claims one request may ask about whose answers come one by one."""

Length = Literal["any", "short", "medium", "long"]

Sort = Literal["best", "close", "sure", "said", "short", "long"]

LENGTHS: dict[str, tuple[int, int]] = {"short": (0, 200), "medium": (200, 600), "long": (600, 1 << 31)}
"""From how many characters a premise is of a length, and from how many no more."""

Name = Annotated[str, Path(min_length=1, max_length=500, description="Its id.")]


def deadline_of(request: Request) -> Deadline | None:
    """Returns until when a request may search, which is not waited for any longer; None for as long as it likes."""
    deadline: Deadline | None = getattr(request.state, "deadline", None)
    request.state.searches = True
    return deadline


Within = Annotated[Deadline | None, Depends(deadline_of)]

CALL: ContextVar[dict[str, Any] | None] = ContextVar("CALL", default=None)
"""State of the request that calls a tool; None where a tool is called over standard input, without limits."""


def deadline_of_call() -> Deadline | None:
    """Returns the same for the tool of an assistant, which is not given its request."""
    state = CALL.get()
    if state is None:
        return None
    state["searches"] = True
    deadline: Deadline | None = state.get("deadline")
    return deadline


class SearchOptions(BaseModel):
    """How to search; a parameter that is not here is refused."""

    model_config = ConfigDict(extra="forbid")

    method: str = Field(  # without slashes, so that nobody can point at folders of this machine
        "best",
        max_length=500,
        pattern=r"^[^/\\]*$",
        description="Ranking method; where the service was started with another, that one is the default.",
        examples=["best"],
    )
    k: int = Field(10, ge=1, le=MOST, description="How many premises at most.")
    stance: StanceChoice = Field("both", description="Which side; `both` gives each side its half.")
    source: list[str] = Field([], max_length=20, description="Only from these sources; repeatable.")
    language: list[str] = Field([], max_length=20, description="Only in these languages; repeatable.")
    length: Length = Field("any", description="Only premises of under 200, under 600 or more characters.")
    sort: Sort = Field("best", description="By rank, closeness, sureness, how many say it, or length.")
    spelling: bool = Field(
        True,
        description="Whether misspelt words are corrected, abbreviations spelled out, and questions for reasons or "
        "opinions taken for the claim that they are about.",
    )
    explain: bool = Field(False, description="Whether hits carry the sum behind their score.")

    @field_validator("source", "language")
    @classmethod
    def _chosen(cls, names: list[str]) -> list[str]:
        """A form sends an empty name where all are wanted."""
        return [name for name in names if name]

    def by(self, method: str) -> Self:
        """Returns the same, ranked by a method where none was named."""
        return self if "method" in self.model_fields_set else self.model_copy(update={"method": method})


class Search(SearchOptions):
    """A claim, and how to search for it."""

    q: str = Field(
        max_length=4 * MAX_QUERY, description="The claim.", examples=["We should abandon fossil fuels"]
    )
    offset: int = Field(
        0, ge=0, le=DEEPEST - MOST, description="How many to pass over: those of earlier pages."
    )
    generation: str = Field(
        "",
        max_length=200,
        description="The state that the first page came from, of its `parameters`; the next pages come from the same.",
    )


class PageSearch(Search):
    """The same from an address bar, where others append parameters of their own."""

    model_config = ConfigDict(extra="ignore")

    q: str = Field("", max_length=4 * MAX_QUERY)
    k: int = Field(20, ge=1, le=MOST)
    point: str = Field("", pattern=r"^((pro|con|undecided)-[0-9]{1,3})?$")


class Batch(SearchOptions):
    """Several claims, and how to search for them."""

    queries: list[Annotated[str, Field(max_length=MAX_QUERY)]] = Field(
        min_length=1,
        max_length=BATCH,
        description="The claims.",
        examples=[["Ban cars", "Zoos should be closed"]],
    )


class Bulk(Batch):
    """Many claims, whose answers come one by one."""

    queries: list[Annotated[str, Field(max_length=MAX_QUERY)]] = Field(
        min_length=1, max_length=BULK, description="The claims.", examples=[["Ban cars"]]
    )


class Nothing(BaseModel):
    """No parameter at all."""

    model_config = ConfigDict(extra="forbid")


def refuse_address_parameters(asked: Annotated[Nothing, Query()]) -> None:
    """Takes the parameters in the address of a request whose body has them: there must be none."""


IN_BODY = Depends(refuse_address_parameters)
"""Of routes whose parameters are in the body."""


class PageOfMany(BaseModel):
    """Which part of a long list."""

    model_config = ConfigDict(extra="forbid")

    limit: int = Field(20, ge=1, le=MOST, description="How many at most.")
    offset: int = Field(0, ge=0, le=10_000_000, description="How many to pass over.")
