"""Names of one's own work wherever names do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import debatable
from debatable.api import FAMILIES
from debatable.arrays import Matrix
from debatable.cli.main import app
from debatable.errors import InputError, UnknownNameError
from debatable.model import Argument, Explanation, Premise, Stance
from debatable.naming import Table
from debatable.progress import Step
from debatable.ranking import Backend, Question, Scored
from debatable.ranking.methods.framework import Framework
from tests.support.indexes import BY_WORDS, cars_index

Register = Callable[[str, str, object], None]


def table(kind: str) -> Table[Any]:
    module, _, name = FAMILIES[kind].partition(":")
    found = getattr(import_module(module), name)
    assert isinstance(found, Table)
    return found


@pytest.fixture
def register() -> Iterator[Register]:
    """Gives names that are gone after the test."""
    given = []

    def register(kind: str, name: str, value: object) -> None:
        debatable.register(kind, name, value)
        given.append((kind, name))

    yield register
    for kind, name in given:
        table(kind).unregister(name)


@dataclass(frozen=True, slots=True)
class InOrder:
    """Ranks premises as they were indexed."""

    first: int = 0

    def __call__(self, question: Question, backend: Backend, k: int) -> list[Scored]:
        rows = range(self.first, backend.counts.premises)[:k]
        return [Scored(row, 1 / (1 + row), Stance.PRO, Explanation("1/row", 1 / (1 + row))) for row in rows]


@pytest.mark.parametrize("kind", FAMILIES)
def test_every_family_has_a_table(kind: str) -> None:
    assert len(table(kind)) > 0


def test_a_method_of_ones_own(register: Register, tmp_path: Path) -> None:
    folder = cars_index(tmp_path / "index")
    register("method", "in-order", InOrder())
    with debatable.open(folder) as engine:
        found = engine.search("anything", method="in-order", strict=False)
        assert [hit.premise.id for hit in found] == ["a", "b"] and found.method == "in-order"
        assert [
            hit.premise.id for hit in engine.search("anything", method="in-order(first=1)", strict=False)
        ] == ["b"]
        assert engine.search("anything", method=InOrder(1)).method == "in-order(first=1)"
        assert "in-order" in engine.methods
    printed = CliRunner().invoke(
        app, ["search", "ban cars", "--index", str(folder), "--method", "in-order", "--format", "trec"]
    )
    assert printed.exit_code == 0 and printed.stdout.split()[2] == "a"


def test_a_function_is_a_method(register: Register, tmp_path: Path) -> None:
    register("method", "last-first", lambda question, backend, k: InOrder()(question, backend, k)[::-1])
    with debatable.open(cars_index(tmp_path / "index")) as engine:
        assert [hit.premise.id for hit in engine.search("x", method="last-first", strict=False)] == ["b", "a"]


def test_a_stance_model_of_ones_own(register: Register) -> None:
    asked = []

    def opposed(query: str, claims: Sequence[str], near: object = None) -> Any:
        asked.append(query)
        return np.zeros(len(claims))

    register("stance", "opposed", opposed)
    query = "Schools should require uniforms"
    with debatable.demo() as engine:
        usual = engine.search(query, method="framework", k=20, strict=False)
        turned = engine.search(query, method="framework(stance=opposed)", k=20, strict=False)
    assert asked and set(asked) == {query} and turned.method == "framework(stance=opposed)"
    before = {hit.premise.id: hit.stance for hit in usual}
    after = {hit.premise.id: hit.stance for hit in turned}
    shared = before.keys() & after.keys()
    assert shared and all(before[name] is not after[name] for name in shared)


class Letters:
    """Counts letters."""

    name = "letters"
    dimensions = 26
    limit = None
    fingerprint = "letters-1"

    def __call__(self, texts: Sequence[str], progress: Step | None = None) -> Matrix:
        counts = np.array([[text.lower().count(chr(97 + place)) for place in range(26)] for text in texts])
        lengths = np.linalg.norm(counts, axis=1, keepdims=True)
        vectors: Matrix = (counts / np.maximum(lengths, 1)).astype(np.float32)
        return vectors


def test_an_encoder_of_ones_own(register: Register, tmp_path: Path) -> None:
    register("encoder", "letters", Letters())
    given = [Argument(text, Premise(text, text)) for text in ("aaa b", "bbb c", "ccc a")]
    debatable.index(given, into=tmp_path / "index", configuration=debatable.Configuration(encoder="letters"))
    with debatable.open(tmp_path / "index") as engine:
        assert engine.search("b b b c", method="dense", k=1, strict=False).hits[0].premise.id == "bbb c"


def test_vectors_of_an_encoder_of_ones_own_are_checked(register: Register, tmp_path: Path) -> None:
    class Counts(Letters):
        name = fingerprint = "counts"

        def __call__(self, texts: Sequence[str], progress: Step | None = None) -> Matrix:
            return 9 * super().__call__(texts)

    register("encoder", "counts", Counts())
    with pytest.raises(InputError, match=r"counts.*a vector of length 9; return rows of length 1"):
        debatable.index(
            [{"premise": "aaa b"}],
            into=tmp_path / "index",
            configuration=debatable.Configuration(encoder="counts"),
        )


@pytest.mark.parametrize("given", [[0.9], None, "pro", [[0.9]] * 2, [0.9, 7.0], [float("nan")] * 2])
def test_what_a_stance_model_of_ones_own_gives_is_checked(given: Any, tmp_path: Path) -> None:
    """Guards against messages of numpy, and against sides by numbers that are no probabilities."""

    def model(query: str, claims: Sequence[str]) -> Any:
        return given

    records = [{"premise": f"Cars are {word}", "claim": f"Ban {word} cars"} for word in ("loud", "big")]
    debatable.index(records, into=tmp_path / "index", configuration=BY_WORDS)
    wrong = "the stance model gave .* for 2 texts; return an array"
    with debatable.open(tmp_path / "index") as engine, pytest.raises(InputError, match=wrong):
        engine.search("Ban cars", method=Framework(stance=model), strict=False)  # type: ignore[arg-type]


def test_a_stance_model_of_ones_own_may_give_a_list(tmp_path: Path) -> None:
    def agrees(query: str, claims: Sequence[str]) -> list[float]:
        return [0.9] * len(claims)

    debatable.index(
        [{"premise": "Cars are loud", "claim": "Ban cars", "stance": "con"}],
        into=tmp_path / "index",
        configuration=BY_WORDS,
    )
    with debatable.open(tmp_path / "index") as engine:
        answer = engine.search("Ban cars", method=Framework(stance=agrees), strict=False)  # type: ignore[arg-type]
    assert [hit.stance for hit in answer] == [Stance.CON]


def test_an_index_says_what_it_was_made_with_that_has_no_name_here(tmp_path: Path) -> None:
    """Guards against a list of the bundled encoders alone, none of which would do."""
    given = [Argument(text, Premise(text, text)) for text in ("aaa b", "bbb c")]
    debatable.register("encoder", "letters", Letters())
    try:
        made_with = debatable.Configuration(encoder="letters")
        debatable.index(given, into=tmp_path / "index", configuration=made_with)
    finally:
        table("encoder").unregister("letters")
    expected = r"index: the index was made with an unknown encoder 'letters'; .* debatable\.register it"
    for refused in (
        lambda: debatable.open(tmp_path / "index"),
        lambda: debatable.add([{"premise": "ccc"}], to=tmp_path / "index"),
    ):
        with pytest.raises(InputError, match=expected):
            refused()


def test_a_reader_of_ones_own(register: Register, tmp_path: Path) -> None:
    def one_a_line(source: Any) -> Iterator[Argument]:
        for number, line in enumerate(source.stream, 1):
            yield Argument(
                f"{source.name}:{number}", Premise(f"{source.name}:{number}", line.decode().strip())
            )

    register("reader", "plain", one_a_line)
    (tmp_path / "cars.txt").write_text("Cars are loud\nCars stink\n")
    made = debatable.index(
        tmp_path / "cars.txt", into=tmp_path / "index", format="plain", configuration=BY_WORDS
    )
    assert made.added == 2
    with debatable.open(tmp_path / "index") as engine:
        assert engine.search("stink", method="bm25", strict=False).hits[0].premise.text == "Cars stink"


def test_a_measure_of_ones_own(register: Register) -> None:
    from debatable.evaluation import evaluate

    register("measure", "anything", lambda ranking, judged: float(bool(ranking)))
    found = evaluate(methods=["bm25"], measures=["anything"])
    assert found.methods["bm25"].interval("anything").value == 1.0


@pytest.mark.parametrize("name", ["", "bm25", "none", "with space", "(", None, 7])
def test_names_that_are_none_or_taken(name: Any) -> None:
    with pytest.raises(InputError):
        debatable.register("method", name, InOrder())


@pytest.mark.parametrize("value", [None, 7, "bm25", int])
def test_objects_that_are_none(value: Any) -> None:
    with pytest.raises(InputError):
        debatable.register("method", "mine", value)
    assert "mine" not in table("method")


@pytest.mark.parametrize("kind", ["methods", "", None, 7])
def test_families_that_are_none(kind: Any) -> None:
    with pytest.raises(UnknownNameError, match="unknown family"):
        debatable.register(kind, "mine", InOrder())


def test_a_name_of_ones_own_is_replaced_where_that_is_asked_for(register: Register) -> None:
    register("method", "mine", InOrder())
    with pytest.raises(InputError, match="already"):
        debatable.register("method", "mine", InOrder(1))
    debatable.register("method", "mine", InOrder(1), replace=True)
    assert table("method")["mine"] == InOrder(1)
