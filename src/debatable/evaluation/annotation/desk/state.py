"""The state of a desk, replayed from its log: people with their tokens, sheets and answers."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from debatable.errors import InputError, StorageError
from debatable.evaluation.annotation.records import Annotation, Task, task
from debatable.evaluation.sampling import SampleDraft
from debatable.model import Stance

LONGEST_NAME = 60
"""Characters of a name."""


def checked_name(name: str) -> str:
    """Returns a name as it is kept: NFC, one space between words.

    >>> checked_name("  Ann   Lee ")
    'Ann Lee'
    """
    folded = " ".join(unicodedata.normalize("NFC", name).split())
    if not folded or len(folded) > LONGEST_NAME or not folded.isprintable():
        todo = f"use 1 to {LONGEST_NAME} letters and spaces"
        raise InputError(f"{name[:LONGEST_NAME]!r} is no name of an annotator", todo=todo)
    return folded


def token_digest(token: str) -> str:
    """Returns the digest of a token, which is all that is kept of it."""
    return hashlib.sha256(token.strip().encode("utf-8", "replace")).hexdigest()


def same_token(token: str, digest: str) -> bool:
    """Compares a token with a digest in constant time.

    >>> same_token("abc ", token_digest("abc")), same_token("abd", token_digest("abc"))
    (True, False)
    """
    return hmac.compare_digest(token_digest(token), digest)


def kept_secret(path: Path) -> bytes:
    """Returns the secret that signs sessions; made at the first use, readable by its owner alone."""
    try:
        if not path.exists():
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "wb") as stream:
                stream.write(secrets.token_hex(32).encode())
                stream.flush()
                os.fsync(stream.fileno())
        secret = path.read_bytes().strip()
    except OSError as error:
        raise StorageError(f"cannot be used ({error.strerror or error})", where=str(path)) from error
    if len(secret) != 64:  # the process died while writing it: nobody had signed in yet
        path.unlink()
        return kept_secret(path)
    return secret


Key = tuple[str, str]
"""Ids of query and item."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who may sign in."""

    name: str
    digest: str  # of the token
    lead: bool = False  # whether they adjudicate, export, sample and let people in


@dataclass(frozen=True, slots=True)
class Sheet:
    """A pool with the question that is asked about it."""

    name: str  # its name, and that of the file of its pool
    task: Task
    wanted: int  # how many people judge an item
    sha256: str  # checksum of the pool


@dataclass(frozen=True, slots=True)
class DeskAnswer:
    """An answer, or a decision between answers."""

    number: int  # of its line in the log
    sheet: str
    annotation: Annotation  # who, when, what
    seen: int  # number of the person's answer that was shown with the form; 0 for none
    form: str  # id of the form that was sent: sent twice it counts once, and its answers are undone together
    decision: bool  # whether it settles the item
    replaced: int  # number of the answer that it takes the place of; 0 for none

    @property
    def crossed(self) -> bool:
        """Whether the person had meanwhile answered elsewhere, such as in another tab."""
        return self.replaced != self.seen


class DeskState:
    """The state after any number of records of a log.

    Attributes:
        people: By name.
        sheets: By name.
        said: All answers ever given, by the number of their line.
        forms: Number of the first line that came from a form.
        draft: The sample of queries so far.
    """

    def __init__(self) -> None:
        """Begins with an empty state."""
        self.people: dict[str, Person] = {}
        self.sheets: dict[str, Sheet] = {}
        self.said: dict[int, DeskAnswer] = {}
        self.forms: dict[tuple[str, str], int] = {}
        self.draft = SampleDraft()
        self._stacks: dict[tuple[str, str, bool], dict[Key, list[int]]] = defaultdict(dict)
        self._order: dict[str, list[int]] = defaultdict(list)

    def apply(self, record: Mapping[str, Any]) -> None:
        """Applies one record."""
        where = f"line {record.get('n')} of the log"
        try:
            match record["kind"]:
                case "annotator":
                    self.people[record["name"]] = Person(record["name"], record["digest"], record["lead"])
                case "sheet":
                    self.sheets[record["name"]] = Sheet(
                        record["name"], task(record["task"]), record["wanted"], record["sha256"]
                    )
                case "answer" | "decision":
                    self._add(record)
                case "undo":
                    self._undo(record["annotator"], record["of"])
                case "sample":
                    self.draft = SampleDraft.from_plain(record["draft"])
                case kind:
                    reason = f"a record of the kind {str(kind)[:40]!r}"
                    raise InputError(reason, where=where, todo="use a newer Debatable")
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(f"the record does not fit ({error})", where=where) from error

    def answer(self, sheet: str, annotator: str, key: Key, *, decision: bool = False) -> DeskAnswer | None:
        """Returns the current answer of somebody about an item, or their decision."""
        numbers = self._stacks.get((sheet, annotator, decision), {}).get(key)
        return self.said[numbers[-1]] if numbers else None

    def decision(self, sheet: str, key: Key) -> DeskAnswer | None:
        """Returns the last decision about an item, whoever made it."""
        decisions = [self.answer(sheet, name, key, decision=True) for name in self.people]
        return max((one for one in decisions if one is not None), key=lambda one: one.number, default=None)

    def answers(self, sheet: str, annotator: str) -> list[DeskAnswer]:
        """Returns the current answers of somebody, oldest first."""
        stacks = self._stacks.get((sheet, annotator, False), {})
        latest = [self.said[numbers[-1]] for numbers in stacks.values() if numbers]
        return sorted(latest, key=lambda one: one.number)

    def by_item(self, sheet: str) -> dict[Key, list[Annotation]]:
        """Returns the current answers by item, oldest first."""
        groups: dict[Key, list[Annotation]] = defaultdict(list)
        answers = [one for name in self.people for one in self.answers(sheet, name)]
        for one in sorted(answers, key=lambda one: one.number):
            groups[one.annotation.key].append(one.annotation)
        return dict(groups)

    def decisions(self, sheet: str) -> dict[Key, DeskAnswer]:
        """Returns the decisions by item."""
        stacks = [stack for (of, _, decision), stack in self._stacks.items() if of == sheet and decision]
        keys = sorted({key for stack in stacks for key, numbers in stack.items() if numbers})
        decided = {key: self.decision(sheet, key) for key in keys}
        return {key: one for key, one in decided.items() if one is not None}

    def last(self, annotator: str) -> DeskAnswer | None:
        """Returns the last answer of somebody that was not undone."""
        order = self._order.get(annotator)
        return self.said[order[-1]] if order else None

    def together(self, annotator: str, number: int) -> list[int]:
        """Returns the lines that are undone with one, latest first; none where it was undone before."""
        if number not in self._order.get(annotator, ()):
            return []
        form = self.said[number].form
        return [one for one in reversed(self._order[annotator]) if self.said[one].form == form]

    def _add(self, record: Mapping[str, Any]) -> None:
        number, person, sheet = record["n"], self.people[record["annotator"]], self.sheets[record["sheet"]]
        decision, form = record["kind"] == "decision", record["form"]
        key, value = (record["query_id"], record["item_id"]), sheet.task.checked(str(record["value"]))
        stance, time = Stance(record["stance"]), record["time"]
        annotation = Annotation(sheet.task.name, person.name, time, *key, value, stance)
        stack = self._stacks[sheet.name, person.name, decision].setdefault(key, [])
        replaced = stack[-1] if stack else 0
        self.said[number] = DeskAnswer(
            number, sheet.name, annotation, record["seen"], form, decision, replaced
        )
        stack.append(number)
        self._order[person.name].append(number)
        self.forms.setdefault((person.name, form), number)

    def _undo(self, annotator: str, number: int) -> None:
        self._order[annotator].remove(number)
        one = self.said[number]
        self._stacks[one.sheet, annotator, one.decision][one.annotation.key].remove(number)
