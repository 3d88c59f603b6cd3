"""Any changes in any order, beside readers of older states, checked against a dict: nothing lost, nothing invented."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from debatable.engines import (
    Engine,
    add_arguments,
    make_index,
    open_engine,
    recluster_index,
    remove_arguments,
    verify_index,
)
from debatable.errors import InputError
from debatable.model import Argument, Claim, Premise, Stance, claim_id
from tests.support.indexes import BY_WORDS

Said = tuple[str, str, str, str]
State = dict[str, Said]

WORDS = ("alba", "brix", "corto")
ALL = "dromo"
"""A word of every premise."""

IDS = st.sampled_from([f"id{number}" for number in range(8)])
CHOICES = st.lists(st.tuples(IDS, st.sampled_from(WORDS), st.sampled_from(WORDS), st.booleans()), max_size=5)


def seen(engine: Engine, word: str) -> State:
    """Returns the arguments of all hits of a word."""
    found = engine.search(word, method="bm25(claims=999,premises=999)", k=999, strict=False)
    return {
        link.id: (link.premise.text, link.claim.text if link.claim else "", link.stance.value, link.source)
        for hit in found
        for link in hit.arguments
    }


class Changes(RuleBasedStateMachine):
    """An index, a dict that it must agree with, and readers with the dict of their time."""

    def __init__(self) -> None:
        super().__init__()
        self.home = Path(tempfile.mkdtemp())
        self.index = self.home / "index"
        self.model: State = {}
        self.readers: list[tuple[Engine, State]] = []
        self.written = 0
        first = self.made([("id0", "alba", "brix", True)])
        make_index(first, self.index, configuration=BY_WORDS)
        self.remember(first)

    def made(self, choices: list[tuple[str, str, str, bool]]) -> list[Argument]:
        """Makes arguments, each with a text that no other has."""
        arguments = []
        for name, word, about, pro in choices:
            self.written += 1
            text = f"{ALL} {word} number {self.written}"
            claim = Claim(claim_id(f"claim of {about}"), f"claim of {about}")
            side = Stance.PRO if pro else Stance.CON
            arguments.append(Argument(name, Premise(f"{name}p", text), claim, side, f"source {word}"))
        return arguments

    def remember(self, arguments: list[Argument]) -> None:
        for argument in arguments:
            claim = argument.claim.text if argument.claim else ""
            self.model[argument.id] = (argument.premise.text, claim, argument.stance.value, argument.source)

    @rule(choices=CHOICES)
    def replace(self, choices: list[tuple[str, str, str, bool]]) -> None:
        arguments = self.made(choices)
        tally = add_arguments(arguments, self.index, on_duplicate="replace")
        fresh = {argument.id for argument in arguments} - set(self.model)
        assert (tally.added, tally.replaced) == (len(fresh), len(arguments) - len(fresh))
        self.remember(arguments)

    @rule(choices=CHOICES)
    def skip(self, choices: list[tuple[str, str, str, bool]]) -> None:
        arguments = self.made(choices)
        add_arguments(arguments, self.index, on_duplicate="skip")
        self.remember([argument for argument in reversed(arguments) if argument.id not in self.model])

    @rule(name=IDS)
    def fail(self, name: str) -> None:
        """A change that breaks off: one id is there twice, or one is not there."""
        with pytest.raises(InputError):
            add_arguments(self.made([(name, "alba", "alba", True)] * 2), self.index)
        with pytest.raises(InputError):
            remove_arguments([*self.model, "stranger"], self.index)

    @precondition(lambda self: len(self.model) > 1)
    @rule(draw=st.data())
    def remove(self, draw: st.DataObject) -> None:
        ids = draw.draw(
            st.sets(st.sampled_from(sorted(self.model)), min_size=1, max_size=len(self.model) - 1)
        )
        assert remove_arguments(sorted(ids), self.index) == len(ids)
        for name in ids:
            del self.model[name]

    @rule(choices=CHOICES.filter(len))
    def overwrite(self, choices: list[tuple[str, str, str, bool]]) -> None:
        arguments = self.made(choices)
        make_index(arguments, self.index, configuration=BY_WORDS, on_duplicate="replace", overwrite=True)
        self.model = {}
        self.remember(arguments)

    @rule()
    def recluster(self) -> None:
        recluster_index(self.index)

    @precondition(lambda self: len(self.readers) < 3)
    @rule()
    def read(self) -> None:
        self.readers.append((open_engine(self.index), dict(self.model)))

    @precondition(lambda self: self.readers)
    @rule(first=st.booleans())
    def leave(self, first: bool) -> None:
        self.readers.pop(0 if first else -1)[0].close()

    @rule()
    def verify(self) -> None:
        assert verify_index(self.index) == []

    @invariant()
    def the_index_says_what_the_model_says(self) -> None:
        with open_engine(self.index) as engine:
            assert seen(engine, ALL) == self.model
            assert engine.info()["arguments"] == len(self.model)
            for word in WORDS:
                assert seen(engine, word) == {
                    name: said for name, said in self.model.items() if word in said[0] or word in said[1]
                }

    @invariant()
    def readers_keep_the_state_they_opened(self) -> None:
        for engine, model in self.readers:
            assert seen(engine, ALL) == model

    def teardown(self) -> None:
        for engine, _ in self.readers:
            engine.close()
        assert verify_index(self.index) == []
        shutil.rmtree(self.home)


TestChanges = Changes.TestCase
TestChanges.settings = settings(max_examples=3, stateful_step_count=15, deadline=None)


@pytest.mark.slow
class TestManyChanges(Changes.TestCase):  # type: ignore[misc,valid-type]
    settings = settings(max_examples=24, stateful_step_count=15, deadline=None)
