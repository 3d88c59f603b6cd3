"""From a snapshot of the corpus to a generation: everything a search needs, computed ahead."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np

from debatable import lexical
from debatable.corpus import Snapshot
from debatable.engines.configuration import Configuration
from debatable.engines.local.generations import Draft, Generation
from debatable.engines.local.stages import InProcess, Stages
from debatable.engines.local.tables import Change, Tables, advance
from debatable.engines.local.texts import FIELDS, Texts, save_words
from debatable.progress import Progress, Step, step

__all__ = ["build_generation"]


def build_generation(
    snapshot: Snapshot,
    configuration: Configuration,
    home: Path,
    name: str,
    previous: Generation | None = None,
    progress: Progress | None = None,
    recluster: bool = False,
    unfinished: Path | None = None,
    known: Path | None = None,
    stages: Stages | None = None,
) -> Path:
    """Builds a generation aside and gives it its name; nobody reads it before the pointer says so.

    Args:
        snapshot: The corpus to index.
        configuration: How.
        home: Folder of the generations.
        name: Of the new one.
        previous: A generation to go on from; what did not change is taken over as it is.
        progress: Told about each step.
        recluster: Whether to cluster everything anew, not only assign what is new.
        unfinished: Where vectors outlive an interrupted build; beside the generations by default.
        known: Where vectors are that were computed before; nothing is written there.
        stages: Who does the costly stages; this process by default.
    """
    tables, change = advance(snapshot, Tables.load(previous) if previous else None)
    texts = Texts(snapshot, tables)
    build = _Build(texts, tables, change, configuration, previous, progress, stages or InProcess())
    build.draft = Draft(home, name, unfinished or home.parent / "unfinished", known)
    try:
        tables.save(build.draft)
        build.lengths()
        for field in FIELDS:
            build.postings(field)
        save_words(texts, change, build.draft, previous)
        counts = tables.counts
        if configuration.encoder:
            counts |= build.meaning(recluster)
        return build.draft.publish(
            configuration.as_dict(), counts, previous, _encoder_fingerprint(configuration)
        )
    finally:
        build.draft.discard()


def _encoder_fingerprint(configuration: Configuration) -> str:
    """Returns the fingerprint of the encoder, empty without one."""
    if not configuration.encoder:
        return ""
    from debatable.embedding import encoder

    return encoder(configuration.encoder).fingerprint


class _Build:
    """One build: what it starts from and where it goes."""

    draft: Draft

    def __init__(
        self,
        texts: Texts,
        tables: Tables,
        change: Change,
        configuration: Configuration,
        previous: Generation | None,
        progress: Progress | None,
        stages: Stages,
    ) -> None:
        self.texts, self.tables, self.change = texts, tables, change
        self.configuration, self.previous, self.progress = configuration, previous, progress
        self.stages = stages

    def lengths(self) -> None:
        """Saves how many characters each premise has: the longest represents its cluster."""
        first = self.change.first_premise
        kept = self.previous.array("premises.length.npy") if self.previous else np.zeros(0, np.int32)
        added = np.fromiter(map(len, self.texts.of("premises", first)), np.int32)
        lengths = np.concatenate([kept, added])
        lengths[self.change.dead_premises] = 0
        self.draft.save("premises.length.npy", lengths)

    def postings(self, field: str) -> None:
        """Saves the inverted index of a field."""
        first, dead = self.change.of("claims" if field == "claims" else "premises")
        tokens = self.stages.tokens(
            self.configuration.analyzer,
            partial(self.texts.blocks, field, first),
            self.texts.rows(field) - first,
            self.draft.unfinished,
            self.step(field),
        )
        folder = self.draft.folder / "lexical" / field
        if self.previous is None:
            lexical.write(folder, tokens)
        else:
            before = lexical.open(self.previous.folder / "lexical" / field)
            before.delete(dead).add(tokens).save(folder)

    def meaning(self, recluster: bool) -> dict[str, int]:
        """Saves vectors and clusters; returns the number of clusters."""
        from debatable.clustering import clustering
        from debatable.engines.local.semantics import (
            build_cells,
            build_clusters,
            build_quality,
            build_vectors,
        )

        counts = {}
        for table, keys in (("claims", self.tables.claims), ("premises", self.tables.premises)):
            first, dead = self.change.of(table)
            for variant in self.configuration.long_texts if table == "premises" else ("first",):
                build_vectors(
                    table,
                    variant,
                    self.texts,
                    self.configuration,
                    self.draft,
                    self.previous,
                    first,
                    dead,
                    self.stages,
                    self.step(f"{table}: vectors"),
                )
            told = self.step(f"{table}: cells")
            build_cells(table, self.configuration, self.draft, self.previous, dead, told)
            before = None if recluster else self.previous
            cluster = self.stages.clustering(
                clustering(self.configuration.clusters),
                self.draft.unfinished,
                self.step(f"{table}: neighbours"),
            )
            counts[f"{table[:-1]}_clusters"] = build_clusters(
                table,
                keys,
                cluster,
                self.configuration.near,
                self.draft,
                before,
                first,
                self.step(f"{table}: clusters"),
            )
        build_quality(self.tables.links, self.configuration, self.draft, self.step("quality"))
        return counts

    def step(self, name: str) -> Step | None:
        """Returns what to tell about the progress of a step."""
        return step(self.progress, name)
