"""Compiles the dictionary of Krovetz's stemmer from WordNet 3.0 into src/debatable/text/english.txt.bz2.

    python tools/compile_dictionary.py [--wordnet FOLDER]

The folder holds index.*, data.*, *.exc and cntlist.rev (Debian: package wordnet-base, /usr/share/wordnet). The output
is the same bytes for the same input and rules of debatable.text.krovetz.

WordNet lists many forms that the rules explain (``voting``, ``entirely``). They are entries of their own only where its
texts use them often (OFTEN): Krovetz's dictionary was smaller. Irregular forms that end like regular ones
(``dying``, ``wolves``) get their base; others (``went``, ``children``) stay as they are, as Krovetz left them.
"""

from __future__ import annotations

import argparse
import bz2
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from debatable.text.dictionary import Dictionary, folded
from debatable.text.krovetz import DERIVATIONS, derived, past, plural, progressive, stem

TARGET = Path(__file__).parents[1] / "src" / "debatable" / "text" / "english.txt.bz2"
POSITIONS = ("noun", "verb", "adj", "adv")

OFTEN = {"ed": 5, "ing": 5, "ness": 5, "ization": 5, "isation": 5, "ly": 10, "ity": 1, "ment": 1}
"""How often WordNet's tagged texts use a regular form, at least, for it to be an entry of its own."""
PARTICIPLE = 0.2
"""How often they use a participle as an adjective, at least, as a share of its verb's uses."""

_CLOSED = """the and that this these those with from which they them their then than what when where while who whom
whose you your she her him his hers ours yours theirs its for are were was been had has have did not but into onto
upon since because although though until unless against toward towards during including regarding concerning
considering according following notwithstanding provided providing supposing being besides whereas versus plus minus
less across thus yes as is us other others another either neither whether rather however never ever whoever whatever
whichever wherever whenever over under after always sometimes perhaps indeed something anything everything nothing
anybody everybody somebody nobody anyone everyone someone myself yourself himself herself itself ourselves yourselves
themselves should could would might must shall"""
CLOSED = frozenset(_CLOSED.split())
"""Words of the closed classes, which WordNet leaves out."""

LANDS = ("country", "continent", "island", "peninsula")


class WordNet:
    """The words of a WordNet folder.

    Attributes:
        positions: Parts of speech by word.
        counts: Number of uses in WordNet's tagged texts by word.
        names: Words always spelled with a capital.
        irregular: Pairs of part of speech and base by irregular form.
        lands: Lands by adjective: ``italian``, ``italy``.
    """

    def __init__(self, folder: Path) -> None:
        """Reads the files."""
        self.folder = folder
        self.positions: dict[str, set[str]] = {}
        for position in POSITIONS:
            for line in self._lines(f"index.{position}"):
                if _plain(word := line.split()[0]):
                    self.positions.setdefault(word, set()).add(position)
        self.counts: Counter[str] = Counter()
        for line in self._lines("cntlist.rev"):
            sense, _, count = line.split()
            self.counts[sense.split("%")[0]] += int(count)
        spellings = {
            spelling
            for position in POSITIONS
            for _, words, _ in self._synsets(position)
            for spelling in words
        }
        self.names = {word for word in self.positions if word not in spellings}
        self.irregular: dict[str, list[tuple[str, str]]] = {}
        for position in POSITIONS:
            for line in self._lines(f"{position}.exc"):
                form, base, *_ = line.split()
                if _plain(form):
                    self.irregular.setdefault(form, []).append((position, base))
        self.lands = dict(self._lands())

    def _lines(self, name: str) -> Iterator[str]:
        with (self.folder / name).open(encoding="ascii") as lines:
            yield from (line for line in lines if not line.startswith(" "))

    def _synsets(self, position: str) -> Iterator[tuple[str, list[str], list[list[str]]]]:
        """Yields number, words and pointers (symbol, synset, part of speech, places of the two words)."""
        for line in self._lines(f"data.{position}"):
            fields = line.split(" | ")[0].split()
            size = int(fields[3], 16)
            words = [re.sub(r"\(.*\)", "", word) for word in fields[4 : 4 + 2 * size : 2]]
            start = 5 + 2 * size
            pointers = [fields[at : at + 4] for at in range(start, start + 4 * int(fields[start - 1]), 4)]
            yield fields[0], words, pointers

    def _lands(self) -> Iterator[tuple[str, str]]:
        """Yields adjectives with the land they pertain to, the first such meaning last."""
        nouns = {number: (words, pointers) for number, words, pointers in self._synsets("noun")}

        def is_land(number: str) -> bool:
            kinds = [kind for symbol, kind, *_ in nouns[number][1] if symbol == "@i"]
            return any(word.lower().endswith(LANDS) for kind in kinds for word in nouns[kind][0])

        for _, words, pointers in reversed(list(self._synsets("adj"))):
            for symbol, number, position, places in reversed(pointers):
                if symbol == "\\" and position == "n" and is_land(number):
                    adjective = words[int(places[:2], 16) - 1]
                    land = nouns[number][0][int(places[2:], 16) - 1].removeprefix("Great_")
                    if adjective.lower() in self.names and _plain(adjective.lower()) and land.isalpha():
                        yield adjective.lower(), land.lower()


def _plain(word: str) -> bool:
    return re.fullmatch("[a-z]+", word) is not None


def compiled(wordnet: WordNet) -> Dictionary:
    """Chooses the entries."""
    words = frozenset(wordnet.positions.keys() - wordnet.names | CLOSED)
    verbs = frozenset(word for word in words if "verb" in wordnet.positions.get(word, ()))
    full = Dictionary(words, verbs, frozenset(wordnet.names), {})
    regular = {word: _explained(word, wordnet, full) for word in words - CLOSED | wordnet.names}
    bases = dict(_bases(wordnet, full, regular)) | wordnet.lands
    others = {form for form in wordnet.irregular if form not in bases and stem(form, full) != form}

    def entry(word: str) -> bool:
        if word in bases or (explained := regular.get(word)) is None:
            return word not in bases
        ending, base = explained
        least = 1.0 if word in wordnet.names else OFTEN.get(ending, 0)
        if ending == "ed":
            least = max(least, PARTICIPLE * wordnet.counts[base])
        return wordnet.counts[word] >= least and ending != "comparative"

    kept = frozenset(word for word in words | others if entry(word))
    return Dictionary(kept, verbs & kept, frozenset(filter(entry, wordnet.names)) - kept, bases)


def _explained(word: str, wordnet: WordNet, full: Dictionary) -> tuple[str, str] | None:
    """Returns ending and base where the rules explain a word by another of the right part of speech."""
    own = wordnet.positions[word]
    for ending, inflected, wanted in (
        ("s", plural, {"noun", "verb"}),
        ("ed", past, {"verb"}),
        ("ing", progressive, {"verb"}),
    ):
        if (base := inflected(word, full)) != word:
            right = base in full.words and wanted & wordnet.positions.get(base, set()) and "verb" not in own
            if word in wordnet.names:
                right = right and base + "s" == word
            return (ending, base) if right else None
    if word in wordnet.names:
        return None
    for kind in DERIVATIONS:
        if (base := derived(word, kind, full)) != word:
            ending = next(each.letters for each in kind if word.endswith(each.letters))
            if base not in full.words or (ending.endswith("ly") and own != {"adv"}):
                return None
            adjective = "adj" in wordnet.positions.get(base, set())
            if ending.endswith("er") and adjective and own & {"adj", "adv"} and "verb" not in own:
                return "comparative", base
            return next((each for each in OFTEN if ending.endswith(each)), ending), base
    return None


def _bases(
    wordnet: WordNet, full: Dictionary, regular: dict[str, tuple[str, str] | None]
) -> Iterator[tuple[str, str]]:
    """Yields irregular forms that end like regular ones, with their base."""
    for form, meanings in wordnet.irregular.items():
        listed = form in full.words and (regular.get(form) is None or form.endswith("er"))
        for position, base in meanings:
            alike = base in full.words and form[0] == base[0] and form != base
            if position in ("adj", "adv"):
                ending = form.endswith("er") and len(form) > len(base)
            else:
                ending = form.endswith(("s", "ing")) or (form.endswith("ed") and len(form) > len(base) + 1)
            if alike and ending and not listed and form not in CLOSED:
                yield form, base
                break


def main() -> None:
    """Writes the dictionary into the package."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"))
    made = compiled(WordNet(parser.parse_args().wordnet))
    pairs = [f"{form} {base}" for form, base in sorted(made.bases.items())]
    parts = [sorted(made.words - made.verbs), sorted(made.verbs), sorted(made.names), pairs]
    text = "\n\n".join("\n".join(part) for part in parts)
    text = "\n\n".join(map(folded, text.split("\n\n")))
    TARGET.write_bytes(bz2.compress(text.encode("ascii"), 9))


if __name__ == "__main__":
    main()
