"""Hashtags of several words, as the words that they are made of."""

from __future__ import annotations

import math
import re
from functools import partial

from debatable.text.spelling.words import WORDS_OF_TEXTS, KnownWords
from debatable.text.stops import STOPS

_HASHTAG = re.compile(r"(?<!\S)#([^\W\d_]+)(\d*)(?!\w)")
_CAPITALS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")

LONGEST_TAG, LONGEST_PART = 40, 20
"""Letters that a hashtag, and a word in it, may have to be divided without capitals."""
SHORTEST_PART = 2
"""Letters of a word in it, at least, that is no stop word."""


def without_hashtags(query: str, words: KnownWords) -> str:
    """Returns a query with the words of each hashtag that has several; any other hashtag is left as it is.

    Capitals tell the words. Without them all must be English or in the corpus, and one of the corpus.

    >>> without_hashtags("#BanTheEUArmy now", KnownWords()), without_hashtags("#TikTok is #1", KnownWords())
    ('Ban The EU Army now', '#TikTok is #1')
    >>> without_hashtags("#taxtherich", KnownWords(lambda: {"tax": 2, "rich": 1}))
    'tax the rich'
    """
    return _HASHTAG.sub(partial(_tag_words, words), query)


def _tag_words(words: KnownWords, tag: re.Match[str]) -> str:
    apart, whole = _CAPITALS.sub(" ", tag[1]), tag[1].lower()
    if words.known(whole):
        return tag[0]
    parts = apart if " " in apart else _divided(whole, words)
    return f"{parts} {tag[2]}".rstrip() if parts else tag[0]


def _divided(tag: str, words: KnownWords) -> str:
    """Returns the most probable words of which a tag in small letters is made; nothing where they tell no topic."""
    if len(tag) > LONGEST_TAG:
        return ""
    best: dict[int, tuple[float, tuple[str, ...]]] = {0: (0.0, ())}
    for end in range(1, len(tag) + 1):
        readings = []
        for start in range(max(0, end - LONGEST_PART), end):
            part = tag[start:end]
            if start in best and _is_part(part, words):
                score, before = best[start]
                share = words.frequency(part) / WORDS_OF_TEXTS
                readings.append((score + math.log(share), (*before, part)))
        if readings:
            best[end] = max(readings)
    _, parts = best.get(len(tag), (0.0, ()))
    topical = any(part in words.corpus and part not in STOPS["english"] for part in parts)
    return " ".join(parts) if len(parts) > 1 and topical else ""


def _is_part(part: str, words: KnownWords) -> bool:
    if part in STOPS["english"]:
        return True
    return len(part) >= SHORTEST_PART and (part in words.corpus or words.is_english(part))
