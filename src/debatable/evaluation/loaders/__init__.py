"""Collections people have: our own folders, BEIR folders, TREC topics with qrels, ir_datasets."""

from debatable.evaluation.loaders.beir import load_beir
from debatable.evaluation.loaders.loading import collection
from debatable.evaluation.loaders.registry import load_dataset
from debatable.evaluation.loaders.trec import load_trec

__all__ = ["collection", "load_beir", "load_dataset", "load_trec"]
