"""A desk: its folder, its lock, and every operation that changes it."""

from __future__ import annotations

import re
import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from debatable.errors import IndexLockedError, InputError, StorageError
from debatable.evaluation.annotation.desk.log import Log
from debatable.evaluation.annotation.desk.state import (
    DeskAnswer,
    DeskState,
    Key,
    Person,
    Sheet,
    checked_name,
    kept_secret,
    same_token,
    token_digest,
)
from debatable.evaluation.annotation.pooling import PoolItem, read_pool, write_pool
from debatable.evaluation.annotation.records import now, task
from debatable.evaluation.sampling import SampleDraft
from debatable.files import sha256, sync_folder
from debatable.model import Stance

LOG, POOLS, SECRET, LOCK = "log.jsonl", "pools", "secret", "desk.lock"

MOST_WANTED = 20
"""People that may judge one item."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a form about an item."""

    key: Key
    value: str  # on the scale of the task, or the name of a group, as it was typed
    stance: Stance = Stance.NONE
    seen: int | None = None  # number of the person's answer that was shown; None for the latest


class Desk:
    """A folder with pools and a log; one process has it open at a time."""

    def __init__(self, folder: Path, *, new: bool = False, clock: Callable[[], str] = now) -> None:
        """Opens a desk, or begins one where `new` allows it.

        Raises:
            InputError: The folder is no desk, or its log or a pool is not what was written.
            IndexLockedError: Another process has it open.
            StorageError: The folder cannot be written.
        """
        self.folder, self._clock = folder, clock
        if not (folder / LOG).is_file():
            _begun(folder, new)
        self._lock = FileLock(folder / LOCK, timeout=0)
        try:
            self._lock.acquire()
        except Timeout as error:
            reason = "another process has this desk open"
            raise IndexLockedError(reason, where=str(folder), todo="end it first") from error
        except OSError as error:
            reason = f"cannot be written to ({error.strerror or error})"
            raise StorageError(reason, where=str(folder)) from error
        with ExitStack() as unfinished:
            unfinished.callback(self._lock.release)
            self.secret = kept_secret(folder / SECRET)
            self._log = Log(folder / LOG)
            unfinished.callback(self._log.close)
            self._state, self._items = DeskState(), dict[str, dict[Key, PoolItem]]()
            for record in self._log.records:
                self._state.apply(record)
            for sheet in self._state.sheets.values():
                self._items[sheet.name] = self._pool(sheet)
            unfinished.pop_all()
        self._turn = threading.RLock()

    @contextmanager
    def state(self) -> Iterator[DeskState]:
        """Yields the state while no other thread writes."""
        with self._turn:
            yield self._state

    @property
    def length(self) -> int:
        """How many lines the log has, which identifies the state."""
        return len(self._log.records)

    def items(self, sheet: str) -> dict[Key, PoolItem]:
        """Returns the items of a sheet, in the order of its pool."""
        return self._items[sheet]

    def close(self) -> None:
        """Closes the log and releases the folder."""
        self._log.close()
        self._lock.release()

    def add_person(self, name: str, *, lead: bool = False, anew: bool = False) -> str:
        """Adds somebody and returns their token, which is kept nowhere; empty for somebody who is there already.

        With `anew` somebody who is there gets a new token, and the old one ends.
        """
        name = checked_name(name)
        with self._turn:
            person = self._state.people.get(name)
            if person is not None and not anew and person.lead >= lead:
                return ""
            token = "" if person is not None and not anew else secrets.token_urlsafe(24)
            digest = token_digest(token) if token or person is None else person.digest
            rights = lead or (person is not None and person.lead)
            self._append({"kind": "annotator", "name": name, "digest": digest, "lead": rights})
            return token

    def signed_in(self, name: str, token: str) -> Person | None:
        """Returns whom a name and a token belong to, or None."""
        with self._turn:
            person = self._state.people.get(" ".join(name.split()))
        digest = person.digest if person is not None else token_digest("")
        return person if same_token(token, digest) and person is not None else None

    def add_sheet(self, pool: Path, task_name: str, *, wanted: int = 2) -> Sheet:
        """Adds a pool to the desk, once; another pool of the same name is refused."""
        asked, items = task(task_name), read_pool(pool)
        if not 1 <= wanted <= MOST_WANTED:
            raise InputError(f"{wanted} people an item", todo=f"use 1 to {MOST_WANTED}")
        stem = re.sub(r"[^A-Za-z0-9_-]+", "-", pool.name.split(".")[0]).strip("-")[:60]
        name = f"{stem or 'pool'}-{asked.name}"
        with self._turn:
            if name in self._state.sheets:
                if list(self._items[name].values()) != items:
                    reason = f"the desk has another pool as {name!r}"
                    raise InputError(reason, where=str(pool), todo="give the file another name")
                return self._state.sheets[name]
            path = self._file(name)
            write_pool(items, path)
            sheet = {"name": name, "task": asked.name, "wanted": wanted, "sha256": sha256(path)}
            self._append({"kind": "sheet", **sheet})
            self._items[name] = {item.key: item for item in items}
            return self._state.sheets[name]

    def say(
        self, sheet: str, annotator: str, answers: Sequence[Answer], form: str, *, decision: bool = False
    ) -> DeskAnswer:
        """Keeps the answers of a form, all of them or none, and returns the first; a form sent twice is kept once."""
        with self._turn:
            earlier = self._state.forms.get((annotator, form))
            if earlier is not None:
                return self._state.said[earlier]
            if not answers:
                raise InputError("nothing was answered", todo="choose an answer")
            records = [self._record(sheet, annotator, one, form, decision) for one in answers]
            return self._state.said[self._append(*records)]

    def undo(self, annotator: str, number: int) -> DeskAnswer | None:
        """Takes back the answers of a form by the number of a line; None where they were undone before."""
        with self._turn:
            lines = self._state.together(annotator, number)
            if not lines:
                return None
            self._append(*({"kind": "undo", "annotator": annotator, "of": one} for one in lines))
            return self._state.said[number]

    def draw(self, annotator: str, draft: SampleDraft) -> None:
        """Keeps the draft of a sample of queries."""
        with self._turn:
            self._append({"kind": "sample", "annotator": annotator, "draft": draft.plain()})

    def _record(
        self, sheet_name: str, annotator: str, answer: Answer, form: str, decision: bool
    ) -> dict[str, Any]:
        sheet = self._state.sheets.get(sheet_name)
        person = self._state.people.get(annotator)
        if sheet is None or answer.key not in self._items[sheet.name]:
            raise InputError("there is no such item on this desk", todo="go back to the overview")
        if person is None or (decision and not person.lead):
            raise InputError("only those who lead decide", todo="ask one of them")
        value = sheet.task.checked(answer.value)
        own = self._state.answer(sheet.name, annotator, answer.key, decision=decision)
        latest = own.number if own is not None else 0
        return {
            "kind": "decision" if decision else "answer",
            "sheet": sheet.name,
            "annotator": annotator,
            "query_id": answer.key[0],
            "item_id": answer.key[1],
            "value": value,
            "stance": (answer.stance if sheet.task.asks_stance(value) else Stance.NONE).value,
            "seen": latest if answer.seen is None else answer.seen,
            "form": form,
        }

    def _append(self, *records: dict[str, Any]) -> int:
        """Writes records, then applies them; returns the number of the first."""
        time = self._clock()
        added = self._log.append([{**record, "time": time} for record in records])
        for record in added:
            self._state.apply(record)
        return int(added[0]["n"])

    def _file(self, sheet: str) -> Path:
        return self.folder / POOLS / f"{sheet}.jsonl"

    def _pool(self, sheet: Sheet) -> dict[Key, PoolItem]:
        path = self._file(sheet.name)
        items = read_pool(path)
        if sha256(path) != sheet.sha256:
            raise InputError("the pool is not what was laid on the desk", where=str(path), todo="put it back")
        return {item.key: item for item in items}


def _begun(folder: Path, new: bool) -> None:
    """Makes the folder of a desk where there may be one."""
    where = str(folder)
    if folder.exists() and not folder.is_dir():
        raise InputError("this is no folder", where=where, todo="name the folder of a desk")
    if folder.is_dir() and any(one.name not in (POOLS, SECRET, LOCK) for one in folder.iterdir()):
        raise InputError("the folder is no desk", where=where, todo="name a desk, or an empty folder")
    if not new:
        todo = "begin one with --lead NAME and --pool FILE --task TASK"
        raise InputError("there is no desk", where=where, todo=todo)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        sync_folder(folder.parent)
    except OSError as error:
        raise StorageError(f"cannot be made ({error.strerror or error})", where=where) from error
