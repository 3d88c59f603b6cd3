"""Debates written for this project: topics with claims, statements, slogans and premises."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from sources import bundled, lines

HERE = Path(__file__).parent
Sided = list[tuple[str, bool]]


@dataclass(slots=True)
class Debate:
    """Texts of one topic, each with whether it is for it: claims of portals, statements of people, reasons, slogans."""

    name: str
    claims: Sided = field(default_factory=list)
    statements: Sided = field(default_factory=list)
    premises: Sided = field(default_factory=list)
    slogans: Sided = field(default_factory=list)

    def queries(self) -> Sided:
        """Returns what people may type: statements and slogans."""
        return self.statements + self.slogans


PLACE = {"claim": "claims", "voice": "statements", "reason": "premises", "slogan": "slogans"}


def own_topics() -> list[Debate]:
    """Returns the debates of own_topics.jsonl.gz."""
    found: dict[str, Debate] = {}
    for row in lines(HERE / "own_topics.jsonl.gz"):
        debate = found.setdefault(row["topic"], Debate(row["topic"], [(row["topic"], True)]))
        (debate.claims if row["kind"] == "claim" else debate.statements).append(
            (row["text"], bool(row["pro"]))
        )
    return list(found.values())


def own_debates() -> list[Debate]:
    """Returns the debates of debates.jsonl.gz, our own as well, with slogans and reasons."""
    found: dict[str, Debate] = {}
    for row in lines(HERE / "debates.jsonl.gz"):
        debate = found.setdefault(row["topic"], Debate(row["topic"], [(row["topic"], True)]))
        getattr(debate, PLACE[row["kind"]]).append((row["text"], bool(row["pro"])))
    return list(found.values())


def topic_statements(demo: Path, hold_out: bool) -> list[Debate]:
    """Returns the debates of voices.jsonl.gz that may be trained on.

    Key Points, Touché, Perspectrum and the reported debates of Debatepedia never are; the bundled topics are unless
    they are held out.
    """
    reported = set(json.loads((HERE / "split.json").read_text("utf-8"))["reported"]["debatepedia"])
    rows: dict[tuple[str, str], Debate] = defaultdict(lambda: Debate(""))
    for row in lines(HERE / "voices.jsonl.gz"):
        debate = rows[row["set"], row["topic"]]
        getattr(debate, PLACE[row["kind"]]).append((row["text"], row["pro"]))
    found = []
    for (group, topic), debate in rows.items():
        if group == "own" or (group == "debatepedia" and topic not in reported):
            found.append(Debate(f"{group}:{topic}", debate.claims, debate.statements))
    for topic in [] if hold_out else bundled(demo):
        claims = [(claim["text"], claim["aligned"]) for claim in topic["claims"]]
        premises = [(p["text"], i["stance"] == "pro") for i in topic["ideas"] for p in i["premises"]]
        own = rows["bundled", topic["topic"]]
        found.append(Debate(topic["topic"], claims, own.statements, premises, own.slogans))
    return found
