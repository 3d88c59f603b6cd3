"""An answer as Markdown, a heading a side."""

from __future__ import annotations

import re
from collections.abc import Sequence

from debatable.briefs.parts import NEAREST, TITLES, by_side, explanation_lines
from debatable.model import Answer, Hit

__all__ = ["markdown_text"]

ADDRESS = re.compile(r"https?://[^\s<>]+")
"""What may stand between < and > as a link; other addresses are left out."""


def markdown_text(answer: Answer, explain: bool = False) -> str:
    """Returns the hits as numbered lists; nothing in their texts is taken for markup."""
    lines = [f"# {_escaped(answer.searched)}", ""]
    if answer.corrected:
        lines += [
            f"*Showing results for* {_escaped(answer.corrected)} *in place of* {_escaped(answer.query)}",
            "",
        ]
    remarks = [f"*{_escaped(remark)}*" for remark in answer.remarks]
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
        claim = f" *({_escaped(hit.claims[0].text)})*" if hit.claims else ""
        lines.append(f"{number}. {_escaped(hit.premise.text)}{claim}{_place(hit)}")
        if explain and hit.stance_reason:
            lines += ["", f"   {_escaped(hit.stance_reason)}"]
        if explain:
            told = (f"   {line}" for line in explanation_lines(hit.explanation))
            lines += ["", "   ```", *told, "   ```"]
    return lines


def _place(hit: Hit) -> str:
    """Returns where the premise was found: its source, and its address as a link."""
    if not hit.arguments:
        return ""
    first = hit.arguments[0]
    link = f"<{first.url}>" if ADDRESS.fullmatch(first.url) else ""
    told = ", ".join(part for part in (_escaped(first.source), link) if part)
    return f" — {told}" if told else ""


def _escaped(text: str) -> str:
    folded = " ".join(text.split())
    return "".join(f"\\{character}" if character in "\\`*_[]<>#|" else character for character in folded)
