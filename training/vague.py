"""Claims in other forms: as questions and titles, and without the words that say what they are about."""

from __future__ import annotations

import random
import re
import tomllib
from pathlib import Path
from typing import Any

from wordings import thing

TABLE: dict[str, Any] = tomllib.loads((Path(__file__).parent / "vague.toml").read_text("utf-8"))
SMALL = set(TABLE["small"].split())
PRONOUNS = ["it", "this", "they", "the proposal", "the measure", "such a policy"]
VERBS = "should|must|is|are|can|will|would|was|has|have|could"


def topic_words(text: str) -> list[str]:
    """Returns the beginnings of the words that say what a text is about.

    >>> topic_words("We should ban the zoos of Paris")
    ['zoos', 'paris']
    """
    return [w[:5] for w in re.findall(r"[a-z0-9]+", text.lower()) if w not in SMALL and len(w) > 2]


def question(text: str) -> str | None:
    """Returns a statement as a question, where that is easily done.

    >>> question("Zoos should not be closed")
    'Should zoos be closed?'
    """
    text = text.strip().rstrip(".!")
    match = re.match(rf"^(.{{3,70}}?) ({VERBS}) (.+)$", text)
    if text.endswith("?") or not match:
        return None
    subject, verb, rest = match.groups()
    if verb == "have" and not rest.startswith(("been", "become")):
        return None
    verb = "should" if verb == "must" else verb
    lower = subject[1:2].islower() and subject.split()[0] != "I"
    head = subject[0].lower() + subject[1:] if lower else subject
    return f"{verb.capitalize()} {head} {rest.removeprefix('not ')}?"


def titles(claim: str, draw: random.Random) -> list[str]:
    """Returns a claim as questions and titles, as portals and people ask."""
    found = [question(claim)]
    if known := thing(claim):
        x, _, many = known[0].partition("|")
        be, big = "Are" if many == "are" else "Is", x[0].upper() + x[1:]
        about = [f"Ban on {x}", f"Banning {x}", f"Abolition of {x}", f"{big} debate", f"Debate: {big}"]
        asked = [f"{be} {x} a good idea?", f"Should {x} be allowed?", f"Should {x} be banned?"]
        about += [f"{big}: pros and cons"]
        asked += [f"{be} {x} valuable?", f"What are the pros and cons of {x}?", f"{be} {x} justified?"]
        found += [big, draw.choice(about), draw.choice(asked)]
    return [text for text in found if text]


def elliptic(text: str, topic: set[str], draw: random.Random) -> str | None:
    """Returns a sentence with a pronoun in the place of the topic's words."""
    parts = text.split()
    if len(parts) > 22:
        return None
    hit = [bool(set(topic_words(part)) & topic) for part in parts]
    if not any(hit):
        return text if draw.random() < 0.5 else (question(text) or text)
    pronoun = draw.choice(PRONOUNS)
    out = " ".join(_replaced(parts, hit, pronoun))
    out = out[0].upper() + out[1:]
    if draw.random() < 0.5:
        out = question(out) or out
    return out if len(parts) > 2 else None


def _replaced(parts: list[str], hit: list[bool], pronoun: str) -> list[str]:
    found: list[str] = []
    place = 0
    while place < len(parts):
        if not hit[place]:
            found.append(parts[place])
            place += 1
            continue
        end = place
        while end < len(parts) and (hit[end] or _between(parts, hit, end)):
            end += 1
        while found and found[-1].lower() in ("the", "a", "an", "all", "our", "their", "more", "of"):
            found.pop()
        if not found or found[-1] != pronoun:
            found.append(pronoun)
        if tail := re.search(r"[.,!?;:]+$", parts[end - 1]):
            found[-1] += tail.group()
        place = end
    return found


def _between(parts: list[str], hit: list[bool], place: int) -> bool:
    """Says whether a small word stands between two words of the topic."""
    return parts[place].lower() in ("of", "the", "in", "for", "and") and any(hit[place + 1 : place + 2])


def generic(draw: random.Random) -> list[str]:
    """Returns claims and questions that do not say what they are about."""
    found = list(TABLE["alone"])
    for x in TABLE["things"]:
        is_, does = ("are", "Do") if x == "they" else ("is", "Does")
        for be in draw.sample(TABLE["be"], 22):
            if draw.random() < 0.6:
                text = f"{is_.capitalize()} {x} {be}?"
            else:
                text = f"{x[0].upper() + x[1:]} {is_} {draw.choice(['', '', 'not '])}{be}"
            if draw.random() < 0.2:
                text = re.sub(rf"^(Is|Are) (.+?) {re.escape(be)}", rf"Would \2 be {be}", text)
            found.append(f"{draw.choice(TABLE['heads'])}: {text}" if draw.random() < 0.2 else text)
        for do in draw.sample(TABLE["do"], 12):
            found.append(f"{draw.choice([does, 'Will', 'Would', 'Can'])} {x} {do}?")
    return sorted(set(found))
