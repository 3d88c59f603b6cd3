"""Where the premises of an answer were found."""

from __future__ import annotations

from dataclasses import dataclass

from debatable.model import Answer

__all__ = ["Source", "sources", "sources_text"]


@dataclass(frozen=True, slots=True)
class Source:
    """One place where premises were found.

    Attributes:
        name: Of the collection or portal.
        discussion: Title of the discussion.
        url: Address, where there is one that a browser opens.
        ranks: Which premises of the answer are from there.
    """

    name: str
    discussion: str
    url: str
    ranks: tuple[int, ...]


def sources(answer: Answer) -> list[Source]:
    """Returns the sources of the hits, each once, those of the first hit first."""
    ranks: dict[tuple[str, str, str], dict[int, None]] = {}
    for rank, hit in enumerate(answer.hits, 1):
        for found in hit.arguments:
            url = found.url if found.url.startswith(("http://", "https://")) else ""
            if found.source or found.discussion or url:
                ranks.setdefault((found.source, found.discussion, url), {})[rank] = None
    return [Source(*place, tuple(cited)) for place, cited in ranks.items()]


def sources_text(answer: Answer) -> str:
    """Returns the sources as plain text, one a line: name, discussion, address, and the premises from there.

    >>> sources_text(Answer("Ban cars", "bm25", ()))
    ''
    """
    return "".join(f"{_line(source)}\n" for source in sources(answer))


def _line(source: Source) -> str:
    place = ". ".join(" ".join(part.split()) for part in (source.name, source.discussion, source.url) if part)
    return f"{place} [{', '.join(map(str, source.ranks))}]"
