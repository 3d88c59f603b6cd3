"""What leaves the desk: files that `evaluate`, `experiment` and `agreement` read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson

from debatable.errors import InputError
from debatable.evaluation.annotation.consensus import consensus
from debatable.evaluation.annotation.desk.assignment import groupings
from debatable.evaluation.annotation.desk.desk import LOG, Desk
from debatable.evaluation.annotation.desk.state import DeskState, Key, Sheet
from debatable.evaluation.annotation.records import Annotation, annotation_line
from debatable.evaluation.judgments import write_judgments, write_qrels

__all__ = ["EXPORTS", "exported", "settled"]

CLAIM_TASK, BINARY_TASK = "similarity", "binary-relevance"
"""The task whose items are claims, and the one whose answers Table 3 of SIGIR 2019 is made of."""


def settled(state: DeskState, sheet: Sheet) -> list[Annotation]:
    """Returns what counts of a sheet: a decision where there is one, else all answers.

    Names of groups mean something within the grouping of one person only: of a query that nobody decided, the grouping
    with most items counts, of several the latest.
    """
    given = state.by_item(sheet.name)
    decided = state.decisions(sheet.name)
    if sheet.task.grouping:
        given = _one_grouping(given)
    found = [one for key, answers in given.items() if key not in decided for one in answers]
    return found + [one.annotation for one in decided.values()]


def _one_grouping(given: dict[Key, list[Annotation]]) -> dict[Key, list[Annotation]]:
    latest: dict[tuple[str, str], str] = {}
    for answers in given.values():
        for one in answers:
            latest[one.query_id, one.annotator] = max(latest.get((one.query_id, one.annotator), ""), one.time)
    chosen = {
        query: max(people, key=lambda name: (len(people[name]), latest[query, name], name))
        for query, people in groupings(given).items()
    }
    kept = {
        key: [one for one in answers if one.annotator == chosen[key[0]]] for key, answers in given.items()
    }
    return {key: answers for key, answers in kept.items() if answers}


def _counted(desk: Desk, wanted: Callable[[Sheet], bool]) -> list[Annotation]:
    with desk.state() as state:
        sheets = [sheet for sheet in state.sheets.values() if wanted(sheet)]
        return [one for sheet in sheets for one in settled(state, sheet)]


def _judgments(desk: Desk, path: Path) -> None:
    found = _counted(desk, lambda sheet: sheet.task.name != CLAIM_TASK)
    write_judgments(consensus(_some(found, "premises")), path)


def _claim_judgments(desk: Desk, path: Path) -> None:
    found = _counted(desk, lambda sheet: sheet.task.name == CLAIM_TASK)
    write_judgments(consensus(_some(found, "claims")), path, item="claim_id")


def _qrels(desk: Desk, path: Path) -> None:
    write_qrels(consensus(_some(_counted(desk, lambda _: True), "anything")), path, whole=True)


def _answers(desk: Desk, wanted: Callable[[Sheet], bool]) -> Iterator[Annotation]:
    with desk.state() as state:
        said = [
            one
            for sheet in state.sheets.values()
            if wanted(sheet)
            for name in state.people
            for one in state.answers(sheet.name, name)
        ]
    return (one.annotation for one in sorted(said, key=lambda one: one.number))


def _annotations(desk: Desk, path: Path) -> None:
    _write_lines(path, _some(list(_answers(desk, lambda _: True)), "anything"))


def _premise_annotations(desk: Desk, path: Path) -> None:
    found = list(_answers(desk, lambda sheet: sheet.task.name == BINARY_TASK))
    _write_lines(path, _some(found, "premises as relevant or not"))


def _write_lines(path: Path, annotations: Sequence[Annotation]) -> None:
    path.write_bytes(b"".join(map(annotation_line, annotations)))


def _queries(desk: Desk, path: Path) -> None:
    with desk.state() as state:
        texts = {item.query_id: item.query for name in state.sheets for item in desk.items(name).values()}
    lines = [orjson.dumps({"query_id": name, "text": text}) + b"\n" for name, text in texts.items()]
    path.write_bytes(b"".join(lines))


def _log(desk: Desk, path: Path) -> None:
    with desk.state():
        path.write_bytes((desk.folder / LOG).read_bytes())


def _some(found: Sequence[Annotation], what: str) -> Sequence[Annotation]:
    if not found:
        raise InputError(f"nobody has judged {what} yet", todo="export it when somebody has")
    return found


EXPORTS: dict[str, tuple[str, Callable[[Desk, Path], None]]] = {
    "judgments.jsonl": ("premises: relevance, stance and group, for debatable evaluate", _judgments),
    "claim_judgments.jsonl": (
        "claims: similarity from 0 to 3, for debatable experiment sigir2019",
        _claim_judgments,
    ),
    "premise_annotations.jsonl": (
        "every answer on binary relevance, for Table 3 of sigir2019",
        _premise_annotations,
    ),
    "annotations.jsonl": ("every answer that holds, for debatable agreement", _annotations),
    "judgments.qrels": ("all judgments, rounded, for trec_eval", _qrels),
    "queries.jsonl": ("the queries of the pools", _queries),
    "log.jsonl": ("everything that ever happened at this desk, digests of tokens included", _log),
}
"""Files by name: what is in them, and what writes them."""


def exported(desk: Desk, name: str) -> bytes:
    """Returns a file.

    Raises:
        InputError: Nothing of its kind was judged.
    """
    with TemporaryDirectory(prefix="debatable-") as folder:
        path = Path(folder) / name
        EXPORTS[name][1](desk, path)
        return path.read_bytes()
