"""Collections as others publish them: BEIR folders, TREC topics with qrels, data sets of ir_datasets."""

from debatable.evaluation.collections.loaders.beir import load_beir
from debatable.evaluation.collections.loaders.datasets import load_dataset
from debatable.evaluation.collections.loaders.trec import load_trec

__all__ = ["load_beir", "load_dataset", "load_trec"]
