"""Dumani and Schenkel, SIGIR 2019: 196 similarities for finding claims like a claim (Tables 2 and 3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from debatable.errors import MissingExtraError
from debatable.evaluation import Collection, collection
from debatable.evaluation.annotation import read_annotations
from debatable.evaluation.claims import paper_similarities
from debatable.experiments.paper_table import Cell, PaperTable, Row
from debatable.experiments.protocol import Inputs
from debatable.experiments.sigir2019.claim_retrieval import ClaimRetrieval, claim_retrieval
from debatable.experiments.sigir2019.doc2vec import doc2vec_rankings
from debatable.experiments.sigir2019.method_scores import CUTS, MethodScores
from debatable.experiments.sigir2019.premise_relevance import premise_relevance
from debatable.experiments.sigir2019.published import TABLE_2
from debatable.experiments.sigir2019.significance import significance_table
from debatable.lexical import Formula, similarity
from debatable.lexical.similarities import combined
from debatable.plural import counted
from debatable.progress import Progress

__all__ = ["Sigir2019"]

FAMILIES = ("DFR", "DFI", "IB", "Axiomatic")
DOC2VEC = "Doc2Vec"
ANNOTATIONS = "premise_annotations.jsonl"


@dataclass(frozen=True, slots=True)
class Sigir2019:
    """139 similarities of Lucene 7.6 and the 57 combinations of the best of them.

    Attributes:
        lambda_: Parameter of Jelinek-Mercer smoothing, as in the paper.
        doc2vec: Whether Doc2Vec is trained and shown beside them, which needs gensim.
    """

    name: ClassVar[str] = "sigir2019"
    paper: ClassVar[str] = (
        "Dumani, Schenkel: A Systematic Comparison of Methods for Finding Good Premises for Claims. SIGIR 2019"
    )
    needs: ClassVar[str] = (
        "a collection (corpus.jsonl, queries.jsonl) whose premises have claims, with claim_judgments.jsonl and, for"
        " Table 3, premise_annotations.jsonl; or with judgments.jsonl of premises alone, for Table 2"
    )

    lambda_: float = 0.2
    doc2vec: bool = True

    def __post_init__(self) -> None:
        """Checks the parameter of the smoothing."""
        similarity(self.jelinek_mercer)

    @property
    def jelinek_mercer(self) -> str:
        """Name of the language model."""
        return f"LMJelinekMercer({self.lambda_:g})"

    def __call__(self, inputs: Inputs) -> Sequence[PaperTable]:
        """Ranks the claims of a collection with all methods."""
        found = collection(inputs.data)
        retrieval = claim_retrieval(found, inputs.data)
        inputs.read.extend(path for path in sorted(inputs.data.glob("*.jsonl*")) if path.is_file())
        scores = MethodScores(retrieval)
        _score(paper_similarities(self.lambda_), scores, inputs.progress)
        best = [scores.best_of(family) for family in FAMILIES]
        members = tuple(similarity(name) for name in (*best, "BM25", self.jelinek_mercer))
        _score(combined(members), scores, inputs.progress)
        missing = [similarity(name) for name in TABLE_2 if name not in scores.ranked]
        for formula in missing:
            scores.add(repr(formula), retrieval.rankings(formula, CUTS[-1]), ranked=False)
        if self.doc2vec:
            _add_doc2vec(scores, found, inputs.seed)
        annotated = inputs.data / ANNOTATIONS
        tables = [
            _table_2(scores, best, self.jelinek_mercer, annotated.is_file()),
            significance_table(scores, ("BM25", self.jelinek_mercer)),
        ]
        if not retrieval.derived and annotated.is_file():
            said = read_annotations(annotated)
            tables.append(premise_relevance(retrieval.claims, retrieval.relevance, said, str(annotated)))
        return (*tables, _all(scores))


def _score(formulas: Iterable[Formula], scores: MethodScores, progress: Progress | None) -> None:
    for formula in formulas:
        scores.add(repr(formula), scores.retrieval.rankings(formula, CUTS[-1]))
        if progress is not None:
            progress("similarities", len(scores.ranked), 196)


def _add_doc2vec(scores: MethodScores, found: Collection, seed: int) -> None:
    """Adds Doc2Vec where it can be trained; its row is empty elsewhere."""
    try:
        rankings = doc2vec_rankings(scores.retrieval, found, CUTS[-1], seed=seed)
    except MissingExtraError:
        return
    scores.add(DOC2VEC, rankings, ranked=False)


def _table_2(scores: MethodScores, best: Sequence[str], jelinek_mercer: str, annotated: bool) -> PaperTable:
    """Returns the paper's seven rows in its order, then what is best here, then Doc2Vec."""
    leading = [scores.best(cut) for cut in range(len(CUTS))]
    here = {*leading, *best, jelinek_mercer} - set(TABLE_2)
    rows = [_row(name, scores) for name in (*TABLE_2, *_by_rank(here, scores))]
    if DOC2VEC in scores.beside:
        rows.append(_row(DOC2VEC, scores))
    columns = tuple(head for cut in CUTS for head in (f"nDCG@{cut}", "rank"))
    remarks = [
        f"Best at 1, 2, 5: {', '.join(leading)}.",
        "The paper's seven rows in its order, then the best here at each cutoff and of each family; all 196 below.",
    ]
    if scores.beside:
        remarks.append(f"Not among the 196, ranked as if beside them: {', '.join(scores.beside)}.")
    if DOC2VEC not in scores.beside:
        remarks.append(f"{DOC2VEC} is left out: it needs pip install 'debatable[vectors]'.")
    return PaperTable(
        "Table 2: nDCG for claim retrieval",
        columns,
        tuple(rows),
        (*remarks, *_data_remarks(scores, annotated)),
    )


def _data_remarks(scores: MethodScores, annotated: bool) -> list[str]:
    """Says what the figures were computed on."""
    retrieval: ClaimRetrieval = scores.retrieval
    claims = retrieval.claims
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
    left_out = (
        f" Left out: {counted(retrieval.left_out, 'query')} without a relevant claim."
        if retrieval.left_out
        else ""
    )
    return [
        how,
        f"{counted(len(retrieval.queries), 'query')}, {counted(len(claims.ids), 'claim')}, {claims.questions:,} of them"
        f" questions (the paper's: 232, 59,126 and 50,629).{left_out} The query itself is never a result.",
        "In brackets: the paper's figures, on its own claims and judgments, which are not these.",
    ]


def _all(scores: MethodScores) -> PaperTable:
    rows = tuple(_row(name, scores, published=False) for name in _by_rank(scores.ranked, scores))
    columns = tuple(head for cut in CUTS for head in (f"nDCG@{cut}", "rank"))
    return PaperTable(f"All {len(rows)} methods", columns, rows)


def _by_rank(names: Iterable[str], scores: MethodScores) -> list[str]:
    return sorted(names, key=lambda name: (scores.ranks(name)[-1], name))


def _row(name: str, scores: MethodScores, *, published: bool = True) -> Row:
    told: Sequence[float | None] = TABLE_2.get(name, ()) if published else ()
    told = told or (None,) * 6
    means, ranks = scores.means(name), scores.ranks(name)
    return Row(
        name,
        tuple(
            cell
            for at in range(len(CUTS))
            for cell in (Cell(float(means[at]), told[2 * at], 4), Cell(ranks[at], told[2 * at + 1], 0))
        ),
    )
