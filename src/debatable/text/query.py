"""The query language: plain words, "phrases in quotes", +must and -not."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from debatable.text.stops import STOPS

T = TypeVar("T")
_PART = re.compile(r'(?:^|(?<=\s))([+-]?)"([^"]*)"|(?:^|(?<=\s))([+-])(?=\w)(\S+)|(\S+)')
_QUOTED = re.compile(r'\s*"([^"]+)"\s*[.!?]?\s*')


@dataclass(frozen=True, slots=True)
class Query:
    """A user's query, analysed.

    Attributes:
        text: The query without operators and without what is excluded.
        tokens: Terms that are scored: all but the excluded ones.
        must: Terms that a document has to have.
        must_not: Terms that it must not have.
        phrases: Runs of terms that it has to have in this order, side by side.
        not_phrases: Runs of terms that it must not have.
    """

    text: str
    tokens: tuple[str, ...]
    must: tuple[str, ...] = ()
    must_not: tuple[str, ...] = ()
    phrases: tuple[tuple[str, ...], ...] = ()
    not_phrases: tuple[tuple[str, ...], ...] = ()

    @property
    def plain(self) -> bool:
        """Whether there are only terms to score."""
        return not (self.must or self.must_not or self.phrases or self.not_phrases)

    @property
    def empty(self) -> bool:
        """Whether nothing is left to score: no word at all, stop words only, or exclusions only."""
        return not self.tokens


def parse_query(text: str, analyze: Callable[[str], list[str]]) -> Query:
    """Parses a query; every text is one: what is no operator is a word or a space.

    An operator stands at the beginning of a word: ``self-made`` and ``5 - 3`` exclude nothing. A quote that is
    never closed is no quote. Terms of a phrase and of ``+word`` are scored, too. Repeated conditions count once.

    >>> query = parse_query('+nuclear "wind power" -coal safe', str.split)
    >>> query.text, query.must, query.must_not, query.phrases
    ('nuclear wind power safe', ('nuclear',), ('coal',), (('wind', 'power'),))
    """
    words, tokens, must, must_not = list[str](), list[str](), list[str](), list[str]()
    phrases, not_phrases = list[tuple[str, ...]](), list[tuple[str, ...]]()
    for sign, quoted, operator, word, plain in _PART.findall(text):
        terms = analyze(quoted or word or plain)
        excluded = "-" in (sign, operator)
        if quoted and len(terms) > 1:
            (not_phrases if excluded else phrases).append(tuple(terms))
        elif excluded:
            must_not += terms
        elif sign or operator or quoted:
            must += terms
        if not excluded:
            words.append(quoted or word or plain)
            tokens += terms
    conditions = _distinct(must), _distinct(must_not), _distinct(phrases), _distinct(not_phrases)
    return Query(" ".join(words), tuple(tokens), *conditions)


TOPIC = 2
"""Words of a query that may name a topic and ask nothing."""


def has_word(text: str) -> bool:
    """Returns whether a text has a letter or a digit.

    >>> has_word("Ban cars"), has_word("动物园"), has_word("🙂 ?!")
    (True, True, False)
    """
    return any(map(str.isalnum, text))


def without_question_mark(text: str) -> str:
    """Returns a query of one or two words without the question mark at its end; any other query as it is.

    Such words name a topic. A model of stances takes them for a topic without the mark alone. Question words and
    auxiliaries make a question.

    >>> [without_question_mark(text) for text in ("Homework?", "Nuclear power ?", "Ban all cars?", "Who votes?")]
    ['Homework', 'Nuclear power', 'Ban all cars?', 'Who votes?']
    """
    bare = text.rstrip("? ")
    words = bare.lower().split()
    topic = 0 < len(words) <= TOPIC and STOPS["english"].isdisjoint(words)
    return bare if topic and text.endswith("?") else text


def quoted_claim(text: str) -> str:
    """Returns the words of a query that stands in quotes as a whole, as claims are pasted; nothing for any other.

    >>> quoted_claim('"Zoos should be closed".'), quoted_claim('"zoos"'), quoted_claim('ban "all zoos"')
    ('Zoos should be closed', '', '')
    """
    whole = _QUOTED.fullmatch(text)
    return whole[1].strip() if whole and len(whole[1].split()) > 1 else ""


def _distinct(values: Sequence[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(values))
