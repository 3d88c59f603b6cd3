"""What an engine asks of a backend besides."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from debatable.embedding import encoder
from debatable.engines import Filter
from debatable.errors import InputError
from debatable.learning import PairReader
from debatable.model import Argument
from debatable.progress import Deadline
from debatable.ranking import Backend, Question, pipeline
from debatable.ranking.protocol import Kind
from debatable.text import analyzer, parse_query
from tests.contract.conftest import CORPORA
from tests.contract.pairs import ANALYZER, FACTORIES, FILTERS, KINDS, Pair, pair_of


def passes(argument: Argument, first: Argument, wanted: Filter) -> bool:
    """Says whether an argument passes a filter without operators; `first` is where its premise has its id from."""
    spoken = argument.premise.language
    return (
        (not wanted.sources or argument.source in wanted.sources)
        and (not wanted.languages or any((spoken + "-").startswith(f"{tag}-") for tag in wanted.languages))
        and (not wanted.ids or argument.id in wanted.ids or first.premise.id in wanted.ids)
    )


def test_nothing_is_read_after_the_deadline_and_the_answer_says_so(
    whole: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Searched and ranked is on every backend, by words and vectors alone."""

    def read(*_: object, **__: object) -> None:
        raise AssertionError("a pair was read")

    monkeypatch.setattr(PairReader, "__call__", read)
    late = Deadline(0.0)
    question = Question("Cars should be banned from the city", whole.backend, late)
    assert pipeline("best")(question, whole.backend, 5).premises
    assert late.unread > 0


@pytest.mark.parametrize("name", ["source", "language", "ids"])
def test_a_part_is_searched_as_if_it_were_all(whole: Pair, name: str, tmp_path: Path) -> None:
    """Against a corpus that holds nothing else; clusters and the fields of a premise are of the whole."""
    arguments = next(of for of in CORPORA.values() if len(of) == len(whole.oracle.uses) and _is_of(whole, of))
    firsts: dict[tuple[str, str], Argument] = {}
    for argument in arguments:
        firsts.setdefault((argument.premise.text, argument.premise.language), argument)
    left = [
        argument
        for argument in arguments
        if passes(argument, firsts[argument.premise.text, argument.premise.language], FILTERS[name])
    ]
    assert 0 < len(left) < len(arguments)
    part = whole.whole.restricted(FILTERS[name])
    alone = pair_of(FACTORIES["brute force"], left, whole.encoder, tmp_path).backend
    clusters = part.counts.claim_clusters
    assert part.counts == replace(alone.counts, claim_clusters=clusters)
    for text in ("Cars should be banned from the city", "nuclear power", "zebras"):
        tokens = part.tokens(text)
        for kind in KINDS:
            for k in (3, 1_000):
                pairs = [
                    (part, part.search(kind, tokens, "BM25", k)),
                    (alone, alone.search(kind, tokens, "BM25", k)),
                ]
                if whole.encoder:
                    vector = part.encode(text)
                    pairs += [(part, part.nearest(kind, vector, k)), (alone, alone.nearest(kind, vector, k))]
                for at in range(0, len(pairs), 2):
                    (one, found), (other, expected) = pairs[at : at + 2]
                    assert found.scores.tolist() == pytest.approx(expected.scores.tolist(), rel=1e-6)
                    if k > len(found.rows):  # else ties may be cut elsewhere: the rows are other ones
                        assert plain(one.texts(kind, found.rows)) == plain(other.texts(kind, expected.rows))
    rows = part.search("premises", part.tokens("cars city power"), "BM25", 1_000).rows
    for some in part.arguments(rows):
        assert some and {argument.id for argument in some} <= {argument.id for argument in left}


def plain(texts: list[str]) -> list[str]:
    """Returns texts in one order, white space folded: which of equal texts came first differs in a part."""
    return sorted(" ".join(text.split()) for text in texts)


def _is_of(pair: Pair, arguments: list[Argument]) -> bool:
    there = pair.oracle.premise_ids([argument.id for argument in arguments])
    texts = set(pair.oracle.texts("premises", pair.there("premises")))
    return len(there) == len(arguments) and {argument.premise.text for argument in arguments} == texts


@pytest.mark.parametrize("kind", KINDS)
def test_all_rows_are_listed_and_only_those_that_are_there(whole: Pair, kind: Kind) -> None:
    def texts(backend: Backend) -> list[str]:
        return plain(backend.texts(kind, backend.rows(kind)))

    assert texts(whole.whole) == texts(whole.oracle)
    assert len(whole.whole.rows(kind)) == getattr(whole.oracle.counts, kind)
    for wanted in FILTERS.values():
        assert texts(whole.whole.restricted(wanted)) == texts(whole.oracle.restricted(wanted))
        assert np.all(np.diff(whole.whole.restricted(wanted).rows(kind)) > 0)


def test_an_empty_filter_changes_nothing(whole: Pair) -> None:
    assert whole.whole.restricted(Filter()).counts == whole.backend.counts
    plain = parse_query("cars and city", analyzer(ANALYZER))
    assert whole.whole.restricted(Filter(query=plain)).counts == whole.backend.counts


@pytest.mark.parametrize(
    "wanted", [Filter(sources=("nowhere",)), Filter(languages=("fr", "e")), Filter(ids=("nobody",))]
)
def test_a_filter_that_nothing_passes_says_so(whole: Pair, wanted: Filter) -> None:
    with pytest.raises(InputError, match="no argument"):
        whole.whole.restricted(wanted)


def test_operators_that_nothing_has_leave_nothing(whole: Pair) -> None:
    part = whole.whole.restricted(Filter(query=parse_query("+zebras", analyzer(ANALYZER))))
    assert (part.counts.claims, part.counts.premises, part.counts.claimless) == (0, 0, 0)
    for kind in KINDS:
        assert not len(part.search(kind, ["car", "citi", "city"], "BM25", 10).rows)
        if whole.encoder:
            assert not len(part.nearest(kind, part.encode("cars"), 10).rows)


def test_a_part_leaves_the_whole_as_it_was(whole: Pair) -> None:
    before = whole.backend.counts
    for wanted in list(FILTERS.values()) * 2:  # more than are kept ready
        whole.whole.restricted(wanted)
        whole.whole.restricted(replace(wanted, sources=("portal", "forum", "book")))
    assert whole.backend.counts == before == whole.oracle.counts


def test_a_part_of_a_part_passes_both_filters(whole: Pair) -> None:
    """A second filter used to look at the whole again."""
    part = whole.whole.restricted(FILTERS["source"])
    if not hasattr(part, "restricted"):
        pytest.skip("a part need not be able to serve")
    both = replace(FILTERS["language"], sources=FILTERS["source"].sources)
    assert part.restricted(FILTERS["language"]).counts == whole.oracle.restricted(both).counts
    assert part.restricted(Filter()).counts == whole.oracle.restricted(FILTERS["source"]).counts


def test_ids_of_arguments_lead_to_their_premises(whole: Pair) -> None:
    ids = [*(f"a{number}" for number in range(0, 48, 5)), "nobody", "p1"]
    assert dict(whole.whole.premise_ids(ids)) == dict(whole.oracle.premise_ids(ids))
    assert dict(whole.whole.premise_ids([])) == {}


def test_what_is_told_is_plain_json(whole: Pair) -> None:
    info, health = whole.whole.info(), whole.whole.health()
    assert json.loads(json.dumps(info)) == info and json.loads(json.dumps(health)) == health
    expected = whole.oracle.info()
    for name in ("arguments", "premises", "claims", "sources", "stances", "languages"):
        assert info[name] == expected[name], name
    assert {"configuration", "versions"} <= info.keys()
    assert health["counts"].items() >= whole.oracle.health()["counts"].items()


def test_the_encoder_is_noted_by_its_fingerprint(whole: Pair) -> None:
    noted = whole.whole.info()["versions"].get("encoder", "")
    assert noted == (encoder(whole.encoder).fingerprint if whole.encoder else "")


def test_the_state_has_a_name_and_is_current(whole: Pair) -> None:
    assert isinstance(whole.whole.state, str) and whole.whole.state
    assert whole.whole.state == whole.whole.state
    assert whole.whole.outdated() is False


@pytest.mark.parametrize("factory", FACTORIES)
def test_closing_twice_is_closing_once(factory: str, tmp_path: Path) -> None:
    backend = FACTORIES[factory](CORPORA["linked"], "", tmp_path)
    assert backend.texts("premises", backend.search("premises", ["car"], "BM25", 3).rows)
    backend.close()
    backend.close()


@pytest.mark.parametrize("factory", FACTORIES)
def test_the_same_arguments_answer_the_same_twice(factory: str, tmp_path: Path) -> None:
    one, two = (FACTORIES[factory](CORPORA["mixed"], "", tmp_path / name) for name in ("one", "two"))
    rows = one.search("premises", one.tokens("cars city power"), "BM25", 1_000).rows
    assert one.ids("premises", rows) == two.ids("premises", rows)
    assert np.array_equal(rows, two.search("premises", one.tokens("cars city power"), "BM25", 1_000).rows)
    one.close()
    two.close()


def test_words_as_they_are_written(whole: Pair) -> None:
    """Those of texts that were removed may be counted still."""
    words, expected = whole.whole.words() or {}, whole.oracle.words()
    assert expected and all(words[word] >= texts for word, texts in expected.items())
