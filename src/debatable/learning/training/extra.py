"""What training needs beside the package, asked for before anything is read."""

from __future__ import annotations

from importlib.util import find_spec

from debatable.errors import InputError, MissingExtraError

__all__ = ["check_device", "check_extra"]

PACKAGES = ("onnx", "safetensors", "torch", "transformers")


def check_extra() -> None:
    """Says what to install where something is missing.

    Raises:
        MissingExtraError: The extra ``train`` is not installed.
    """
    if not all(map(find_spec, PACKAGES)):
        raise MissingExtraError("train", "training and what it is based on")


def check_device(name: str) -> str:
    """Returns the device that a name means on this machine.

    Raises:
        InputError: A GPU is asked for, and torch sees none.
    """
    import torch

    there = bool(torch.cuda.is_available())
    if name == "cuda" and not there:
        raise InputError("torch sees no GPU here", todo="give --device cpu or auto")
    return "cuda" if name != "cpu" and there else "cpu"
