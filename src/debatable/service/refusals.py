"""Errors as responses: one shape, stable codes, no internals."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson
from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, select_autoescape
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.routing import Match
from starlette.types import Receive, Scope, Send

from debatable.errors import (
    CorruptIndexError,
    DebatableError,
    IndexLockedError,
    InputError,
    NotAnIndexError,
    OverdueError,
    QueryError,
    RecordError,
    StorageError,
    UnknownNameError,
    nearest,
)

LOG = logging.getLogger("debatable.service")

MISTAKES = (InputError, QueryError, UnknownNameError)
"""Errors of the user, not of the service."""

CODES = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
    408: "slow_body",
    410: "outdated",
    413: "too_large",
    415: "packed_body",
    421: "foreign_host",
    422: "bad_parameter",
    429: "too_many_requests",
    500: "internal",
    503: "busy",
}

MESSAGES = {
    400: "the request cannot be read",
    404: "there is nothing at this address",
    405: "this address takes other methods",
    408: "the body did not arrive in time",
    413: "the request is too large",
    415: "the body is packed; send it as it is, without Content-Encoding",
    421: "this server has another name; ask for it by its address, or serve with --allow-host",
    429: "you have asked too often; wait a little",
    500: "the service failed; its log says why",
    503: "too many requests are being worked on; try again",
}


ASSISTANTS = "/mcp"
"""Where assistants ask; their clients pass on errors of JSON-RPC alone."""

RPC_ERROR = -32_000
"""Code of an error of a server's own in JSON-RPC."""

AWAY = "the index cannot be read or written at the moment; try again later"
"""What is said where its folder, its disk or its server is not there; the log has the rest."""

PAGES = Environment(
    loader=PackageLoader("debatable.service"),
    autoescape=select_autoescape(default=True),
    trim_blocks=True,
    lstrip_blocks=True,
)
"""Pages that refuse; all they are given is escaped."""

BODIES = {
    "model_attributes_type": "the body is no JSON object; send one, with Content-Type: application/json",
    "bytes_type": "the body is not taken for lines; send it with Content-Type: application/x-ndjson",
}
"""What is said of a whole body of another kind, by the kind of mistake: most often its header is missing or wrong."""


class Refused(HTTPException):
    """A request that the service refuses, with a code and a sentence."""

    def __init__(
        self, status: int, code: str, message: str, headers: Mapping[str, str] | None = None
    ) -> None:
        """Takes what is sent."""
        super().__init__(status, message, headers)
        self.code = code


class Refusal(Response):
    """A refusal as JSON, for assistants as JSON-RPC; people whose browser asks for a page get the sentence on one."""

    def __init__(
        self, status: int, code: str, message: str, headers: Mapping[str, str] | None = None
    ) -> None:
        """Takes what is sent."""
        error = {"code": code, "message": message}
        super().__init__(orjson.dumps({"error": error}), status, headers, "application/json")
        self._code, self._message, self._more = code, message, headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends it."""
        if scope["path"] in (ASSISTANTS, f"{scope.get('root_path', '')}{ASSISTANTS}"):
            error = {"code": RPC_ERROR, "message": self._message, "data": {"code": self._code}}
            body = orjson.dumps({"jsonrpc": "2.0", "id": None, "error": error})
            await Response(body, self.status_code, self._more, "application/json")(scope, receive, send)
            return
        if not wants_page(scope):
            await super().__call__(scope, receive, send)
            return
        root = f"{scope.get('app_root_path', scope.get('root_path', ''))}/"
        page = PAGES.get_template("refused.html").render(sentence=written_out(self._message), root=root)
        headers = {**(self._more or {}), "Vary": "Accept"}
        await HTMLResponse(page, self.status_code, headers)(scope, receive, send)


def wants_page(scope: Scope) -> bool:
    """Returns whether a request is for a page that somebody reads: a browser says so, and programs ask elsewhere.

    >>> wants_page({"path": "/topics", "headers": [(b"accept", b"text/html,*/*;q=0.8")]})
    True
    >>> wants_page({"path": "/api/v1/search", "headers": [(b"accept", b"text/html")]})
    False
    """
    return "/api/" not in scope["path"] and "text/html" in Headers(scope=scope).get("accept", "")


def refusal(
    status: int, message: str = "", *, code: str = "", headers: Mapping[str, str] | None = None
) -> Response:
    """Returns the response that refuses a request."""
    code = code or CODES.get(status, "refused")
    return Refusal(status, code, message or MESSAGES.get(status, "refused"), headers)


def sentence(error: DebatableError) -> str:
    """Returns what is wrong and what to do, not where: that may be a folder of this machine.

    >>> sentence(InputError("there are no vectors", where="/home/me", todo="choose another method"))
    'there are no vectors; choose another method'
    """
    record = isinstance(error, RecordError) and error.where and error.where.startswith("argument ")
    what = f"{error.where}: {error.what}" if record else error.what
    return what if error.todo is None else f"{what}; {error.todo}"


def written_out(words: str) -> str:
    """Returns a remark or an error as a sentence, with a capital and a full stop.

    >>> written_out("nothing close"), written_out("unknown method 'bm24'; did you mean 'bm25'?")
    ('Nothing close.', "Unknown method 'bm24'; did you mean 'bm25'?")
    """
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith(('.', '?', '!')) else '.'}"


def code_of(error: DebatableError) -> str:
    """Returns the code of a mistake.

    >>> code_of(QueryError("the query is empty"))
    'bad_query'
    """
    if isinstance(error, UnknownNameError):
        return "unknown_name"
    return "bad_query" if isinstance(error, QueryError) else "bad_input"


def bad_parameter(errors: Sequence[Mapping[str, Any]], known: Iterable[str] = ()) -> str:
    """Returns which parameter is wrong, without its value, which may be long and hostile.

    Args:
        errors: Of the check.
        known: Names of the parameters that there are.

    >>> bad_parameter([{"loc": ("query", "k"), "msg": "Input should be a valid integer"}])
    'k: input should be a valid integer'
    >>> bad_parameter([{"loc": ("body",), "msg": "", "type": "bytes_type"}])
    'the body is not taken for lines; send it with Content-Type: application/x-ndjson'
    >>> bad_parameter([{"loc": ("query", "methd"), "msg": "", "type": "extra_forbidden"}], ["method", "k"])
    "there is no parameter 'methd'; did you mean method?"
    >>> bad_parameter([{"loc": ("query", "k"), "msg": "", "type": "extra_forbidden"}], ["queries", "k"])
    "there is no parameter 'k' in the address; send it in the body"
    >>> bad_parameter([{"loc": ("query", "colour"), "msg": "", "type": "extra_forbidden"}], ["method", "k"])
    "there is no parameter 'colour'; there are method, k"
    """
    unknown = [error for error in errors if error.get("type") == "extra_forbidden"]
    first = (unknown or errors)[0]  # who misspells a parameter leaves out the right one
    if first.get("type") == "json_invalid":
        reason = str((first.get("ctx") or {}).get("error", "")).lower()
        column = next((part for part in reversed(first["loc"]) if isinstance(part, int)), None)
        place = "" if column is None else f" at column {column + 1:,}"
        return f"the body is not JSON{place}" + (f" ({reason[:80]})" if reason else "")
    if first["loc"] == ("body",) and first.get("type") in BODIES:
        return BODIES[first["type"]]
    where = _place(first)
    if first.get("type") == "extra_forbidden" and where:
        if first["loc"][0] == "query" and where[-1] in known:  # of the body, since the address has none
            return f"there is no parameter {where[-1][:80]!r} in the address; send it in the body"
        known = list(known) if len(where) == 1 else []  # what is further inside has other names
        close = nearest(where[-1], known)
        missing = [".".join(_place(error)) for error in errors if error.get("type") == "missing"]
        hint = f"; did you mean {' or '.join(close)}?" if close else ""
        hint = hint or (f"; {missing[0]} is missing" if missing else "")
        hint = hint or (f"; there are {', '.join(known)}" if known else "")
        return f"there is no parameter {where[-1][:80]!r}{hint}"
    if first.get("type") == "missing":
        return f"{'.'.join(where)[:80] or 'the body'} is missing"
    message = str(first["msg"]).partition(", unable to ")[0].replace(" after validation", "")
    return f"{'.'.join(where)[:80] or 'the body'}: {message[:1].lower()}{message[1:200]}"


def _place(error: Mapping[str, Any]) -> list[str]:
    """Returns the names that lead to what is wrong, without the part of the request that it is in."""
    inside = error["loc"][:1] in (("query",), ("body",), ("path",))
    return [str(part) for part in error["loc"][inside:]]


async def mistake(request: Request, error: Exception) -> Response:
    """Answers an error of the engine."""
    if isinstance(error, IndexLockedError):
        return refusal(409, sentence(error), code="index_locked", headers={"Retry-After": "5"})
    if isinstance(error, MISTAKES):
        return refusal(400, sentence(error), code=code_of(error))
    if isinstance(error, CorruptIndexError):
        LOG.error("the index is damaged: %s", error)
        return refusal(500, sentence(error), code="damaged")
    if isinstance(error, OverdueError):
        return refusal(503, sentence(error), code="timeout", headers={"Retry-After": "5"})
    if isinstance(error, StorageError | NotAnIndexError):  # it may be on its way to another place
        LOG.error("the index cannot be read or written: %s", error)
        return refusal(503, AWAY, code="unavailable", headers={"Retry-After": "5"})
    raise error


async def validation_error(request: Request, error: Exception) -> Response:
    """Answers a request whose parameters are wrong."""
    errors = error.errors() if isinstance(error, RequestValidationError) else []
    return refusal(422, bad_parameter(errors, _parameters(request)) if errors else "")


def _parameters(request: Request) -> list[str]:
    """Returns the names of the parameters that an address takes, in its query and its body."""
    dependant = getattr(request.scope.get("route"), "dependant", None)
    if dependant is None:
        return []
    fields = [*dependant.query_params, *dependant.body_params]
    kinds = [getattr(field.field_info, "annotation", None) for field in fields]
    return [name for kind in kinds for name in getattr(kind, "model_fields", {})]


def _methods(request: Request) -> list[str]:
    """Returns the methods that an address takes, of all routes to it."""
    routes = getattr(request.app.state, "routes", []) if "app" in request.scope else []
    partial = [route for route in routes if route.matches(request.scope)[0] is Match.PARTIAL]
    return sorted({method for route in partial for method in route.methods} - {"HEAD"})


def _body_fault(error: BaseException | None) -> str:
    r"""Returns why a body was not read; empty where that is not known.

    >>> _body_fault(UnicodeDecodeError("utf-8", b"\xdf", 0, 1, "invalid"))
    'the body is not UTF-8 at byte 1; send it as UTF-8'
    """
    if isinstance(error, UnicodeDecodeError):
        return f"the body is not UTF-8 at byte {error.start + 1:,}; send it as UTF-8"
    return "the body is nested too deeply" if isinstance(error, RecursionError) else ""


async def http_error(request: Request, error: Exception) -> Response:
    """Answers what the framework refuses."""
    if isinstance(error, Refused):
        return refusal(error.status_code, str(error.detail), code=error.code, headers=error.headers)
    if isinstance(error, HTTPException):
        if error.status_code == 405 and (methods := _methods(request)):
            headers = {**(error.headers or {}), "Allow": ", ".join(methods)}
            return refusal(405, f"this address takes {' or '.join(methods)}", headers=headers)
        listed = error.status_code == 404 and "/api/" in request.scope.get("path", "")
        message = (
            f"{MESSAGES[404]}; {request.scope.get('root_path', '')}/api lists what there is" if listed else ""
        )
        message = message or _body_fault(error.__cause__)
        return refusal(error.status_code, message, headers=error.headers)
    return refusal(500)
