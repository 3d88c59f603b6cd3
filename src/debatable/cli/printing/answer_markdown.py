"""An answer as Markdown, a heading a side."""

from __future__ import annotations

from debatable.cli.printing.answer_parts import TITLES, by_side, explanation_lines
from debatable.model import Answer

__all__ = ["markdown_text"]


def markdown_text(answer: Answer, explain: bool = False) -> str:
    """Returns the hits as numbered lists; nothing in their texts is taken for markup."""
    lines = [f"# {_escaped(answer.query)}", ""]
    for side, hits in by_side(answer).items():
        lines += [f"## {TITLES[side]}", ""]
        for number, hit in enumerate(hits, 1):
            claim = f" *({_escaped(hit.claims[0].text)})*" if hit.claims else ""
            lines.append(f"{number}. {_escaped(hit.premise.text)}{claim}")
            if explain:
                told = (f"   {line}" for line in explanation_lines(hit.explanation))
                lines += ["", "   ```", *told, "   ```"]
        lines.append("")
    lines += [f"*{_escaped(remark)}*" for remark in answer.remarks]
    return "\n".join(lines).rstrip() + "\n"


def _escaped(text: str) -> str:
    folded = " ".join(text.split())
    return "".join(f"\\{character}" if character in "\\`*_[]<>#|" else character for character in folded)
