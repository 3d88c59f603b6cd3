"""Pairs for the stance models: labelled, unlabelled, to tune and to report."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import everyday
import sources
from tables import Pairs, Texts
from wordings import Wording, thing, turned, wordings

UNKNOWN = float("nan")
SENTENCE = re.compile(r"(?<=[.!?])\s+")


def topical(shared: Path, splits: dict[str, Any], part: str) -> list[tuple[str, str, str, bool]]:
    """Returns (source, topic, text, pro) of every labelled text whose topic is in a part of the split."""
    rows = []
    perspectrum = set(splits[part]["perspectrum"])
    for row in sources.collection(shared / "bench/perspectrum")[2]:
        if row.query_id in perspectrum and row.stance in ("pro", "con"):
            rows.append(("perspectrum", row.query, row.premise, row.stance == "pro"))
    argq = set(splits[part]["argq"])
    for item in sources.argq(shared):
        if item["topic"] in argq and float(item["stance_WA_conf"]) > 0.7 and item["stance_WA"] != "0":
            rows.append(("argq", item["topic"], sources.clean(item["argument"]), item["stance_WA"] == "1"))
    motions = set(splits[part]["claim-stance"])
    for item in sources.claim_stance(shared):
        if item["topicText"] in motions:
            text = item["claims.claimCorrectedText"]
            rows.append(("claim-stance", item["topicText"], text, item["claims.stance"] == "PRO"))
    return rows


def portal(shared: Path, splits: dict[str, Any]) -> list[tuple[str, str, bool]]:
    """Returns (claim, opening of the argument, pro) of the portal debates that may be trained on."""
    claims = set(splits["train"]["touche"])
    corpus, _, _ = sources.collection(shared / "bench/touche2020")
    return [
        (row["claim"], " ".join(sources.clean(row["premise"]).split()[:110]), row["stance"] == "pro")
        for row in corpus.values()
        if row["claim"] in claims and len(row["premise"]) > 60 and len(row["claim"]) < 150
    ]


def reworded(topic: str, pro: bool, draw: random.Random) -> tuple[str, bool] | None:
    """Returns another claim about the thing of a topic, and a text's side towards it, if the thing is known."""
    found = thing(topic)
    if found is None:
        return None
    value, favours = found
    wording = draw.choice([w for w in wordings("thing", value) if w.claim])
    return wording.text, pro == (wording.pro == favours)


def template_pairs(
    allowed: list[tuple[str, str]], count: int, draw: random.Random
) -> list[tuple[str, str, bool]]:
    """Returns (claim, statement, same side) about things, leave, duties and money, worded by templates."""
    every = {subject: wordings(*subject) for subject in allowed}
    found = set()
    while len(found) < count:
        forms = every[draw.choice(allowed)]
        claim = draw.choice([form for form in forms if form.claim])
        statement: Wording = draw.choice(forms)
        if statement.text != claim.text:
            found.add((claim.text, statement.text, claim.pro == statement.pro))
    return sorted(found)


def labelled(shared: Path, splits: dict[str, Any], allowed: list[tuple[str, str]], texts: Texts) -> Pairs:
    """Returns what the teacher is trained on; wordings and turns carry the label along."""
    draw, pairs = random.Random(12), Pairs(texts)
    for source, topic, text, pro in topical(shared, splits, "train"):
        pairs.add(topic, text, pro, source)
        if draw.random() < 0.45:
            pairs.add(turned(topic, True, draw), text, not pro, "turned-topic")
        if draw.random() < 0.35:
            pairs.add(topic, turned(text, True, draw), not pro, "turned-text")
        if draw.random() < 0.12:
            pairs.add(topic, turned(text, False, draw), pro, "turned-text")
        if draw.random() < 0.6 and (other := reworded(topic, pro, draw)):
            pairs.add(other[0], text, other[1], "reworded")
        if source != "argq" and draw.random() < 0.5:
            pairs.add(text, topic, pro, "swapped")
        if source == "perspectrum" and draw.random() < 0.2:
            pairs.add(text, turned(topic, True, draw), not pro, "swapped")
    for claim, text, pro in portal(shared, splits):
        pairs.add(claim, text, pro, "portal")
    everyday.add_stances(pairs, everyday.arguments_of(topical(shared, splits, "train")), draw, 1)
    for claim, statement, same in template_pairs(allowed, 16_000, draw):
        pairs.add(claim, statement, same, "template")
    return pairs


def unlabelled(shared: Path, splits: dict[str, Any], allowed: list[tuple[str, str]], texts: Texts) -> Pairs:
    """Returns what the teacher labels for the student; a true label is kept beside where there is one."""
    draw, pairs = random.Random(34), Pairs(texts)
    sides: dict[tuple[str, str], list[tuple[str, bool]]] = defaultdict(list)
    for source, topic, text, pro in topical(shared, splits, "train"):
        sides[source, topic].append((text, pro))
    for (source, topic), rows in sides.items():
        statements = _statements(topic)
        for text, pro in rows:
            for _ in range(5 if source != "argq" else 3):
                pairs.add(turned(topic, True, draw), text, not pro, "turned-topic")
                pairs.add(topic, turned(text, draw.random() < 0.8, draw), UNKNOWN, "turned-text")
            for _ in range(4):
                if other := reworded(topic, pro, draw):
                    pairs.add(other[0], text, other[1], "reworded")
            if statements:
                statement, same = draw.choice(statements)
                pairs.add(statement, text, pro == same, "statement-topic")
            if source != "argq":
                pairs.add(text, topic, pro, "swapped")
                pairs.add(text, turned(topic, True, draw), not pro, "swapped")
        _against_each_other(pairs, source, rows, draw)
        for statement, same in statements:
            pairs.add(topic, statement, same, "template")
            for text, _ in draw.sample(rows, min(3, len(rows))):
                pairs.add(text, statement, UNKNOWN, "text-statement")
    everyday.add_stances(pairs, everyday.arguments_of(topical(shared, splits, "train")), draw, 3)
    _others(shared, splits, pairs, draw)
    for claim, statement, same in template_pairs(allowed, 60_000, draw):
        pairs.add(claim, statement, same, "template")
    return pairs


def _statements(topic: str) -> list[tuple[str, bool]]:
    found = thing(topic)
    if found is None:
        return []
    return [(w.text, w.pro == found[1]) for w in wordings("thing", found[0]) if not w.claim]


def _against_each_other(pairs: Pairs, source: str, rows: list[tuple[str, bool]], draw: random.Random) -> None:
    """Adds texts of one topic against each other, some with the first one turned."""
    share = 1.0 if source != "argq" else 6_000 / max(1, len(rows) ** 2)
    for one, _ in rows:
        for other, _ in rows:
            if one == other or draw.random() > share:
                continue
            pairs.add(one, other, UNKNOWN, "each-other")
            if draw.random() < 0.35:
                pairs.add(turned(one, True, draw), other, UNKNOWN, "each-other-turned")


def _others(shared: Path, splits: dict[str, Any], pairs: Pairs, draw: random.Random) -> None:
    """Adds evidence, aspects, portal and Debatepedia texts of the topics that may be trained on."""
    allowed = set(splits["train"]["evidence"])
    claims: dict[str, set[str]] = defaultdict(set)
    for topic, claim, evidence in sources.evidence(shared):
        if topic in allowed:
            claims[topic].add(claim)
            pairs.add(claim, evidence, UNKNOWN, "evidence")
            pairs.add(topic, evidence, UNKNOWN, "evidence")
            pairs.add(turned(claim, True, draw), evidence, UNKNOWN, "evidence")
    for topic, own in claims.items():
        rows = [(claim, True) for claim in sorted(own)]
        for claim, _ in rows:
            pairs.add(topic, claim, UNKNOWN, "evidence")
            pairs.add(turned(topic, True, draw), claim, UNKNOWN, "evidence")
        _against_each_other(pairs, "claims", rows[:40], draw)
    aspects = set(splits["train"]["aspect"])
    for topic, one, other, _ in sources.aspects(shared):
        if topic in aspects:
            pairs.add(one, other, UNKNOWN, "aspect")
            forms = wordings("thing", f"{topic.lower()}|{'are' if topic.endswith('s') else 'is'}")
            for text in (one, other):
                for _ in range(2):
                    pairs.add(draw.choice(forms).text, text, UNKNOWN, "aspect")
    for claim, text, pro in portal(shared, splits):
        pairs.add(claim, text, pro, "portal")
        pairs.add(turned(claim, True, draw), text, not pro, "portal")
        if other := reworded(claim, pro, draw):
            pairs.add(other[0], text, other[1], "portal")
    _sentences(shared, splits, pairs, draw)
    debates = set(splits["train"]["debatepedia"])
    for row in sources.collection(shared / "bench/debatepedia")[2]:
        if row.query_id in debates and row.claim:
            text = " ".join(row.premise.split()[: draw.choice((12, 30, 110))])
            pairs.add(row.claim, text, UNKNOWN, "debatepedia")
            pairs.add(row.query, text, UNKNOWN, "debatepedia")
            pairs.add(turned(row.query.rstrip("?"), True, draw), text, UNKNOWN, "debatepedia")


def _sentences(shared: Path, splits: dict[str, Any], pairs: Pairs, draw: random.Random) -> None:
    """Adds claims of portals and of Debatepedia with single sentences of what is said about them."""
    claims, debates = set(splits["train"]["touche"]), set(splits["train"]["debatepedia"])
    rows = [
        (row["claim"], row["premise"]) for row in sources.collection(shared / "bench/touche2020")[0].values()
    ]
    said = [(claim, text) for claim, text in rows if claim in claims and len(claim) < 150]
    for row in sources.collection(shared / "bench/debatepedia")[2]:
        if row.query_id in debates:
            said += [(claim, row.premise) for claim in (row.claim, row.query) if claim]
    for claim, text in said:
        parts = [
            part.strip() for part in SENTENCE.split(sources.clean(text)) if 30 <= len(part.strip()) <= 220
        ]
        for part in draw.sample(parts, min(len(parts), 12)):
            pairs.add(claim, part, UNKNOWN, "sentence")
            if draw.random() < 0.3:
                pairs.add(turned(claim.rstrip("?"), True, draw), part, UNKNOWN, "sentence")


def tuning(shared: Path, splits: dict[str, Any], texts: Texts) -> Pairs:
    """Returns the pairs that choose temperature and checkpoint."""
    pairs = Pairs(texts)
    for source, topic, text, pro in topical(shared, splits, "tune"):
        pairs.add(topic, text, pro, source)
    return pairs


def reporting(shared: Path, demo: Path, splits: dict[str, Any], texts: Texts) -> Pairs:
    """Returns the pairs whose accuracy is reported, none of a topic that is trained on."""
    pairs, draw, marked = Pairs(texts), random.Random(56), splits["reported"]
    perspectrum, debates = set(marked["perspectrum"]), set(marked["debatepedia"])
    for row in sources.collection(shared / "bench/perspectrum")[2]:
        if row.query_id in perspectrum and row.stance in ("pro", "con"):
            pairs.add(row.query, row.premise, row.stance == "pro", "perspectrum")
    motions = set(marked["claim-stance"])
    for item in sources.claim_stance(shared):
        if item["topicText"] in motions:
            text = item["claims.claimCorrectedText"]
            pairs.add(item["topicText"], text, item["claims.stance"] == "PRO", "claim-stance")
    votes: dict[tuple[str, str], int] = defaultdict(int)
    keypoints, sided = shared / "bench/keypoints", {}
    corpus, queries, _ = sources.collection(keypoints)
    for item in sources.lines(keypoints / "judgments.jsonl"):
        premise = corpus[item["premise_id"]]
        votes[item["query_id"], premise["claim"]] += 1 if item["stance"] == premise["stance"] else -1
        sided[premise["premise"], premise["claim"], queries[item["query_id"]]["text"]] = (
            item["stance"],
            premise["stance"],
        )
    for (query, claim), vote in sorted(votes.items()):
        pairs.add(queries[query]["text"], claim, vote > 0, "keypoints query-claim")
        pairs.add(claim, queries[query]["text"], vote > 0, "keypoints claim-query")
    for (text, claim, query), (to_query, to_claim) in draw.sample(sorted(sided.items()), 1500):
        pairs.add(query, sources.clean(text), to_query == "pro", "keypoints query-premise")
        pairs.add(claim, sources.clean(text), to_claim == "pro", "keypoints claim-premise")
    for topic in sources.bundled(demo):
        for query in topic["queries"]:
            for claim in topic["claims"]:
                same = query["aligned"] == claim["aligned"]
                pairs.add(query["text"], claim["text"], same, "bundled query-claim")
                pairs.add(claim["text"], query["text"], same, "bundled claim-query")
            for idea in topic["ideas"]:
                for premise in idea["premises"]:
                    side = (idea["stance"] == "pro") == query["aligned"]
                    pairs.add(query["text"], premise["text"], side, "bundled query-premise")
    rows = [row for row in sources.collection(shared / "bench/debatepedia")[2] if row.query_id in debates]
    for row in draw.sample(rows, min(1500, len(rows))):
        pairs.add(row.query, row.premise, row.stance == "pro", "debatepedia query-premise")
        if row.claim:
            pairs.add(row.claim, row.premise, row.stance == "pro", "debatepedia claim-premise")
    unseen = [item for item in sources.argq(shared) if item["topic"] in splits["kept out"]["argq"]]
    for item in draw.sample(unseen, 1500):
        if float(item["stance_WA_conf"]) > 0.7 and item["stance_WA"] != "0":
            pairs.add(item["topic"], sources.clean(item["argument"]), item["stance_WA"] == "1", "argq")
    return pairs
