"""Correction of a query: unknown words are replaced by the ones that were probably meant, abbreviations spelled out."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from debatable.text.krovetz import stemmed
from debatable.text.spelling.abbreviations import expansion
from debatable.text.spelling.counts import association
from debatable.text.spelling.edits import CHEAPEST, edit_cost, sound_variants
from debatable.text.spelling.foreign import FOREIGN, looks_foreign
from debatable.text.spelling.words import KnownWords

Context: TypeAlias = Callable[[str, Sequence[str]], Sequence[float]]
"""Returns for words how well each fits a text, from -1 to 1."""

_PIECE = re.compile(
    r"""(?P<kept>
        [+-]?"[^"]*"                # a phrase
        | (?:(?<=\s)|^)[+-]\w\S*    # a word with an operator
        | \S*[\d_@/\\=<>&\#]\S*     # a number, an address, code
    )
    | (?P<word>[^\W\d_]+(?:['’.][^\W\d_]+)*)""",
    re.VERBOSE,
)

_HASHTAG = re.compile(r"(?<!\S)#([^\W\d_]+)")
_CAPITALS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")

_NEGATIONS = (
    "aren't couldn't didn't doesn't don't hadn't hasn't haven't isn't shouldn't wasn't weren't wouldn't"
)
_CONTRACTIONS = {word.replace("'", ""): word for word in _NEGATIONS.split()}


class Word(NamedTuple):
    """A word of a query, its place, and the words before and behind it, in lower case, where no mark parts them."""

    text: str
    place: int
    left: str
    right: str


SHORTEST = 3
"""Letters that a word must have to be corrected."""
LONGEST = 30
"""Letters that it may have."""
ROOT = 5
"""Letters that the root of a word has at least before words that begin with it count as related."""


@dataclass(frozen=True, slots=True)
class Spelling:
    """Corrects the words of a query that are neither English nor in the corpus, and spells out abbreviations.

    A word that English might form, but that no list and no text has, is taken for another word of the corpus alone,
    never for another form of itself.

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
        threshold: Score that a correction must have.
        name: Cost of a capital inside a sentence: it is probably a name.
        doubt: Added to it where most words of the query are unknown: it may be nothing like English.
        most: Unknown words, or abbreviations, up to which a query is corrected.
        one_edit: Letters up to which a word may have one edit only.
        scored: Candidates that are scored.
        compared: Candidates that are compared with the rest of the query.

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
    frequency: float = 0.6
    edit: float = 8.0
    sound: float = 0.7
    letter: float = 1.0
    longest: int = 9
    beside: float = 0.4
    fit: float = 5.0
    threshold: float = -5.5
    name: float = 6.0
    doubt: float = 1.0
    most: int = 12
    one_edit: int = 4
    scored: int = 24
    compared: int = 6

    def __call__(self, query: str) -> str:
        """Returns the query with hashtags as words, abbreviations spelled out and misspelt words corrected."""
        return self._respelled(self._spelled_out(_HASHTAG.sub(self._tag_words, query)))

    def _tag_words(self, tag: re.Match[str]) -> str:
        """Returns the words of a hashtag that has several, by their capitals; any other hashtag as it is."""
        words = _CAPITALS.sub(" ", tag[1])
        return words if " " in words and not self.words.known(tag[1].lower()) else tag[0]

    def _spelled_out(self, query: str) -> str:
        """Returns the query with the words for each abbreviation that the corpus has in words alone."""
        pieces = _words(query)
        capitals = len(pieces) == 1 or not query.isupper()
        found = [(word, self._expansion(word.text, capitals)) for word in pieces]
        found = [one for one in found if one[1]]
        if not 0 < len(found) <= self.most or looks_foreign([word.text.lower() for word in pieces]):
            return query
        return _replaced(query, found)

    def _expansion(self, word: str, capitals: bool) -> str:
        """Returns the words for an abbreviation, empty ones for what is none or what the corpus knows as it is.

        Capitals tell an abbreviation from an English word, such as WHO, unless all of the query has them.
        """
        bare = re.sub(r"['’]s$", "", word)
        spelled = expansion(bare)
        lower = bare.lower()
        if not spelled or (
            not (capitals and bare.removesuffix("s").isupper()) and self.words.is_english(lower)
        ):
            return ""
        return spelled + word[len(bare) :] if self.words.only_in_words(lower, spelled) else ""

    def _respelled(self, query: str) -> str:
        """Returns the query with its misspelt words corrected."""
        pieces = _words(query)
        unknown = [word for word in pieces if not self._known(word.text)]
        if not 0 < len(unknown) <= self.most:
            return query
        if looks_foreign([word.text.lower() for word in pieces]):
            return query
        title = _in_capitals([word.text for word in pieces])
        rest = " ".join(word.text for word in pieces if word not in unknown)
        most = 2 * len(unknown) > len(pieces)
        doubt = self.doubt if most else 0.0
        meant = [self._meant(word, rest, title, doubt) for word in unknown]
        if most and "" in meant:
            return query  # some are nothing like English
        corrections = zip(unknown, meant, strict=True)
        return _replaced(
            query, [(word, _cased(correct, word.text)) for word, correct in corrections if correct]
        )

    def _known(self, word: str) -> bool:
        """Returns whether a word is known and was seen somewhere, or is too short to be corrected."""
        lower = word.lower().replace("’", "'").removesuffix("'s")
        if len(lower) < SHORTEST or lower in FOREIGN:
            return True
        return self.words.known(lower) and not self.words.unseen(lower)

    def _meant(self, word: Word, rest: str, title: bool, doubt: float) -> str:
        """Returns the word that was meant, an empty one where that is not clear.

        The rest are the known words of the query; in a title all words have capitals, elsewhere a capital inside a
        sentence means a name; doubt is added to the threshold.
        """
        lower = word.text.lower()
        if lower in _CONTRACTIONS:
            return _CONTRACTIONS[lower]
        if len(lower) > LONGEST or not (lower.isascii() and lower.isalpha()):
            return ""
        if _is_acronym(word.text) and not title:
            return ""
        name = word.place > 0 and not title and not word.text.islower()
        scored = self._in_context(self._scored(lower, word, self.name if name else 0.0), rest)
        if not scored:
            return ""
        best, meant = scored[0]
        if self.words.unseen(lower) and (meant not in self.words.corpus or _related(lower, meant)):
            return ""
        return meant if best >= self.threshold + doubt else ""

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

    def _scored(self, word: str, beside: Word, name_cost: float) -> list[tuple[float, str]]:
        """Returns the words that may have been meant between some neighbours with their scores, the best first.

        Words are scored in the order of an upper bound; those that cannot become the best are left out.
        """
        sounds = [variant for variant in sound_variants(word) if variant in self.words.candidates]
        least = dict(
            self.words.candidates.near(word, 1 if len(word) <= self.one_edit else 2)
        ) | dict.fromkeys(sounds, 1)
        if len(word) <= SHORTEST:  # not a letter too many: what is left is in half of all words
            least = {meant: edits for meant, edits in least.items() if len(meant) >= SHORTEST}
        length = self.letter * (min(len(word), self.longest) - SHORTEST)
        priors = {
            meant: length
            + self.frequency * math.log(self.words.frequency(meant))
            + self.beside * (association(beside.left, meant) + association(meant, beside.right))
            for meant in least
        }
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


def _words(query: str) -> list[Word]:
    """Returns the words of a query that may be corrected."""
    found = [match for match in _PIECE.finditer(query) if match["word"]]
    words = [Word(match["word"], match.start(), "", "") for match in found]
    for at, (one, other) in enumerate(pairwise(found)):
        if query[one.end() : other.start()] == " ":
            words[at] = words[at]._replace(right=_plain(other["word"]))
            words[at + 1] = words[at + 1]._replace(left=_plain(one["word"]))
    return words


def _plain(word: str) -> str:
    return word.lower().replace("’", "'")


def _replaced(query: str, corrections: Iterable[tuple[Word, str]]) -> str:
    """Returns a query with some words replaced.

    Args:
        query: What was typed.
        corrections: Words, and what stands there instead, in the order of their places.
    """
    corrected, end = [], 0
    for word, correction in corrections:
        corrected += [query[end : word.place], correction]
        end = word.place + len(word.text)
    return "".join([*corrected, query[end:]])


def _related(form: str, other: str) -> bool:
    """Returns whether another word has the stem of a form, or begins with it but for its last letter.

    >>> [_related(*pair) for pair in (("circumcising", "circumcision"), ("niqabs", "niqab"), ("kidds", "kids"))]
    [True, True, False]
    """
    (stem,) = stemmed([form])
    return [stem] == stemmed([other]) or (len(stem) > ROOT and other.startswith(stem[:-1]))


def _in_capitals(words: Sequence[str]) -> bool:
    """Returns whether most words have capitals, as in a title."""
    long = [word for word in words if len(word) > SHORTEST]
    return len(long) > 1 and 2 * sum(word[0].isupper() for word in long) > len(long)


def _is_acronym(word: str) -> bool:
    """Returns whether a word has capitals beyond its first two letters, or no other letters.

    A capital at the second place may be one that was swapped or typed twice.

    >>> [_is_acronym(word) for word in ("GMO", "GMOs", "TikTok", "HHuman", "School")]
    [True, True, True, False, False]
    """
    return not word[2:].islower()


def _cased(meant: str, typed: str) -> str:
    """Returns a word with the capitals of what was typed."""
    if typed.isupper():
        return meant.upper()
    return meant if typed.islower() else meant.capitalize()
