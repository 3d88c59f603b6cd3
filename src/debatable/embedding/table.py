"""The table of encoders: bundled and registered ones by name, others by folder or by their name on the hub."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from debatable.embedding.encoder import Encoder
from debatable.embedding.graph import read_json
from debatable.embedding.long_texts import First, Sentences, Sliding
from debatable.embedding.onnx import BUNDLED, MODELS, OnnxEncoder
from debatable.embedding.static import STATIC, StaticEncoder
from debatable.errors import InputError, UnknownNameError
from debatable.naming import Table

VARIANTS: Mapping[str, Callable[[Any], Encoder]] = {
    "first": First,
    "sentences": Sentences,
    "sliding": Sliding,
}
"""Variants for long texts, such as ``sliding(ENCODER)``."""


def encoder(
    name: str | Path | Encoder = BUNDLED,
    *,
    threads: int | None = None,
    device: str | None = None,
    allow_download: bool = False,
) -> Encoder:
    """Returns an encoder; it loads its model when it is first used.

    Args:
        name: ``all-MiniLM-L6-v2``, ``points`` or ``static`` (bundled), the folder of an ONNX graph, of a
            sentence-transformers or Model2Vec model or of given vectors, or a name on the hub; ``first(...)``,
            ``sliding(...)`` or ``sentences(...)`` around it for long texts. An encoder is returned as it is.
        threads: For ONNX graphs; None for one a core.
        device: For sentence-transformers; None lets torch choose.
        allow_download: Whether a hub model that is not on this machine may be fetched. Nothing else here
            ever uses the network.

    Raises:
        UnknownNameError: No such model.
        InputError: The folder holds no model.

    >>> encoder("sliding(all-MiniLM-L6-v2)").name
    'sliding(all-MiniLM-L6-v2)'
    """
    if not isinstance(name, str | Path):
        return ENCODERS.parse(name)
    text = str(name).strip()
    variant, bracket, inner = text.partition("(")
    if bracket and variant in VARIANTS and inner.endswith(")"):
        inside = encoder(inner[:-1] or BUNDLED, threads=threads, device=device, allow_download=allow_download)
        if variant == "sliding" and not hasattr(type(inside), "encode_tokens"):
            raise InputError(f"{inside.name} has no tokens to slide over", todo="use 'sentences' instead")
        return VARIANTS[variant](inside)
    if text in ENCODERS:
        named = ENCODERS[text]
        return replace(named, threads=threads) if isinstance(named, OnnxEncoder) and threads else named
    if (folder := Path(text).expanduser()).is_dir():
        return of_folder(folder, threads, device)
    if text.count("/") == 1 and not text.startswith((".", "/", "~")):
        from debatable.embedding.sentence_transformers import SentenceTransformerEncoder

        return SentenceTransformerEncoder(text, device, allow_download=allow_download)
    if "/" in text or "\\" in text:
        raise InputError("no such folder", where=text, todo="give the folder of an encoder")
    raise UnknownNameError("encoder", text, [*ENCODERS, *(f"{variant}({BUNDLED})" for variant in VARIANTS)])


TOKEN_VECTORS = StaticEncoder(
    MODELS / STATIC / "model.safetensors", MODELS / BUNDLED / "tokenizer.json", label=STATIC
)
"""The bundled table of token vectors."""

ENCODERS = Table[Encoder](
    "encoder",
    {BUNDLED: OnnxEncoder(), STATIC: TOKEN_VECTORS},
    otherwise=encoder,
    shown=lambda shown: str(getattr(shown, "name", None) or repr(shown)),
)
"""Encoders by name; a name that is not here is that of a folder, of a hub model, or one in brackets."""


def of_folder(folder: Path, threads: int | None, device: str | None) -> Encoder:
    """Returns the encoder in a folder: given vectors, an ONNX graph, else sentence-transformers."""
    from debatable.embedding.given import TEXTS, VECTORS, given_vectors
    from debatable.embedding.sentence_transformers import SentenceTransformerEncoder

    if (folder / VECTORS).is_file() or (folder / TEXTS).is_file():
        return given_vectors(folder.resolve())
    if (folder / "tokenizer.json").is_file() and any(folder.glob("*.onnx")) | any(folder.glob("onnx/*.onnx")):
        return OnnxEncoder(folder.resolve(), threads)
    weights = sorted(folder.glob("*.safetensors"))
    if (folder / "tokenizer.json").is_file() and len(weights) == 1 and is_static(folder):
        return StaticEncoder(weights[0].resolve(), (folder / "tokenizer.json").resolve())
    if (folder / "modules.json").is_file() or (folder / "config.json").is_file():
        return SentenceTransformerEncoder(str(folder.resolve()), device)
    todo = (
        "it takes model.onnx and tokenizer.json, a sentence-transformers model, or vectors.npy and texts.txt"
    )
    raise InputError("no encoder in this folder", where=str(folder), todo=todo)


def is_static(folder: Path) -> bool:
    """Returns whether weights are vectors of tokens: Model2Vec names its type, other static models name none."""
    return str(read_json(folder / "config.json").get("model_type", "model2vec")) == "model2vec"
