"""The bundled models, and those of folders, with what their cards hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from debatable.embedding.graph import graph_file, read_json, weights_of
from debatable.embedding.onnx import MODELS as ENCODERS
from debatable.errors import InputError
from debatable.files import sha256
from debatable.learning.adapter import CONSTANTS
from debatable.learning.card import CARD, ENCODER_CARD, licence_of, read_card
from debatable.learning.coded_weights import WEIGHTS
from debatable.learning.pair_reader import MODELS as READERS
from debatable.learning.quality import DIMENSIONS
from debatable.learning.sameness import MODEL as POINT_MAP

OURS = "Apache-2.0"
TABLE = "model.safetensors"


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """One model.

    Attributes:
        name: By which it is asked for; a folder by its path.
        kind: encoder, reader, stance, sameness or quality.
        heads: Outputs of a reader.
        bytes: Size of its weights.
        licence: Of its weights.
        weights: int8 or float32; empty where it runs no graph.
        figures: The metrics of its card.
    """

    name: str
    kind: str
    heads: tuple[str, ...] = ()
    bytes: int = 0
    licence: str = "unknown"
    weights: str = ""
    figures: Mapping[str, Any] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Returns the entry as plain JSON types."""
        return {**asdict(self), "heads": list(self.heads), "figures": dict(self.figures)}


def bundled_models() -> list[ModelEntry]:
    """Returns the models of the package: encoders, readers, then stance, sameness and quality.

    >>> [(entry.name, entry.kind) for entry in bundled_models()][:3]
    [('all-MiniLM-L6-v2', 'encoder'), ('static', 'encoder'), ('reader', 'reader')]
    """
    homes = (ENCODERS, READERS)
    entries = [folder_model(folder, folder.name) for home in homes for folder in _folders(home)]
    weights = Path(__file__).parent / "models" / "quality.npz"
    dagstuhl = ModelEntry("dagstuhl", "quality", DIMENSIONS, weights.stat().st_size, OURS)
    points = ModelEntry("points", "sameness", bytes=POINT_MAP.stat().st_size, licence=OURS)
    return [*entries, ModelEntry("polarity", "stance", licence=OURS), points, dagstuhl]


def folder_model(folder: Path, name: str = "") -> ModelEntry:
    """Returns the model of a folder.

    Raises:
        InputError: There is none, or it is not the one that its card describes.
    """
    if not folder.is_dir():
        raise InputError("no such folder", where=str(folder), todo="give the folder of a model")
    files: dict[Path, object]
    if (folder / CARD).is_file():
        card = read_card(folder)
        heads, about = tuple(head.name for head in card.heads), card.whole
        files = {folder / "model.onnx": card.sha256}
        if card.weights_sha256:
            files[folder / WEIGHTS] = card.weights_sha256
        if card.adapter is not None:
            files[folder / CONSTANTS] = card.adapter.sha256
    else:
        heads, about = (), read_json(folder / ENCODER_CARD)
        files = {_weights(folder): about.get("sha256")}
    for file, digest in files.items():
        if not file.is_file():
            raise InputError("the model is missing", where=str(file), todo="copy it here or make it again")
        if about and sha256(file) != digest:
            what, todo = (
                "is damaged, or not the model that its card describes",
                "copy it again or make it again",
            )
            raise InputError(what, where=str(file), todo=todo)
    figures = about.get("figures")
    return ModelEntry(
        name or str(folder),
        "reader" if heads else "encoder",
        heads,
        sum(file.stat().st_size for file in files),
        licence_of(about),
        next((weights_of(file) for file in files if file.suffix == ".onnx"), ""),
        figures if isinstance(figures, dict) else {},
    )


def figures_line(about: Mapping[str, Any]) -> str:
    """Returns the figures of a card in one line; those of one set stand behind its name.

    >>> figures_line({"figures": {"on": "some", "accuracy": 0.8125, "dev": {"auc": 0.9}}})
    'accuracy .812, dev auc .900'
    """
    figures = about.get("figures")
    parts = []
    for name, value in (figures if isinstance(figures, Mapping) else {}).items():
        inner = value.items() if isinstance(value, Mapping) else [("", value)]
        parts += [
            f"{name} {key}".strip() + f" {number:.3f}".replace(" 0.", " .")
            for key, number in inner
            if isinstance(number, float)
        ]
    return ", ".join(parts)


def _weights(folder: Path) -> Path:
    """Returns the file of an encoder: a table of token vectors, or a graph."""
    table = folder / TABLE
    return table if table.is_file() else graph_file(folder)


def _folders(home: Path) -> list[Path]:
    return sorted(path for path in home.iterdir() if path.is_dir()) if home.is_dir() else []
