"""The negation of a sentence, by grammar alone: a negation is removed, or one is inserted."""

from __future__ import annotations

import re
from collections.abc import Callable

ENGLISH_NEGATIONS = {"not": "", "never": "", "no": "", "cannot": "can"}
ENGLISH_AUXILIARIES = frozenset(
    ("should", "must", "can", "could", "may", "might", "will", "would", "shall", "ought")
    + ("is", "are", "was", "were", "has", "have", "had", "does", "do", "did", "need", "needs")
)
GERMAN_NEGATIONS = {"nicht": "", "nie": "", "niemals": "", "kein": "ein", "keine": "eine", "keinen": "einen"}
GERMAN_NEGATIONS |= {"keinem": "einem", "keiner": "einer", "keines": "eines"}
GERMAN_VERBS = frozenset(
    ("sollte", "sollten", "soll", "sollen", "muss", "müssen", "müsste", "müssten", "kann", "können")
    + ("könnte", "könnten", "darf", "dürfen", "dürfte", "will", "wollen", "wird", "werden", "würde")
    + ("würden", "ist", "sind", "war", "waren", "hat", "haben", "hatte", "hatten", "wäre", "wären")
)


def negated(text: str, language: str = "en") -> str:
    """Returns the negation of a sentence.

    The first negation is removed; without one, one is inserted behind the first auxiliary verb; without such a verb,
    the sentence is negated as a whole.

    >>> negated("Rents must be capped"), negated("We should not ban cars"), negated("Cars kill")
    ('Rents must not be capped', 'We should ban cars', 'It is not true that cars kill')
    >>> negated("Mieten sollten gedeckelt werden", "de")
    'Mieten sollten nicht gedeckelt werden'
    """
    return LANGUAGES.get(language.split("-")[0].lower(), _english)(text)


def _english(text: str) -> str:
    words = text.split()
    for place, word in enumerate(words):
        bare = _bare(word)
        if bare in ENGLISH_NEGATIONS:
            return _with(words, place, ENGLISH_NEGATIONS[bare])
        if bare.endswith(("n't", "n’t")):
            return _with(words, place, re.sub(r"n['’]t", "", word, flags=re.IGNORECASE))
    denied = _behind(words, ENGLISH_AUXILIARIES, "not")
    return denied or f"It is not true that {text[:1].lower()}{text[1:]}"


def _german(text: str) -> str:
    words = text.split()
    for place, word in enumerate(words):
        if _bare(word) in GERMAN_NEGATIONS:
            return _with(words, place, GERMAN_NEGATIONS[_bare(word)])
    return _behind(words, GERMAN_VERBS, "nicht") or f"Es stimmt nicht: {text}"


def _bare(word: str) -> str:
    return re.sub(r"^\W+|\W+$", "", word).lower()


def _with(words: list[str], place: int, instead: str) -> str:
    return " ".join([*words[:place], *([instead] if instead else []), *words[place + 1 :]])


def _behind(words: list[str], verbs: frozenset[str], negation: str) -> str:
    for place, word in enumerate(words):
        if _bare(word) in verbs:
            return " ".join([*words[: place + 1], negation, *words[place + 1 :]])
    return ""


LANGUAGES: dict[str, Callable[[str], str]] = {"en": _english, "de": _german}
