"""Fromm et al., ECIR 2021: Table 1, and how far the last column is ahead of the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from debatable.arrays import Floats
from debatable.errors import InputError
from debatable.evaluation import Collection, Evaluation, evaluate, paired_t
from debatable.experiments.ecir2020.triples import TRIPLES, load_triples
from debatable.experiments.ecir2021.published import CUTS, TABLE_1
from debatable.experiments.ecir2021.reading import Reader, Reading
from debatable.experiments.ecir2021.settings import Setting, coresets, held_out, kmeans, most_chosen, top_k
from debatable.experiments.paper_table import Cell, PaperTable, Row
from debatable.experiments.protocol import Inputs
from debatable.learning import relevance
from debatable.plural import counted
from debatable.progress import Progress
from debatable.ranking.candidates.claim_steps import Hybrid
from debatable.ranking.candidates.prefilter import ClaimPrefilter
from debatable.ranking.diversity.representations import ClaimSim, EncoderVectors, Representation

__all__ = ["Ecir2021"]

FRAMEWORKS = {
    "[6] first": "framework-first(stance=none,split=false)",
    "[6] sent": "framework-sentences(stance=none,split=false)",
    "[6] sliding": "framework-sliding(stance=none,split=false)",
}
CLAIM_SIM = ("relevances to claims", "relevances to premises")
OURS = "Biased Coreset CLAIM-SIM"
Columns = dict[str, Floats]
"""Values of all queries, by the head of a column."""


@dataclass(frozen=True, slots=True)
class Ecir2021:
    """Relevance that reads claim and premise together, k-means and biased coresets, beside the framework.

    Attributes:
        model: The relevance model, by name or the folder of one.
        same_topic: Folder of one that was trained with negatives of the same topic; empty for none.
        depth: How many candidates of a query are read.
        claims: How many claims CLAIM-SIM compares a premise with.
    """

    name: ClassVar[str] = "ecir2021"
    paper: ClassVar[str] = (
        "Fromm, Berrendorf, Obermeier, Seidl, Faerman: Diversity Aware Relevance Learning for Argument Search. "
        "ECIR 2021"
    )
    needs: ClassVar[str] = "a collection whose judgments group premises, or the triples of ecir2020"

    model: str = "learned"
    same_topic: str = ""
    depth: int = 100
    claims: int = 10

    def __call__(self, inputs: Inputs) -> Sequence[PaperTable]:
        """Reads all candidates once, then chooses settings by leaving each query out."""
        found, remarks = _collection(inputs)
        model = relevance(self.model)
        reader = Reader(
            ClaimPrefilter(depth=self.depth),
            model,
            relevance(self.same_topic) if self.same_topic else None,
            self._representations(),
        )
        with inputs.engine(found, ("first", "sliding", "sentences")) as engine:
            framework = evaluate(found, list(FRAMEWORKS.values()), searcher=engine, progress=inputs.progress)
            judgments = framework.judgments or found.judgments
            has_claims = engine.backend.counts.claims > 0
            readings = reader(
                engine, found.queries, judgments, sparse=found.is_sparse, progress=inputs.progress
            )
        if not self.same_topic:
            remarks.append(
                "same topic: no such model is given; train one and write ecir2021(same_topic=FOLDER)."
            )
        if not has_claims:
            remarks.append(
                "CLAIM-SIM: the corpus has no claims, so premises near the query stand in for them."
            )
        columns = {}
        for k in CUTS:
            columns[k], chosen = self._columns(framework, readings, k, inputs)
            remarks += chosen
        return _table_1(found, columns, remarks), _ahead(columns)

    def _representations(self) -> dict[str, Representation]:
        step = Hybrid(K=self.claims)
        return {
            "encoder": EncoderVectors(),
            CLAIM_SIM[0]: ClaimSim(claims=step),
            CLAIM_SIM[1]: ClaimSim(claims=step, premises=True),
        }

    def _columns(
        self, framework: Evaluation, readings: Sequence[Reading], k: int, inputs: Inputs
    ) -> tuple[Columns, list[str]]:
        """Returns the values of each column at k, and which settings were chosen."""
        columns = {
            label: framework.methods[method].values[f"alpha_nDCG@{k}"] for label, method in FRAMEWORKS.items()
        }
        columns["top-k zero-shot"] = top_k(readings, [one.similarity for one in readings], k)
        same = [one.same_topic for one in readings if one.same_topic is not None]
        if same:
            columns["top-k same topic"] = top_k(readings, same, k)
        columns["top-k ours"] = top_k(readings, [one.relevance for one in readings], k)
        tried = _tried(readings, inputs.seed)
        told = _counting(inputs.progress, f"settings at {k}", sum(map(len, tried.values())))
        remarks = []
        for label, settings in tried.items():
            out = held_out(settings, readings, k, told)
            columns[label] = out.values
            remarks.append(f"{label} at {k}: {most_chosen(out, settings)}.")
        return columns, remarks


def _tried(readings: Sequence[Reading], seed: int) -> dict[str, list[Setting]]:
    """Returns the settings to choose from, by column."""
    names = list(readings[0].vectors)
    encoder = [name for name in names if name not in CLAIM_SIM]
    claim_sim = [name for name in names if name in CLAIM_SIM]
    return {
        "k-Means BERT": kmeans(encoder, seed),
        "k-Means CLAIM-SIM": kmeans(claim_sim, seed),
        "Biased Coreset BERT": coresets(encoder),
        OURS: coresets(claim_sim),
        "plain coreset BERT": coresets(encoder, (0.0,)),
        "plain coreset CLAIM-SIM": coresets(claim_sim, (0.0,)),
    }


def _collection(inputs: Inputs) -> tuple[Collection, list[str]]:
    if any((inputs.data / name).is_file() for name in TRIPLES):
        found, remarks = load_triples(inputs.file(*TRIPLES), inputs.cache / "ecir2021"), []
    else:
        found = inputs.collection()
        remarks = [f"On {found.name}: compare the order of the columns with the paper's, not the figures."]
    if len(found.queries) < 2:
        raise InputError(
            f"{counted(len(found.queries), 'query')}, and each is scored with what is best on the others",
            where=str(inputs.data),
            todo="give two or more",
        )
    return found, remarks


def _counting(progress: Progress | None, name: str, total: int) -> Callable[[], None]:
    """Returns what is called after each setting."""
    done = iter(range(1, total + 1))

    def told() -> None:
        if progress is not None:
            progress(name, next(done), total)

    return told


def _table_1(found: Collection, columns: Mapping[int, Columns], remarks: Sequence[str]) -> PaperTable:
    rows = []
    for at, k in enumerate(CUTS):
        cells = []
        for label, published in TABLE_1.items():
            values = columns[k].get(label)
            cells.append(Cell(None if values is None else float(values.mean()), published[at]))
        rows.append(Row(str(k), tuple(cells)))
    title = f"Table 1: modified nDCG on {found.name}, {counted(len(found.queries), 'query')}"
    return PaperTable(title, tuple(TABLE_1), tuple(rows), tuple(remarks))


def _ahead(columns: Mapping[int, Columns]) -> PaperTable:
    """Returns how far the paper's own method is ahead of each other column, and the p of a paired t-test."""
    rows = []
    for label in columns[CUTS[0]]:
        cells = []
        for k in CUTS:
            ours, other = columns[k][OURS], columns[k][label]
            difference = float(ours.mean() - other.mean())
            p = None if label == OURS else paired_t(ours, other)
            cells += [Cell(float(other.mean())), Cell(difference), Cell(p)]
        rows.append(Row(label, tuple(cells)))
    heads = tuple(head for k in CUTS for head in (f"nDCG@{k}", "ahead by", "p"))
    return PaperTable(
        f"{OURS} beside every other column",
        heads,
        tuple(rows),
        (
            "ahead by: how far the biased coreset with CLAIM-SIM is ahead of a row; p: paired t-test, uncorrected.",
        ),
    )
