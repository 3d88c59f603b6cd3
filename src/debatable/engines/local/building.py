"""From a snapshot of the corpus to a generation: everything that a search needs, computed ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from debatable import lexical
from debatable.arrays import Ints, Matrix, VectorRows, Vectors, distinct, union
from debatable.corpus import Snapshot
from debatable.engines.configuration import Configuration, reading_model
from debatable.engines.local.generations import (
    ONE_SENTENCE,
    QUALITY,
    Draft,
    Generation,
    clusters_name,
    late_name,
    stored_vectors,
    vectors_name,
)
from debatable.engines.local.relations import Journal, Neighbours, ReadRelations, read_relations
from debatable.engines.local.stages import InProcess, Stages
from debatable.engines.local.tables import EMPTY, Change, Tables, advance, save_corpus_digest
from debatable.engines.local.texts import FIELDS, Texts, save_words
from debatable.files import link_or_copy
from debatable.progress import Progress, Step, shifted, step
from debatable.text.sentences import is_one_sentence
from debatable.version import VERSION

if TYPE_CHECKING:
    from debatable.embedding import Encoder, Sentences, Sliding
    from debatable.learning import EvidenceModel

BLOCK = 4_096
"""Texts that are encoded at a time."""

LATE = 4_096
"""Rows, or one in twenty, that are kept in a file of their own after the others; with more, all are written again."""

FEW = 4_096
"""Up to so many vectors are not worth keeping when a build is interrupted."""


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
    read: bool = True,
    relations: ReadRelations | None = None,
) -> Path:
    """Builds a generation aside and gives it its name; it is not read before the pointer names it.

    Args:
        snapshot: The corpus to index.
        configuration: How to compute it.
        home: Folder of the generations.
        name: Of the new generation.
        previous: A generation to go on from; what did not change is taken over.
        progress: Called with the progress of each step.
        recluster: Whether to cluster everything again, not only assign what is new.
        unfinished: Where vectors outlive an interrupted build; beside the generations by default.
        known: Folder of vectors that were computed before; nothing is written there.
        stages: Who does the costly stages; this process by default.
        read: Whether claims are read that were not yet, if the configuration says so.
        relations: Relations of claims to go on from; those of the previous generation without it.
    """
    before = Tables.load(previous) if previous else None
    tables, change = advance(snapshot, before)
    draft = Draft(home, name, unfinished or home.parent / "unfinished", known)
    build = Build(
        Texts(snapshot, tables),
        tables,
        change,
        configuration,
        previous,
        draft,
        stages or InProcess(),
        progress,
    )
    try:
        tables.save(draft)
        save_corpus_digest(snapshot, before, draft, previous)
        build.lengths()
        build.sentences()
        for field in FIELDS:
            build.postings(field)
        save_words(build.texts, change, draft, previous)
        counts, fingerprint = tables.counts, ""
        if configuration.encoder:
            from debatable.embedding import encoder

            counts |= build.semantics(recluster)
            fingerprint = encoder(configuration.encoder).fingerprint
        kept = build.relations(relations or ReadRelations.load(previous), read)
        counts |= {"claims_read": len(kept.claims), "relations": len(kept.pairs)} if kept.model else {}
        return draft.publish(configuration.as_dict(), counts, previous, fingerprint, kept.model)
    finally:
        draft.discard()


@dataclass(frozen=True)
class Build:
    """One build: what it starts from, and the draft that it fills."""

    texts: Texts
    tables: Tables
    change: Change
    configuration: Configuration
    previous: Generation | None
    draft: Draft
    stages: Stages
    progress: Progress | None

    def step(self, name: str) -> Step | None:
        """Returns what is called with the progress of a step."""
        return step(self.progress, name)

    def lengths(self) -> None:
        """Saves how many characters each premise has: the longest represents its cluster."""
        kept = self.previous.array("premises.length.npy") if self.previous else np.zeros(0, np.int32)
        added = np.fromiter(map(len, self.texts.of("premises", self.change.first_premise)), np.int32)
        lengths = np.concatenate([kept, added])
        lengths[self.change.dead_premises] = 0
        self.draft.save("premises.length.npy", lengths)

    def sentences(self) -> None:
        """Saves which premises are a single sentence; of all of them where the previous generation does not know."""
        kept, first = np.zeros(0, np.bool_), 0
        if self.previous is not None and ONE_SENTENCE in self.previous.manifest.files:
            kept, first = self.previous.array(ONE_SENTENCE), self.change.first_premise
        added = np.fromiter(map(is_one_sentence, self.texts.of("premises", first)), np.bool_)
        single = np.concatenate([kept, added])
        single[self.change.dead_premises] = False
        self.draft.save(ONE_SENTENCE, single)

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

    def semantics(self, recluster: bool) -> dict[str, int]:
        """Saves vectors, cells, clusters and qualities; returns the number of clusters."""
        counts = {}
        for table in ("claims", "premises"):
            for variant in self.configuration.variants(table):
                self.vectors(table, variant)
            self.cells(table)
            counts[f"{table[:-1]}_clusters"] = self.clusters(table, recluster)
        self.quality()
        return counts

    def vectors(self, table: str, variant: str) -> None:
        """Encodes the texts of the new rows and takes over the vectors of the others.

        A text that a variant reads in one part has the vector of the variant ``first``, where the index has that.
        """
        from debatable.embedding import CachedEncoder, KnownVectors, Sentences, Sliding, encoder
        from debatable.embedding.cache import write_rows
        from debatable.embedding.encoder import CheckedEncoder

        first, _ = self.change.of(table)
        draft, progress = self.draft, self.step(f"{table}: vectors")
        reader = encoder(f"{variant}({self.configuration.encoder})")
        encode: Encoder = reader
        total = self.texts.rows(table)
        fresh = partial(self.texts.blocks, table, first, BLOCK)
        whole_texts, parts = draft.folder / vectors_name(table, "first"), None
        if isinstance(reader, Sliding | Sentences) and whole_texts.is_file():
            parts = reader
        unread = fresh if parts is None else partial(_of_several_parts, parts, fresh)
        ahead = self.stages.encoded(encode, unread, total - first, draft.unfinished, progress)
        encode = CheckedEncoder(encode)
        if total - first > FEW:
            encode = CachedEncoder(encode, draft.unfinished)
        elif known := ahead or draft.known:
            encode = KnownVectors(encode, known)

        def blocks(begin: int) -> Iterator[Vectors]:
            for start in range(begin, first, BLOCK):
                yield before[start : min(start + BLOCK, first)]
            for number, block in enumerate(fresh()):
                done = shifted(progress, number * BLOCK, total - first)
                if parts is None:
                    yield encode(block, done)
                    continue
                start = first + number * BLOCK
                vectors = self.stored(table)[start : start + len(block)]
                several = np.flatnonzero(~parts.whole(block))
                if len(several):
                    vectors = np.array(vectors)
                    vectors[several] = encode([block[row] for row in several.tolist()], done)
                yield vectors

        name, begin = vectors_name(table, variant), 0
        if self.previous is not None:
            before = stored_vectors(self.previous, table, variant, self.keys(table)[:first])
            early = len(self.previous.array(name))
            if total - early <= max(LATE, early // 20):  # what is there need not be written again
                link_or_copy(self.previous.folder / name, draft.folder / name)
                name, begin = late_name(table, variant), early
        if self.previous is None or begin < total:
            write_rows(draft.folder / name, (total - begin, encode.dimensions), np.float16, blocks(begin))

    def keys(self, table: str) -> Ints:
        """Returns the key of each row of a table."""
        return self.tables.claims if table == "claims" else self.tables.premises

    def stored(self, table: str, variant: str = "first") -> VectorRows:
        """Maps the vectors of a table that this build has written."""
        return stored_vectors(self.draft.folder, table, variant, self.keys(table))

    def cells(self, table: str) -> None:
        """Places the vectors that are searched in cells where they are many, or takes over the cells there are."""
        variant = self.configuration.variants(table)[0]
        folder, vectors = self.draft.folder, self.stored(table, variant)
        if not 0 < self.configuration.cells <= len(vectors):
            return
        from debatable.engines.local.placement import keep_cells, place_cells

        _, dead = self.change.of(table)
        if self.previous is None or not keep_cells(folder, table, len(vectors), dead, self.previous):
            place_cells(folder, table, vectors, progress=self.step(f"{table}: cells"))

    def clusters(self, table: str, recluster: bool) -> int:
        """Clusters the living rows, or assigns the new ones to the clusters there are; returns how many there are.

        Clusters keep their numbers when texts are added; only a new clustering gives new ones.
        """
        from debatable.clustering import Assignment, clustering, with_singletons

        keys, vectors = self.keys(table), self.stored(table)
        living = np.flatnonzero(keys != EMPTY)
        clusters = np.full(len(keys), EMPTY, np.int32)
        if self.previous is None or recluster:
            cluster = self.stages.clustering(
                clustering(self.configuration.clusters),
                self.draft.unfinished,
                self.step(f"{table}: neighbours"),
            )
            labels = cluster(np.asarray(vectors[living], np.float32), self.step(f"{table}: clusters"))
            clusters[living] = with_singletons(labels)
        else:
            first, _ = self.change.of(table)
            before = self.previous.array(clusters_name(table))
            clusters[:first] = np.where(keys[:first] != EMPTY, before, EMPTY)
            new = living[living >= first]
            assign = Assignment(least=self.configuration.near)
            clusters[new] = assign(np.asarray(vectors[new], np.float32), vectors, clusters)
        self.draft.save(clusters_name(table), clusters)
        return int(np.count_nonzero(np.bincount(clusters[living])))

    def relations(self, kept: ReadRelations, read: bool) -> ReadRelations:
        """Saves the relations of claims: those that were read before, and of new claims where they are to be read."""
        keys = self.tables.claims
        living = np.flatnonzero(keys != EMPTY)
        kept = kept.of(keys[living])
        if read and self.configuration.read and self.configuration.encoder:
            model = reading_model(self.configuration.read)
            if kept.model != model.fingerprint:
                kept = ReadRelations.load(None)
            kept = self._read(model, kept, living)
        kept.save(self.draft)
        return kept

    def _read(self, model: EvidenceModel, kept: ReadRelations, living: Ints) -> ReadRelations:
        """Reads the claims that were not read with their neighbours."""
        keys, draft = self.tables.claims, self.draft
        vectors = self.stored("claims")
        new = ~np.isin(keys[living], kept.claims)
        pairs, cosines = Neighbours().pairs(vectors, living, new)
        readable = np.array([model.reads(text) for text in self.texts.claims(pairs.ravel())], np.bool_)
        both_readable = readable.reshape(-1, 2).all(axis=1)
        pairs, cosines = pairs[both_readable], cosines[both_readable]
        known = None if draft.known is None else draft.known / f"{model.fingerprint}.readings"
        journal = Journal(draft.unfinished / f"{model.fingerprint}.readings", model.fingerprint, known)
        log_odds = read_relations(model, self.texts.claims, pairs, journal, self.step("claims: relations"))
        both = np.concatenate([kept.pairs, np.sort(keys[pairs], axis=1).reshape(-1, 2)])
        order = np.lexsort((both[:, 1], both[:, 0]))
        return ReadRelations(
            model.fingerprint,
            both[order],
            np.concatenate([kept.log_odds, log_odds.astype(np.float32)])[order],
            np.concatenate([kept.cosines, cosines])[order],
            distinct(np.concatenate([kept.claims, keys[living]])),
        )

    def quality(self) -> None:
        """Judges every link by the others of its claim, if the quality model knows the encoder's vectors.

        Links of claims that neither got nor lost one are judged as before.
        """
        from debatable.learning import quality
        from debatable.learning.quality import shares_beaten

        model, links = quality(), self.tables.links
        if self.configuration.encoder != model.encoder:
            return
        claims, premises = self.stored("claims"), self.stored("premises")
        shares, new = self._earlier_shares()
        claim_rows, premise_rows = links.claim[new], links.premise[new]
        dcf = model.dcf_of_links(claims, premises, claim_rows, premise_rows, self.step("quality"))
        shares[new] = shares_beaten(dcf, claim_rows)
        self.draft.save(QUALITY, shares)

    def _earlier_shares(self) -> tuple[Matrix, Ints]:
        """Returns the qualities of links that the previous generation has, and which links have none that holds."""
        links = self.tables.links
        shares, every = np.zeros((len(links), 3), np.float32), np.arange(len(links))
        previous = self.previous
        if (
            previous is None
            or QUALITY not in previous.manifest.files
            or previous.manifest.versions.get("debatable") != VERSION
        ):
            return shares, every
        before, claims, values = (
            previous.array(name) for name in ("links.argument.npy", "links.claim.npy", QUALITY)
        )
        places = np.minimum(np.searchsorted(before, links.argument), max(len(before) - 1, 0))
        got = before[places] != links.argument if len(before) else np.ones(len(links), np.bool_)
        changed = union(links.claim[got], claims[~np.isin(before, links.argument)])
        new = got | (np.isin(links.claim, changed) & (links.claim != EMPTY))
        shares[~new] = values[places[~new]]
        return shares, np.flatnonzero(new)


def _of_several_parts(
    reader: Sliding | Sentences, blocks: Callable[[], Iterator[list[str]]]
) -> Iterator[list[str]]:
    """Yields the texts of blocks that are not read in one part."""
    for block in blocks():
        several = [text for text, whole in zip(block, reader.whole(block), strict=True) if not whole]
        if several:
            yield several
