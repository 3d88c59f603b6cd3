"""The program that runs models, onnxruntime: loaded at the first use, and kept from telling its makers."""

from __future__ import annotations

import os
from typing import Any

__all__ = ["runtime"]


def runtime() -> Any:
    """Returns the module onnxruntime, which sends nothing home.

    From 1.29 on, its packages write an identifier into the user's cache and send to their makers which models are
    run. The variable ends that if it is set before the module is loaded; the call ends it where somebody else
    loaded the module.
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    return onnxruntime
