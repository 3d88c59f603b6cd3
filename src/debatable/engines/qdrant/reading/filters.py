"""Filters as conditions for the server, and the same for the payload of a premise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from qdrant_client import models

from debatable.arrays import Ints
from debatable.engines.protocol import Filter
from debatable.engines.qdrant.names import id_key, point_ids
from debatable.engines.qdrant.reading.points import Payload
from debatable.ranking.protocol import Kind


def among(kind: Kind, rows: Ints) -> models.Filter:
    """Lets given rows pass."""
    return models.Filter(must=[models.HasIdCondition(has_id=[*point_ids(kind, rows)])])


def any_of(kind: Kind, key: str, values: Sequence[Any]) -> models.Filter:
    """Lets points of a kind pass that have one of the values."""
    return models.Filter(must=[_kind(kind), _any(key, values)])


def of_kind(kind: str) -> models.Filter:
    """Lets all points of a kind pass."""
    return models.Filter(must=[_kind(kind)])


def claimless(twice: bool) -> models.Filter:
    """Lets premises without a claim pass; where points say it twice, also those that say it once."""
    fields = {"claimless": True, "has_claim": False} if twice else {"claimless": True}
    return models.Filter(
        should=[
            models.FieldCondition(key=key, match=models.MatchValue(value=value))
            for key, value in fields.items()
        ]
    )


def named(ids: Sequence[str], fields: Sequence[str], twice: bool) -> models.Filter:
    """Lets premises pass that have one of the ids in one of the fields; where points have keys, also by these."""
    keyed = [_any("keys", [id_key(id_) for id_ in ids])] if twice else []
    return models.Filter(should=[*(any_of("premises", field, ids) for field in fields), *keyed])


def narrowest(wanted: Filter, corpus: Mapping[str, Mapping[str, int]], links: int) -> tuple[Filter, int]:
    """Returns the part of a filter by source or by language that lets less pass, and how many arguments pass it."""
    sources, languages = corpus.get("sources", {}), corpus.get("languages", {})
    parts = [(Filter(), links)]
    if wanted.sources:
        of_sources = sum(sources.get(source, 0) for source in set(wanted.sources))
        parts.append((Filter(sources=wanted.sources), of_sources))
    if wanted.languages:
        tags = [tag for tag in languages if set(wanted.languages).intersection(tag_prefixes(tag))]
        parts.append((Filter(languages=wanted.languages), sum(languages[tag] for tag in tags)))
    return min(reversed(parts), key=lambda part: part[1])


def premises_filter(wanted: Filter, twice: bool) -> models.Filter:
    """Lets premises pass that have one of the ids, else those of a source or a language, else all."""
    if wanted.ids:
        return named(wanted.ids, ("id", "links[].id"), twice)
    if wanted.sources:
        return any_of("premises", "links[].source", wanted.sources)
    if wanted.languages:
        return any_of("premises", "languages", wanted.languages)
    return of_kind("premises")


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


def _any(key: str, values: Sequence[Any]) -> models.FieldCondition:
    return models.FieldCondition(key=key, match=models.MatchAny(any=list(values)))
