"""Any text goes through reader, store and index and comes back as `clean` says."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from debatable.corpus import Snapshot, Store
from debatable.corpus.readers import read
from debatable.corpus.readers.records import clean, is_blank
from debatable.engines import Configuration, make_index, open_engine, verify_index
from debatable.model import Argument, Claim, Premise, Stance, claim_id, text_key

make = partial(make_index, configuration=Configuration(encoder=""))

texts = st.text(min_size=1, max_size=200).filter(lambda text: not is_blank(text))
languages = st.sampled_from(["en", "de", "und"])
stances = st.sampled_from([Stance.PRO, Stance.CON, Stance.NONE])


@st.composite
def arguments(draw: st.DrawFn) -> Argument:
    id_ = f"id-{draw(st.integers(0, 10**9))}"
    language = draw(languages)
    claim = draw(st.none() | texts.map(clean))
    return Argument(
        id_,
        Premise(id_, clean(draw(texts)), language),
        Claim(claim_id(claim, language), claim, language) if claim else None,
        draw(stances) if claim else Stance.NONE,
        clean(draw(st.text(max_size=20))),
        clean(draw(st.text(max_size=20))),
        clean(draw(st.text(max_size=20))),
    )


corpora = st.lists(arguments(), max_size=12, unique_by=lambda argument: argument.id)


def texts_of(given: list[Argument]) -> dict[str, tuple[str, str | None, Stance]]:
    """What must come back: of equal texts the first one's spelling is kept."""
    first: dict[bytes, str] = {}
    for argument in given:
        for part in (argument.premise, argument.claim):
            if part is not None:
                first.setdefault(
                    (type(part).__name__ + "/").encode() + text_key(part.text, part.language), part.text
                )
    return {
        a.id: (
            first[b"Premise/" + text_key(a.premise.text, a.premise.language)],
            first[b"Claim/" + text_key(a.claim.text, a.claim.language)] if a.claim else None,
            a.stance,
        )
        for a in given
    }


@settings(deadline=None, max_examples=60)
@given(corpora)
def test_the_store_gives_back_what_it_got(given: list[Argument]) -> None:
    with TemporaryDirectory() as folder, Store(Path(folder) / "corpus.sqlite") as store:
        store.add(given, revision=1)
        snapshot = Snapshot(store.path, 1)
        found = snapshot.arguments([link.argument for link in snapshot.links()])
        snapshot.close()
    assert texts_of(given) == {
        a.id: (a.premise.text, a.claim.text if a.claim else None, a.stance) for a in found.values()
    }
    assert {a.id: (a.source, a.url, a.discussion) for a in given} == {
        a.id: (a.source, a.url, a.discussion) for a in found.values()
    }


@settings(deadline=None, max_examples=15)
@given(st.lists(st.tuples(texts, st.none() | texts), min_size=1, max_size=6), st.text(max_size=20))
def test_any_corpus_can_be_read_indexed_and_searched(pairs: list[tuple[str, str | None]], query: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "corpus.jsonl"
        rows = [{"id": str(i), "premise": p, "claim": c} for i, (p, c) in enumerate(pairs)]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        make(read([path]), Path(folder) / "index")
        assert verify_index(Path(folder) / "index") == []
        with open_engine(Path(folder) / "index") as engine:
            answer = engine.search(f"x {clean(query)}", method="bm25", strict=False)
            known = engine.info()["premises"]
        assert known == len({text_key(clean(premise)) for premise, _ in pairs})
        assert all(hit.score == hit.score for hit in answer.hits)
