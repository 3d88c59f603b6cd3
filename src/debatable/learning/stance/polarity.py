"""The polarity of a statement: whether it favours or rejects what it is about."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from debatable.learning.stance.lexicon import Phrase, lexicon
from debatable.text import STOPS
from debatable.text.analyzer import stems

EVIDENCE = ("policy", "demand", "act", "value", "noun", "none")
"""What a sign can rest on: a verb for or against, or a negation, in a demand; a demand without one (so positive); such
a verb in a report; praise or blame; a noun that reverses, or a negation alone; nothing (so positive)."""

_WORD = re.compile(r"[a-z]+(?:[-'][a-z]+)*")
_NEGATED_QUESTION = re.compile(
    r"(?:why )?(?:is|are|do|does|should|would|will|could|can|was|were|must|have|has|did)n't\b"
)
_TOWARDS = 4  # words over which a negation or a lessening verb reaches forward
_LONGEST = 60  # words of a statement that are read
_WEIGHTS = {"good": 1.0, "bad": -1.0, "ills": -0.6}
_VERBS = frozenset(("against", "lessen", "favour"))
_COPULAS = frozenset(["is", "are", "be", "was", "were", "makes", "make", "been"])
_DEMANDS = {
    ("has", "to"),
    ("have", "to"),
    ("time", "to"),
    ("house", "would"),
    ("right", "to"),
    ("no", "place"),
    ("no", "right"),
    ("house", "supports"),
}
_OFFENCES = frozenset(("crime", "felony", "offence", "offense"))
_GRAMMAR = lexicon().grammar
_TURNING_POINTS = _GRAMMAR["comparing"] | {"instead", "replace", "replaces", "replaced", "replacing"}
_UNNAMING = _GRAMMAR["frame"] | STOPS["lucene"]
_NOTHING: frozenset[Any] = frozenset()


class Polarity(NamedTuple):
    """The side of a statement and what it is about.

    Attributes:
        sign: +1 where it wants or praises its subject, -1 where it rejects it.
        evidence: What the sign rests on, one of ``EVIDENCE``.
        stems: Stems of the words that name the subject.
        worse: Those of them that stand on the losing side of a comparison.
        ends: Scales that are named, with the end: see ``opposites`` in the word lists.
    """

    sign: int
    evidence: str
    stems: frozenset[str]
    worse: frozenset[str] = frozenset()
    ends: frozenset[tuple[int, int]] = frozenset()


@lru_cache(maxsize=1 << 16)
def polarity(text: str) -> Polarity:
    """Reads the polarity of a statement or of a question, which counts as the statement it asks for.

    >>> polarity("We should abolish zoos").sign, polarity("Should zoos be allowed?").sign
    (-1, 1)
    >>> polarity("The ban on zoos must be lifted").sign, polarity("We should not close zoos").sign
    (1, 1)
    >>> polarity("Zoos do more harm than good").evidence
    'value'
    """
    words = _words(text)
    entries = [_entry(word) for word in words]
    kinds = _classes(words, entries)
    sign, evidence = _side(words, kinds)
    names = [entry.name for entry, kind in zip(entries, kinds, strict=True) if kind == "" or kind == "ills"]
    worse = _losers(words)
    return Polarity(
        sign,
        evidence,
        frozenset(filter(None, names)),
        frozenset([entry.name for entry in entries[worse]]) if worse else _NOTHING,
        frozenset([entry.end for entry in entries if entry.end]) or _NOTHING,
    )


class _Entry(NamedTuple):
    """The classes of a word wherever it stands; name is its stem where it can name the subject."""

    kind: str
    phrases: tuple[Phrase, ...]
    name: str
    end: tuple[int, int] | None


@lru_cache(maxsize=1 << 16)
def _entry(word: str) -> _Entry:
    lists = lexicon()
    shape = "negations" if word.endswith("n't") else "against" if word.endswith("-free") else ""
    names = len(word) > 2 and word not in _UNNAMING
    return _Entry(
        lists.words.get(word, shape),
        lists.phrases.get(word, ()),
        stems([word], "english")[0] if names else "",
        lists.opposites.get(word),
    )


def _words(text: str) -> list[str]:
    """Splits into lower-case words; a question that expects a yes ("Isn't it time ...?") loses its negation."""
    lower = text.lower().replace("\u2019", "'")
    if _NEGATED_QUESTION.match(lower):
        lower = lower.replace("n't", "", 1)
    return _WORD.findall(lower)[:_LONGEST]


def _classes(words: list[str], entries: list[_Entry]) -> list[str]:
    """Returns the class of every word; of a phrase the first word has the class, the others none."""
    kinds = [""] * len(words)
    done = 0
    for place, (kind, phrases, _, _) in enumerate(entries):
        if place < done or not (kind or phrases):
            continue
        if phrases and (phrase := _phrase_at(words, place, phrases)):
            done = place + (phrase.split or len(phrase.words))
            kinds[place:done] = [phrase.kind] + ["skip"] * (done - place - 1)
        elif kind:
            kinds[place] = _in_place(kind, words, kinds, place)
    return kinds


def _phrase_at(words: list[str], place: int, phrases: tuple[Phrase, ...]) -> Phrase | None:
    """Returns the longest phrase that starts at a place."""
    for phrase in phrases:
        head = phrase.words[: phrase.split] if phrase.split else phrase.words
        end = place + len(head)
        if tuple(words[place:end]) != head:
            continue
        if not phrase.split:
            return phrase
        tail = phrase.words[phrase.split :]
        if any(tuple(words[at : at + len(tail)]) == tail for at in range(end, end + phrase.gap + 1)):
            return phrase
    return None


def _in_place(kind: str, words: list[str], kinds: list[str], place: int) -> str:
    """Returns the class that a word has where it stands.

    A turning -ing form is a noun as subject or object of a verb and elsewhere only names; ban may be a verb or a
    noun; support is no verb after "the".
    """
    word, before = words[place], words[place - 1] if place else ""
    if kind in _VERBS and word in lexicon().gerunds:
        governed = place < 2 or kinds[place - 1] in _VERBS or before in _GRAMMAR["governing"]
        return "turning_nouns" if governed and kind == "against" else kind if governed and place else ""
    if kind == "turning_nouns" and _is_verb(words, place):
        return "against"
    if kind in _VERBS and before in _GRAMMAR["before_nouns"]:
        return ""
    if word == "too" and place + 1 == len(words):
        return ""
    if kind == "unlawful" and not _is_predicate(words, place):
        return "ills" if word in _OFFENCES else ""
    return kind


def _is_predicate(words: list[str], place: int) -> bool:
    """Whether a word such as illegal is a predicate ("is illegal", "a crime") and does not qualify a noun."""
    following = words[place + 1] if place + 1 < len(words) else "and"
    if words[place] in _OFFENCES:
        return not _GRAMMAR["saying"].isdisjoint(words[max(0, place - 3) : place])
    return following in STOPS["lucene"] or following in ("offence", "offense", "everywhere", "because")


def _is_verb(words: list[str], place: int) -> bool:
    """Whether a word that can be a noun or a verb, such as ban, is a verb here."""
    if words[place].endswith("ing"):
        return False
    return place in (0, len(words) - 1) or words[place - 1] in _GRAMMAR["before_verbs"]


def _side(words: list[str], kinds: list[str]) -> tuple[int, str]:
    """Returns the sign of a statement and what it rests on.

    Nouns that reverse ("a ban on", "closing") and negations multiply; among verbs one that wants less decides;
    words of praise and blame count where there is no such verb.
    """
    end = next((at for at, word in enumerate(words) if at > 2 and word in _GRAMMAR["clauses"]), len(words))
    kinds = kinds[:end]
    turned = -1 if kinds.count("turning_nouns") % 2 else 1
    negated = -1 if kinds.count("negations") % 2 else 1
    rejects = "against" in kinds or "unlawful" in kinds
    policy = _is_policy(words, kinds)
    if policy and (rejects or "favour" in kinds):
        return (-turned if rejects else turned) * negated, "policy"
    value = _value(words, kinds)
    if value and not (policy and (value > 0 or negated < 0)):
        return (1 if value > 0 else -1) * turned, "value"
    if rejects or "lessen" in kinds:
        return -turned * negated, "policy" if policy else "act"
    if "favour" in kinds:
        return turned * negated, "act"
    if policy:
        return turned * negated, "policy" if turned * negated < 0 else "demand"
    return turned * negated, "noun" if turned * negated < 0 else "none"


def _is_policy(words: list[str], kinds: list[str]) -> bool:
    """Whether a statement says what ought to be done: by its modal verb, or as an order."""
    if not words or not _GRAMMAR["policy"].isdisjoint(words):
        return bool(words)
    if kinds[0] in _VERBS and not words[0].endswith("ing"):
        return True
    return any(pair in _DEMANDS for pair in pairwise(words))


def _value(words: list[str], kinds: list[str]) -> float:
    """Sums praise (+) and blame (-); a negation or a lessening word just before turns one around."""
    total = 0.0
    for place, kind in enumerate(kinds):
        weight = _WEIGHTS.get(kind)
        if weight is None:
            continue
        before = range(max(0, place - _TOWARDS), place)
        if not _COPULAS.isdisjoint(words[max(0, place - 2) : place]):
            weight *= 2  # a predicate of the subject counts more than what qualifies something else
        turns = sum(
            kinds[at] in ("negations", "lessen", "against") or words[at] in _GRAMMAR["less"] for at in before
        )
        total += weight if turns % 2 == 0 else -weight
    return total


def _losers(words: list[str]) -> slice | None:
    """Returns where the losing side of a comparison stands ("... rather than X", "X over Y", "replace X")."""
    for place, word in enumerate(words):
        if word not in _TURNING_POINTS:
            continue
        if word == "instead" and words[place + 1 : place + 2] == ["of"]:
            return slice(place + 2, None)
        if word in _GRAMMAR["comparing"] and place > 0:
            worse = not _GRAMMAR["lesser"].isdisjoint(words[:place])
            return slice(place) if worse else slice(place + 1, None)
        if word.startswith("replac"):
            by = next((at for at in range(place, len(words)) if words[at] in ("by", "with")), len(words))
            return slice(place) if "be" in words[:place] else slice(place + 1, by)
    return None
