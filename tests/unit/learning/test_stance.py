import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from debatable.arrays import Floats
from debatable.errors import InputError, UnknownNameError
from debatable.learning import STANCES, LearnedStance, StanceModel, polarity, stance
from debatable.learning.pair_reader import MODELS
from debatable.text.analyzer import stems

WANTED = [
    "We should legalise gambling",
    "Gambling should be allowed",
    "Let people gamble",
    "Should gambling be legal?",
    "Why not legalise gambling?",
    "Shouldn't we permit gambling?",
    "The ban on gambling should be lifted",
    "We should not prohibit gambling",
    "Nobody should be punished for gambling",
    "Stop criminalising gambling",
    "People should be free to gamble",
    "Gambling is harmless",
    "Gambling is not dangerous",
    "Banning gambling would be a mistake",
    "Gambling reduces crime",
]
REJECTED = [
    "We should ban gambling",
    "Gambling should be outlawed",
    "Get rid of gambling",
    "Should gambling be forbidden?",
    "Why not abolish gambling?",
    "Isn't it time to prohibit gambling?",
    "The ban on gambling should be kept",
    "We should not allow gambling",
    "Gambling must be a crime",
    "Gambling should be made illegal",
    "Keep young people away from gambling",
    "Gambling should no longer be permitted",
    "Gambling does more harm than good",
    "Gambling is not good for families",
    "Gambling causes poverty",
]


@pytest.mark.parametrize("text", WANTED)
def test_statements_for_it_are_positive(text: str) -> None:
    assert polarity(text).sign == 1


@pytest.mark.parametrize("text", REJECTED)
def test_statements_against_it_are_negative(text: str) -> None:
    assert polarity(text).sign == -1


def test_every_wording_agrees_with_its_own_side_and_not_with_the_other() -> None:
    model = stance("polarity")
    demands = [text for text in WANTED + REJECTED if polarity(text).evidence == "policy"]
    side = np.array([polarity(text).sign for text in demands])
    for text in demands:
        same = model(text, demands) > 0.5
        assert (same == (side == polarity(text).sign)).all(), text


def test_comparisons_turn_with_their_sides() -> None:
    model = stance("polarity")
    claims = ["Cats make better pets than dogs", "Dogs make better pets than cats"]
    same = model("Dogs are better companions than cats", claims)
    assert same[1] > 0.5 > same[0] or same[1] > same[0]


def test_none_takes_every_claim_for_an_ally() -> None:
    assert stance("none")("Ban cars", ["Allow cars", ""]).tolist() == [1.0, 1.0]


@pytest.mark.parametrize("name", sorted(STANCES))
def test_models_answer_empty_and_odd_input(name: str) -> None:
    model = stance(name)
    assert isinstance(model, StanceModel)
    if isinstance(model, LearnedStance) and not (MODELS / model.model).is_dir():
        pytest.skip("the weights of the learned model are not here")
    assert model("", []).shape == (0,)
    odd = ["", "?!", "\ud800", "Ω" * 5000, "not " * 1000, "ban " * 1000]
    same = model("¿?", odd)
    assert ((same > 0) & (same <= 1)).all()


def test_probabilities_stay_within_the_floor() -> None:
    same = stance("polarity(floor=0.3)")("Ban cars", ["Ban cars", "Allow cars"])
    assert same.max() <= 0.7 and same.min() >= 0.3


def test_stance_is_symmetric() -> None:
    model = stance("polarity")
    for one, other in zip(WANTED, REJECTED, strict=True):
        assert model(one, [other])[0] == pytest.approx(model(other, [one])[0], abs=1e-12)


def test_a_wrong_name_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="polarity"):
        stance("polarty")


def test_objects_are_stance_models_too() -> None:
    def undecided(query: str, claims: Sequence[str]) -> Floats:
        return np.full(len(claims), 0.5)

    assert stance(undecided) is undecided
    assert STANCES.name(stance("polarity(floor=0.1)")) == "polarity(floor=0.1)"
    with pytest.raises(InputError, match="7 is no stance model"):
        stance(7)  # type: ignore[arg-type]


def test_stems_are_the_same_in_every_thread() -> None:
    words = ["banning", "nuclear", "reactors", "policies"] * 500
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: stems(words, "english"), range(8)))
    assert all(each == found[0] for each in found)


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("We should never not allow gambling", 1),
        ("We should not never not allow gambling", -1),
        ("It did not rain for many long weeks and gambling is dangerous", -1),
        ("It did not rain for many long weeks and gambling is harmless", 1),
        ("Gambling is not dangerous", 1),
        ("Gambling is never not dangerous", -1),
    ],
)
def test_negations_cancel_each_other_and_reach_only_so_far(text: str, sign: int) -> None:
    assert polarity(text).sign == sign


@pytest.mark.parametrize(
    ("statement", "sign"),
    [
        ("Cheap power is dangerous", -1),
        ("Beautiful cars are bad", -1),
        ("Dangerous sport is healthy", 1),
        ("Harmful myths are good", 1),
    ],
)
def test_what_is_said_of_the_subject_counts_more_than_what_qualifies_it(statement: str, sign: int) -> None:
    found = polarity(statement)
    assert (found.sign, found.evidence) == (sign, "value")


@pytest.mark.parametrize("between", ["", "a ", "a serious ", "a very serious "])
def test_a_crime_is_said_of_the_subject_up_to_two_words_after_the_verb(between: str) -> None:
    assert (polarity(f"Polluting rivers is {between}crime").evidence == "act") == (between.count(" ") < 3)


@pytest.mark.parametrize(
    ("statement", "worse", "better"),
    [
        ("We should replace coal with wind, which would be cheaper", "coal", "wind"),
        ("Replace coal with wind and be free", "coal", "wind"),
        ("Coal should be replaced by wind", "coal", "wind"),
    ],
)
def test_what_is_replaced_is_worse(statement: str, worse: str, better: str) -> None:
    found = polarity(statement).worse
    assert worse in found and better not in found


def test_readings_are_named_by_the_older_graph_that_computes_the_same(tmp_path: Path) -> None:
    card = json.loads((MODELS / "stance/card.json").read_text("utf-8"))
    own = {key: value for key, value in card.items() if key != "reads_as"}
    names = []
    for number, entries in enumerate((card, own, {**own, "sha256": card["reads_as"]})):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "card.json").write_text(json.dumps(entries), "utf-8")
        names.append(LearnedStance(str(folder)).fingerprint)
    assert names[0] == names[2] == LearnedStance().fingerprint
    assert names[1] != names[0]
