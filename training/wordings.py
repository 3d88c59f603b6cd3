"""Stances worded by templates: claims as a corpus has them, statements as people word them, and framed sentences."""

from __future__ import annotations

import random
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TABLE: dict[str, Any] = tomllib.loads((Path(__file__).parent / "wordings.toml").read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class Wording:
    """A sentence about a subject, whether it favours it, and whether it reads like a corpus claim."""

    text: str
    pro: bool
    claim: bool


def _filled(form: str, slots: dict[str, str]) -> str:
    text = form.format(**slots)
    return text[0].upper() + text[1:]


def slots(family: str, value: str) -> dict[str, str]:
    """Returns what the placeholders of a family stand for.

    >>> slots("thing", "zoos|are")["is"]
    'are'
    """
    cells = [cell.strip() for cell in value.split("|")]
    if family == "leave":
        return {"g": cells[0], "a": cells[1], "ing": cells[2]}
    if family == "duty":
        return {"a": cells[0], "ing": cells[1]}
    if family == "money":
        return {"z": cells[0]}
    many = cells[1] == "are"
    words = {
        "is": ("is", "are"), "Is": ("Is", "Are"), "isnt": ("isn't", "aren't"), "has": ("has", "have"),
        "does": ("does", "do"), "Does": ("Does", "Do"), "s": ("s", ""), "es": ("es", ""), "its": ("its", "their"),
        "itself": ("itself", "themselves"),
    }  # fmt: skip
    return {"x": cells[0], **{slot: pair[many] for slot, pair in words.items()}}


def subjects() -> list[tuple[str, str]]:
    """Returns all families with all their values."""
    found = []
    for family in ("thing", "leave", "duty", "money"):
        values = re.split(r"[;\n]", TABLE[family]["values"])
        found += [(family, value.strip()) for value in values if value.strip()]
    return found


def wordings(family: str, value: str) -> list[Wording]:
    """Returns every wording of one subject."""
    filled = slots(family, value)
    forms = TABLE[family]
    return [
        Wording(_filled(form, filled), kind.endswith("pro"), kind.startswith("claims"))
        for kind in ("claims_pro", "claims_con", "pro", "con")
        for form in forms[kind]
    ]


# ruff: noqa: E501 (patterns are read best in one line)
THING = [
    (r"^(?:we|governments?|the (?:government|state|us|united states|west|world)|america|countries|schools|states) (?:should|must|have to|ought to) (?:ban|abolish|prohibit|outlaw|end|stop|cancel|get rid of|abandon|oppose|fight|limit|restrict) (.+)$", False),
    (r"^(?:we|governments?|the (?:government|state|us|united states|west|world)|america|countries|schools|states) (?:should|must|have to|ought to) (?:legali[sz]e|allow|adopt|support|subsidi[sz]e|promote|encourage|introduce|embrace|protect|keep|have|build|create) (.+)$", True),
    (r"^(?:ban|abolish|prohibit|outlaw|scrap|end|stop) (.+)$", False),
    (r"^(?:legali[sz]e|allow|support|subsidi[sz]e|introduce|build|create) (.+)$", True),
    (r"^(.+?) (?:should|must|ought to|has to|have to) be (?:banned|abolished|prohibited|illegal|outlawed|forbidden|ended|stopped|scrapped|cancelled)$", False),
    (r"^(.+?) (?:should|must|ought to|has to|have to|has) (?:be|remain|stay|be kept|be made) (?:legal|legali[sz]ed|allowed|permitted|encouraged|supported|mandatory|compulsory)$", True),
    (r"^(.+?) (?:should|must|ought) not (?:to )?be (?:banned|abolished|prohibited|illegal|outlawed|forbidden)$", True),
    (r"^(.+?) (?:should|must|ought) not (?:to )?be (?:legal|legali[sz]ed|allowed|permitted)$", False),
    (r"^(.+?) (?:is|are) (?:a good idea|good|beneficial|a good thing|justified|a force for good)$", True),
    (r"^(.+?) (?:is|are) (?:a bad idea|bad|harmful|immoral|unjust|wrong|a waste|unjustified)$", False),
    (r"^(.+?) (?:brings?|does|do|causes?) more harm than good$", False),
    (r"^(.+?) (?:brings?|does|do) more good than harm$", True),
    (r"^ban on (.+)$", False),
    (r"^(?:is|are) (.+?) (?:a good idea|good|justified|beneficial)\??$", True),
    (r"^should (.+?) be (?:legal|legali[sz]ed|allowed|permitted)\??$", True),
    (r"^should (.+?) be (?:illegal|banned|abolished|forbidden|prohibited)\??$", False),
]  # fmt: skip
SINGULAR = ("ss", "us", "is", "ics", "ness")


def thing(topic: str) -> tuple[str, bool] | None:
    """Returns the thing a topic is about, as a value of its family, and whether the topic favours it.

    >>> thing("We should ban whaling")
    ('whaling|is', False)
    """
    text = re.sub(
        r"^this house (?:believes (?:that )?)?(?:would )?", "", topic.strip().rstrip(".!"), flags=re.I
    )
    for pattern, pro in THING:
        match = re.match(pattern, text, flags=re.I)
        if match:
            x = match.group(1).strip()
            if not 3 <= len(x) <= 60 or x.lower().split()[0] in ("it", "there", "to", "that", "if", "not"):
                return None
            head = re.split(r" (?:of|in|for|to|on|from|by|with|at|between|against|who|that) ", x)[0]
            many = head.endswith("s") and not head.endswith(SINGULAR) or " and " in head
            return f"{x[0].lower() + x[1:] if x[1:2].islower() else x}|{'are' if many else 'is'}", pro
    return None


def turned(text: str, opposite: bool, draw: random.Random) -> str:
    """Returns the statement inside a frame that keeps or turns it; a question is asked about as a thought."""
    inner = text.strip().rstrip(".!?")
    if len(inner) > 1 and inner[0].isupper() and inner[1].islower() and inner.split()[0] not in ("I", "God"):
        inner = inner[0].lower() + inner[1:]
    return draw.choice(TABLE["turn"]["opposite" if opposite else "same"]).format(s=inner)
