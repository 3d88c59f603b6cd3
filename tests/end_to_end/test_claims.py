"""From claims to judged claims to the tables of SIGIR 2019, by the command line alone."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from debatable.evaluation import read_run
from debatable.evaluation.annotation import PoolItem
from debatable.experiments.sigir2019.tables import TABLE_2
from debatable.model import claim_id
from tests.support.command_line import COMMAND, complaint, invoked
from tests.support.json_lines import write_lines
from tests.support.sittings import sit

QUERY, POWER = "We should abandon nuclear energy", "Wind power is good"
EQUAL, POLAR, NARROW, TOPIC, UNRELATED = 5, 4, 3, 2, 1
SIMILARITY = {
    "Should we abandon nuclear energy?": {QUERY: (POLAR, POLAR), POWER: (TOPIC, UNRELATED)},
    "We should abandon old nuclear plants": {QUERY: (NARROW, POLAR)},
    "Nuclear energy is expensive": {QUERY: (TOPIC, NARROW)},
    "We should abandon cars": {QUERY: (UNRELATED, UNRELATED)},
    "Wind power is a good thing": {POWER: (EQUAL, POLAR)},
    "Good power comes from wind": {POWER: (UNRELATED, NARROW)},
}
"""What ann and bob say of each claim for each query; what is not named they find unrelated. They are far apart once."""

UNCLEAR = ("Nuclear energy is expensive", 1)
TORN = ("We should abandon old nuclear plants", 0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Seven claims with two premises each; the first query is a claim of the corpus."""
    place = tmp_path / "energy"
    write_lines(
        place / "corpus.jsonl",
        *[
            {"id": f"p{number}-{part}", "claim": claim, "premise": f"{claim}, reason {part}", "stance": "pro"}
            for number, claim in enumerate([QUERY, *SIMILARITY])
            for part in (0, 1)
        ],
    )
    queries = [{"query_id": "q1", "text": QUERY}, {"query_id": "q2", "text": POWER}]
    write_lines(place / "queries.jsonl", *queries)
    return place


def call(*arguments: str | Path) -> str:
    return invoked(*arguments).stdout


def similar(person: int, item: PoolItem) -> str:
    return str(SIMILARITY[item.text].get(item.query, (UNRELATED, UNRELATED))[person])


def judge_claims(folder: Path, into: Path) -> Path:
    """Pools the claims of all 196 methods and has them judged by two people, and a third where they differ."""
    pool = into / "claims.jsonl"
    call("pool", folder, "--similarity", "all", "--out", pool)
    annotations = into / "claim_annotations.jsonl"
    first = sit(pool, annotations, "similarity", "ann", lambda item: similar(0, item))
    assert sit(pool, annotations, "similarity", "bob", lambda item: similar(1, item)) == first
    assert sit(pool, annotations, "similarity", "eve", lambda _: "2") == 1
    call("agreement", annotations, "--claim-judgments", folder / "claim_judgments.jsonl")
    return annotations


def related(person: int, item: PoolItem) -> str:
    """Says that a premise is relevant where its claim is about the query, but for one unclear and one torn."""
    claim, _, reason = item.text.rpartition(", reason ")
    if (claim, int(reason)) == UNCLEAR:
        return "2"
    relevant = max(SIMILARITY[claim].get(item.query, (UNRELATED,))) >= NARROW
    if (claim, int(reason)) == TORN and item.query == QUERY and person:
        relevant = not relevant
    return "1\nn" if relevant else "0"


def judge_premises(folder: Path, into: Path) -> None:
    pool = into / "triples.jsonl"
    call("pool", folder, "--triples", "100", "--out", pool)
    annotations = folder / "premise_annotations.jsonl"
    for person, name in enumerate(("ann", "bob")):
        sit(pool, annotations, "binary-relevance", name, lambda item, person=person: related(person, item))  # type: ignore[misc]


def table(document: dict[str, Any], start: str) -> dict[str, list[float | None]]:
    found = next(one for one in document["tables"] if one["title"].startswith(start))
    return {row["label"]: [cell["ours"] for cell in row["cells"]] for row in found["rows"]}


def test_from_claims_to_the_tables_of_the_paper(folder: Path, tmp_path: Path) -> None:
    annotations = judge_claims(folder, tmp_path)
    grades = {}
    for line in (folder / "claim_judgments.jsonl").read_text().splitlines():
        row = json.loads(line)
        grades[row["query_id"], row["claim_id"]] = row["relevance"]
    # Means of the grades, one below the scale, with 4 and 5 as one; the third person decides between 1 and 3.
    assert grades["q1", claim_id("Should we abandon nuclear energy?")] == 3
    assert grades["q1", claim_id("We should abandon old nuclear plants")] == 2.5
    assert grades["q1", claim_id("Nuclear energy is expensive")] == 1.5
    assert grades["q2", claim_id("Wind power is a good thing")] == 3
    assert grades["q2", claim_id("Good power comes from wind")] == 1
    assert ("q1", claim_id(QUERY)) not in grades
    agreed = json.loads(call("agreement", annotations, "--json"))["similarity"]
    assert (agreed["twice"], agreed["disputed"]) == (len(grades), 0)

    judge_premises(folder, tmp_path)
    document = json.loads(call("experiment", "sigir2019(doc2vec=false)", "--data", folder, "--json"))
    assert list(table(document, "Table 2"))[:7] == list(TABLE_2)
    assert len(table(document, "All 196")) == 196
    # BM25 ranks by shared words; both queries find the claim that people put first.
    assert table(document, "Table 2")["BM25"][0] == 1.0
    best = document["tables"][0]["remarks"][0].rstrip(".").split(", ")[-1]
    assert list(table(document, "Section 4")) == [f"{best} - BM25", f"{best} - LMJelinekMercer(0.2)"]

    shares = table(document, "Table 3")
    # relevant, discordant, non-relevant, other, premises; two premises of each claim.
    assert shares["[4, 4]"] == [100, 0, 0, 0, 4]
    assert shares["[3.5, 4.0)"] == [50, 50, 0, 0, 2]
    assert shares["[2.5, 3.0)"] == [50, 0, 0, 50, 2]
    assert shares["[3.0, 3.5)"] == [None, None, None, None, 0]
    assert shares["[2.0, 2.5)"] == [100, 0, 0, 0, 2]
    assert sum(row[-1] or 0 for row in shares.values()) == 2 * len(grades)
    files = document["manifest"]["files"]
    assert {"claim_judgments.jsonl", "premise_annotations.jsonl"} <= set(files)


def test_a_run_of_another_program_is_scored_beside_the_196(folder: Path, tmp_path: Path) -> None:
    """Only similarities could be scored on a pool of claims; a run of claims was refused as one of premises."""
    judge_claims(folder, tmp_path)
    best = ["Should we abandon nuclear energy?", "We should abandon old nuclear plants"]
    lines = [f"q1 Q0 {claim_id(text)} {rank} {9 - rank} splade" for rank, text in enumerate(best, start=1)]
    lines.append(f"q2 Q0 {claim_id('Wind power is a good thing')} 1 9 splade")
    theirs = tmp_path / "theirs.run"
    theirs.write_text("\n".join(lines) + "\n")
    alone = json.loads(call("evaluate", folder, "--run", theirs, "--json"))
    figures = alone["published"]["splade (run)"]
    # Both queries have the best claim first; at 2, q1 gains 3 + 2.5 of 3 + 2.5, and q2 3 of 3 + 1.
    assert figures["ndcg(discount=jarvelin)@1"] == 1.0
    assert figures["ndcg(discount=jarvelin)@2"] == pytest.approx((1 + 3 / 4) / 2)
    both = json.loads(call("evaluate", folder, "--claims", "all", "--run", theirs, "--json"))
    assert len(both["methods"]) == 196 and both["published"]["splade (run)"] == {
        **figures,
        **{key: both["published"]["splade (run)"][key] for key in ("differences", "p_values", "effects")},
    }
    (folder / "splade.run").write_bytes(theirs.read_bytes())
    document = json.loads(call("experiment", "sigir2019(doc2vec=false)", "--data", folder, "--json"))
    row = table(document, "Table 2")["splade (run)"]
    assert row[0] == 1.0 and row[2] == pytest.approx(7 / 8)
    for name in ("BM25", "DFR(G,B,H2)"):
        assert table(document, "All 196")[name][0] == both["methods"][name]["ndcg(discount=jarvelin)@1"]
    assert len(table(document, "All 196")) == 196


def test_no_table_3_without_judged_premises(folder: Path, tmp_path: Path) -> None:
    judge_claims(folder, tmp_path)
    printed = call("experiment", "sigir2019(doc2vec=false)", "--data", folder)
    assert "Table 3 needs premise_annotations.jsonl." in printed
    assert "100.0 % of the first five of all methods" in printed


@pytest.mark.slow
def test_doc2vec_is_the_same_in_every_process(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("gensim")
    judge_claims(folder, tmp_path)
    printed = [
        subprocess.run(
            [*COMMAND, "experiment", "sigir2019", "--data", folder, "--json"],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]
    assert printed[0] == printed[1] and b"Doc2Vec" in printed[0]


def test_a_run_of_claims_is_pooled_as_the_similarity_is(folder: Path, tmp_path: Path) -> None:
    run, pools = tmp_path / "dfr.run", (tmp_path / "by-run.jsonl", tmp_path / "by-name.jsonl")
    name = "DFR(Ine,B,Z(0.3))"
    made = json.loads(call("run", folder, "--similarity", name, "--out", run, "-k", "5", "--json"))
    assert made["queries"] == 2 and read_run(run).tag == "DFR(Ine,B,Z)"
    call("pool", folder, "--run", run, "--out", pools[0])
    call("pool", folder, "--similarity", name, "--out", pools[1])
    assert pools[0].read_text() == pools[1].read_text() != ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "{folder}", "-o", "x", "--similarity", "BM52"], "unknown similarity 'BM52'"),
        (["run", "{folder}", "-o", "x", "--similarity", "BM25", "-m", "best"], "give --similarity alone"),
        (
            ["run", "{folder}", "-o", "x", "--similarity", "BM25", "-k", "0"],
            "0 claims a query; use 1 or more",
        ),
        (["pool", "{folder}", "-o", "x", "--similarity", "DFR(X,B,H2)"], "'X'"),
        (["pool", "{folder}", "-o", "x", "--similarity", "all", "-m", "best"], "make a pool of each"),
        (["pool", "{folder}", "-o", "x", "--triples", "9", "-m", "best"], "give --triples alone"),
        (["pool", "{folder}", "-o", "x", "--triples", "9"], "there is no claim_judgments.jsonl"),
        (
            ["pool", "{folder}", "-o", "x", "--triples", "many"],
            "'--triples': Input should be a valid integer",
        ),
        (["agreement", "{premises}", "--claim-judgments", "x"], "nobody judged claims; annotate with"),
        (["agreement", "{claims}", "--judgments", "x"], "nobody judged premises; use --claim-judgments"),
        (["experiment", "sigir2019", "--data", "{folder}"], "no claim is relevant to a query; judge claims"),
        (["experiment", "sigir2019(beside=sparse)", "--data", "{folder}"], "unknown claim step 'sparse'"),
        (["evaluate", "{folder}", "--claims", "BM52"], "unknown way to find claims 'BM52'"),
        (["evaluate", "{folder}", "--claims", "BM25", "-m", "best"], "give --claims or --method"),
        (["evaluate", "{folder}", "--claims", "BM25", "--condensed"], "are about premises; leave them out"),
        (["evaluate", "{folder}", "--claims", "BM25"], "no claim is relevant to a query; judge claims"),
        (["experiment", "sigir2019(doc2vec=perhaps)", "--data", "{folder}"], "doc2vec"),
        (["experiment", "sigir2019(lambda=2)", "--data", "{folder}"], "LMJelinekMercer"),
    ],
)
def test_mistakes_cost_one_sentence(
    arguments: list[str],
    message: str,
    folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    said = {"annotator": "ann", "time": "now", "query_id": "q1", "item_id": "p0-0", "value": 1}
    write_lines(tmp_path / "premises.jsonl", {**said, "task": "relevance"})
    write_lines(tmp_path / "claims.jsonl", {**said, "task": "similarity"})
    places = {"folder": folder, "premises": tmp_path / "premises.jsonl", "claims": tmp_path / "claims.jsonl"}
    assert message in complaint(capsys, monkeypatch, *[one.format(**places) for one in arguments])
    assert not (tmp_path / "x").exists()
