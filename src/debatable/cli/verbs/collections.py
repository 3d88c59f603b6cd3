"""``debatable collections``: methods on a collection that others publish figures on, beside these figures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from debatable.cli.collection_index import engine_of
from debatable.cli.options import CollectionIndex, Json, Methods
from debatable.cli.printing.terminal import note, print_json, print_text, progress
from debatable.errors import InputError
from debatable.plural import counted

USUAL = ("bm25f", "bm25", "dense", "best")


def collections(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Such as touche-v3; without it all are listed.")
    ] = "",
    data: Annotated[
        Path | None, typer.Option("--data", "-d", metavar="DIR", help="Folder of the collection.")
    ] = None,
    method: Methods = None,
    index: CollectionIndex = None,
    json: Json = False,
) -> None:
    """Score methods beside figures that others published.

    The figures are shown where the folder holds as many documents, queries and judgments as the collection they were
    published on. Lists are whole, and what nobody judged is not relevant, as there.
    """
    from debatable.evaluation import collection as load
    from debatable.evaluation import evaluate
    from debatable.evaluation.collections.known import KNOWN_COLLECTIONS
    from debatable.evaluation.runs import asked_methods

    if not name:
        return _listed(json)
    known = KNOWN_COLLECTIONS.parse(name)
    methods = list(asked_methods(method or USUAL))
    if data is None:
        raise InputError(f"{name} needs its files", todo=f"give --data DIR; from {known.source}")
    judged = load(data).reported()
    different = known.differences(judged)
    with progress() as show, engine_of(judged, index, show) as engine:
        measures = (known.measure, "judged@10")
        found = evaluate(judged, methods, measures, searcher=engine, condensed=False, progress=show)
    if different:
        note(f"published figures are left out: {'; '.join(different)}")
    figures = {} if different else dict(known.figures)
    document: dict[str, Any] = {
        "collection": name,
        "title": known.title,
        "queries": len(found.queries),
        "different": different,
        "methods": {
            label: {measure.lower(): scores.mean(measure) for measure in scores.values}
            for label, scores in found.methods.items()
        },
        "published": {label: {known.measure.lower(): value} for label, value in figures.items()},
    }
    if json:
        print_json(document)
        return
    _print(document, known.measure)


def _print(document: dict[str, Any], measure: str) -> None:
    from debatable.display import aligned_table
    from debatable.evaluation.statistics import or_dash

    rows = [["", measure, "judged@10"]]
    for label, values in (document["methods"] | document["published"]).items():
        judged = values.get("judged@10")
        rows.append([label, or_dash(values[measure.lower()]), "–" if judged is None else or_dash(judged)])
    print_text(f"{document['title']}: {counted(document['queries'], 'query')}\n{aligned_table(rows)}")


def _listed(json: bool) -> None:
    from debatable.evaluation.collections.known import KNOWN_COLLECTIONS

    known = {name: KNOWN_COLLECTIONS.parse(name) for name in KNOWN_COLLECTIONS.names()}
    if json:
        print_json(
            [
                {
                    "name": name,
                    "title": one.title,
                    "source": one.source,
                    "documents": one.documents,
                    "queries": one.queries,
                    "judgments": one.judgments,
                    "measure": one.measure,
                    "figures": dict(one.figures),
                }
                for name, one in known.items()
            ]
        )
        return
    for name, one in known.items():
        print_text(f"{name}\n  {one.title}\n  {one.source}\n")
        for label, value in one.figures.items():
            print_text(f"  {one.measure} {value:.3f}  {label}\n")
