"""The semantic part of a generation: vectors of claims and premises, their clusters, and quality."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from debatable.arrays import Halves, Ints, Matrix
from debatable.clustering import Assignment, Clustering, with_singletons
from debatable.corpus import Links
from debatable.embedding import CachedEncoder, Encoder, KnownVectors, Sentences, Sliding, encoder
from debatable.embedding.cache import write_rows
from debatable.engines.local.configuration import Configuration
from debatable.engines.local.fields.texts import Texts
from debatable.engines.local.generations import QUALITY, Draft, Generation, clusters_name, vectors_name
from debatable.engines.local.nearest.placement import keep_cells, place_cells
from debatable.engines.local.stages import Stages
from debatable.engines.local.tables import EMPTY
from debatable.learning import quality
from debatable.learning.quality import shares_beaten
from debatable.literals import mapped
from debatable.progress import Step, shifted

__all__ = ["build_cells", "build_clusters", "build_quality", "build_vectors"]

BLOCK = 4_096

FEW = 4_096
"""Up to so many vectors are not worth keeping when a build is interrupted."""


def build_vectors(
    table: str,
    variant: str,
    texts: Texts,
    configuration: Configuration,
    draft: Draft,
    previous: Generation | None,
    first: int,
    dead: Ints,
    stages: Stages,
    progress: Step | None,
) -> None:
    """Encodes the texts of the rows from `first` on and takes over the vectors of those before.

    A text that is read in one part has the vector of its first reading, where the index has that: it is not read again.
    """
    reader = encoder(f"{variant}({configuration.encoder})")
    encode: Encoder = reader
    name = vectors_name(table, variant)
    total = texts.rows(table)
    fresh = partial(texts.blocks, table, first, BLOCK)
    at_hand, parts = draft.folder / vectors_name(table, "first"), None
    if isinstance(reader, Sliding | Sentences) and at_hand.is_file():
        parts = reader
    unread = fresh if parts is None else partial(_of_several_parts, parts, fresh)
    ahead = stages.encoded(encode, unread, total - first, draft.unfinished, progress)
    if total - first > FEW:
        encode = CachedEncoder(encode, draft.unfinished)
    elif known := ahead or draft.known:
        encode = KnownVectors(encode, known)
    before = previous.array(name) if previous else np.zeros((0, encode.dimensions), np.float16)

    def blocks() -> Iterator[Matrix | Halves]:
        for start in range(0, first, BLOCK):
            stop = min(start + BLOCK, first)
            kept = np.array(before[start:stop])
            kept[dead[(dead >= start) & (dead < stop)] - start] = 0
            yield kept
        for number, block in enumerate(fresh()):
            done = shifted(progress, number * BLOCK, total - first)
            if parts is None:
                yield encode(block, done)
                continue
            start = first + number * BLOCK
            vectors = np.array(mapped(at_hand)[start : start + len(block)])
            several = np.flatnonzero(~parts.whole(block))
            if len(several):
                vectors[several] = encode([block[row] for row in several.tolist()], done)
            yield vectors

    write_rows(draft.folder / name, (total, encode.dimensions), np.float16, blocks())


def _of_several_parts(
    reader: Sliding | Sentences, blocks: Callable[[], Iterator[list[str]]]
) -> Iterator[list[str]]:
    """Yields the texts of blocks that are not read in one part."""
    for block in blocks():
        several = [text for text, whole in zip(block, reader.whole(block), strict=True) if not whole]
        if several:
            yield several


def build_cells(
    table: str,
    configuration: Configuration,
    draft: Draft,
    previous: Generation | None,
    dead: Ints,
    progress: Step | None,
) -> None:
    """Places the vectors that are searched in cells where they are many, or takes over the cells there are."""
    variant = configuration.long_texts[0] if table == "premises" else "first"
    vectors = mapped(draft.folder / vectors_name(table, variant))
    if not 0 < configuration.cells <= len(vectors):
        return
    if previous is None or not keep_cells(draft.folder, table, len(vectors), dead, previous):
        place_cells(draft.folder, table, vectors, progress=progress)


def build_quality(links: Links, configuration: Configuration, draft: Draft, progress: Step | None) -> None:
    """Judges every link by the others of its claim, if the quality model knows the encoder's vectors."""
    model = quality()
    if configuration.encoder != model.encoder:
        return
    claims, premises = (mapped(draft.folder / vectors_name(table)) for table in ("claims", "premises"))
    dcf = model.dcf_of_links(claims, premises, links.claim, links.premise, progress)
    draft.save(QUALITY, shares_beaten(dcf, links.claim))


def build_clusters(
    table: str,
    keys: Ints,
    cluster: Clustering,
    near: float,
    draft: Draft,
    previous: Generation | None,
    first: int,
    progress: Step | None,
) -> int:
    """Clusters the living rows, or assigns the new ones to the clusters there are; returns how many there are.

    Clusters keep their numbers when texts are added; only a new clustering gives new ones.
    """
    vectors: Halves = mapped(draft.folder / vectors_name(table))
    living = np.flatnonzero(keys != EMPTY)
    clusters = np.full(len(keys), EMPTY, np.int32)
    if previous is None:
        clusters[living] = with_singletons(cluster(np.asarray(vectors[living], np.float32), progress))
    else:
        clusters[:first] = np.where(keys[:first] != EMPTY, previous.array(clusters_name(table)), EMPTY)
        old, new = living[living < first], living[living >= first]
        clusters[new] = Assignment(least=near)(
            np.asarray(vectors[new], np.float32), np.asarray(vectors[old], np.float32), clusters[old]
        )
    draft.save(clusters_name(table), clusters)
    return len(np.unique(clusters[living]))
