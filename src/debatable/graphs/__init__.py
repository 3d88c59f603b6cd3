"""Argument graphs: formats, scheme ontology, similarity, mapping, retrieval (Lenz et al., ICCBR 2019)."""

from debatable.graphs.model import ArgumentGraph, Edge, Kind, Locution, Node, sentence
from debatable.graphs.reading import dump, load, load_folder, save

__all__ = [
    "ArgumentGraph",
    "Edge",
    "Kind",
    "Locution",
    "Node",
    "dump",
    "load",
    "load_folder",
    "save",
    "sentence",
]
