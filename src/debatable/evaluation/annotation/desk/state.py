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
from debatable.evaluation.annotation.records import Annotation
from debatable.evaluation.annotation.tasks import Task, task
from debatable.evaluation.sampling import SampleDraft
from debatable.model import Stance

__all__ = [
    "LONGEST_NAME",
    "DeskState",
    "Key",
    "Person",
    "Said",
    "Sheet",
    "checked_name",
    "kept_secret",
    "made_token",
    "same_token",
    "token_digest",
]

LONGEST_NAME = 60
"""Characters of a name."""


def checked_name(name: str) -> str:
    """Returns a name as it is kept: one way to write an accent, one space between words.

    >>> checked_name("  Ann   Lee ")
    'Ann Lee'

    Raises:
        InputError: It is none.
    """
    folded = " ".join(unicodedata.normalize("NFC", name).split())
    if not folded or len(folded) > LONGEST_NAME or not folded.isprintable():
        raise InputError(
            f"{name[:LONGEST_NAME]!r} is no name of an annotator",
            todo=f"use 1 to {LONGEST_NAME} letters and spaces",
        )
    return folded


def made_token() -> str:
    """Returns a new token, which nobody can guess."""
    return secrets.token_urlsafe(24)


def token_digest(token: str) -> str:
    """Returns what is kept of a token: enough to know it again, not enough to show it."""
    return hashlib.sha256(token.strip().encode("utf-8", "replace")).hexdigest()


def same_token(token: str, digest: str) -> bool:
    """Compares in a time that tells nothing of the token.

    >>> same_token("abc ", token_digest("abc")), same_token("abd", token_digest("abc"))
    (True, False)
    """
    return hmac.compare_digest(token_digest(token), digest)


def kept_secret(path: Path) -> bytes:
    """Returns the secret of a desk, which signs who is signed in; made at the first use, for its owner alone."""
    try:
        if not path.exists():
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "wb") as stream:
                stream.write(secrets.token_hex(32).encode())
                stream.flush()
                os.fsync(stream.fileno())
        found = path.read_bytes().strip()
    except OSError as error:
        raise StorageError(f"cannot be used ({error.strerror or error})", where=str(path)) from error
    if len(found) != 64:  # it was not finished when the machine went down: nobody had signed in yet
        path.unlink()
        return kept_secret(path)
    return found


Key = tuple[str, str]
"""Ids of query and item."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who may sign in.

    Attributes:
        name: Who.
        digest: Of the token.
        lead: Whether they adjudicate, export, sample and let people in.
    """

    name: str
    digest: str
    lead: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A pool with the question that is asked about it.

    Attributes:
        name: Its name, and that of the file of its pool.
        task: The question.
        wanted: How many people judge an item.
        sha256: Checksum of the pool.
    """

    name: str
    task: Task
    wanted: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Said:
    """An answer, or a decision between answers.

    Attributes:
        number: Of its line in the log.
        sheet: Name of the sheet.
        annotation: Who, when, what.
        seen: Number of the answer of the same person that was shown when this one was given; 0 for none.
        form: Names what was sent, so that sending it twice says it once; all that one form says is taken back together.
        decision: Whether it settles the item.
        replaced: Number of the answer that it takes the place of; 0 for none.
    """

    number: int
    sheet: str
    annotation: Annotation
    seen: int
    form: str
    decision: bool
    replaced: int

    @property
    def crossed(self) -> bool:
        """Whether the person had answered elsewhere, such as in another tab, what was not shown here."""
        return self.replaced != self.seen


class DeskState:
    """Folds records, one after another; any number of first lines of a log is a state.

    Attributes:
        people: By name.
        sheets: By name.
        said: All that was ever said, by number of its line.
        forms: Number of the first line that came from a form.
        draft: The sample of queries, as far as it is.
    """

    def __init__(self) -> None:
        """Knows nothing."""
        self.people: dict[str, Person] = {}
        self.sheets: dict[str, Sheet] = {}
        self.said: dict[int, Said] = {}
        self.forms: dict[tuple[str, str], int] = {}
        self.draft = SampleDraft()
        self._stacks: dict[tuple[str, str, bool], dict[Key, list[int]]] = defaultdict(dict)
        self._order: dict[str, list[int]] = defaultdict(list)

    def apply(self, record: Mapping[str, Any]) -> None:
        """Takes one record in.

        Raises:
            InputError: It is of a kind that this version does not know, or does not fit what came before.
        """
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
                    self._say(record)
                case "undo":
                    self._take_back(record["annotator"], record["of"])
                case "sample":
                    self.draft = SampleDraft.from_plain(record["draft"])
                case kind:
                    raise InputError(
                        f"a record of the kind {str(kind)[:40]!r}", where=where, todo="use a newer Debatable"
                    )
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(f"the record does not fit ({error})", where=where) from error

    def answer(self, sheet: str, annotator: str, key: Key, *, decision: bool = False) -> Said | None:
        """Returns what somebody says of an item now, or how they decided it."""
        numbers = self._stacks.get((sheet, annotator, decision), {}).get(key)
        return self.said[numbers[-1]] if numbers else None

    def decision(self, sheet: str, key: Key) -> Said | None:
        """Returns how an item was settled; the last decision counts, whoever made it."""
        found = [self.answer(sheet, name, key, decision=True) for name in self.people]
        return max((one for one in found if one is not None), key=lambda one: one.number, default=None)

    def answers(self, sheet: str, annotator: str) -> list[Said]:
        """Returns all that holds of what somebody answered, oldest first."""
        stacks = self._stacks.get((sheet, annotator, False), {})
        return sorted(
            (self.said[numbers[-1]] for numbers in stacks.values() if numbers), key=lambda one: one.number
        )

    def by_item(self, sheet: str) -> dict[Key, list[Annotation]]:
        """Returns the answers that hold, by item, oldest first."""
        found: dict[Key, list[Annotation]] = defaultdict(list)
        for one in sorted(
            (one for name in self.people for one in self.answers(sheet, name)), key=lambda one: one.number
        ):
            found[one.annotation.key].append(one.annotation)
        return dict(found)

    def decisions(self, sheet: str) -> dict[Key, Said]:
        """Returns how items were settled."""
        keys = {
            key
            for (of, _, decision), stacks in self._stacks.items()
            if of == sheet and decision
            for key, numbers in stacks.items()
            if numbers
        }
        found = {key: self.decision(sheet, key) for key in sorted(keys)}
        return {key: one for key, one in found.items() if one is not None}

    def last(self, annotator: str) -> Said | None:
        """Returns what somebody said last and did not take back."""
        order = self._order.get(annotator)
        return self.said[order[-1]] if order else None

    def together(self, annotator: str, number: int) -> list[int]:
        """Returns the lines that are taken back with one, latest first; none where it does not hold any more."""
        if number not in self._order.get(annotator, ()):
            return []
        form = self.said[number].form
        return [one for one in reversed(self._order[annotator]) if self.said[one].form == form]

    def _say(self, record: Mapping[str, Any]) -> None:
        number, person, sheet = record["n"], self.people[record["annotator"]], self.sheets[record["sheet"]]
        decision = record["kind"] == "decision"
        value = sheet.task.checked(str(record["value"]))
        annotation = Annotation(
            sheet.task.name,
            person.name,
            record["time"],
            record["query_id"],
            record["item_id"],
            value,
            Stance(record["stance"]),
        )
        stack = self._stacks[sheet.name, person.name, decision].setdefault(annotation.key, [])
        replaced = stack[-1] if stack else 0
        self.said[number] = Said(
            number, sheet.name, annotation, record["seen"], record["form"], decision, replaced
        )
        stack.append(number)
        self._order[person.name].append(number)
        self.forms.setdefault((person.name, record["form"]), number)

    def _take_back(self, annotator: str, number: int) -> None:
        self._order[annotator].remove(number)
        one = self.said[number]
        self._stacks[one.sheet, annotator, one.decision][one.annotation.key].remove(number)
