"""An index on this machine: a corpus and a generation, opened for searching."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from debatable import lexical, text
from debatable.corpus import Links, Snapshot
from debatable.corpus.links import Ints
from debatable.engines.configuration import Configuration
from debatable.engines.generations import Generation
from debatable.engines.pointer import Pointer
from debatable.engines.tables import Tables
from debatable.errors import CorruptIndexError

__all__ = ["LocalIndex"]


class LocalIndex:
    """What ranking methods search in (see `ranking.ArgumentIndex`), read from a folder."""

    def __init__(self, folder: Path) -> None:
        """Opens the current generation; it stays readable when newer ones are made."""
        self.folder = folder
        self.pointer = Pointer.read(folder)
        try:
            self.generation = Generation(self.pointer.generation_path(folder))
        except CorruptIndexError:
            again = Pointer.read(folder)
            if again == self.pointer:
                raise
            self.pointer = again  # a writer was faster: take what is current now
            self.generation = Generation(self.pointer.generation_path(folder))
        self.configuration = Configuration.of_dict(self.generation.manifest.configuration)
        self.snapshot = Snapshot(self.pointer.corpus_path(folder), self.pointer.revision)

    @cached_property
    def tables(self) -> Tables:
        """Keys by row."""
        return Tables.load(self.generation)

    @property
    def links(self) -> Links:
        """Which premise speaks to which claim."""
        return self.tables.links

    @cached_property
    def claims(self) -> lexical.Index:
        """Postings of the claims."""
        return self._postings("claims")

    @cached_property
    def premises(self) -> lexical.Index:
        """Postings of the premises."""
        return self._postings("premises")

    @cached_property
    def conclusions(self) -> lexical.Index:
        """Postings of the claims of each premise."""
        return self._postings("conclusions")

    @cached_property
    def discussions(self) -> lexical.Index:
        """Postings of the discussions of each premise."""
        return self._postings("discussions")

    @cached_property
    def analyzer(self) -> text.Analyzer:
        """What the texts were analysed with."""
        return text.analyzer(self.configuration.analyzer)

    def tokens(self, text: str) -> list[str]:
        """Analyses a text as the index was analysed."""
        return self.analyzer(text)

    def claim_ids(self, rows: Sequence[int] | Ints) -> list[str]:
        """Returns the ids of claims."""
        keys = [int(key) for key in self.tables.claims[list(rows)]]
        found = self.snapshot.claims(keys)
        return [found[key].id for key in keys]

    def claim_texts(self, rows: Sequence[int] | Ints) -> list[str]:
        """Returns the texts of claims."""
        return self._texts("claims", self.tables.claims[list(rows)])

    def premise_texts(self, rows: Sequence[int] | Ints) -> list[str]:
        """Returns the texts of premises."""
        return self._texts("premises", self.tables.premises[list(rows)])

    def outdated(self) -> bool:
        """Says whether a newer state has become current since this one was opened."""
        return Pointer.read(self.folder) != self.pointer

    def close(self) -> None:
        """Lets go of the generation, so that it may be cleaned up."""
        self.snapshot.close()
        self.generation.close()

    def _postings(self, field: str) -> lexical.Index:
        return lexical.open(self.generation.folder / "lexical" / field)

    def _texts(self, table: str, keys: Ints) -> list[str]:
        wanted = [int(key) for key in keys]
        found = self.snapshot.texts(table, wanted)
        return [found[key] for key in wanted]
