"""Dumani and Schenkel, SIGIR 2019: 196 similarities for finding claims like a claim (Tables 2 and 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite
from typing import ClassVar, Final, Literal

import numpy as np

from debatable.errors import InputError, MissingExtraError
from debatable.evaluation import Collection, collection
from debatable.evaluation.annotation import TASKS, Annotation, agreement, by_item, read_annotations
from debatable.evaluation.claim_retrieval import claim_retrieval, names_claims, step_rankings
from debatable.evaluation.claims import INTERVALS, ClaimIndex, interval_of, paper_similarities
from debatable.evaluation.judgments import Judgments
from debatable.evaluation.runs import read_runs
from debatable.evaluation.statistics import paired_t_matrix
from debatable.experiments.protocol import Cell, Inputs, PaperTable, Row, defined
from debatable.experiments.sigir2019.method_scores import CUTS, MethodScores, doc2vec_rankings
from debatable.lexical import Formula, similarity
from debatable.lexical.similarities import combined
from debatable.plural import counted
from debatable.progress import Progress
from debatable.ranking.candidates.claim_steps import CLAIM_STEPS, ClaimStep

TABLE_2: Final[dict[str, tuple[float, float, float, float, float, float]]] = {
    "Multi(Axiomatic(F1LOG)+DFR(Ine,B,Z))": (0.7515, 18, 0.7486, 18, 0.8355, 1),
    "Multi(Axiomatic(F1LOG)+BM25)": (0.7410, 37, 0.7608, 1, 0.8171, 18),
    "DFR(G,B,H2)": (0.7635, 1, 0.7525, 8, 0.8117, 36),
    "DFR(Ine,B,Z)": (0.7439, 26, 0.7571, 2, 0.8274, 3),
    "Axiomatic(F1LOG)": (0.7428, 33, 0.7451, 26, 0.8278, 2),
    "BM25": (0.7451, 24, 0.7303, 101, 0.7944, 135),
    "LMJelinekMercer(0.2)": (0.7206, 115, 0.7210, 137, 0.7881, 161),
}
"""nDCG and rank at 1, 2 and 5 of the seven methods shown, in their order."""

DIFFERENCES: Final[dict[str, tuple[float, float | None]]] = {
    "BM25": (0.8355 - 0.7944, 5e-5),
    "LMJelinekMercer(0.2)": (0.8355 - 0.7881, None),
}
"""How far the best at 5 is ahead of a baseline, by Table 2, and p; for the language model it is only said to be below
2.6e-6."""

TABLE_3: Final[dict[str, tuple[float, float, float, float]]] = {
    "[4, 4]": (79.0, 3.0, 13.0, 5.0),
    "[3.5, 4.0)": (71.0, 5.0, 23.0, 1.0),
    "[3.0, 3.5)": (61.0, 6.0, 30.0, 3.0),
    "[2.5, 3.0)": (53.0, 4.0, 41.0, 2.0),
    "[2.0, 2.5)": (17.0, 7.0, 74.0, 2.0),
    "[1.5, 2.0)": (2.0, 6.0, 92.0, 0.0),
    "[1.0, 1.5)": (6.0, 3.0, 91.0, 0.0),
}
"""Shares of relevant, discordant, non-relevant and other premises by the relevance of the claim."""

PREMISE_ALPHA: Final = 0.9
"""Krippendorff's alpha of the two who judged the premises."""


LEVEL = 0.05


def significance_table(scores: MethodScores, baselines: tuple[str, ...]) -> PaperTable:
    """Returns the tests of the best method at 5 against the baselines, Bonferroni-corrected for all pairs."""
    methods, best = list(scores.ranked), scores.best()
    pairs = len(methods) * (len(methods) - 1) // 2
    matrix = paired_t_matrix(np.array([scores.ranked[name][-1] for name in methods]))
    apart = int((matrix[np.triu_indices(len(methods), k=1)] < LEVEL / pairs).sum())
    rows = []
    for baseline in baselines:
        ahead, published = DIFFERENCES.get(baseline, (None, None))
        p = defined(float(matrix[methods.index(best), methods.index(baseline)]))
        difference = Cell(float(scores.means(best)[-1] - scores.means(baseline)[-1]), ahead, 4)
        corrected = Cell(None if p is None else min(1.0, p * pairs), None, 1, scientific=True)
        cells = (difference, Cell(p, published, 1, scientific=True), corrected)
        rows.append(Row(f"{best} - {baseline}", cells))
    remarks = (
        f"Paired two-sided t-test over {counted(len(scores.retrieval.queries), 'query')}; Bonferroni's correction"
        f" is for all {pairs:,} pairs of {len(methods)} methods: significant where p < {LEVEL / pairs:.1e}.",
        f"{apart:,} of the {pairs:,} pairs differ significantly at 5.",
        "The paper gives p = 5e-5 against BM25, which is not significant, and p < 2.6e-6 against the language"
        " model, which is.",
    )
    heads = ("nDCG@5 apart", "p", f"p x {pairs:,}")
    return PaperTable("Section 4: the best at 5 against the baselines", heads, tuple(rows), remarks)


TASK = TASKS["binary-relevance"]
Verdict = Literal["relevant", "discordant", "non-relevant", "other"]
VERDICTS: tuple[Verdict, ...] = ("relevant", "discordant", "non-relevant", "other")


def verdict(values: Sequence[int | str]) -> Verdict:
    """Returns the verdict of several people: other where one was undecided, discordant where they differ.

    >>> verdict([1, 1]), verdict([0, 0]), verdict([1, 0]), verdict([1, 2])
    ('relevant', 'non-relevant', 'discordant', 'other')
    """
    if any(value in TASK.ungraded for value in values):
        return "other"
    if len(set(values)) > 1:
        return "discordant"
    return "non-relevant" if values[0] == TASK.lowest else "relevant"


def premise_relevance(
    claims: ClaimIndex, relevance: Judgments, annotations: Sequence[Annotation], place: str
) -> PaperTable:
    """Returns the verdicts on premises, by the relevance (0 to 3) of the claim the premise was drawn from."""
    claim_of = {premise: claim for claim, members in claims.premises.items() for premise in members}
    counts = {label: Counter[str]() for label in INTERVALS}
    once = 0
    for (query_id, premise), given in by_item(annotations, TASK.name).items():
        claim = claim_of.get(premise)
        if claim is None:
            reason = f"premise {premise!r} has no claim in the corpus"
            raise InputError(reason, where=place, todo="check the ids")
        if query_id not in relevance or claim not in relevance[query_id]:
            reason = f"the claim of premise {premise!r} was not judged for query {query_id!r}"
            raise InputError(reason, where=place, todo="draw premises with: debatable pool --triples")
        if len(given) < 2:
            once += 1
            continue
        label = interval_of(float(relevance[query_id].gains([claim])[0]))
        counts[label][verdict([annotation.value for annotation in given])] += 1
    if not any(counts.values()):
        todo = f"annotate with --task {TASK.name}"
        raise InputError("no premise was judged by two people", where=place, todo=todo)
    title = "Table 3: premise relevance relative to claim relevance"
    heads = (*(f"{name} %" for name in VERDICTS), "premises")
    rows = tuple(_verdict_row(label, counts[label]) for label in INTERVALS)
    return PaperTable(title, heads, rows, _agreement_remarks(annotations, once))


def _verdict_row(label: str, counts: Counter[str]) -> Row:
    total = counts.total()
    shares = [
        Cell(100 * counts[name] / total if total else None, published, 2)
        for name, published in zip(VERDICTS, TABLE_3[label], strict=True)
    ]
    return Row(label, (*shares, Cell(float(total), 100.0, 0)))


def _agreement_remarks(annotations: Sequence[Annotation], once: int) -> tuple[str, ...]:
    alpha = agreement(annotations, TASK.name).alpha["nominal"]
    shown = str(alpha) if isfinite(alpha.value) else "cannot be told, since all said the same"
    return (
        "Premises of judged claims by the mean relevance of the claim, judged by two people or more.",
        f"Krippendorff's alpha (nominal; not relevant, or relevant with one of three stances): {shown}; the paper's is"
        f" {PREMISE_ALPHA}.",
        *([f"Left out: {counted(once, 'premise')} that one person judged."] if once else []),
    )


HEADS = tuple(head for cut in CUTS for head in (f"nDCG@{cut}", "rank"))
FAMILIES = ("DFR", "DFI", "IB", "Axiomatic")
DOC2VEC = "Doc2Vec"
ANNOTATIONS = "premise_annotations.jsonl"


@dataclass(frozen=True, slots=True)
class Sigir2019:
    """139 similarities of Lucene 7.6 and the 57 combinations of the best of them."""

    name: ClassVar[str] = "sigir2019"
    paper: ClassVar[str] = (
        "Dumani, Schenkel: A Systematic Comparison of Methods for Finding Good Premises for Claims. SIGIR 2019"
    )
    needs: ClassVar[str] = (
        "a collection (corpus.jsonl, queries.jsonl) whose premises have claims, with claim_judgments.jsonl and, for"
        " Table 3, premise_annotations.jsonl; or with judgments.jsonl of premises alone, for Table 2; *.run are runs of"
        " claims to score beside the 196"
    )

    lambda_: float = 0.2  # parameter of Jelinek-Mercer smoothing, as in the paper
    doc2vec: bool = True  # whether Doc2Vec is trained and shown beside them, which needs gensim
    beside: str = ""  # claim steps that are shown beside them, such as dense+hybrid

    def __post_init__(self) -> None:
        """Checks the parameter of the smoothing and the names of claim steps."""
        similarity(self.jelinek_mercer)
        self.steps()

    def steps(self) -> dict[str, ClaimStep]:
        """Returns the claim steps that are shown beside the similarities, by name."""
        return {name: CLAIM_STEPS.parse(name) for name in self.beside.split("+") if name}

    @property
    def jelinek_mercer(self) -> str:
        """Name of the language model."""
        return f"LMJelinekMercer({self.lambda_:g})"

    def __call__(self, inputs: Inputs) -> Sequence[PaperTable]:
        """Ranks the claims of a collection with all methods."""
        data = collection(inputs.data)
        retrieval = claim_retrieval(data, inputs.data)
        inputs.read.extend(path for path in sorted(inputs.data.glob("*.jsonl*")) if path.is_file())
        scores = MethodScores(retrieval)
        _score(paper_similarities(self.lambda_), scores, inputs.progress)
        best = [scores.best_of(family) for family in FAMILIES]
        members = tuple(similarity(name) for name in (*best, "BM25", self.jelinek_mercer))
        _score(combined(members), scores, inputs.progress)
        for formula in [similarity(name) for name in TABLE_2 if name not in scores.ranked]:
            scores.add(repr(formula), retrieval.rankings(formula, CUTS[-1]), ranked=False)
        if self.doc2vec:
            with suppress(MissingExtraError):  # its row is empty then
                rankings = doc2vec_rankings(retrieval, data, CUTS[-1], seed=inputs.seed)
                scores.add(DOC2VEC, rankings, ranked=False)
        self._add_others(inputs, data, scores)
        annotated = inputs.data / ANNOTATIONS
        tables = [
            _table_2(scores, best, self.jelinek_mercer, annotated.is_file(), asked=self.doc2vec),
            significance_table(scores, ("BM25", self.jelinek_mercer)),
        ]
        if not retrieval.derived and annotated.is_file():
            annotations = read_annotations(annotated)
            tables.append(
                premise_relevance(retrieval.claims, retrieval.relevance, annotations, str(annotated))
            )
        rows = tuple(_row(name, scores, published=False) for name in _by_rank(scores.ranked, scores))
        return (*tables, PaperTable(f"All {len(rows)} methods", HEADS, rows))

    def _add_others(self, inputs: Inputs, data: Collection, scores: MethodScores) -> None:
        """Adds claim steps and the runs of claims that lie with the data, beside the 196."""
        retrieval, steps = scores.retrieval, self.steps()
        if steps:
            with inputs.engine(data) as engine:
                for name, step in steps.items():
                    scores.add(name, step_rankings(retrieval, step, engine, CUTS[-1]), ranked=False)
        files = sorted(path for end in ("run", "run.gz") for path in inputs.data.glob(f"*.{end}"))
        inputs.read.extend(files)
        for name, made in read_runs(files).items():
            lists = made.ids()
            if not names_claims(retrieval, lists):
                raise InputError(f"{name} names no claim", where=str(inputs.data), todo="use ids of claims")
            found = retrieval.without_queries(lists)
            scores.add(name, [found[query.id] for query in retrieval.queries], ranked=False)


def _score(formulas: Iterable[Formula], scores: MethodScores, progress: Progress | None) -> None:
    for formula in formulas:
        scores.add(repr(formula), scores.retrieval.rankings(formula, CUTS[-1]))
        if progress is not None:
            progress("similarities", len(scores.ranked), 196)


def _table_2(
    scores: MethodScores, best: Sequence[str], jelinek_mercer: str, annotated: bool, *, asked: bool
) -> PaperTable:
    """Returns the paper's seven rows in its order, then what is best here, then what stands beside the 196."""
    leading = [scores.best(cut) for cut in range(len(CUTS))]
    here = {*leading, *best, jelinek_mercer} - set(TABLE_2)
    rows = [_row(name, scores) for name in (*TABLE_2, *_by_rank(here, scores))]
    rows += [_row(name, scores) for name in scores.beside if name not in TABLE_2]
    remarks = [
        f"Best at 1, 2, 5: {', '.join(leading)}.",
        "The paper's seven rows in its order, then the best here at each cutoff and of each family; all 196 below.",
    ]
    if scores.beside:
        remarks.append(f"Not among the 196, ranked as if beside them: {', '.join(scores.beside)}.")
    if DOC2VEC not in scores.beside:
        why = "it needs pip install 'debatable[vectors]'" if asked else "doc2vec=false"
        remarks.append(f"{DOC2VEC} is left out: {why}.")
    remarks += _data_remarks(scores, annotated)
    return PaperTable("Table 2: nDCG for claim retrieval", HEADS, tuple(rows), tuple(remarks))


def _data_remarks(scores: MethodScores, annotated: bool) -> list[str]:
    """Describes the data that the figures were computed on."""
    retrieval, claims = scores.retrieval, scores.retrieval.claims
    if retrieval.derived:
        judged = "its judged premises" if retrieval.among else "its premises (0 for one that nobody judged)"
        how = (
            f"Nobody judged claims: a claim's relevance is the mean of that of {judged}. There is no Table 3, since it"
            " would measure premises by themselves."
        )
    else:
        how = (
            f"Claims were judged by people; {100 * scores.judged_share:.1f} % of the first five of all methods were,"
            f" the rest counts as not relevant.{'' if annotated else f' Table 3 needs {ANNOTATIONS}.'}"
        )
    without = f" Left out: {counted(retrieval.left_out, 'query')} without a relevant claim."
    left_out = without if retrieval.left_out else ""
    return [
        how,
        f"{counted(len(retrieval.queries), 'query')}, {counted(len(claims.ids), 'claim')}, {claims.questions:,} of them"
        f" questions (the paper's: 232, 59,126 and 50,629).{left_out} The query itself is never a result.",
        "In brackets: the paper's figures, on its own claims and judgments, which are not these.",
    ]


def _by_rank(names: Iterable[str], scores: MethodScores) -> list[str]:
    return sorted(names, key=lambda name: (scores.ranks(name)[-1], name))


def _row(name: str, scores: MethodScores, *, published: bool = True) -> Row:
    paper: Sequence[float | None] = (TABLE_2.get(name) if published else None) or (None,) * 6
    means, ranks = scores.means(name), scores.ranks(name)
    cells: list[Cell] = []
    for at in range(len(CUTS)):
        cells += [Cell(float(means[at]), paper[2 * at], 4), Cell(ranks[at], paper[2 * at + 1], 0)]
    return Row(name, tuple(cells))
