from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from debatable.embedding.graph import open_session
from debatable.embedding.onnx import BUNDLED
from debatable.embedding.onnx import MODELS as ENCODERS
from debatable.errors import DebatableError, InputError, UnknownNameError
from debatable.learning import PairReader, pair_graph
from debatable.learning.pair_graph import LogitCache, further_batch, open_pair_graph
from debatable.learning.pair_reader import model_folder
from tests.support.tiny_reader import HEADS, LIMIT, SHIFT, SLOPE, tiny_folder

FIRSTS = ["we should ban zoos", "cars are safe", "a", "", "zoos are cruel because animals are not money " * 3]
SECONDS = [
    "animals are not safe",
    "of the and " * 20,
    "",
    "they cost money",
    "close the schools for people " * 4,
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_folder(tmp_path_factory.mktemp("models") / "tiny")


def test_a_pair_has_the_same_bits_in_any_company(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = PairReader(folder)
    firsts, seconds = FIRSTS * 40, [SECONDS[i % 5] for i in range(0, 600, 3)]
    together = reader(firsts, seconds)
    alone = np.concatenate([reader([one], [other]) for one, other in zip(firsts, seconds, strict=True)])
    np.testing.assert_array_equal(together, alone)
    np.testing.assert_array_equal(reader(firsts[::-1], seconds[::-1])[::-1], together)
    monkeypatch.setattr("debatable.learning.pair_reader.BLOCK", 7)
    monkeypatch.setattr("debatable.learning.pair_graph.BATCH_TOKENS", 48)
    np.testing.assert_array_equal(reader(firsts, seconds), together)


def test_the_second_text_is_cut_to_what_the_first_leaves(folder: Path) -> None:
    reader = PairReader(folder)
    short, long = "zoos", "we should ban zoos and cars"
    for first, words in ((short, 1), (long, 6)):
        room = LIMIT - 3 - words
        whole = reader([first], ["money " * room])
        np.testing.assert_array_equal(reader([first], ["money " * room + "cost " * 9]), whole)
        assert (reader([first], ["money " * (room - 1) + "cost"]) != whole).all()


def test_the_first_text_is_cut_at_its_own_limit(folder: Path) -> None:
    reader = PairReader(folder)
    first = "we should ban zoos and cars"
    np.testing.assert_array_equal(reader([first + " for people"], ["cost"]), reader([first], ["cost"]))
    assert (reader(["we should ban zoos and people"], ["cost"]) != reader([first], ["cost"])).all()
    assert (reader([first], ["cost"], first_limit=5) == reader(["we should ban zoos and"], ["cost"])).all()
    assert (reader([first + " for people"]) != reader([first])).all()  # a text that stands alone is read on


@pytest.mark.parametrize("first_limit", [-1, 0, LIMIT - 2, 10_000])
def test_a_limit_of_the_first_text_that_the_model_cannot_keep_to_is_refused(
    folder: Path, first_limit: int
) -> None:
    # 0 counted as no limit given, -1 left out the last token, and one that leaves no room could not be read.
    with pytest.raises(InputError, match=f"{first_limit} tokens of a first text; keep 1 to {LIMIT - 3}"):
        PairReader(folder)(["zoos " * LIMIT], ["cars"], first_limit=first_limit)
    assert PairReader(folder)(["zoos " * LIMIT], ["cars"], first_limit=LIMIT - 3).shape[0] == 1


def test_order_of_the_texts_and_standing_alone_matter(folder: Path) -> None:
    reader = PairReader(folder)
    assert (reader(["zoos"], ["cars"]) != reader(["cars"], ["zoos"])).all()
    assert (reader(["zoos"], [""]) != reader(["zoos"])).all()


def test_heads_have_names_and_probabilities(folder: Path) -> None:
    reader = PairReader(folder)
    logits = reader(FIRSTS, SECONDS)
    assert logits.shape == (5, 3) and logits.dtype == np.float64
    for column, name in enumerate(HEADS):
        np.testing.assert_array_equal(reader.head(name, FIRSTS, SECONDS), logits[:, column])
        expected = 1 / (1 + np.exp(-(SLOPE * logits[:, column] + SHIFT)))
        np.testing.assert_allclose(reader.probability(name, FIRSTS, SECONDS), expected, rtol=1e-12)
    with pytest.raises(UnknownNameError, match="did you mean 'stance'"):
        reader.head("stanc", FIRSTS, SECONDS)


def test_no_pairs_and_odd_texts(folder: Path) -> None:
    reader = PairReader(folder)
    assert reader([], []).shape == (0, 3)
    assert np.isfinite(reader(["\ud800", "Ω" * 9999, "\x00"], ["", "[SEP] [PAD]", "zoos " * 9999])).all()
    with pytest.raises(InputError, match="1 texts for 2 others"):
        reader(["a", "b"], ["c"])
    with pytest.raises(InputError, match="a list of texts"):
        reader("a", ["c"])
    with pytest.raises(InputError, match="text 0: expected text, got int"):
        reader(["a"], [7])  # type: ignore[list-item]


def test_threads_share_one_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Path] = []
    plain = open_session

    def counted(path: Path, weights: Any, **options: Any) -> Any:
        opened.append(path)
        return plain(path, weights, **options)

    monkeypatch.setattr(pair_graph, "open_session", counted)
    reader = PairReader(tiny_folder(tmp_path / "tiny"))
    assert not opened  # nothing is loaded before the first use
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: reader(FIRSTS, SECONDS), range(8)))
    assert len(opened) == 1
    for logits in found:
        np.testing.assert_array_equal(logits, found[0])


def refused(folder: Path, words: str) -> None:
    with pytest.raises(DebatableError, match=words) as caught:
        PairReader(folder)(["a"], ["b"])
    assert "\n" not in str(caught.value)


def test_missing_files_are_told(tmp_path: Path) -> None:
    refused(tmp_path, "no model of ours in this folder; give a folder with model.onnx and card.json")
    folder = tiny_folder(tmp_path / "no graph")
    (folder / "model.onnx").unlink()
    refused(folder, "model.onnx: the model is missing")
    folder = tiny_folder(tmp_path / "no tokenizer")
    (folder / "tokenizer.json").unlink()
    refused(folder, "cannot read the tokenizer")
    with pytest.raises(InputError, match="/nowhere/at/all: no such folder"):
        model_folder("/nowhere/at/all")


def test_a_name_without_a_slash_is_no_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tiny_folder(tmp_path / "mine")
    assert model_folder("./mine") == model_folder(Path("mine")) == folder.resolve()
    with pytest.raises(InputError, match="the package has no model 'mine'; .* write ./mine for a folder"):
        model_folder("mine")


@pytest.mark.parametrize("left", [0, 1, 9000, 17000])
def test_a_graph_cut_short_is_damaged(tmp_path: Path, left: int) -> None:
    folder = tiny_folder(tmp_path)
    graph = (folder / "model.onnx").read_bytes()
    assert len(graph) > left
    (folder / "model.onnx").write_bytes(graph[:left])
    refused(folder, "is damaged, or not the model that its card describes")


def test_one_flipped_bit_is_damage(tmp_path: Path) -> None:
    folder = tiny_folder(tmp_path)
    graph = bytearray((folder / "model.onnx").read_bytes())
    graph[len(graph) // 2] ^= 1
    (folder / "model.onnx").write_bytes(graph)
    refused(folder, "is damaged")


def test_a_foreign_graph_is_refused_even_where_a_card_speaks_for_it(tmp_path: Path) -> None:
    encoder = (ENCODERS / BUNDLED / "model.onnx").read_bytes()
    refused(tiny_folder(tmp_path / "encoder", graph=encoder), "the graph reads no pairs or has other heads")
    refused(tiny_folder(tmp_path / "junk", graph=b"no graph"), "onnxruntime cannot load the graph")


def changed(folder: Path, **changes: Any) -> Path:
    card = json.loads((folder / "card.json").read_text("utf-8"))
    (folder / "card.json").write_text(json.dumps(card | changes), "utf-8")
    return folder


def test_a_card_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    head = {"name": "stance", "first_limit": 6, "slope": 1.0, "shift": 0.0}
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("other heads than its card", {"heads": [head]}),
        ("no heads or limits that do not fit", {"heads": []}),
        ("no heads or limits that do not fit", {"limit": 4}),
        ("no heads or limits that do not fit", {"limit": 10**9}),
        ("no heads or limits that do not fit", {"heads": [head | {"first_limit": 60}]}),
        ("no heads or limits that do not fit", {"heads": [head | {"first_limit": -9}]}),
        ("not finite", {"heads": [head | {"slope": float("nan")}]}),
        ("is no card of a model", {"heads": 7}),
        ("is no card of a model", {"heads": [{"name": "stance"}]}),
        ("names a tokenizer by a path", {"tokenizer": "../../x"}),
        ("cannot read the tokenizer", {"tokenizer": "no-such-encoder"}),
        ("names its weights by what is no hash", {"weights_sha256": "/x"}),
        ("names its weights by what is no hash", {"weights_sha256": "../*"}),
    ]
    for number, (words, changes) in enumerate(wrong):
        refused(changed(tiny_folder(tmp_path / str(number)), **changes), words)
    folder = tiny_folder(tmp_path / "broken")
    (folder / "card.json").write_text("{", "utf-8")
    refused(folder, "is not readable JSON")


def test_a_folder_may_share_the_tokenizer_of_the_bundled_encoder(tmp_path: Path) -> None:
    folder = changed(tiny_folder(tmp_path), tokenizer=BUNDLED)
    (folder / "tokenizer.json").unlink()
    # its ids reach beyond the few words of the tiny model, so only the marks and what they frame can be seen
    assert pair_graph.open_pair_graph(folder).marked([7], [8], None) == ([101, 7, 102], [8, 102])


def test_a_model_that_was_begun_reads_as_any_other(tmp_path: Path) -> None:
    reader = PairReader(tiny_folder(tmp_path / "begun"))
    reader.begin()
    reader.begin()
    np.testing.assert_array_equal(
        reader(FIRSTS, SECONDS), PairReader(tiny_folder(tmp_path / "other"))(FIRSTS, SECONDS)
    )


def test_what_is_wrong_with_a_model_that_was_begun_is_told_who_reads(tmp_path: Path) -> None:
    folder = tiny_folder(tmp_path / "broken")
    (folder / "model.onnx").write_bytes(b"no graph")
    reader = PairReader(folder)
    reader.begin()
    pair_graph.begin_to_open(folder).join()
    with pytest.raises(InputError, match="damaged"):
        reader(["a"], ["b"])


def test_a_program_that_ends_while_a_model_is_opened_says_nothing_of_it() -> None:
    program = (
        "from debatable.learning.pair_reader import MODELS, PairReader;"
        "PairReader(MODELS / 'stance').begin(); raise SystemExit(2)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=300, check=False)
    assert (done.returncode, done.stderr) == (2, b"")


@pytest.mark.parametrize("name", ["stance", "small-stance", "reader"])
def test_a_pair_has_the_same_bits_however_far_it_is_padded(name: str) -> None:
    graph = open_pair_graph(model_folder(name))
    pair = graph.marked([2310, 2323, 7221], [4176, 2024, 10311, 2000, 4176], None)
    alone = graph.run([pair], 12)[0]
    for width in (16, 28, 44):
        longer = graph.marked([2310, 2323, 7221], [4176] * (width - 6), None)
        assert graph.run([longer, pair, longer], width)[1].tolist() == alone.tolist(), width


def test_a_model_that_no_cache_holds_reads_pairs_of_nearly_equal_length_at_once() -> None:
    graph = replace(open_pair_graph(model_folder("reader")), recent=LogitCache())
    joined = replace(graph, spare=24, recent=LogitCache())
    others = ["Keep zoos", "Zoos are cruel to animals and should be closed", "Animals suffer in cages"]
    claims = ["Ban zoos"] * len(others)
    assert joined.read(claims, others, None).tolist() == graph.read(claims, others, None).tolist()


def test_a_further_batch_costs_what_the_processor_says() -> None:
    assert open_pair_graph(model_folder("stance")).spare == further_batch()
    assert open_pair_graph(model_folder("reader")).spare == 0, "its weights lie in a cache"
    assert [
        further_batch(flags) for flags in ([], ["asimddp"], ["avx_vnni"], ["avx512_vnni", "amx_int8"])
    ] == [
        *(0, 0),
        *(12, 24),
    ]
