from __future__ import annotations

from pathlib import Path

import pytest

from debatable.corpus import Snapshot, Store
from debatable.engines.local.tables import EMPTY, Tables, advance
from debatable.model import Argument, Claim, Premise, Stance, claim_id


def argument(id_: str, claim: str | None = None, text: str | None = None) -> Argument:
    said = Claim(claim_id(claim), claim) if claim else None
    return Argument(id_, Premise(id_, text or f"premise {id_}"), said, Stance.PRO)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "corpus.sqlite")


def links_as_keys(tables: Tables) -> list[tuple[int, int]]:
    links = tables.links
    return [
        (int(tables.premises[premise]), int(tables.claims[claim]) if claim >= 0 else -1)
        for premise, claim in zip(links.premise, links.claim, strict=True)
    ]


def test_rows_stay_and_new_ones_follow(store: Store) -> None:
    store.add([argument("a", "C"), argument("b", "D"), argument("c")], revision=1)
    first, _ = advance(Snapshot(store.path, 1), None)
    store.add([argument("d", "E")], revision=2)
    store.remove(["b"], revision=2)
    second, change = advance(Snapshot(store.path, 2), first)
    assert second.premises[0] == first.premises[0] and second.premises[2] == first.premises[2]
    assert second.premises[1] == EMPTY and change.dead_premises.tolist() == [1]
    assert second.claims[1] == EMPTY and change.dead_claims.tolist() == [1]
    assert (change.first_premise, change.first_claim) == (3, 2)
    assert len(second.premises) == 4 and len(second.claims) == 3
    assert second.waste == pytest.approx(2 / 7)


def test_a_premise_with_a_new_link_moves_to_a_new_row(store: Store) -> None:
    store.add([argument("a", "C", "same"), argument("b", "C")], revision=1)
    first, _ = advance(Snapshot(store.path, 1), None)
    store.add([argument("c", "D", "same")], revision=2)
    second, change = advance(Snapshot(store.path, 2), first)
    assert change.dead_premises.tolist() == [0] and second.premises[2] == first.premises[0]


def test_links_speak_of_the_same_texts_however_the_tables_came_about(store: Store) -> None:
    store.add([argument("a", "C", "same"), argument("b", "D"), argument("c")], revision=1)
    first, _ = advance(Snapshot(store.path, 1), None)
    store.add([argument("d", "D", "same"), argument("e", "F")], revision=2)
    store.remove(["b"], revision=2)
    snapshot = Snapshot(store.path, 2)
    grown, _ = advance(snapshot, first)
    fresh, _ = advance(snapshot, None)
    assert links_as_keys(grown) == links_as_keys(fresh)
    assert links_as_keys(fresh) == [(link.premise, link.claim or -1) for link in snapshot.links()]
    assert fresh.waste == 0 and fresh.counts == grown.counts


def test_an_empty_corpus_has_empty_tables(store: Store) -> None:
    tables, _ = advance(Snapshot(store.path, 1), None)
    assert tables.counts == {"claims": 0, "premises": 0, "links": 0} and tables.waste == 0
