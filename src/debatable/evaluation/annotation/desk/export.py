"""Exports of a desk: files that `evaluate`, `experiment` and `agreement` read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson

from debatable.errors import InputError
from debatable.evaluation.annotation.consensus import consensus
from debatable.evaluation.annotation.desk.assignment import groupings
from debatable.evaluation.annotation.desk.desk import LOG, Desk
from debatable.evaluation.annotation.desk.state import DeskState, Key, Sheet
from debatable.evaluation.annotation.records import Annotation, annotation_line
from debatable.evaluation.judgments import Judgments, write_judgments
from debatable.evaluation.trec_files import write_qrels

CLAIM_TASK, BINARY_TASK = "similarity", "binary-relevance"
"""The task whose items are claims, and the one whose answers Table 3 of SIGIR 2019 is made of."""


def settled(state: DeskState, sheet: Sheet) -> list[Annotation]:
    """Returns what counts of a sheet: a decision where there is one, else all answers.

    Names of groups are comparable within the grouping of one person only: of a query without a decision, the grouping
    with most items counts, of several the latest.
    """
    given, decided = state.by_item(sheet.name), state.decisions(sheet.name)
    if sheet.task.grouping:
        given = _one_grouping(given)
    undecided = [one for key, answers in given.items() if key not in decided for one in answers]
    return undecided + [one.annotation for one in decided.values()]


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


def _judged(desk: Desk, what: str, wanted: Callable[[str], bool]) -> Judgments:
    with desk.state() as state:
        sheets = [sheet for sheet in state.sheets.values() if wanted(sheet.task.name)]
        return consensus(_some([one for sheet in sheets for one in settled(state, sheet)], what))


def _write_answers(desk: Desk, path: Path, what: str, task: str = "") -> None:
    with desk.state() as state:
        sheets = [sheet.name for sheet in state.sheets.values() if task in ("", sheet.task.name)]
        answers = [one for sheet in sheets for name in state.people for one in state.answers(sheet, name)]
    ordered = [one.annotation for one in sorted(answers, key=lambda one: one.number)]
    path.write_bytes(b"".join(map(annotation_line, _some(ordered, what))))


def _some(annotations: Sequence[Annotation], what: str) -> Sequence[Annotation]:
    if not annotations:
        raise InputError(f"nobody has judged {what} yet", todo="export it when somebody has")
    return annotations


def _write_queries(desk: Desk, path: Path) -> None:
    with desk.state() as state:
        texts = {item.query_id: item.query for name in state.sheets for item in desk.items(name).values()}
    lines = [orjson.dumps({"query_id": name, "text": text}) + b"\n" for name, text in texts.items()]
    path.write_bytes(b"".join(lines))


def _write_log(desk: Desk, path: Path) -> None:
    with desk.state():
        path.write_bytes((desk.folder / LOG).read_bytes())


EXPORTS: dict[str, tuple[str, Callable[[Desk, Path], None]]] = {
    "judgments.jsonl": (
        "premises: relevance, stance and group, for debatable evaluate",
        lambda desk, path: write_judgments(_judged(desk, "premises", lambda task: task != CLAIM_TASK), path),
    ),
    "claim_judgments.jsonl": (
        "claims: similarity from 0 to 3, for debatable experiment sigir2019",
        lambda desk, path: write_judgments(
            _judged(desk, "claims", lambda task: task == CLAIM_TASK), path, item="claim_id"
        ),
    ),
    "premise_annotations.jsonl": (
        "every answer on binary relevance, for Table 3 of sigir2019",
        lambda desk, path: _write_answers(desk, path, "premises as relevant or not", BINARY_TASK),
    ),
    "annotations.jsonl": (
        "every answer that holds, for debatable agreement",
        lambda desk, path: _write_answers(desk, path, "anything"),
    ),
    "judgments.qrels": (
        "all judgments, rounded, for trec_eval",
        lambda desk, path: write_qrels(_judged(desk, "anything", lambda task: True), path, whole=True),
    ),
    "queries.jsonl": ("the queries of the pools", _write_queries),
    "log.jsonl": ("everything that ever happened at this desk, digests of tokens included", _write_log),
}
"""Files by name: what is in them, and what writes them."""


def exported(desk: Desk, name: str) -> bytes:
    """Returns the content of an export by its file name."""
    with TemporaryDirectory(prefix="debatable-") as folder:
        path = Path(folder) / name
        EXPORTS[name][1](desk, path)
        return path.read_bytes()
