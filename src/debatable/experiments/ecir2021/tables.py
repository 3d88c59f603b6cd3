"""Fromm et al., ECIR 2021: Table 1, and how far the last column is ahead of the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from debatable.arrays import Floats
from debatable.errors import InputError
from debatable.evaluation import Collection, Evaluation, evaluate, paired_t
from debatable.experiments.ecir2020 import CORRECTED, collection_or_triples
from debatable.experiments.ecir2021.settings import (
    SCORED,
    Reader,
    Reading,
    Setting,
    coresets,
    held_out,
    kmeans,
    most_chosen,
    rescored,
    top_k,
)
from debatable.experiments.protocol import Cell, Inputs, PaperTable, Row, defined
from debatable.learning import relevance
from debatable.plural import counted
from debatable.ranking.candidates.claim_steps import Hybrid
from debatable.ranking.candidates.prefilter import ClaimPrefilter
from debatable.ranking.diversity.representations import ClaimSim, EncoderVectors, Representation

CUTS = (5, 10)

TABLE_1: dict[str, tuple[float, float]] = {
    "[6] first": CORRECTED["first"],
    "[6] sent": CORRECTED["sentences"],
    "[6] sliding": CORRECTED["sliding"],
    "top-k zero-shot": (0.437, 0.476),
    "top-k same topic": (0.373, 0.448),
    "top-k ours": (0.447, 0.502),
    "k-Means BERT": (0.428, 0.515),
    "k-Means CLAIM-SIM": (0.465, 0.513),
    "Biased Coreset BERT": (0.437, 0.520),
    "Biased Coreset CLAIM-SIM": (0.475, 0.526),
}
"""Columns in the order of the paper; [6] is Dumani et al. 2020, as rated anew by the authors of both papers."""


FRAMEWORKS = {
    "[6] first": "framework-paper-first",
    "[6] sent": "framework-paper-sentences",
    "[6] sliding": "framework-paper-sliding",
}
TUNED = {
    "framework-first": "framework-first(stance=none,split=false)",
    "framework-sentences": "framework-sentences(stance=none,split=false)",
    "framework-sliding": "framework-sliding(stance=none,split=false)",
}
"""The same with the defaults of this project; they stand in the second table alone."""
OTHER = "alpha_nDCG@{}"
"""The discount that ECIR 2020 prints: 1, then 1/log2 i."""
CLAIM_SIM = "CLAIM-SIM"
OURS = "Biased Coreset CLAIM-SIM"
Columns = dict[str, Floats]
"""Values of all queries, by the head of a column."""
DISCOUNT = (
    "Rows 5 and 10 have the discount of the authors' program, 1/log2(i + 1), by which settings are chosen; below are"
    " the same lists with that of ECIR 2020, 1 and then 1/log2 i."
)
KEPT = (
    "[6]: the authors' program (models/dumani.py) keeps up to five premises of a cluster, where [6] shows one; the"
    " published figures of [6] may rest on that."
)


@dataclass(frozen=True, slots=True)
class Ecir2021:
    """Relevance that reads claim and premise together, k-means and biased coresets, beside the framework."""

    name: ClassVar[str] = "ecir2021"
    paper: ClassVar[str] = (
        "Fromm, Berrendorf, Obermeier, Seidl, Faerman: Diversity Aware Relevance Learning for Argument Search. "
        "ECIR 2021"
    )
    needs: ClassVar[str] = "a collection whose judgments group premises, or the triples of ecir2020"

    model: str = "learned"  # the relevance model, by name or the folder of one
    same_topic: str = ""  # folder of one that was trained with negatives of the same topic; empty for none
    depth: int = 100  # how many candidates of a query are read
    claims: int = 10  # how many claims CLAIM-SIM compares a premise with

    def __call__(self, inputs: Inputs) -> Sequence[PaperTable]:
        """Scores all candidates once, then chooses settings by leaving each query out."""
        collection, remarks = _collection(inputs)
        model = relevance(self.model)
        same_topic = relevance(self.same_topic) if self.same_topic else None
        prefilter = ClaimPrefilter(depth=self.depth)
        sparse, progress = collection.is_sparse, inputs.progress
        with inputs.engine(collection, ("first", "sliding", "sentences")) as engine:
            has_claims = engine.backend.counts.claims > 0
            reader = Reader(prefilter, model, same_topic, self._representations(has_claims))
            methods = [*FRAMEWORKS.values(), *TUNED.values()]
            measures = [form.format(k) for form in (SCORED, OTHER) for k in CUTS]
            framework = evaluate(collection, methods, measures, searcher=engine, progress=progress)
            judgments = framework.judgments or collection.judgments
            readings = reader(engine, collection.queries, judgments, sparse=sparse, progress=progress)
        if not self.same_topic:
            remarks += [
                "same topic: no such model is given; train one and write ecir2021(same_topic=FOLDER)."
            ]
        if not has_claims:
            remarks += ["CLAIM-SIM: the corpus has no claims, so premises near the query stand in for them."]
        remarks += [DISCOUNT, KEPT]
        columns: dict[str, Columns] = {}
        for k in CUTS:
            found, chosen = self._columns(framework, readings, k, inputs)
            columns |= found
            remarks += chosen
        return _table_1(collection, columns, remarks), _ahead(columns)

    def _representations(self, has_claims: bool) -> dict[str, Representation]:
        claim_sim = ClaimSim(claims=Hybrid(K=self.claims), premises=not has_claims)
        return {"encoder": EncoderVectors(), CLAIM_SIM: claim_sim}

    def _columns(
        self, framework: Evaluation, readings: Sequence[Reading], k: int, inputs: Inputs
    ) -> tuple[dict[str, Columns], list[str]]:
        """Returns the values of each column at k, by the name of the measure, and which settings were chosen."""
        names = [form.format(k) for form in (SCORED, OTHER)]
        columns: dict[str, Columns] = {name: {} for name in names}
        listed = {
            "top-k zero-shot": [one.similarity for one in readings],
            "top-k same topic": [one.same_topic for one in readings if one.same_topic is not None],
            "top-k ours": [one.relevance for one in readings],
        }
        for name in names:
            for label, method in (FRAMEWORKS | TUNED).items():
                columns[name][label] = framework.methods[method].values[name]
            for label, relevances in listed.items():
                if relevances:
                    columns[name][label] = top_k(readings, relevances, k, name)
        tried = _tried(inputs.seed)
        total = sum(map(len, tried.values()))
        done = iter(range(1, total + 1))

        def on_setting() -> None:
            if inputs.progress is not None:
                inputs.progress(f"settings at {k}", next(done), total)

        remarks = []
        for label, settings in tried.items():
            result = held_out(settings, readings, k, on_setting)
            columns[names[0]][label] = result.values
            columns[names[1]][label] = rescored(result, settings, readings, k, names[1])
            remarks.append(f"{label} at {k}: {most_chosen(result, settings)}.")
        return columns, remarks


def _tried(seed: int) -> dict[str, list[Setting]]:
    """Returns the settings to choose from, by column."""
    encoder, claim_sim = ["encoder"], [CLAIM_SIM]
    return {
        "k-Means BERT": kmeans(encoder, seed),
        "k-Means CLAIM-SIM": kmeans(claim_sim, seed),
        "Biased Coreset BERT": coresets(encoder),
        OURS: coresets(claim_sim),
        "plain coreset BERT": coresets(encoder, (0.0,)),
        "plain coreset CLAIM-SIM": coresets(claim_sim, (0.0,)),
    }


def _collection(inputs: Inputs) -> tuple[Collection, list[str]]:
    opened, remarks = collection_or_triples(inputs, "ecir2021", "columns")
    collection = opened.judged()
    if (count := len(collection.queries)) < 2:
        reason = f"{counted(count, 'judged query')}, and each is scored with what is best on the others"
        raise InputError(reason, where=str(inputs.data), todo="give two or more")
    return collection, remarks


def _table_1(collection: Collection, columns: Mapping[str, Columns], remarks: Sequence[str]) -> PaperTable:
    rows = []
    for form, label_of in ((SCORED, "{}"), (OTHER, "{}, discount of ECIR 2020")):
        for at, k in enumerate(CUTS):
            means = {label: float(values.mean()) for label, values in columns[form.format(k)].items()}
            figures = {
                label: published[at] if form == SCORED else None for label, published in TABLE_1.items()
            }
            cells = tuple(Cell(means.get(label), published) for label, published in figures.items())
            rows.append(Row(label_of.format(k), cells))
    title = f"Table 1: modified nDCG on {collection.name}, {counted(len(collection.queries), 'query')}"
    return PaperTable(title, tuple(TABLE_1), tuple(rows), tuple(remarks))


def _ahead(columns: Mapping[str, Columns]) -> PaperTable:
    """Returns how far the paper's own method is ahead of each other column, and the p of a paired t-test."""
    rows = []
    for label in columns[SCORED.format(CUTS[0])]:
        cells = []
        for k in CUTS:
            ours, other = columns[SCORED.format(k)][OURS], columns[SCORED.format(k)][label]
            difference = float(ours.mean() - other.mean())
            p = None if label == OURS else defined(paired_t(ours, other))
            cells += [Cell(float(other.mean())), Cell(difference), Cell(p)]
        rows.append(Row(label, tuple(cells)))
    heads = tuple(head for k in CUTS for head in (f"nDCG@{k}", "ahead by", "p"))
    remarks = (
        "ahead by: how far the biased coreset with CLAIM-SIM is ahead of a row; p: paired t-test, uncorrected.",
        "framework-first, -sentences, -sliding: with P(c|q), Z and premises as in this project; [6]: as in the paper.",
    )
    return PaperTable(f"{OURS} beside every other column", heads, tuple(rows), remarks)
