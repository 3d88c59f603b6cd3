"""Correction of a query: unknown words are replaced by the ones that were probably meant, abbreviations spelled out."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

from debatable.text.krovetz import stemmed
from debatable.text.spelling.abbreviations import expansion
from debatable.text.spelling.counts import association
from debatable.text.spelling.edits import CHEAPEST, edit_cost, sound_variants
from debatable.text.spelling.foreign import FOREIGN, looks_foreign
from debatable.text.spelling.hashtags import without_hashtags
from debatable.text.spelling.pieces import (
    SHORTEST,
    Reading,
    Word,
    in_capitals,
    is_acronym,
    plain,
    replaced,
    words_of,
)
from debatable.text.spelling.words import KnownWords
from debatable.text.stops import STOPS

Context: TypeAlias = Callable[[str, Sequence[str]], Sequence[float]]
"""Returns for words how well each fits a text, from -1 to 1."""
Nearness: TypeAlias = Callable[[Sequence[str]], Sequence[float]]
"""Returns for readings of a query how near each is to the nearest claim of the corpus, from -1 to 1."""

_GENITIVE = re.compile(r"['’]s$")

_CONTRACTIONS = {word.replace("'", ""): word for word in STOPS["english"] if "'" in word}

LONGEST = 30
"""Letters that a word may have to be corrected."""
ROOT = 5
"""Letters that the root of a word has at least before words that begin with it count as related."""


@dataclass(frozen=True, slots=True)
class Spelling:
    """Corrects the words of a query that are neither English nor in the corpus, and spells out abbreviations.

    A word that English might form, but that no list and no text has, is taken for another word of the corpus alone,
    never for another form of itself. One that may belong to the name of a person, as "Keir" in "Keir Starmer", is taken
    for a word of the corpus that is no name alone: a search that answers for somebody else is worse than none.

    A candidate is scored as in a noisy channel, by its frequency and the probability of the edits, and by its length,
    since a long word is rarely near to another by chance. The best one is taken if its score is high enough.

    Attributes:
        words: The words that are known, and how common they are.
        context: Compares words with the rest of the query, from -1 to 1.
        frequency: Weight of the logarithm of the frequency.
        edit: Cost of an edit without explanation.
        sound: Cost of writing a word as it sounds, as a share of that.
        letter: Bonus for each letter beyond the third.
        longest: Letters beyond which there is no bonus.
        beside: Weight of how much more often a word stands beside its neighbours than by chance.
        fit: Bonus of a word that fits the rest of the query perfectly.
        near: Bonus of a word with which the query is a claim of the corpus.
        threshold: Score that a correction must have.
        name: Cost of a capital inside a sentence: it is probably a name.
        doubt: Added to the threshold where most words of the query are unknown, since it may be nothing like English,
            and for a form that English might have.
        most: Unknown words, or abbreviations, up to which a query is corrected.
        one_edit: Letters up to which a word may have one edit only.
        together: How often two words must be printed side by side to be meant by one without the space.
        scored: Candidates that are scored.
        compared: Candidates that are compared with the rest of the query.
        read: Candidates, at most, with which the query is compared with the claims of the corpus.
        clear: How far these may be behind the best one.

    >>> spelling = Spelling()
    >>> spelling("we shoud ban smartfones at scool")
    'we should ban smartphones at school'
    >>> spelling("Zelensky visits the Reichstag"), spelling('"deth penalty" +scool')
    ('Zelensky visits the Reichstag', '"deth penalty" +scool')
    >>> spelling("#BanTheEUArmy now"), spelling("#TikTok is #1")
    ('Ban The EU Army now', '#TikTok is #1')
    """

    words: KnownWords = field(default_factory=KnownWords, repr=False, compare=False)
    context: Context | None = field(default=None, repr=False, compare=False)
    nearness: Nearness | None = field(default=None, repr=False, compare=False)
    frequency: float = 0.7
    edit: float = 8.0
    sound: float = 0.7
    letter: float = 1.0
    longest: int = 9
    beside: float = 0.55
    fit: float = 4.0
    near: float = 10.0
    threshold: float = -6.0
    name: float = 6.5
    doubt: float = 1.0
    most: int = 12
    one_edit: int = 4
    together: int = 1_500_000
    scored: int = 24
    compared: int = 6
    read: int = 4
    clear: float = 4.0

    def __call__(self, query: str) -> str:
        """Returns the query with hashtags as words, abbreviations spelled out and misspelt words corrected."""
        return self._respelled(self._spelled_out(without_hashtags(query, self.words)))

    def _spelled_out(self, query: str) -> str:
        """Returns the query with the words for each abbreviation that the corpus has in words alone."""
        pieces = words_of(query)
        capitals = len(pieces) == 1 or not query.isupper()
        found = [(word, self._expansion(word.text, capitals)) for word in pieces]
        found = [one for one in found if one[1]]
        if not 0 < len(found) <= self.most or looks_foreign([word.text.lower() for word in pieces]):
            return query
        return replaced(query, found)

    def _expansion(self, word: str, capitals: bool) -> str:
        """Returns the words for an abbreviation, empty ones for what is none or what the corpus knows as it is.

        Capitals tell an abbreviation from an English word, such as WHO, unless all of the query has them.
        """
        bare = _GENITIVE.sub("", word)
        spelled = expansion(bare)
        lower = bare.lower()
        if not spelled or (
            not (capitals and bare.removesuffix("s").isupper()) and self.words.is_english(lower)
        ):
            return ""
        return spelled + word[len(bare) :] if self.words.only_in_words(lower, spelled) else ""

    def _respelled(self, query: str) -> str:
        """Returns the query with its misspelt words corrected."""
        words = words_of(query)
        unknown = [word for word in words if not self._known(word.text)]
        names = [word for word in words if self._is_small_name(word.text)]
        if not 0 < len(unknown) + len(names) <= self.most or looks_foreign(
            [plain(word.text) for word in words]
        ):
            return query
        for one, other in pairwise(words):
            if (one in unknown or other in unknown) and self._is_split(query, one, other):
                return self._respelled(query[: one.place + len(one.text)] + query[other.place :])
        reading = Reading(query, words, dict.fromkeys(unknown, ""))
        most = 2 * len(unknown) > len(words)
        doubt = self.doubt if most else 0.0
        if len(unknown) > 1:  # each stands beside others that are unknown, too
            for word in unknown:
                reading = reading.instead(word, self._meant(word, reading, doubt, quick=True))
        for word in unknown:
            reading = reading.instead(word, self._meant(word, reading, doubt))
        if most and not all(reading.meant.values()):
            return query  # some are nothing like English
        for word in names:
            reading = reading.instead(word, self._meant(word, reading, doubt) or word.text)
        return str(reading)

    def _known(self, word: str) -> bool:
        """Returns whether a word is known and was seen somewhere, or is too short to be corrected."""
        lower = plain(word).removesuffix("'s")
        if len(lower) < SHORTEST or lower in FOREIGN:
            return True
        return self.words.known(lower) and not self.words.unseen(lower)

    def _is_split(self, query: str, one: Word, other: Word) -> bool:
        """Returns whether two words are one of the corpus with a space inside."""
        whole = plain(one.text + other.text)
        apart = query[one.place + len(one.text) : other.place]
        return apart == " " and whole in self.words.corpus and whole in self.words.candidates

    def _is_small_name(self, word: str) -> bool:
        """Returns whether a word is known as a name alone, but in small letters: it may be another one, mistyped."""
        return word.islower() and self._known(word) and word not in FOREIGN and self.words.is_mere_name(word)

    def _meant(self, word: Word, reading: Reading, doubt: float, quick: bool = False) -> str:
        """Returns the word that was meant, an empty one where that is not clear.

        Args:
            word: Of the query.
            reading: In a title all words have capitals, elsewhere a capital inside a sentence means a name.
            doubt: Added to the threshold for a word that is no form of another one.
            quick: Whether the corpus is not asked.
        """
        bare = _GENITIVE.sub("", word.text)
        lower = plain(bare)
        meant = _CONTRACTIONS.get(lower.replace("'", ""), "")
        if meant or len(lower) > LONGEST or not (lower.isascii() and lower.isalpha()):
            return meant
        ending = word.text[len(bare) :]
        if ending and not word.text.islower():
            return ""  # a name
        title = in_capitals([one.text for one in reading.words])
        if is_acronym(bare) and not reading.query.isupper():
            return ""
        name = (word.named or (word.place > 0 and not title)) and not bare.islower()
        scored = self._scored(lower, reading.beside(word), self.name if name else 0.0)
        scored = self._in_context(scored, reading.rest(word))
        if not quick:
            scored = self._in_corpus(scored, word, reading)
        if not scored:
            return ""
        best, meant = scored[0]
        form = self.words.unseen(lower)
        if best < self.threshold + (self.doubt if form else doubt) or meant == lower:
            return ""
        if form and (meant not in self.words.corpus or _related(lower, meant)):
            return ""
        if self._is_small_name(lower) and meant not in self.words.corpus:
            return ""
        if word.named and (meant not in self.words.corpus or self.words.is_name(meant)):
            return ""
        return "" if ending and meant.endswith("s") else meant + ending

    def _in_context(self, scored: list[tuple[float, str]], rest: str) -> list[tuple[float, str]]:
        """Scores the best words again by how well they fit the rest of the query, the best first."""
        few = scored[: self.compared]
        if self.context is None or not rest or not few:
            return scored
        likeness = self.context(rest, [meant for _, meant in few])
        repeated = set(rest.lower().split())  # what stands there already fits too well
        again = [
            (score + (0.0 if meant in repeated else self.fit * like), meant)
            for (score, meant), like in zip(few, likeness, strict=True)
        ]
        return sorted(again, key=lambda one: (-one[0], one[1]))

    def _in_corpus(
        self, scored: list[tuple[float, str]], word: Word, reading: Reading
    ) -> list[tuple[float, str]]:
        """Orders the best words by how near the query with each is to a claim of the corpus; scores stay."""
        few = [one for one in scored[: self.read] if one[0] > scored[0][0] - self.clear]
        if self.nearness is None or len(few) < 2:
            return scored
        nearness = self.nearness([str(reading.instead(word, meant)) for _, meant in few])
        bonus = {meant: self.near * near for (_, meant), near in zip(few, nearness, strict=True)}
        return sorted(few, key=lambda one: (-one[0] - bonus[one[1]], one[1]))

    def _scored(self, word: str, beside: tuple[str, str], name_cost: float) -> list[tuple[float, str]]:
        """Returns the words that may have been meant between two others with their scores, the best first.

        Words are scored in the order of an upper bound; those that cannot become the best are left out.
        """
        sounds = {variant for variant in sound_variants(word) if variant in self.words.candidates}
        least = self._near(word) | dict.fromkeys(sounds, 1)
        if not name_cost:
            least |= dict.fromkeys(self.words.pairs(word, self.together), 1)
        if self._is_small_name(word):  # as it is, it must be surpassed by a word with one error
            least = {meant: edits for meant, edits in least.items() if edits < 2} | {word: 0}
        priors = {meant: self._prior(meant, word, *beside) for meant in least}
        bounds = {meant: priors[meant] - self.edit * CHEAPEST * edits for meant, edits in least.items()}
        scored: list[tuple[float, str]] = []
        best = -math.inf
        for meant in sorted(bounds, key=lambda one: (-bounds[one], one))[: self.scored]:
            if bounds[meant] < best - self.fit:
                break
            cost = min(edit_cost(word, meant), self.sound if meant in sounds else math.inf)
            score = priors[meant] - self.edit * cost
            if name_cost and not self.words.is_name(meant):
                score -= name_cost
            scored.append((score, meant))
            best = max(best, score)
        return sorted(scored, key=lambda one: (-one[0], one[1]))

    def _near(self, word: str) -> dict[str, int]:
        """Returns the words that are few edits away from a word, each with their number."""
        near = self.words.candidates.near(word, 1 if len(word) <= self.one_edit else 2)
        if len(word) > SHORTEST:
            return dict(near)  # else not a letter too many: what is left is in half of all words
        return {meant: edits for meant, edits in near if len(meant) >= SHORTEST}

    def _prior(self, meant: str, typed: str, left: str, right: str) -> float:
        """Returns the score of a word, or of two, between two others, before edits are counted."""
        first, last = meant.split(" ")[0], meant.split(" ")[-1]
        return (
            self.letter * (min(len(typed), self.longest) - SHORTEST)
            + self.frequency * math.log(self.words.frequency(meant))
            + self.beside * (association(left, first) + association(last, right))
        )


def _related(form: str, other: str) -> bool:
    """Returns whether another word has the stem of a form, or begins with it but for its last letter.

    >>> [_related(*pair) for pair in (("circumcising", "circumcision"), ("niqabs", "niqab"), ("kidds", "kids"))]
    [True, True, False]
    """
    (stem,) = stemmed([form])
    return [stem] == stemmed([other]) or (len(stem) > ROOT and other.startswith(stem[:-1]))
