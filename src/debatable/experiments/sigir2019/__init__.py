"""Dumani and Schenkel, SIGIR 2019: finding claims like a claim, and whether their premises are relevant."""

from debatable.experiments.sigir2019.tables import Sigir2019

__all__ = ["Sigir2019"]
