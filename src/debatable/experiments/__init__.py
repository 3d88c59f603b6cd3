"""Experiments, one file a paper: each repeats the tables of its paper, our figures beside the published ones."""

from debatable.experiments.registry import EXPERIMENTS, Outcome, experiment, run_experiment
from debatable.experiments.selection import HeldOut, leave_one_out
from debatable.experiments.tables import Cell, PaperTable, Row, table_lines
from debatable.experiments.triples import load_triples
from debatable.experiments.workbench import Experiment, Workbench

__all__ = [
    "EXPERIMENTS",
    "Cell",
    "Experiment",
    "HeldOut",
    "Outcome",
    "PaperTable",
    "Row",
    "Workbench",
    "experiment",
    "leave_one_out",
    "load_triples",
    "run_experiment",
    "table_lines",
]
