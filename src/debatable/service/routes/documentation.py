"""What documents the API: its addresses as a list, and all of it as a page that needs no script and no network."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Query, Request, Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, select_autoescape

from debatable.service.routes.parameters import Nothing
from debatable.service.schema import json_response


def router(web: FastAPI) -> APIRouter:
    """Returns the routes of the list and of the page."""
    routes = APIRouter()
    templates = Environment(
        loader=PackageLoader("debatable.service"), autoescape=select_autoescape(default=True)
    )
    templates.globals.update(kind=kind)

    @routes.get("/api", include_in_schema=False)
    @routes.get("/api/v1", include_in_schema=False)
    def addresses(request: Request, asked: Annotated[Nothing, Query()]) -> Response:
        """Every address with what it answers, for those who look around with a program."""
        root = request.scope.get("root_path", "")
        listed = [
            {"method": one["method"], "address": f"{root}{one['path']}", "answers": one["summary"]}
            for one in operations(web.openapi())
        ]
        documents = {"page": f"{root}/api/v1/docs", "openapi": f"{root}/api/v1/openapi.json"}
        return json_response({"documentation": documents, "addresses": listed})

    @routes.get("/api/v1/docs", response_class=HTMLResponse, include_in_schema=False)
    def page(asked: Annotated[Nothing, Query()]) -> HTMLResponse:
        """Every address, parameter and response."""
        document = web.openapi()
        view = {
            "operations": list(operations(document)),
            "schemas": document["components"]["schemas"],
            "version": document["info"]["version"],
        }
        return HTMLResponse(templates.get_template("api.html").render(view))

    return routes


def operations(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields what can be asked, with its method and address."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield {
                "method": method.upper(),
                "path": path,
                "summary": operation.get("description") or operation["summary"],
                "parameters": operation.get("parameters", []),
                "body": _contents(operation.get("requestBody", {})),
                "responses": {
                    status: {"description": answer["description"], "contents": _contents(answer)}
                    for status, answer in operation["responses"].items()
                },
                "closed": bool(operation.get("security")),
            }


def kind(schema: dict[str, Any]) -> str:
    """Says in a few words what a schema allows.

    >>> kind({"type": "array", "items": {"$ref": "#/components/schemas/HitBody"}})
    'list of HitBody'
    >>> kind({"anyOf": [{"type": "integer"}, {"type": "null"}]}), kind({"enum": ["pro", "con"]})
    ('integer or null', 'pro, con')
    >>> kind({"type": "integer", "minimum": 1.0, "maximum": 20.0})
    'integer, 1 to 20'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "enum" in schema:
        return ", ".join(map(str, schema["enum"]))
    if "anyOf" in schema:
        return " or ".join(kind(one) for one in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list of {kind(schema.get('items', {}))}"
    least, most = (schema.get(name) for name in ("minimum", "maximum"))
    limits = f", {least:g} to {most:g}" if least is not None and most is not None else ""
    return f"{schema.get('type', 'anything')}{limits}"


def _contents(part: dict[str, Any]) -> dict[str, str]:
    return {media: kind(content.get("schema", {})) for media, content in part.get("content", {}).items()}
