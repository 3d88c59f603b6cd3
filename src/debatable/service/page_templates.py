"""The templates of the pages, and what they may call."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, select_autoescape

from debatable.service import wording
from debatable.service.routes.parameters import PageSearch

__all__ = ["address", "page_templates"]


def page_templates() -> Environment:
    """Returns the templates; all they are given is escaped."""
    templates = Environment(
        loader=PackageLoader("debatable.service"),
        autoescape=select_autoescape(default=True),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.globals.update(
        reason=wording.reason,
        others=wording.others,
        differences=wording.differences,
        percent=wording.percent,
        address=address,
    )
    templates.filters["pair"] = lambda name: (name, name)
    return templates


def address(asked: PageSearch, **changes: Any) -> str:
    """Returns the query string of a search with some parameters changed.

    >>> address(PageSearch(q="Ban cars"), q="Ban zoos", k=None)
    'q=Ban+zoos&method=best&stance=both&length=any&sort=best'
    >>> address(PageSearch(q="Ban crs", spelling=False), k=None)[-14:]
    'spelling=false'
    """
    options = asked.model_dump(exclude={"explain"})
    options["spelling"] = None if asked.spelling else "false"
    wanted = {**options, **changes}
    order = ("q", *(name for name in wanted if name != "q"))
    return urlencode({name: wanted[name] for name in order if wanted[name] not in (None, [], "")}, doseq=True)
