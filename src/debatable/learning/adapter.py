"""An adapter: how a model's biases, normalisations and heads change where it reads long texts (BitFit).

The matrices stay as they are, so that it has some 120,000 numbers. A file beside the graph holds each constant that was
tuned, in single precision, as ``NAME``; its change as whole steps in bytes, ``NAME.steps``; and the size of a step,
``NAME.step``. The graph takes the constants from there, and declares them as inputs, so that others may be given.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from debatable.embedding.tensors import Tensors, read_tensors
from debatable.errors import InputError

CONSTANTS = "constants.safetensors"
"""Name of the file beside a graph."""
STEPS, STEP = ".steps", ".step"
FINE = 3  # steps of a typical change: the bytes then hold few bits each

Constants = Mapping[str, npt.NDArray[np.float32]]


def read_constants(path: Path) -> tuple[Constants, Constants]:
    """Returns the constants of a graph, and those for long texts.

    Raises:
        InputError: The file is none of constants, or damaged.
    """
    tensors = read_tensors(path)
    names = [name for name in tensors if f"{name}{STEPS}" in tensors]
    try:
        plain = {name: np.array(tensors[name], np.float32) for name in names}
        tuned = {
            name: values + tensors[f"{name}{STEPS}"].astype(np.float32) * tensors[f"{name}{STEP}"]
            for name, values in plain.items()
        }
        if not names or any(tuned[name].shape != plain[name].shape for name in names):
            raise ValueError(names)
    except (KeyError, ValueError) as error:
        raise InputError("holds no constants of a model", where=str(path), todo="copy it again") from error
    return plain, tuned


def adapter_tensors(plain: Constants, tuned: Constants) -> Tensors:
    """Returns the arrays of a file.

    >>> tensors = adapter_tensors({"bias": np.float32([1, 2])}, {"bias": np.float32([1.5, 0])})
    >>> tensors["bias.steps"].tolist()
    [1, -4]
    """
    tensors: Tensors = {}
    for name, values in plain.items():
        change = tuned[name] - values
        typical, largest = float(np.sqrt(np.square(change).mean())), float(np.abs(change).max())
        step = np.float32(max(typical / FINE, largest / 127, 1e-12))
        steps = np.rint(change / step).astype(np.int8)
        tensors |= {name: values, f"{name}{STEPS}": steps, f"{name}{STEP}": np.full(1, step, np.float32)}
    return tensors
