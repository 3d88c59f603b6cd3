"""Filters as conditions for the server, and the same for the payload of a premise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from qdrant_client import models

from debatable.arrays import Ints
from debatable.engines.protocol import Filter
from debatable.engines.qdrant.names import point_ids
from debatable.engines.qdrant.reading.points import Payload
from debatable.ranking.protocol import Kind


def among(kind: Kind, rows: Ints) -> models.Filter:
    """Lets given rows pass."""
    return models.Filter(must=[models.HasIdCondition(has_id=[*point_ids(kind, rows)])])


def any_of(kind: Kind, key: str, values: Sequence[Any]) -> models.Filter:
    """Lets points of a kind pass that have one of the values."""
    match = models.FieldCondition(key=key, match=models.MatchAny(any=list(values)))
    return models.Filter(must=[_kind(kind), match])


def of_kind(kind: str) -> models.Filter:
    """Lets all points of a kind pass."""
    return models.Filter(must=[_kind(kind)])


def claimless() -> models.Filter:
    """Lets premises without a claim pass."""
    return models.Filter(must=[models.FieldCondition(key="claimless", match=models.MatchValue(value=True))])


def premises_filter(wanted: Filter) -> models.Filter:
    """Lets premises pass that have an argument of the sources, languages and ids, operators aside."""
    must: list[Any] = [_kind("premises")]
    if wanted.languages:
        must.append(_any("languages", wanted.languages))
    source = [_any("source", wanted.sources)] if wanted.sources else []
    if wanted.ids:
        own: list[Any] = [_any("id", wanted.ids)]
        if source:
            own.append(_link(source))
        named = models.Filter(must=[_link([*source, _any("id", wanted.ids)])])
        must.append(models.Filter(should=[named, models.Filter(must=own)]))
    elif source:
        must.append(_link(source))
    return models.Filter(must=must)


def passing_places(payload: Payload, wanted: Filter) -> list[int]:
    """Returns which links of a premise pass, operators aside."""
    if wanted.languages and not set(wanted.languages).intersection(payload["languages"]):
        return []
    named = not wanted.ids or payload["id"] in wanted.ids
    return [
        place
        for place, link in enumerate(payload["links"])
        if (not wanted.sources or link["source"] in wanted.sources) and (named or link["id"] in wanted.ids)
    ]


def tag_prefixes(language: str) -> list[str]:
    """Returns the prefixes of a language tag.

    >>> tag_prefixes("en-GB-x")
    ['en', 'en-GB', 'en-GB-x']
    """
    parts = language.split("-")
    return ["-".join(parts[: size + 1]) for size in range(len(parts))]


def _kind(kind: str) -> models.FieldCondition:
    return models.FieldCondition(key="kind", match=models.MatchValue(value=kind))


def _any(key: str, values: Sequence[str]) -> models.FieldCondition:
    return models.FieldCondition(key=key, match=models.MatchAny(any=list(values)))


def _link(conditions: Sequence[models.FieldCondition]) -> models.NestedCondition:
    """All conditions hold of one link."""
    return models.NestedCondition(
        nested=models.Nested(key="links", filter=models.Filter(must=list(conditions)))
    )
