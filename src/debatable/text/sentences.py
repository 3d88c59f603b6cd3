"""Where sentences end in the text of debate portals: lists, links, initials, missing spaces and capitals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

TITLES = frozenset("mr mrs ms dr prof rev hon sen rep gov gen col sgt lt capt st vs v cf".split())  # noqa: SIM905
BEFORE_NUMBERS = frozenset("no nos p pp fig figs eq vol ch art sec".split())  # noqa: SIM905
ABBREVIATIONS = frozenset("e.g i.e etc al inc ltd corp co jr sr ph.d approx est dept".split())  # noqa: SIM905
STARTERS = frozenset(
    "the a an this that these those it he she we they i you there here in on at if when while as but and so "  # noqa: SIM905
    "however therefore thus also for first second finally my our your their his her its what why how who no "
    "not most many some all one with by to from because although since".split()
)
END = re.compile(
    r"""( [.!?…]+ ["'”’»)\]}]* (?:\[\d+\])* ) (?: \s+ | $ | (?<=[a-z]{2}[.!?]) (?=[A-Z][a-z]) )
      | ( [。！？]+ [”」』]? ) \s*""",
    re.VERBOSE,
)
# A blank line, a line that begins with a bullet or number, a line that follows closing punctuation.
BREAK = re.compile(r"\s*\n\s*\n\s*|\s*\n\s*(?=(?:[-*•–]|\(?\d{1,2}[.)])\s)|(?<=[.!?:;])\s*\n\s*")
LAST_WORD = re.compile(r"[\w.'’-]+$")
NEXT_WORD = re.compile(r"[\"'“‘(\[«]*([\w'’]+)")
NUMBERING = re.compile(r"\W*(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,4})$")
INITIALS = re.compile(r"(?:\w\.)*\w$")


def both_ends(text: str, words: int) -> str:
    """Returns the first and last words of a text, three of the first for two of the last; a shorter text as it is.

    >>> both_ends("Some say so.  I do not, for one.", 5), both_ends("Some  say so.", 5)
    ('Some say so. for one.', 'Some  say so.')
    """
    every = text.split()
    if len(every) <= words:
        return text
    last = words * 2 // 5
    return " ".join(every[: words - last] + every[len(every) - last :])


def sentences(text: str) -> list[str]:
    """Returns the sentences of a text, stripped and in order; an empty text has none.

    >>> sentences("Dr. Smith says no (e.g. in the U.S. today). i disagree!!! It costs $3.5 bn.Why pay?")
    ['Dr. Smith says no (e.g. in the U.S. today).', 'i disagree!!!', 'It costs $3.5 bn.', 'Why pay?']
    >>> sentences('1. Cars kill. 2. "Do they?" he asked.')
    ['1. Cars kill.', '2. "Do they?" he asked.']
    """
    return [sentence for sentence in _pieces(text) if sentence]


def is_one_sentence(text: str) -> bool:
    """Returns whether a text is a single sentence; of a longer one no more than the beginning is looked at.

    >>> is_one_sentence("Dr. Smith says no."), is_one_sentence("Why? Because."), is_one_sentence("")
    (True, False, False)
    """
    return len([*islice(filter(None, _pieces(text)), 2)]) == 1


def _pieces(text: str) -> Iterator[str]:
    """Yields the sentences of a text, stripped, with empty ones between them."""
    for block in _blocks(text):
        start = 0
        for match in END.finditer(block):
            before, after = block[start : match.start()], block[match.end() :][:80]
            if match[2] is None and not _ends(before, match[1], after):
                continue
            yield block[start : match.end(1 if match[2] is None else 2)].strip()
            start = match.end()
        yield block[start:].strip()


def _blocks(text: str) -> Iterator[str]:
    """Yields the parts of a text between breaks."""
    start = 0
    for match in BREAK.finditer(text):
        yield text[start : match.start()]
        start = match.end()
    yield text[start:]


def _ends(before: str, marks: str, after: str) -> bool:
    """Returns whether a sentence ends at the marks, given the text before and after them."""
    following = NEXT_WORD.match(after)
    word = following[1] if following else ""
    if marks != ".":
        # '"Why?" she asked' and 'well... maybe' go on; 'lol! i think' does not.
        return not (word[:1].islower() and (marks[-1] not in ".!?" or marks[:2] in ("..", "…")))
    last_match = LAST_WORD.search(before)
    last = last_match[0].lower() if last_match else ""
    if NUMBERING.match(before) or last in TITLES:
        return not after
    if last in BEFORE_NUMBERS:
        return not word[:1].isdigit()
    if last in ABBREVIATIONS or (INITIALS.match(last) and not last.isdigit()):
        return not after or (word[:1].isupper() and word.lower() in STARTERS)
    return True
