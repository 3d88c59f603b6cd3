"""How an index is computed: stored with it, so that what is added later is treated alike."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from debatable import text
from debatable.arrays import Singles
from debatable.errors import InputError, UnknownNameError, check_name
from debatable.text import analyzer

if TYPE_CHECKING:
    from debatable.embedding import Encoder
    from debatable.learning import EvidenceModel
    from debatable.ranking.protocol import Kind

READ = "learned"
"""Stance model that the commands read claims with where nothing else is said."""

ENCODER = "all-MiniLM-L6-v2"
CLUSTERS = "lowest-core"
VARIANTS = ("first", "sliding", "sentences")

KEPT = 256
"""Vectors of queries that are kept: pages of one answer, and methods that are compared, ask the same."""

MODELS = "DEBATABLE_MODELS"
"""Variable with the folders whose models an index may name though they lie outside of it, separated as in PATH."""

ENGLISH = ("english", "krovetz", "lovins", "none", "porter")
"""Stemmers of English, and none."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """Everything that steers the computation of an index.

    Attributes:
        analyzer: Name of the analyzer of claims, premises and queries.
        encoder: Name or path of the encoder; empty for an index without vectors and clusters.
        long_texts: How premises longer than the encoder's limit are read: ``first``, ``sliding``, ``sentences``; one
            set of vectors is kept for each.
        clusters: How claims and premises are clustered, such as ``hybrid(minimum_size=3)``; see docs/clustering.md.
        near: Distance within which an added text joins any cluster.
        cells: Rows of a table from which on a search for the nearest goes by cells of vectors; 0 for never.
        read: Stance model that reads neighbouring claims with each other when an index is made, such as ``learned``;
            empty for none. Needs vectors.
    """

    analyzer: str = "english"
    encoder: str = ENCODER
    long_texts: tuple[str, ...] = ("first",)
    clusters: str = CLUSTERS
    near: float = 0.6
    cells: int = 400_000
    read: str = ""

    def __post_init__(self) -> None:
        """Checks the names before any work is done; the defaults need no loading."""
        analyzer(self.analyzer)
        for variant in self.long_texts:
            check_name("way to read long texts", variant, VARIANTS)
        if self.encoder not in ("", ENCODER):
            from debatable.embedding import encoder

            encoder(self.encoder)
        if self.clusters != CLUSTERS:
            from debatable.clustering import clustering

            clustering(self.clusters)
        if self.read:
            reading_model(self.read)

    def variants(self, kind: str) -> tuple[str, ...]:
        """Returns the ways in which texts of a kind are read; only premises are long."""
        return self.long_texts if kind == "premises" else ("first",)

    def as_dict(self) -> dict[str, Any]:
        """Returns plain JSON types."""
        return {**asdict(self), "long_texts": list(self.long_texts)}

    @classmethod
    def of_manifest(cls, document: Mapping[str, Any], home: Path | None = None) -> Self:
        """Reads what `as_dict` wrote into the manifest of an index; fields of other versions are ignored.

        An index may come from a stranger. So a model that it names by a path is only opened where it lies in the
        folder of the index, or in one that the user names.

        Args:
            document: The configuration in the manifest.
            home: Folder of the index; None for one on a server.

        Raises:
            InputError: It names a path elsewhere, or a part that has no name in this process.
        """
        names = {field.name for field in fields(cls)}
        values = {name: value for name, value in document.items() if name in names}
        for name, value in values.items():
            if isinstance(value, str):
                _check_paths(name, value, home)
        try:
            return cls(**{**values, "long_texts": tuple(values.get("long_texts", ("first",)))})
        except UnknownNameError as error:
            raise InputError(
                f"the index was made with an {error.what}",
                where=None if home is None else str(home),
                todo="where it is a part of your own, debatable.register it in this process first",
            ) from error


def _check_paths(field: str, name: str, home: Path | None) -> None:
    """Refuses a name, such as ``sliding(/models/mine)``, with a path that an index may not name."""
    parts = [part.strip() for part in re.split(r"[(),='\"]", name)]
    for part in parts:
        if not (_is_encoder_folder(part) if field == "encoder" else re.search(r"[/\\]", part)):
            continue
        if (len(parts) > 1 and ".." in Path(part).parts) or not _is_allowed(part, home):
            raise InputError(
                f"the index names the model {part[:200]!r}, which is not in its folder",
                where=None if home is None else str(home),
                todo=f"if you trust it, set {MODELS} to the folder of the model",
            )


def _is_encoder_folder(name: str) -> bool:
    """Returns whether the name of an encoder is a path: neither that of one of the table nor one on the hub."""
    if not name or name == ENCODER:
        return False
    if re.search(r"[/\\~]", name) and not re.fullmatch(r"[^./\\~][^/\\]*/[^/\\]+", name):
        return True
    from debatable.embedding.table import ENCODERS, VARIANTS

    return name not in ENCODERS and name not in VARIANTS and Path(name).is_dir()


def _is_allowed(name: str, home: Path | None) -> bool:
    """Returns whether a path is in the folder of an index or in one that the user names, however it is written."""
    named = [Path(folder).expanduser() for folder in os.environ.get(MODELS, "").split(os.pathsep) if folder]
    folders = [Path(os.path.abspath(folder)) for folder in (*named, *([] if home is None else [home]))]
    folders += [folder.resolve() for folder in folders]
    path = Path(os.path.abspath(Path(name).expanduser()))
    # First as it is written: nothing is asked of the file system, or of a network, about a path elsewhere.
    return any(map(path.is_relative_to, folders)) and any(map(path.resolve().is_relative_to, folders))


def reading_model(name: str) -> EvidenceModel:
    """Returns a stance model that reads pairs of texts.

    Raises:
        UnknownNameError: There is no such model.
        InputError: It compares single words, and reads nothing.
    """
    from debatable.learning import STANCES, EvidenceModel

    model = STANCES.parse(name)
    if not isinstance(model, EvidenceModel):
        raise InputError(f"the stance model {name!r} reads no pairs of claims", todo="give learned, or none")
    return model


class Configured:
    """Analyzer, encoder and vectors of an open index, wherever it is."""

    configuration: Configuration
    where: str

    @cached_property
    def analyzer(self) -> text.Analyzer:
        """The analyzer of its texts."""
        return text.analyzer(self.configuration.analyzer)

    @property
    def in_english(self) -> bool:
        """Whether the texts were analysed as English, or as no language at all."""
        return self.analyzer.stem in ENGLISH

    @property
    def has_vectors(self) -> bool:
        """Whether the index was made with an encoder."""
        return bool(self.configuration.encoder)

    @cached_property
    def encoder(self) -> Encoder:
        """The encoder of its texts."""
        from debatable.embedding import encoder

        self._need_vectors()
        return encoder(self.configuration.encoder)

    def encode(self, content: str) -> Singles:
        """Encodes a text as the index was encoded; those of the texts asked for last are kept."""
        return self._encoded(content)

    @cached_property
    def _encoded(self) -> Callable[[str], Singles]:
        encoder = self.encoder  # not the index itself, which is to be gone when nobody holds it

        def encoded(content: str) -> Singles:
            vector = np.asarray(encoder([content])[0])
            vector.flags.writeable = False  # several searches share it
            return vector

        return lru_cache(KEPT)(encoded)

    def long_texts(self, kind: Kind, variant: str = "") -> str:
        """Returns how long texts of a kind were read: the variant asked for, else the first of the index.

        Raises:
            InputError: The index has no vectors, or none of this variant.
        """
        self._need_vectors()
        variants = self.configuration.long_texts
        variant = "first" if kind == "claims" else variant or variants[0]
        if kind == "premises" and variant not in variants:
            raise InputError(
                f"the index has no {variant!r} vectors of premises",
                where=self.where,
                todo=f"index the corpus with --long-texts {variant}",
            )
        return variant

    def _need_vectors(self) -> None:
        if not self.has_vectors:
            raise InputError(
                "the index has no vectors and no clusters",
                where=self.where,
                todo="choose a lexical method or index the corpus with an --encoder",
            )
