"""The arguments themselves: all or one of them read, some added, some removed."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Depends, Query, Response
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator
from starlette.concurrency import iterate_in_threadpool

from debatable import api
from debatable.corpus import OnDuplicate
from debatable.corpus.readers import record_of
from debatable.engines import arguments_of
from debatable.errors import RecordError
from debatable.service.corpus_view import argument_named
from debatable.service.current_engine import CurrentEngine
from debatable.service.refusals import bad_parameter
from debatable.service.routes.parameters import IN_BODY, Name, Nothing
from debatable.service.schema import (
    LINES,
    REFUSALS,
    WRITING,
    AddedBody,
    ArgumentBody,
    RemovedBody,
    json_lines,
    json_response,
)
from debatable.service.tokens import Writer

NDJSON = {
    "type": "string",
    "contentMediaType": "application/x-ndjson",
    "description": "One JSON object a line, with the fields of an argument: id and premise, and as far as there are"
    " any claim, stance, source, url, discussion and language.",
    "examples": ['{"id": "cars-01", "premise": "Cars are loud.", "claim": "Ban cars", "stance": "pro"}\n'],
}
"""How the body of many arguments is described."""

MOST_ADDED = 10_000
"""Arguments one request may bring."""

CORRECT = "correct it: nothing was added"
"""What to do about an argument that cannot be added."""


class Record(BaseModel):
    """An argument, with the fields of a line of a corpus."""

    model_config = ConfigDict(extra="forbid")

    id: Annotated[str, StringConstraints(strip_whitespace=True)] = Field(
        min_length=1, max_length=500, examples=["cars-01"]
    )
    premise: str = Field(min_length=1, max_length=100_000, examples=["Cars are loud."])
    claim: str | None = Field(None, max_length=100_000, examples=["Ban cars"])
    stance: Literal["pro", "con", "none"] = "none"
    source: str = Field("", max_length=10_000)
    url: str = Field("", max_length=10_000)
    discussion: str = Field("", max_length=10_000)
    language: str = Field("en", min_length=1, max_length=35)

    @model_validator(mode="before")
    @classmethod
    def _given(cls, fields: Any) -> Any:
        """A null is a field that is not there, as in a file."""
        if isinstance(fields, dict):
            return {name: value for name, value in fields.items() if value is not None}
        return fields


class HowToAdd(BaseModel):
    """What happens to arguments that are there already."""

    model_config = ConfigDict(extra="forbid")

    on_duplicate: OnDuplicate = Field("error", description="What to do with an id that is there already.")


class Addition(HowToAdd):
    """Arguments to add."""

    arguments: list[Record] = Field(min_length=1, max_length=MOST_ADDED)


class Removal(BaseModel):
    """Arguments to remove."""

    model_config = ConfigDict(extra="forbid")

    id: list[Annotated[str, Field(min_length=1, max_length=500)]] = Field(
        min_length=1, max_length=100, description="Ids of arguments; repeatable."
    )


def router(current: CurrentEngine, where: api.Where, token: str) -> APIRouter:
    """Returns the routes of the arguments."""
    routes = APIRouter(tags=["arguments"], responses=REFUSALS)
    writer = Depends(Writer(token))

    def added(records: list[Record], on_duplicate: OnDuplicate) -> Response:
        try:
            tally = api.add([record.model_dump() for record in records], to=where, on_duplicate=on_duplicate)
        except RecordError as error:
            raise RecordError(error.what, where=error.where, todo=CORRECT) from error
        current.follow()  # whatever comes of it, the change was made
        return json_response(asdict(tally))

    @routes.post(
        "/api/v1/arguments", response_model=AddedBody, dependencies=[writer, IN_BODY], responses=WRITING
    )
    def add(asked: Addition) -> Response:
        """Adds arguments, all or none; the next search finds them."""
        return added(asked.arguments, asked.on_duplicate)

    @routes.post(
        "/api/v1/arguments/bulk",
        response_model=AddedBody,
        dependencies=[writer],
        responses=WRITING,
        openapi_extra={
            "requestBody": {"required": True, "content": {"application/x-ndjson": {"schema": NDJSON}}}
        },
    )
    def add_lines(
        lines: Annotated[bytes, Body(media_type="application/x-ndjson")], asked: Annotated[HowToAdd, Query()]
    ) -> Response:
        """Adds arguments, one JSON object a line, all or none."""
        return added(list(records(lines)), asked.on_duplicate)

    @routes.delete("/api/v1/arguments", response_model=RemovedBody, dependencies=[writer], responses=WRITING)
    def remove(asked: Annotated[Removal, Query()]) -> Response:
        """Removes arguments by id, all or none."""
        removed = api.remove(asked.id, from_=where)
        current.follow()  # whatever comes of it, the change was made
        return json_response({"removed": removed})

    @routes.get("/api/v1/arguments/bulk", response_class=Response, responses=LINES)
    def every(asked: Annotated[Nothing, Query()]) -> Response:
        """All arguments, one JSON object a line, as they can be added elsewhere."""
        return json_lines(iterate_in_threadpool(map(record_of, arguments_of(current.engine()))))

    return routes


def argument_router(current: CurrentEngine) -> APIRouter:
    """Returns the route of one argument; it comes after those of all, whose addresses look like an id."""
    routes = APIRouter(tags=["arguments"], responses=REFUSALS, route_class=current.route)

    @routes.get("/api/v1/arguments/{name:path}", response_model=ArgumentBody)
    def one(name: Name, asked: Annotated[Nothing, Query()]) -> Response:
        """One argument by its id, which may have slashes; the hits of an answer name theirs."""
        return json_response(record_of(argument_named(current.engine(), name)))

    return routes


def records(lines: bytes) -> Iterator[Record]:
    """Reads arguments, one a line.

    >>> next(records(b'{"id": "a", "premise": "Cars are loud"}')).stance
    'none'

    Raises:
        RecordError: A line is no argument, or there are none or too many.
    """
    rows = lines.removeprefix(BOM_UTF8).splitlines()
    full = [(number, line) for number, line in enumerate(rows, 1) if line.strip()]
    if not 0 < len(full) <= MOST_ADDED:
        raise RecordError(f"there are {len(full):,} lines", todo=f"send 1 to {MOST_ADDED:,} arguments")
    for number, line in full:
        try:
            yield Record.model_validate_json(line)
        except ValidationError as error:
            fault, todo = _fault(error)
            raise RecordError(fault, where=f"argument {number:,}", todo=todo) from None


def _fault(error: ValidationError) -> tuple[str, str]:
    """Returns what is wrong with a line, without its values, and what to do."""
    errors = error.errors(include_url=False, include_input=False)
    if errors[0]["loc"]:
        return bad_parameter(errors, Record.model_fields), CORRECT
    return "it is no JSON object", "send one JSON object a line"
