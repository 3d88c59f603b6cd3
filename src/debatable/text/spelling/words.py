"""The words of a corpus and of English: which are known, how common each is, which are few edits away."""

from __future__ import annotations

import bz2
import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path

import numpy as np

from debatable.text.analyzer import lower
from debatable.text.dictionary import english, is_english
from debatable.text.spelling.counts import all_words, pair_count, word_counts
from debatable.text.stops import STOPS
from debatable.text.tokenizer import words


class Candidates:
    """A list of words, compared by the optimal string alignment distance.

    Only words with about the same letters are compared, since an edit adds and removes at most one letter.

    >>> Candidates(["cool", "school", "skull"]).near("scool", 1)
    [('cool', 1), ('school', 1)]
    """

    def __init__(self, words: Iterable[str]) -> None:
        """Stores the length and the letters of each word; words with other letters than a to z are left out."""
        self._words = [*filter(str.isalpha, filter(str.isascii, words))]
        self._set = frozenset(self._words)
        self._lengths = np.fromiter(map(len, self._words), np.int64, len(self._words))
        self._letters = np.zeros(len(self._words), np.uint32)
        joined = np.frombuffer("".join(self._words).encode("ascii"), np.uint8)
        bits = np.left_shift(np.uint32(1), joined.astype(np.uint32) - ord("a"))
        if self._words:
            starts = np.concatenate([[0], np.cumsum(self._lengths)[:-1]])
            self._letters = np.bitwise_or.reduceat(bits, starts)

    def __contains__(self, word: object) -> bool:
        """Whether a word is in the list."""
        return word in self._set

    def near(self, word: str, edits: int) -> list[tuple[str, int]]:
        """Returns the words that are at most so many edits away, each with their number, in the order of the list."""
        from rapidfuzz import process  # not before: most queries have no unknown word
        from rapidfuzz.distance import OSA

        letters = np.uint32(sum({1 << (ord(letter) - ord("a")) for letter in word}))
        rows = np.flatnonzero(
            (np.abs(self._lengths - len(word)) <= edits)
            & (np.bitwise_count(self._letters & ~letters) <= edits)
            & (np.bitwise_count(letters & ~self._letters) <= edits)
        )
        alike = [self._words[row] for row in rows.tolist()]
        near = process.extract(word, alike, scorer=OSA.distance, score_cutoff=edits, limit=None)
        return [(alike[place], int(distance)) for _, distance, place in sorted(near, key=lambda one: one[2])]


_RECENT = """abrahamic airbnb albanese aldi annalena antifa app apps ardern assange badenoch baerbock bardella biden
biles biometric biometrics bitcoin bitcoins blockchain blog blogger bloggers blogging blogs boba bolsonaro
botox braverman brexit bukele burkini burqa cellphone cellphones chatbot chatbots chatgpt cig cigs clickbait
covid crispr crowdfunding crypto cryptocurrencies cryptocurrency cyberattack cyberattacks cyberbullying
cybercrime cybersecurity deepfake deepfakes defund degrowth deliveroo dente deplatforming donbas doxing
doxxing duterte ebook ebooks elon emoji emojis erdogan esport esports facebook farage fintech fortnite
fracking gazprom geert geoengineering giorgia github glyphosate google googling greenwashing harari hashtag
hashtags huawei humza ikea imran incel incels influencer influencers instagram intersex ipad ipads iphone
iphones islamophobia jacinda jinping kallas keir kombucha latinx lepen livestream lockdown lockdowns lootbox
lootboxes macron maduro matcha mbappe meloni meme memes merkel merz messi metaverse microplastic
microplastics milei minecraft modi naloxone netflix noam nonbinary nvidia obama obamacare olaf openai opioid
opioids orban outsourcing ozempic palantir paywall petro podcast podcasts putin quinoa recep reddit roblox
rohingya rutger rutte salvini satya scholz selfie selfies semaglutide sexting shein shrinkflation smartphone
smartphones smartwatch smartwatches snapchat snowden snus soros spacex spotify starlink starmer startup
startups streeting suella sunak sundar taser tasers tayyip telehealth telemedicine telework teleworking temu
tesla texting thiel throuple thunberg tiktok transgender transphobia trudeau trump tweet tweets twitch
twitter uber uyghur uyghurs vape vapes vaping vegan veganism vegans vlog vlogger vloggers webcam webcams
wechat weidel whatsapp whistleblower whistleblowers wifi wikileaks wikipedia wilders woke wokeness xinping
yousaf yousafzai youtube youtuber youtubers yuval zarah zelensky zelenskyy zuckerberg"""
RECENT = frozenset(_RECENT.split())
"""Words and names that are younger than the bundled lists, or missing there."""

_ACRONYMS = """abc aca ada adhd afd agi aids aml apa api aqi asd atf bbc bcg bds bdsm blm bmi bpa cbd cbt ccp cctv cdc
cdu cfc cia cnn cpr crt csa csu ddt dea dei dhs dmt dna dnr doj dui ecb eia epa erp esg esl eu fbi fda fdp
fgm ftc gcse gdp gdpr gdr gmo gmos gop gps gpt gre gst hiv hmo hoa hpv hrt hud iaea icbm icc icj icu iea ied
imf ioc ira irs isis isp iud ivf jfk kkk lds lgbt lgbtq llm llms lng lsat lsd mba mdma mlm mma mmr mps mrna
msg nafta nasa nba nea nfl nft nfts ngo ngos nhl nhs nih npr npt nra nsa nyc nypd ocd oecd opec osha pbs pcr
peta pfas phd pkk plo pms ppe pta ptsd pvc rfid rna roi sdg sjw spd ssri std stds sti svb thc tpp tsa tva
uae ubi ufc ufo uk usa usb usda usps vat vpn wfh wmd wmds wto wwe yolo"""
ACRONYMS = frozenset(_ACRONYMS.split())
"""Acronyms, which many people type in small letters."""

_DOUBLED = re.compile("l(?=(ing|ed|ers?)$)")
SHORTEST_BASE = 4
"""Letters of a word of the corpus, at least, whose plural is known, too."""

WORDS_OF_TEXTS = 50_000
"""Words that a thousand texts have together; how many of them are a certain one, English tells."""
ENGLISH, OFFSET = 5000.0, 5.0
"""A word that is not counted, of rank r of English, is expected in ENGLISH / (r + OFFSET) of a thousand texts."""
YOUNG, RARE = 0.5, 0.05
"""In how many of a thousand texts a word of `RECENT`, and one that no list ranks, is expected."""
LONG_NAME = 6
"""Letters of a name, at least, that may be a correction, and whose plural is known, without the corpus."""
SHORTEST_KEPT, LONGEST_KEPT = 2, 40
"""Letters of the words of a corpus that are kept."""
OFTEN = 2
"""Texts of the corpus that must have a word that is not English before it may be a correction."""


@functools.cache
def common_words() -> Mapping[str, tuple[int, bool]]:
    """Returns common English words, each with its rank by frequency and whether it is no name.

    >>> common_words()["school"][0] < common_words()["refugees"][0], common_words()["tokyo"][1]
    (True, False)
    """
    content = bz2.decompress(Path(__file__).with_name("common.txt.bz2").read_bytes()).decode("ascii")
    return {word.lower(): (rank, word.islower()) for rank, word in enumerate(content.split())}


class KnownWords:
    """Words of a corpus and of English, in lower case; nothing is loaded before it is needed.

    >>> words = KnownWords(lambda: {"debatable": 2, "frobnicate": 1})
    >>> [words.known(word) for word in ("schools", "frobnicate", "scool")]
    [True, True, False]
    """

    def __init__(self, load: Callable[[], Mapping[str, int] | None] = dict) -> None:
        """Takes a function that returns the words of a corpus, called once, when a word is not common English.

        It returns None for a corpus that is not in English: every word is then known.
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
        """Returns whether a word is in a list or in the corpus, or a regular form of an English word."""
        if self._listed(word) or is_english(word) or self._loaded is None:
            return True
        return word in self.corpus or self._has_base(word)

    def unseen(self, word: str) -> bool:
        """Returns whether a known word is in no list and no text: it is known as a regular form of another one alone.

        >>> words = KnownWords(lambda: {"hall": 2})
        >>> [words.unseen(word) for word in ("alls", "halls", "wold", "frobnicate")]
        [True, False, False, False]
        """
        if self._listed(word) or not self.known(word) or self._loaded is None:
            return False
        british = _DOUBLED.sub("ll", word)  # the counts are of British spellings
        return not any(form in self.corpus or form in word_counts() for form in (word, british))

    @staticmethod
    def is_english(word: str) -> bool:
        """Returns whether a word is English, an acronym of the bundled list apart."""
        return word in common_words() or word in STOPS["english"] or word in RECENT or is_english(word)

    def only_in_words(self, abbreviation: str, spelled: str) -> bool:
        """Returns whether the corpus lacks an abbreviation and has all content words that it stands for.

        >>> words = KnownWords(lambda: {"electric": 3, "vehicle": 1})
        >>> words.only_in_words("ev", "electric vehicles"), words.only_in_words("gm", "genetically modified")
        (True, False)
        """
        forms = _with_plural(abbreviation)
        if any(form in self.corpus for form in forms):
            return False
        content = written_words(spelled) - STOPS["english"]
        return all(any(form in self.corpus for form in _with_plural(word)) for word in content)

    def is_name(self, word: str) -> bool:
        """Returns whether a word is a name, or of the corpus and not of English."""
        if word in common_words():
            return not common_words()[word][1]
        return word in english().names or word in RECENT or not is_english(word)

    def is_mere_name(self, word: str) -> bool:
        """Returns whether a known word is in lists of names alone: no dictionary, no corpus, no young word or acronym.

        >>> [KnownWords().is_mere_name(word) for word in ("stil", "monet", "still", "money", "drank", "biden")]
        [True, True, False, False, False, False]
        """
        if word in common_words() and common_words()[word][1]:
            return False
        if word in STOPS["english"] or word in RECENT or word in ACRONYMS:
            return False
        if word not in english().names and (word not in common_words() or word in word_counts()):
            return False
        return self._loaded is not None and not any(form in self.corpus for form in _with_plural(word))

    def pairs(self, word: str, least: int) -> Iterator[str]:
        """Yields two words that a word is without the space: printed side by side so often, and in the corpus.

        >>> list(KnownWords(lambda: {"death": 2, "penalty": 1}).pairs("deathpenalty", 1_500_000))
        ['death penalty']
        """
        for place in range(1, len(word)):
            pair = word[:place], word[place:]
            if pair_count(*pair) >= least and all(
                part in self.corpus or part in STOPS["english"] for part in pair
            ):
                yield " ".join(pair)

    def frequency(self, word: str) -> float:
        """Returns in how many of a thousand texts a word, or a pair of words, is expected, by corpus and English."""
        common, counts = common_words(), word_counts()
        if " " in word:
            of_english = WORDS_OF_TEXTS * pair_count(*word.split(" ")) / all_words()
        elif word in counts:
            of_english = WORDS_OF_TEXTS * counts[word] / all_words()
        elif word in common:
            of_english = ENGLISH / (common[word][0] + OFFSET)
        else:
            of_english = YOUNG if word in RECENT else RARE
        return of_english + 1000 * self.corpus.get(word, 0) / self._texts

    @cached_property
    def candidates(self) -> Candidates:
        """The words that may be corrections, in any order: a hundred thousand would take a while to sort."""
        return Candidates(self._corrections())

    @cached_property
    def _texts(self) -> int:
        """About how many texts the corpus has: no word is in more of them."""
        return max(100, max(self.corpus.values(), default=0))

    @staticmethod
    def _listed(word: str) -> bool:
        return word in common_words() or word in STOPS["english"] or word in RECENT or word in ACRONYMS

    def _has_base(self, word: str) -> bool:
        """Returns whether a word is the plural of one that is common, of the corpus, or recent; of no short name."""
        base = word.removesuffix("s")
        if base == word or len(base) < SHORTEST_BASE:
            return False
        if base in common_words() and (common_words()[base][1] or len(base) >= LONG_NAME):
            return True
        return base in self.corpus or base in RECENT

    def _corrections(self) -> set[str]:
        common, entries = common_words(), english()
        return set().union(
            filter(str.isalpha, STOPS["english"]),
            RECENT,
            [
                word
                for word, (_, plain) in common.items()
                if plain or (len(word) >= LONG_NAME and not _is_negated(word))
            ],
            entries.words,
            [word for word in entries.names if len(word) >= LONG_NAME],
            word_counts(),
            [word for word, texts in self.corpus.items() if texts >= OFTEN],
        )


def _is_negated(part: str) -> bool:
    """Returns whether a word is what stands before the apostrophe of a negation.

    >>> _is_negated("wouldn"), _is_negated("would")
    (True, False)
    """
    return f"{part}'t" in STOPS["english"]


def _with_plural(word: str) -> tuple[str, str, str]:
    """Returns a word with its plural and its singular.

    >>> _with_plural("ev"), _with_plural("evs")
    (('ev', 'evs', 'ev'), ('evs', 'evss', 'ev'))
    """
    return word, f"{word}s", word.removesuffix("s")


def written_words(text: str) -> set[str]:
    """Returns the words of a text as they are written, in lower case and without a genitive's ending.

    >>> sorted(written_words("China's cars: 3 of China's best cars"))
    ['best', 'cars', 'china', 'of']
    """
    bare = (word.removesuffix("'s") for word in words(lower(text.replace("’", "'"))))
    return {word for word in bare if SHORTEST_KEPT <= len(word) <= LONGEST_KEPT and word.isalpha()}
