"""Any changes, kept or taken back, against one dict a revision: what each revision shows, and no row besides."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from debatable.corpus import Snapshot, Store
from debatable.model import Argument, Premise

NAMES = ("a", "b", "c")

step = st.one_of(
    st.tuples(st.just("put"), st.lists(st.sampled_from(NAMES), min_size=1, max_size=3)),
    st.tuples(st.just("remove"), st.lists(st.sampled_from(NAMES), min_size=1, max_size=1)),
)
change = st.tuples(st.lists(step, max_size=4), st.booleans(), st.integers(0, 2))


def shown(path: Path, revision: int) -> dict[str, str]:
    snapshot = Snapshot(path, revision)
    try:
        found = snapshot.arguments([link.argument for link in snapshot.links()])
        return {argument.id: argument.premise.text for argument in found.values()}
    finally:
        snapshot.close()


@settings(max_examples=60, deadline=None)
@given(st.lists(change, min_size=1, max_size=5))
def test_each_revision_shows_what_was_written_and_keeps_no_row_that_none_shows(
    changes: list[tuple[list[tuple[str, list[str]]], bool, int]],
) -> None:
    with TemporaryDirectory() as home:
        path = Path(home) / "corpus.sqlite"
        states: dict[int, dict[str, str]] = {0: {}}
        current, serial = 0, 0
        with Store(path) as store:
            for steps, kept, behind in changes:
                following = dict(states[current])
                for what, names in steps:
                    serial += 1
                    if what == "put":
                        given_ = [
                            Argument(name, Premise(f"{name}{serial}", f"{name} in {serial}"))
                            for name in names
                        ]
                        store.add(given_, revision=current + 1, on_duplicate="replace")
                        following |= {argument.id: argument.premise.text for argument in given_}
                    elif names[0] in following:
                        store.remove(names, revision=current + 1)
                        del following[names[0]]
                if kept:
                    current += 1
                    states[current] = following
                else:
                    store.roll_back(current)
                oldest = max(min(states), current - behind)
                store.purge(oldest)
                states = {revision: state for revision, state in states.items() if revision >= oldest}
                for revision, state in states.items():
                    assert shown(path, revision) == state
                with closing(sqlite3.connect(path)) as database:
                    lives = database.execute("SELECT born, ifnull(died, 999999) FROM arguments").fetchall()
                for born, died in lives:
                    assert any(born <= revision < died for revision in states), (born, died, sorted(states))
