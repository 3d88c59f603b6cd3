"""The forms of a desk: read within limits, checked field by field."""

from __future__ import annotations

from typing import Annotated, Literal
from urllib.parse import parse_qsl

from fastapi import Request
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from debatable.service.refusals import Refused

LARGEST, MOST_FIELDS = 200_000, 3_000
"""Bytes and fields of a form."""

URL_ENCODED = "application/x-www-form-urlencoded"


def _clean(text: str) -> str:
    """Refuses control characters."""
    if any(not character.isprintable() and character not in "\t\r\n" for character in text):
        raise ValueError("there are characters in it that cannot be shown")
    return text


Word = Annotated[str, Field(max_length=100), AfterValidator(_clean)]
Name = Annotated[str, Field(max_length=200), AfterValidator(_clean)]
Id = Annotated[str, Field(min_length=1, max_length=1_000)]
Number = Annotated[int, Field(ge=0, le=2**53)]


class Guarded(BaseModel):
    """A form of the desk; a field that is not named is refused."""

    model_config = ConfigDict(extra="forbid")

    guard: str = Field("", max_length=200)


class Entering(Guarded):
    """Name and token."""

    name: Name
    token: str = Field(max_length=1_000)


class _AnswerForm(Guarded):
    """An answer about an item, and where it belongs."""

    sheet: Id
    query: Id
    form: str = Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")


class Answering(_AnswerForm):
    """A value, and a side where the task asks for one."""

    item: Id
    value: str = Field("", max_length=40)
    stance: Literal["pro", "con", "none"] | None = None
    seen: Number = 0
    decide: bool = False
    skip: bool = False


class Placing(_AnswerForm):
    """The group that a premise goes to: one that is there, or a new one."""

    item: Id
    group: Name = ""
    new: Name = ""
    seen: Number = 0
    decide: bool = False


class Renaming(_AnswerForm):
    """Another name for a group, or the grouping of somebody to begin with."""

    group: Name = ""
    new: Name = ""
    like: Name = ""
    decide: bool = False


class Undoing(Guarded):
    """The line that is taken back, and the page to go on with."""

    of: Number
    back: Literal["judge", "group", "decide"] = "judge"


class Adding(Guarded):
    """Somebody to let in, or to give a new token."""

    name: Name
    lead: bool = False
    anew: bool = False
    seen: str = Field("", max_length=100)


class Starting(Guarded):
    """Words to begin a sample with; none to begin again."""

    words: str = Field("", max_length=2_000)


class Growing(Guarded):
    """What belongs to the topic, of what a round suggested."""

    rounds: int = Field(ge=0, le=100)
    kept: list[Word] = Field([], max_length=2_000)
    enough: bool = False


class Choosing(Guarded):
    """How many claims are drawn, and which are not wanted."""

    size: int = Field(232, ge=1, le=10_000)
    seed: int = Field(0, ge=0, le=2**32 - 1)
    refused: list[Id] = Field([], max_length=2_000)


MANY = ("kept", "refused")
"""Fields that may be given several times."""


async def form_of(request: Request) -> dict[str, str | list[str]]:
    """Reads the fields of a form; of one that is given several times the last counts, but for lists.

    Raises:
        Refused: It is too large, or no form.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != URL_ENCODED:
        raise Refused(415, "bad_request", "a form is needed here")
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST:
            raise Refused(413, "too_large", "the form is too large")
    try:
        pairs = parse_qsl(
            body.decode("utf-8"), keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict"
        )
    except ValueError:  # UnicodeDecodeError is one
        raise Refused(400, "bad_request", "the form cannot be read") from None
    lists = {name: [value for given, value in pairs if given == name] for name in MANY}
    once = {name: value for name, value in pairs if name not in MANY}
    return {**once, **{name: values for name, values in lists.items() if values}}
