"""Argument graphs: formats, scheme ontology, similarity, mapping, retrieval (Lenz et al., ICCBR 2019)."""

from debatable.graphs.model import ArgumentGraph, Edge, Kind, Locution, Node, sentence
from debatable.graphs.reading import dump, load, load_folder, save
from debatable.graphs.schemes import scheme_similarity, wu_palmer
from debatable.graphs.similarity import GraphSimilarity, Mapping

__all__ = [
    "ArgumentGraph",
    "Edge",
    "GraphSimilarity",
    "Kind",
    "Locution",
    "Mapping",
    "Node",
    "dump",
    "load",
    "load_folder",
    "save",
    "scheme_similarity",
    "sentence",
    "wu_palmer",
]
