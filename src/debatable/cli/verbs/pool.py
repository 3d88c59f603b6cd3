"""``debatable pool``: collect what is worth judging from runs and methods."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from debatable.cli.options import (
    LARGEST_SEED,
    CollectionIndex,
    CollectionSource,
    Json,
    Methods,
    Runs,
    SplitOfAll,
)
from debatable.cli.printing.terminal import check_destination, destination, note, print_json, progress
from debatable.errors import InputError
from debatable.plural import counted

if TYPE_CHECKING:
    from debatable.evaluation import Collection, Run
    from debatable.evaluation.annotation import PoolItem
    from debatable.lexical import Formula

Out = Annotated[
    Path, typer.Option("--out", "-o", metavar="FILE", help="The pool, as JSON lines; - prints it.")
]
Similarities = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME", help="Pool claims ranked by this, in place of premises; all for the 196; repeatable."
    ),
]
Triples = Annotated[
    int | None,
    typer.Option(metavar="N", help="Draw N premises from each interval of the relevance of judged claims."),
]
Premises = Annotated[
    bool, typer.Option("--premises", help="With --similarity: pool the premises of the claims found.")
]
Draw = Annotated[int, typer.Option(metavar="N", help="With --premises: draw N queries at random; 0 for all.")]
Most = Annotated[
    int, typer.Option(metavar="N", help="With --premises: leave out queries with more premises.")
]
Seed = Annotated[int, typer.Option(min=0, max=LARGEST_SEED, help="Of the draw.")]
PoolDepth = Annotated[int, typer.Option("--depth", "-d", help="How far down each list is taken.")]


def pool(
    collection: CollectionSource,
    out: Out,
    run: Runs = None,
    method: Methods = None,
    similarity: Similarities = None,
    triples: Triples = None,
    premises: Premises = False,
    draw: Draw = 0,
    most: Most = 50,
    seed: Seed = 0,
    depth: PoolDepth = 5,
    split: SplitOfAll = "all",
    index: CollectionIndex = None,
    json: Json = False,
) -> None:
    """Pool the best of runs and methods, to be judged.

    Each text is there once, and the query itself is not.
    """
    from debatable.evaluation import collection as load
    from debatable.evaluation.annotation import pool, write_pool
    from debatable.evaluation.claims import asked_similarities, claim_index, premise_pool

    check_destination(out, json=json)
    _check_triples(triples, given=bool(run or method or similarity))
    _check_premises(premises, drawn=bool(draw), most=most, of_claims=bool(similarity), runs=bool(run))
    if similarity and (method or index):
        raise InputError("claims and premises in one pool", todo="make a pool of each")
    formulas = asked_similarities(similarity or ())
    judged = load(collection).reported(split)
    if triples is not None:
        items = _triples(judged, collection, triples, seed)
    else:
        runs = [_read(path, judged) for path in run or ()]
        runs += _method_runs(judged, method, index, depth) if method else ()
        runs += _claim_runs(judged, formulas, depth) if formulas else ()
        items = pool(runs, judged.queries, judged.texts(), depth=depth)
    if premises:
        items = premise_pool(claim_index(judged), items, judged.texts(), count=draw, most=most, seed=seed)
    with destination(out) as path:
        write_pool(items, path)
    queries = len({item.query_id for item in items})
    if json:
        print_json({"file": str(out), "items": len(items), "queries": queries})
        return
    note(f"{out}: {counted(len(items), 'item')} for {counted(queries, 'query')}")


def _check_triples(triples: int | None, *, given: bool) -> None:
    """Refuses a pool of nothing, and one of triples and lists."""
    if triples is None and not given:
        raise InputError(
            "there is nothing to pool", todo="give --run FILE, --method NAME or --similarity NAME"
        )
    if triples is not None and given:
        raise InputError("triples are drawn from judged claims alone", todo="give --triples alone")


def _check_premises(premises: bool, *, drawn: bool, most: int, of_claims: bool, runs: bool) -> None:
    """Refuses premises of no claims, and what is about them without them."""
    from debatable.evaluation.claims import MOST

    if premises and (runs or not of_claims):
        raise InputError("--premises are those of claims", todo="give --similarity NAME, and no run")
    if not premises and (drawn or most != MOST):
        raise InputError("--draw and --most are about premises of claims", todo="add --premises")


def _read(path: Path, judged: Collection) -> Run:
    """Reads a run; one of other queries would add nothing, and is refused."""
    from debatable.evaluation import read_run

    made = read_run(path)
    if not any(query.id in made.rankings for query in judged.queries):
        reason = f"{made.tag} answers no query of {judged.name}"
        raise InputError(reason, where=str(path), todo="check the ids of its queries")
    return made


def _method_runs(judged: Collection, names: list[str], index: Path | None, depth: int) -> list[Run]:
    """Returns what methods find for every query."""
    from debatable.cli.collection_index import engine_of
    from debatable.evaluation import ask, run_of
    from debatable.evaluation.runs import asked_methods

    with progress() as show, engine_of(judged, index, show) as engine:
        return [
            run_of(ask(engine, judged.queries, name, k=depth, progress=show), judged.queries, name)
            for name in asked_methods(names)
        ]


def _claim_runs(judged: Collection, formulas: list[Formula], depth: int) -> list[Run]:
    """Returns the claims that similarities find for every query."""
    from debatable.evaluation.claims import claim_index, claim_run

    claims = claim_index(judged)
    runs = []
    with progress() as show:
        for done, formula in enumerate(formulas, start=1):
            runs.append(claim_run(claims, judged.queries, formula, depth))
            if show is not None:
                show("similarities", done, len(formulas))
    return runs


def _triples(judged: Collection, folder: str, each: int, seed: int) -> list[PoolItem]:
    """Draws premises of judged claims; notes intervals that have fewer than were asked for."""
    from debatable.evaluation.claims import (
        CLAIM_JUDGMENTS,
        claim_index,
        read_claim_judgments,
        sampled_triples,
    )

    claims = claim_index(judged)
    judgments = read_claim_judgments(Path(folder), judged.queries, claims)
    if judgments is None:
        raise InputError(
            f"there is no {CLAIM_JUDGMENTS}", where=folder, todo="write it with: agreement --claim-judgments"
        )
    items, counts = sampled_triples(claims, judgments, judged.queries, judged.texts(), each=each, seed=seed)
    short = [f"{name}: {count}" for name, count in counts.items() if count < each]
    if short:
        note(f"fewer than {each} triples in {'; '.join(short)}")
    return items
