"""Argument graphs: formats, scheme ontology, similarity, mapping, retrieval, adaptation (Lenz et al., ICCBR 2019)."""

from debatable.graphs.adaptation import Adaptation, Proposal
from debatable.graphs.arguments import arguments
from debatable.graphs.configuration import configured, text_measure
from debatable.graphs.drawing import draw, draw_mapping
from debatable.graphs.measures import Contrast, Cosine, Lexical, Pairwise, TextMeasure
from debatable.graphs.model import ArgumentGraph, Edge, Kind, Node, sentence
from debatable.graphs.reading import dump, load, load_folder, losses, parse, save
from debatable.graphs.retrieval import CaseBase, GraphHit, Retrieval, Shares
from debatable.graphs.schemes import scheme_similarity
from debatable.graphs.similarity import GraphSimilarity, Mapping

__all__ = [
    "Adaptation",
    "ArgumentGraph",
    "CaseBase",
    "Contrast",
    "Cosine",
    "Edge",
    "GraphHit",
    "GraphSimilarity",
    "Kind",
    "Lexical",
    "Mapping",
    "Node",
    "Pairwise",
    "Proposal",
    "Retrieval",
    "Shares",
    "TextMeasure",
    "arguments",
    "configured",
    "draw",
    "draw_mapping",
    "dump",
    "load",
    "load_folder",
    "losses",
    "parse",
    "save",
    "scheme_similarity",
    "sentence",
    "text_measure",
]
