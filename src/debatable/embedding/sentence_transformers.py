"""Any sentence-transformers model, by folder or by hub name, on CPU or GPU (extra ``torch``)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import orjson

from debatable.arrays import Matrix
from debatable.embedding.encoder import checked, normalised
from debatable.embedding.graph import marks
from debatable.errors import InputError, MissingExtraError
from debatable.progress import Step

BLOCK = 2048  # texts between two reports of progress


@dataclass(frozen=True, slots=True)
class SentenceTransformerEncoder:
    """Runs a model with sentence-transformers and torch. Nothing is loaded before the first use.

    Attributes:
        model: Folder, or name on the hub such as ``sentence-transformers/all-mpnet-base-v2``.
        device: ``cpu``, ``cuda``, ...; None lets torch choose.
        batch: Texts encoded at once.
        allow_download: Whether a model that is not on this machine may be fetched.
    """

    model: str
    device: str | None = None
    batch: int = 32
    allow_download: bool = False

    @property
    def name(self) -> str:
        """Folder or hub name."""
        return self.model

    @property
    def dimensions(self) -> int:
        """Of a vector."""
        return int(self(["a", "b"]).shape[1])

    @property
    def limit(self) -> int | None:
        """Tokens read of a text, special tokens included."""
        limit = self.loaded.max_seq_length
        return None if limit is None else int(limit)

    @property
    def window(self) -> int:
        """Tokens of a text that fit beside the special tokens."""
        return (self.limit or 512) - sum(map(len, self._marks()))

    @property
    def fingerprint(self) -> str:
        """Hash over the weights, so that a new version of a model finds no vectors of the old one."""
        return weights_hash(self.model, self.device, self.allow_download)

    @property
    def loaded(self) -> Any:
        """The model."""
        return load(self.model, self.device, self.allow_download)

    def __call__(self, texts: Sequence[str], progress: Step | None = None) -> Matrix:
        """Returns one vector of length 1 a text."""
        texts, parts = checked(texts), []
        for start in range(0, len(texts), BLOCK):
            block = texts[start : start + BLOCK]
            parts.append(self.loaded.encode(block, batch_size=self.batch, show_progress_bar=False))
            if progress is not None:
                progress(start + len(block), len(texts))
        if not parts:
            return np.empty((0, self.dimensions), dtype=np.float32)
        return normalised(np.concatenate(parts).astype(np.float32))

    def tokens(self, texts: Sequence[str]) -> list[list[int]]:
        """Returns the ids of all tokens of every text, without special tokens and not truncated."""
        options = {"truncation": False, "verbose": False, "return_attention_mask": False}
        encoded = self.loaded.tokenizer(list(texts), add_special_tokens=False, **options)
        return [list(ids) for ids in encoded["input_ids"]]

    def encode_tokens(self, tokens: Sequence[Sequence[int]], progress: Step | None = None) -> Matrix:
        """Returns the vectors of token sequences; each is truncated at the window."""
        import torch

        model, parts = self.loaded, []
        (before, after), window = self._marks(), self.window
        for start in range(0, len(tokens), self.batch):
            chosen = tokens[start : start + self.batch]
            rows = [{"input_ids": [*before, *ids[:window], *after]} for ids in chosen]
            features = model.tokenizer.pad(rows, return_tensors="pt").to(model.device)
            with torch.inference_mode():
                parts.append(model(dict(features))["sentence_embedding"].float().cpu().numpy())
            if progress is not None:
                progress(start + len(rows), len(tokens))
        if not parts:
            return np.empty((0, self.dimensions), dtype=np.float32)
        return normalised(np.concatenate(parts))

    def _marks(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        tokenizer = self.loaded.tokenizer
        return marks(*(tokenizer("a", add_special_tokens=around)["input_ids"] for around in (False, True)))


OWN = "sentence_transformers."
"""What the modules of a model begin with that are the library's own."""


def check_no_code(folder: Path) -> None:
    """Checks that a folder of a model names no code of its own: of a local one the library would run it unasked.

    Raises:
        InputError: It does, or it cannot be told.
    """
    if not folder.is_dir():
        return
    named = []
    for path in (folder / "modules.json", *sorted(folder.glob("**/config.json"))):
        if not path.is_file():
            continue
        try:
            document = orjson.loads(path.read_bytes())
        except ValueError:
            raise InputError("this is no JSON", where=str(path), todo="give a folder of a model") from None
        if path.name == "modules.json":
            named += [str(module.get("type", "")) for module in document if isinstance(module, dict)]
        elif isinstance(document, dict) and document.get("auto_map"):
            named.append(f"auto_map of {path.name}")
    if strange := [name for name in named if not name.startswith(OWN)]:
        raise InputError(
            f"the model brings code of its own ({strange[0][:80]})",
            where=str(folder),
            todo="use a model of the library's own modules; nothing in a folder is run",
        )


@lru_cache(maxsize=4)
def load(model: str, device: str | None, allow_download: bool) -> Any:
    """Loads a model; without permission to download only what is on this machine is looked at."""
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise MissingExtraError("torch", "sentence-transformers models") from error
    check_no_code(Path(model))
    try:
        return SentenceTransformer(
            model, device=device, local_files_only=not allow_download, trust_remote_code=False
        )
    except (OSError, ValueError) as error:
        todo = "check the path" if Path(model).exists() else "fetch it first, or allow the download"
        raise InputError("sentence-transformers cannot load the model", where=model, todo=todo) from error


@lru_cache(maxsize=4)
def weights_hash(model: str, device: str | None, allow_download: bool) -> str:
    """Returns a hash over names and values of all weights of a model."""
    digest = hashlib.blake2b(digest_size=16)
    for name, value in sorted(load(model, device, allow_download).state_dict().items()):
        digest.update(name.encode())
        digest.update(np.ascontiguousarray(value.float().cpu().numpy()).tobytes())
    return digest.hexdigest()
