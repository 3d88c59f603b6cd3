"""onnxruntime, which runs the models: loaded at the first use, without telemetry, with exact int8 products.

The models multiply activations of 8 bits without a sign by weights of 8 bits with one. On x86-64 processors without
VNNI (Intel before Ice Lake and Alder Lake, AMD before Zen 4) onnxruntime by default takes an instruction for it that
adds two products in 16 bits and saturates: 255 · 127 + 255 · 127 becomes 32,767. The option set here has it store such
weights without a sign, shifted by 128, and multiply them by instructions that do not saturate. It is set only where a
small product shows that the processor saturates: elsewhere the results are the same to the bit, but on processors with
VNNI and AMX a model takes more than twice the time with it.
"""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

FLAGS = ("avx512_vnni", "avx_vnni", "amx_int8", "asimddp", "i8mm")
"""Flags of processors that multiply bytes and add the products in 32 bits, as Linux names them."""

EXACT = "session.x64quantprecision"
PROBE = Path(__file__).parent / "models" / "int8_probe.onnx"
"""A row of bytes times a matrix whose weights all are 127 (``tools/make_int8_graphs.py``)."""


def runtime() -> Any:
    """Returns the module onnxruntime, with telemetry disabled.

    From 1.29 on, its packages write an identifier into the user's cache and send to their makers which models are
    run. The variable ends that if it is set before the module is loaded; the call ends it where somebody else
    loaded the module.
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    return onnxruntime


def session_options(exact: bool = True, prepared: bool = False) -> Any:
    """Returns the options that every session is opened with: integer products are exact on every processor.

    Args:
        exact: False for the default of the processor.
        prepared: Whether a graph was written as it is best run, as those of this package are. It is not optimised
            again, which takes a third of opening it and changes nothing, but where weights must be shifted: that is
            one of the optimisations.
    """
    onnxruntime = runtime()
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    if exact and not _is_exact(options):
        options.add_session_config_entry(EXACT, "1")
    elif prepared:
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    return options


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """How models with int8 weights are computed on this machine.

    Attributes:
        products: "exact", or "saturating" where sums of products are cut off.
        weights: "int8" as they are, or "uint8" where they are shifted because int8 would saturate.
        processor: Those of FLAGS that the processor has, as far as the system lists them.
    """

    products: str
    weights: str
    processor: str

    def as_dict(self) -> dict[str, str]:
        """Returns the fields as plain JSON types."""
        return asdict(self)


def arithmetic() -> Arithmetic:
    """Returns how int8 products are computed here, by computing some.

    >>> arithmetic().products
    'exact'
    """
    return Arithmetic(
        "exact" if _is_exact(session_options()) else "saturating",
        "int8" if _is_exact(session_options(exact=False)) else "uint8",
        " ".join(processor_flags()),
    )


def _is_exact(options: Any) -> bool:
    """Returns whether the sum of products of the largest bytes and weights is right."""
    session = runtime().InferenceSession(str(PROBE), options, providers=["CPUExecutionProvider"])
    columns = session.get_inputs()[0].shape[1]
    products = session.run(None, {"input_ids": np.full((1, columns), 255, dtype=np.int64)})[0]
    return bool((products == 255 * 127 * columns).all())


def processor_flags(path: Path = Path("/proc/cpuinfo")) -> tuple[str, ...]:
    """Returns those of FLAGS that the processor has; none where the system does not list them."""
    try:
        lines = path.read_text("utf-8", "replace").splitlines()
    except OSError:
        return ()
    named = {flag for line in lines if line.startswith(("flags", "Features")) for flag in line.split()}
    return tuple(flag for flag in FLAGS if flag in named)
