"""The word lists behind the polarity of a statement."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

_ENTRY = re.compile(r"([a-z-]+)(?:\[([a-z,]*)\])?")


@dataclass(frozen=True, slots=True)
class Phrase:
    """Several words of one class; between two of them up to ``gap`` others may stand."""

    words: tuple[str, ...]
    kind: str
    split: int = 0
    gap: int = 0


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Words by their effect on the side a statement takes.

    Attributes:
        words: Class of every single word form.
        gerunds: The -ing forms of verbs that want less; they act as nouns do.
        phrases: Phrases by their first word, longer ones first.
        opposites: Scale and end (+1 or -1) of words that stand for the ends of a scale.
        grammar: Function words by their use.
    """

    words: Mapping[str, str]
    gerunds: frozenset[str]
    phrases: Mapping[str, tuple[Phrase, ...]]
    opposites: Mapping[str, tuple[int, int]]
    grammar: Mapping[str, frozenset[str]]


@cache
def lexicon() -> Lexicon:
    """Reads the word lists of the package, once."""
    source = resources.files("debatable.learning.stance") / "models" / "polarity-words.toml"
    lists = tomllib.loads(source.read_text(encoding="utf-8"))
    words: dict[str, str] = {}
    gerunds: set[str] = set()
    for kind in ("ills", "good", "bad", "unlawful", "negations", "turning_nouns"):
        words.update((form, kind) for word in lists[kind].split() for form in _spellings(word))
    for kind in ("favour", "lessen", "against"):
        for base, irregular in _ENTRY.findall(lists[kind]):
            forms = set(verb_forms(base)) | set(filter(None, irregular.split(",")))
            words.update((form, kind) for form in forms if words.get(form) != "turning_nouns")
            gerunds.update(form for form in forms if form.endswith("ing"))
    phrases: dict[str, list[Phrase]] = {}
    for kind, text in lists["phrases"].items():
        for phrase in _phrases(text, kind):
            phrases.setdefault(phrase.words[0], []).append(phrase)
    return Lexicon(
        words,
        frozenset(gerunds),
        {first: tuple(sorted(found, key=lambda p: -len(p.words))) for first, found in phrases.items()},
        _opposites(lists["opposites"]["pairs"]),
        {name: frozenset(listed.split()) for name, listed in lists["grammar"].items()},
    )


def verb_forms(base: str) -> list[str]:
    """Returns the regular forms of a verb in both spellings.

    >>> verb_forms("ban")
    ['ban', 'bans', 'banned', 'banning']
    >>> verb_forms("deny"), verb_forms("close")
    (['deny', 'denies', 'denied', 'denying'], ['close', 'closes', 'closed', 'closing'])
    """
    return [form for spelling in _spellings(base) for form in _inflected(spelling)]


def _inflected(base: str) -> Iterator[str]:
    yield base
    if base.endswith("y") and base[-2] not in "aeiou":
        yield from (base[:-1] + "ies", base[:-1] + "ied", base + "ing")
    elif base.endswith("e"):
        yield from (base + "s", base + "d", base[:-1] + "ing")
    else:
        yield base + ("es" if base.endswith(("s", "sh", "ch", "x", "o")) else "s")
        stem = base + base[-1] if _doubles(base) else base
        yield from (stem + "ed", stem + "ing")


def _doubles(base: str) -> bool:
    """Whether the last letter is doubled, as in banned; the few long verbs that do it end in -mit, -bid or -pel."""
    short = re.fullmatch(r"[^aeiou]*[aeiou][^aeiouwxy]", base) is not None or base == "quit"
    return short or base.endswith(("mit", "bid", "pel"))


def _spellings(word: str) -> list[str]:
    """Returns a word in British and American spelling, where they differ.

    >>> _spellings("legalise"), _spellings("favour"), _spellings("vote")
    (['legalise', 'legalize'], ['favour', 'favor'], ['vote'])
    """
    american = re.sub(r"is(e|es|ed|ing|ation)$", r"iz\1", word) if len(word) > 6 else word
    american = re.sub(r"our(|s|ed|ing|able)$", r"or\1", american) if len(word) > 5 else american
    return [word] if american == word else [word, american]


def _phrases(text: str, kind: str) -> Iterator[Phrase]:
    for entry in filter(None, (part.strip() for part in text.split(";"))):
        before, dots, after = entry.partition(" .. ")
        words = (*before.split(), *after.split())
        yield Phrase(words, kind, len(before.split()) if dots else 0, 4 if dots else 0)


def _opposites(text: str) -> dict[str, tuple[int, int]]:
    ends: dict[str, tuple[int, int]] = {}
    for scale, line in enumerate(text.split()):
        for sign, end in zip((1, -1), line.split("/"), strict=True):
            ends.update((form, (scale, sign)) for word in end.split(",") for form in _spellings(word))
    return ends
