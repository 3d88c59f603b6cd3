"""Which words are known, and how common each is: of a corpus, and of English."""

from __future__ import annotations

import functools
import gzip
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from debatable.text.analyzer import lower
from debatable.text.dictionary import Dictionary, english
from debatable.text.stops import STOPS
from debatable.text.tokenizer import words

if TYPE_CHECKING:
    from debatable.text.spelling.candidates import Candidates

__all__ = ["KnownWords", "common_words", "is_english", "written_words"]

RECENT = frozenset(
    """airbnb aldi antifa app apps assange biden biometric biometrics bitcoin bitcoins blockchain blog blogger
    bloggers blogging blogs boba bolsonaro botox brexit bukele burkini burqa cellphone cellphones chatbot
    chatbots chatgpt clickbait covid crispr crowdfunding crypto cryptocurrencies cryptocurrency cyberattack
    cyberattacks cyberbullying cybercrime cybersecurity deepfake deepfakes defund degrowth deliveroo
    deplatforming donbas doxing doxxing duterte ebook ebooks emoji emojis erdogan esport esports facebook farage
    fintech fortnite fracking gazprom geoengineering github glyphosate gmo gmos google googling greenwashing
    hashtag hashtags huawei ikea incel incels influencer influencers instagram intersex iphone iphones
    islamophobia kombucha latinx lepen lgbt lgbtq livestream lockdown lockdowns lootbox lootboxes macron maduro
    matcha meloni meme memes merkel metaverse microplastic microplastics milei minecraft modi naloxone netflix
    nft nfts nonbinary nvidia obama obamacare openai opioid opioids orban outsourcing ozempic palantir paywall
    podcast podcasts putin quinoa reddit roblox rohingya salvini scholz selfie selfies semaglutide sexting shein
    shrinkflation smartphone smartphones smartwatch smartwatches snapchat snowden snus soros spacex spotify
    starlink starmer startup startups sunak taser tasers telehealth telemedicine telework teleworking temu tesla
    throuple thunberg tiktok transgender transphobia trudeau trump tweet tweets twitch twitter uber ubi uyghur
    uyghurs vape vapes vaping vegan veganism vegans vlog vlogger vloggers webcam webcams wechat whatsapp
    whistleblower whistleblowers wifi wikileaks wikipedia woke wokeness xinping youtube youtuber youtubers
    zelensky zuckerberg""".split()
)
"""Words and names that are younger than the bundled lists."""

_PREFIXES = ("anti", "co", "counter", "dis", "mis", "multi", "non", "out", "over", "pre", "re", "super", "un")
_ENDINGS = (("iest", "y"), ("ier", "y"), ("est", ""), ("est", "e"), ("er", ""), ("er", "e"), ("men", "man"))
SHORTEST_BASE = 4

ENGLISH, OFFSET = 5000.0, 5.0
"""A word of rank r of English is expected in ENGLISH / (r + OFFSET) of a thousand texts."""
YOUNG, RARE = 0.5, 0.05
"""In how many of a thousand texts a word of `RECENT`, and one that no list ranks, is expected."""
LONG_NAME = 6
"""Letters of a name, at least, that is put for another word though the corpus does not have it."""
SHORTEST_KEPT, LONGEST_KEPT = 2, 40
"""Letters of the words of a corpus that are kept."""
OFTEN = 2
"""Texts of the corpus that must have a word which English does not know before it is put for another."""


@functools.cache
def common_words() -> Mapping[str, tuple[int, bool]]:
    """Returns common English words, each with its rank by frequency and whether it is no name.

    >>> common_words()["school"][0] < common_words()["refugees"][0], common_words()["tokyo"][1]
    (True, False)
    """
    content = gzip.decompress(Path(__file__).with_name("common.txt.gz").read_bytes()).decode("ascii")
    return {word.lower(): (rank, word.islower()) for rank, word in enumerate(content.split())}


class KnownWords:
    """Words of a corpus and of English, in lower case; nothing is loaded before it is needed.

    >>> words = KnownWords(lambda: {"debatable": 2, "frobnicate": 1})
    >>> [words.known(word) for word in ("schools", "frobnicate", "scool")]
    [True, True, False]
    """

    def __init__(self, load: Callable[[], Mapping[str, int] | None] = dict) -> None:
        """Takes what returns the words of a corpus; it is called once, when a word is not common English.

        Where it returns None, the corpus is not in English, and every word passes for known.
        """
        self._load = load

    @cached_property
    def corpus(self) -> Mapping[str, int]:
        """Words of the corpus, each with the number of its texts that have it."""
        return self._loaded or {}

    @cached_property
    def _loaded(self) -> Mapping[str, int] | None:
        return self._load()

    def known(self, word: str) -> bool:
        """Says whether a word is in a list or in the corpus, or a regular form of an English word."""
        if self._listed(word) or is_english(word) or self._loaded is None:
            return True
        return word in self.corpus or self._has_base(word)

    def is_name(self, word: str) -> bool:
        """Says whether a word is known as a name, or of the corpus and not of English."""
        if word in common_words():
            return not common_words()[word][1]
        return word in english().names or word in RECENT or not is_english(word)

    def frequency(self, word: str) -> float:
        """Returns in how many of a thousand texts a word is expected, by the corpus and by English."""
        expected = 1000 * self.corpus.get(word, 0) / self._texts
        if word in common_words():
            return expected + ENGLISH / (common_words()[word][0] + OFFSET)
        return expected + (YOUNG if word in RECENT else RARE)

    def near(self, word: str, edits: int) -> Sequence[tuple[str, int]]:
        """Returns the words that are at most so many edits away and may be put for another, with that number."""
        return self.candidates.near(word, edits)

    @cached_property
    def candidates(self) -> Candidates:
        """The words that may be put for another."""
        from debatable.text.spelling.candidates import Candidates

        return Candidates(sorted(set(self._corrections())))

    @cached_property
    def _texts(self) -> int:
        """About how many texts the corpus has: no word is in more of them."""
        return max(100, max(self.corpus.values(), default=0))

    @staticmethod
    def _listed(word: str) -> bool:
        return word in common_words() or word in STOPS["english"] or word in RECENT

    def _has_base(self, word: str) -> bool:
        """Says whether a word is the plural or the genitive of one that is listed or in the corpus."""
        base = word.removesuffix("s")
        return base != word and len(base) >= SHORTEST_BASE and (self._listed(base) or base in self.corpus)

    def _corrections(self) -> Iterator[str]:
        common, entries = common_words(), english()
        yield from (word for word in STOPS["english"] if word.isalpha())
        yield from RECENT
        yield from (word for word, (_, plain) in common.items() if plain or len(word) >= LONG_NAME)
        yield from entries.words
        yield from (word for word in entries.names if len(word) >= LONG_NAME)
        yield from (word for word, texts in self.corpus.items() if texts >= OFTEN)


def written_words(text: str) -> set[str]:
    """Returns the words of a text as they are written, in lower case and without a genitive's ending.

    >>> sorted(written_words("China's cars: 3 of China's best cars"))
    ['best', 'cars', 'china', 'of']
    """
    found = (word.removesuffix("'s") for word in words(lower(text.replace("’", "'"))))
    return {word for word in found if SHORTEST_KEPT <= len(word) <= LONGEST_KEPT and word.isalpha()}


def is_english(word: str) -> bool:
    """Says whether a word is in the English dictionary, or a regular form of an entry.

    >>> [is_english(word) for word in ("abolished", "nicest", "unsubsidized", "scool", "incom")]
    [True, True, True, False, False]
    """
    from debatable.text.krovetz import stem  # not before: it costs time at the start of the CLI

    entries = english()
    if word in entries or stem(word, entries) in entries:
        return True
    for ending, instead in _ENDINGS:
        base = word.removesuffix(ending) + instead
        if word.endswith(ending) and len(base) >= SHORTEST_BASE and base in entries:
            return True
    bases = (word.removeprefix(prefix) for prefix in _PREFIXES if word.startswith(prefix))
    return any(len(base) >= SHORTEST_BASE and _inflects(base, entries) for base in bases)


def _inflects(word: str, entries: Dictionary) -> bool:
    """Says whether a word is an entry, or an inflection of one."""
    from debatable.text.krovetz import past, plural, progressive

    return any(base in entries.words for base in (word, *(rule(word, entries) for rule in (plural, past, progressive))))
