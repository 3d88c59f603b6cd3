"""Experiments, one module or package a paper: its tables, our figures beside the published ones."""

from debatable.experiments.ecir2020 import load_triples
from debatable.experiments.ecir2021.settings import HeldOut, leave_one_out
from debatable.experiments.protocol import Cell, Experiment, Inputs, PaperTable, Row, table_lines
from debatable.experiments.table import EXPERIMENTS, Outcome, experiment, run_experiment

__all__ = [
    "EXPERIMENTS",
    "Cell",
    "Experiment",
    "HeldOut",
    "Inputs",
    "Outcome",
    "PaperTable",
    "Row",
    "experiment",
    "leave_one_out",
    "load_triples",
    "run_experiment",
    "table_lines",
]
