"""Dumani, Neumann and Schenkel, ECIR 2020: its tables, and the triples of Trier."""

from debatable.experiments.ecir2020.tables import Ecir2020
from debatable.experiments.ecir2020.triples import load_triples

__all__ = ["Ecir2020", "load_triples"]
