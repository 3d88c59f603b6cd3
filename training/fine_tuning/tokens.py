"""Texts as tokens, and pairs of texts as one padded matrix on the GPU."""

from __future__ import annotations

import lzma
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from tokenizers import Tokenizer

Array = npt.NDArray[Any]
SPECIAL = {"bert": (101, 102, 0), "mpnet": (0, 2, 1)}  # begin, end, padding
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of all texts, concatenated, without special tokens."""

    kind: str
    ids: Array
    starts: Array

    def __getitem__(self, text: int) -> Array:
        """Returns the tokens of a text."""
        return self.ids[self.starts[text] : self.starts[text + 1]]

    def lengths(self) -> Array:
        """Returns how many tokens each text has."""
        return np.diff(self.starts)


def read_texts(folder: Path) -> list[str]:
    """Returns the texts in order."""
    return lzma.decompress((folder / "texts.txt.xz").read_bytes()).decode().split("\n")


def tokenise(tokenizer: Path, texts: list[str], into: Path) -> None:
    """Writes the tokens of all texts."""
    reader = Tokenizer.from_file(str(tokenizer))
    reader.no_padding()
    reader.no_truncation()
    rows = [encoding.ids[:300] for encoding in reader.encode_batch(texts, add_special_tokens=False)]
    starts = np.concatenate([[0], np.cumsum([len(row) for row in rows])])
    np.savez(into, ids=np.concatenate([np.array(row, np.int16) for row in rows]), starts=starts)


def read_tokens(kind: str, path: Path) -> Tokens:
    """Returns the tokens that `tokenise` wrote."""
    with np.load(path) as arrays:
        return Tokens(kind, arrays["ids"], arrays["starts"])


@dataclass(frozen=True, slots=True)
class Matrix:
    """Padded rows of tokens with their lengths and where the second text begins."""

    ids: torch.Tensor
    lengths: Array
    second: torch.Tensor
    padding: int

    def batch(self, rows: Array) -> dict[str, torch.Tensor]:
        """Returns the inputs of a model for some rows, as wide as the longest of them."""
        width = min(self.ids.shape[1], -(-int(self.lengths[rows].max()) // 8) * 8)
        place = torch.from_numpy(rows).to(DEVICE, non_blocking=True)
        ids = self.ids[place, :width].long()
        types = (torch.arange(width, device=DEVICE)[None] >= self.second[place][:, None]).long()
        mask = (ids != self.padding).long()
        return {"input_ids": ids, "attention_mask": mask, "token_type_ids": types * mask}


def pair_matrix(
    tokens: Tokens, first: Array, second: Array | None, limit: int, first_limit: int = 60
) -> Matrix:
    """Returns rows of two texts, or of one, with their special tokens, cut as `marked` cuts them at prediction time."""
    begin, end, padding = SPECIAL[tokens.kind]
    flat = torch.from_numpy(np.append(tokens.ids, padding)).to(DEVICE)
    starts, counts = torch.from_numpy(tokens.starts).to(DEVICE), torch.from_numpy(tokens.lengths()).to(DEVICE)
    one = torch.from_numpy(first).to(DEVICE).long()
    left = counts[one].clamp(max=limit - 2 if second is None else first_limit)
    right, behind = torch.zeros_like(left), starts[one]
    if second is not None:
        other = torch.from_numpy(second).to(DEVICE).long()
        right, behind = torch.minimum(counts[other], limit - left - 3), starts[other]
    middle, last = left + 1, left + 2 + right
    ids = torch.full((len(first), limit), padding, dtype=torch.int16, device=DEVICE)
    for column in range(limit):
        place = starts[one] + column - 1 if column else torch.zeros_like(left)
        place = torch.where(column > middle, behind + column - middle - 1, place)
        value = torch.where(column == middle, end, flat[place.clamp(0, len(flat) - 1)])
        value = value if second is None else torch.where(column == last, end, value)
        bound = middle if second is None else last
        ids[:, column] = torch.where(column > bound, padding, value if column else begin)
    lengths = left + 2 if second is None else last + 1
    seconds = torch.full_like(left, limit) if second is None else middle + 1
    return Matrix(ids, lengths.cpu().numpy(), seconds, padding)


def read_examples(folder: Path, name: str) -> dict[str, Array]:
    """Returns the columns of a table of examples."""
    with np.load(folder / f"{name}.npz") as arrays:
        columns = {key: arrays[key] for key in arrays.files}
    columns["y"] = columns["y"].astype(np.float32)
    return columns
