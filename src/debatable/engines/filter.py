"""Which arguments a search may find."""

from __future__ import annotations

from dataclasses import dataclass

from debatable.text import Query

__all__ = ["Filter"]


@dataclass(frozen=True, slots=True)
class Filter:
    """Which arguments may be found; an empty part lets all pass.

    Attributes:
        sources: Where they may come from.
        languages: Of their premises, as BCP 47 tags; ``en`` stands for ``en-GB``, too.
        ids: Their own or those of their premises.
        query: What its operators ask of a premise and its claims.
    """

    sources: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    query: Query | None = None

    @property
    def empty(self) -> bool:
        """Whether all pass."""
        return not (self.sources or self.languages or self.ids or (self.query and not self.query.plain))

    def __str__(self) -> str:
        """Says what is wanted, but for the operators.

        >>> str(Filter(sources=("portal",), languages=("en", "de")))
        "from 'portal' in 'en' or 'de'"
        """
        parts = (
            ("from", " or ".join(map(repr, self.sources))),
            ("in", " or ".join(map(repr, self.languages))),
            ("named", " or ".join(map(repr, self.ids[:3])) + (" or …" if len(self.ids) > 3 else "")),
        )
        return " ".join(f"{word} {names}" for word, names in parts if names)
