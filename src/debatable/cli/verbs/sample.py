"""``debatable sample``: draw query claims about a topic from a corpus."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from debatable.cli.options import LARGEST_SEED, Corpora, CorpusFormat, Json
from debatable.cli.printing.terminal import (
    check_destination,
    destination,
    note,
    note_skipped,
    print_json,
    printable,
)
from debatable.errors import InputError, RecordError
from debatable.plural import counted

Words = Annotated[
    list[str], typer.Option("--word", "-w", metavar="WORD", help="Word of the topic; repeatable.")
]
Out = Annotated[
    Path, typer.Option("--out", "-o", metavar="FILE", help="The claims, as queries.jsonl; - prints them.")
]
Size = Annotated[int, typer.Option("--size", "-n", help="How many claims are drawn.")]
Rounds = Annotated[int, typer.Option(help="How often the vocabulary grows; 0 takes the words as they are.")]
Nearest = Annotated[int, typer.Option(help="How many neighbours of each new word are suggested.")]
Struck = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Words to strike out of the vocabulary, one a line.")
]
Ask = Annotated[bool, typer.Option("--ask", help="Ask in every round which words to strike out.")]
Refused = Annotated[Path | None, typer.Option(metavar="FILE", help="Ids of claims not to draw, one a line.")]
Seed = Annotated[int, typer.Option(min=0, max=LARGEST_SEED, help="Of training and draw.")]


def sample(
    corpora: Corpora,
    word: Words,
    out: Out,
    size: Size = 232,
    rounds: Rounds = 5,
    nearest: Nearest = 10,
    struck: Struck = None,
    ask: Ask = False,
    refused: Refused = None,
    seed: Seed = 0,
    format: CorpusFormat = "auto",
    json: Json = False,
) -> None:
    """Draw query claims about a topic.

    The words of the topic are found by vectors trained on the corpus, or are those given (--rounds 0).
    """
    from debatable.evaluation.claims import is_question
    from debatable.evaluation.collections import write_queries
    from debatable.evaluation.sampling import corpus_claims, grown_vocabulary, sampled_claims

    check_destination(out, json=json)
    listed = frozenset(entry.lower() for entry in _entries(struck))
    unwanted = _entries(refused)
    skipped: list[RecordError] = []
    corpus = corpus_claims(corpora, format, skipped.append)
    note_skipped(skipped)
    claims = corpus.claims
    with TemporaryDirectory(prefix="debatable-") as folder:
        vectors = corpus.vectors(Path(folder) / "vectors", seed) if rounds else None
        grown = grown_vocabulary(vectors, word, _strike(listed, ask), rounds=rounds, nearest=nearest)
    sample = sampled_claims(claims, grown.words, size, seed=seed, refused=unwanted)
    with destination(out) as path:
        write_queries(sample.queries, path)
    if grown.without_vector:
        rare = ", ".join(grown.without_vector)
        note(printable(f"kept, but too rare in the corpus to have neighbours: {rare}"))
    if rounds and not ask and struck is None:
        note("every suggested word was accepted; strike out what does not belong with --ask or --struck FILE")
    questions = sum(map(is_question, claims.values()))
    if json:
        print_json(
            {
                "file": str(out),
                "queries": len(sample.queries),
                "candidates": sample.candidates,
                "claims": len(claims),
                "questions": questions,
                "rounds": grown.rounds,
                "struck": grown.struck,
                "without_vector": grown.without_vector,
            }
        )
        return
    for number, added in enumerate(grown.rounds):
        note(printable(f"{f'round {number}' if number else 'seed words'}: {', '.join(added)}"))
    note(
        f"{out}: {len(sample.queries):,} of {counted(sample.candidates, 'claim')} with one of"
        f" {counted(len(grown.words), 'word')}, in a corpus of {counted(len(claims), 'claim')},"
        f" {questions:,} of them questions"
    )


def _entries(path: Path | None) -> list[str]:
    """Returns the lines of a file, which must be one word each; none without a file."""
    from debatable.evaluation.lines import lines

    entries = []
    for place, line in lines(path) if path is not None else ():
        if len(line.split()) != 1:
            raise InputError("more than one word", where=place, todo="write one a line")
        entries.append(line.strip())
    return entries


def _strike(listed: frozenset[str], ask: bool) -> Callable[[Sequence[str]], Iterable[str]]:
    """Returns a function that strikes out words: those of a list, then those a person names."""

    def strike(suggested: Sequence[str]) -> Iterable[str]:
        left = [word for word in suggested if word not in listed]
        return [*listed, *(_asked(left) if ask and left else ())]

    return strike


def _asked(suggested: Sequence[str]) -> list[str]:

    while True:
        note(printable(f"suggested: {', '.join(suggested)}"))
        answer = typer.prompt("strike out", default="", show_default=False, err=True)
        named = str(answer).replace(",", " ").lower().split()
        unknown = [word for word in named if word not in suggested]
        if not unknown:
            return named
        note(printable(f"not suggested: {', '.join(unknown)}"))
