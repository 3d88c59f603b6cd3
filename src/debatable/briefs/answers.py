"""An answer to take along: as CSV, as Markdown, as a list of its sources."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from debatable.model import COLUMNS, Answer, Explanation, Hit, Stance

TITLES = {Stance.PRO: "For", Stance.CON: "Against", Stance.UNDECIDED: "Undecided"}
"""The sides in the order they are shown, by the names that people read."""

NEAREST = 3
"""How many of what is not close are shown where nothing is."""


def by_side(answer: Answer) -> dict[Stance, tuple[Hit, ...]]:
    """Returns the hits of each side that has any, in the order the sides are shown."""
    sides = {Stance.PRO: answer.pro, Stance.CON: answer.con, Stance.UNDECIDED: answer.undecided}
    return {side: hits for side, hits in sides.items() if hits}


def correction_line(answer: Answer) -> str:
    """Returns the line of the command line on a corrected query.

    >>> correction_line(Answer("Ban crs", "bm25", (), corrected="Ban cars"))
    'Showing results for "Ban cars" · search instead for "Ban crs" with --no-spelling'
    >>> correction_line(Answer('"Ban cars"', "bm25", (), corrected="Ban cars"))
    'Showing results without the quotes · search instead for "Ban cars" with --no-spelling'
    """
    if answer.query == f'"{answer.corrected}"':
        return f"Showing results without the quotes · search instead for {answer.query} with --no-spelling"
    typed = answer.query if answer.query.startswith('"') else f'"{answer.query}"'
    return f'Showing results for "{answer.corrected}" · search instead for {typed} with --no-spelling'


def explanation_lines(explanation: Explanation) -> list[str]:
    """Returns an explanation as indented lines for people.

    >>> explanation_lines(Explanation("score", 2, "sum", (Explanation("BM25(q,p)", 2, note="cars"),)))
    ['score 2 = sum of', '  BM25(q,p) 2  [cars]']
    """
    lines = []
    for depth, part in explanation.walk():
        rule = "" if part.rule == "given" else f" = {part.rule} of"
        about = f"  [{part.note or part.of}]" if part.note or part.of else ""
        lines.append(f"{'  ' * depth}{part.label} {part.value:.6g}{rule}{about}")
    return lines


def csv_text(answer: Answer, explain: bool = False) -> str:
    """Returns the hits as CSV with a header; explanations are one more column."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([*COLUMNS, "explanation"] if explain else COLUMNS)
    for rank, hit in enumerate(answer.hits, 1):
        extra = ["; ".join(line.strip() for line in explanation_lines(hit.explanation))] if explain else []
        writer.writerow([unformula(cell) for cell in [*_row(rank, hit), *extra]])
    return out.getvalue()


def _row(rank: int, hit: Hit) -> list[Any]:
    cells = hit.as_row()
    cells["stance_confidence"] = f"{hit.stance_confidence:.4f}"
    cells["relevance"] = "" if hit.relevance is None else f"{hit.relevance:.4f}"
    return [rank, *({**cells, "score": repr(hit.score)}[name] for name in COLUMNS[1:])]


def unformula(cell: object) -> object:
    """Keeps spreadsheets from running a text as a formula."""
    runs = isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")) and not _number(cell)
    return f"'{cell}" if runs else cell


def _number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


ADDRESS = re.compile(r"https?://[^\s<>]+")
"""What may stand between < and > as a link; other addresses are left out."""


def markdown_text(answer: Answer, explain: bool = False) -> str:
    """Returns the hits as numbered lists; nothing in their texts is taken for markup."""
    lines = [f"# {escaped(answer.searched)}", ""]
    if answer.corrected:
        lines += [
            f"*Showing results for* {escaped(answer.corrected)} *in place of* {escaped(answer.query)}",
            "",
        ]
    remarks = [f"*{escaped(remark)}*" for remark in answer.remarks]
    if answer.closeness == "nearest":  # before the lists: they are no answer to the claim itself
        lines += [line for remark in remarks for line in (remark, "")]
        remarks = []
    for side, hits in by_side(answer).items():
        lines += [f"## {TITLES[side]}", "", *_listed(hits, explain), ""]
    if not answer.hits and answer.weak:
        lines += ["## Nearest, but not close", "", *_listed(answer.weak[:NEAREST], explain), ""]
    lines += remarks
    return "\n".join(lines).rstrip() + "\n"


def _listed(hits: Sequence[Hit], explain: bool) -> list[str]:
    """Returns the lines of a numbered list."""
    lines = []
    for number, hit in enumerate(hits, 1):
        claim = f" *({escaped(hit.claims[0].text)})*" if hit.claims else ""
        lines.append(f"{number}. {escaped(hit.premise.text)}{claim}{_place(hit)}")
        if explain and hit.stance_reason:
            lines += ["", f"   {escaped(hit.stance_reason)}"]
        if explain:
            lines += ["", "   ```"]
            lines += [f"   {line}" for line in explanation_lines(hit.explanation)]
            lines.append("   ```")
    return lines


def _place(hit: Hit) -> str:
    """Returns where the premise was found: its source, and its address as a link."""
    if not hit.arguments:
        return ""
    first = hit.arguments[0]
    link = f"<{first.url}>" if ADDRESS.fullmatch(first.url) else ""
    place = ", ".join(part for part in (escaped(first.source), link) if part)
    return f" — {place}" if place else ""


def escaped(text: str) -> str:
    r"""Returns a text as one line of Markdown in which nothing is taken for markup.

    >>> print(escaped("a *b* [c]"))
    a \*b\* \[c\]
    """
    folded = " ".join(text.split())
    return "".join(f"\\{character}" if character in "\\`*_[]<>#|" else character for character in folded)


@dataclass(frozen=True, slots=True)
class Source:
    """One place where premises were found.

    Attributes:
        name: Of the collection or portal.
        discussion: Title of the discussion.
        url: Address, where there is one that a browser opens.
        ranks: Which premises of the answer are from there.
    """

    name: str
    discussion: str
    url: str
    ranks: tuple[int, ...]


def sources(answer: Answer) -> list[Source]:
    """Returns the sources of the hits, each once, those of the first hit first."""
    ranks: dict[tuple[str, str, str], dict[int, None]] = {}
    for rank, hit in enumerate(answer.hits, 1):
        for argument in hit.arguments:
            url = argument.url if argument.url.startswith(("http://", "https://")) else ""
            if argument.source or argument.discussion or url:
                ranks.setdefault((argument.source, argument.discussion, url), {})[rank] = None
    return [Source(*place, tuple(cited)) for place, cited in ranks.items()]


def citations(places: Sequence[Source], rank: int) -> list[int]:
    """Returns the numbers of the sources of a hit, as the list of sources counts them.

    >>> citations([Source("a", "", "", (1, 3)), Source("b", "", "", (2,)), Source("c", "", "", (3,))], 3)
    [1, 3]
    """
    return [number for number, place in enumerate(places, 1) if rank in place.ranks]


def sources_text(answer: Answer) -> str:
    """Returns the sources as plain text, one a line: name, discussion, address, and the premises from there.

    >>> sources_text(Answer("Ban cars", "bm25", ()))
    ''
    """
    return "".join(f"{_line(source)}\n" for source in sources(answer))


def _line(source: Source) -> str:
    place = ". ".join(" ".join(part.split()) for part in (source.name, source.discussion, source.url) if part)
    return f"{place} [{', '.join(map(str, source.ranks))}]"
