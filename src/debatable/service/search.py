"""One search for pages, programs and assistants, and its hits in plain words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from debatable.engines import Engine
from debatable.engines.answer_points import AnswerPoints
from debatable.key_points import Points
from debatable.model import Answer, Hit, Stance
from debatable.progress import Deadline
from debatable.service.refusals import Refused
from debatable.service.routes.parameters import LENGTHS, MOST, Search, SearchOptions, Sort


def answer_of(engine: Engine, query: str, asked: SearchOptions, deadline: Deadline | None = None) -> Answer:
    """Answers a query as it was asked, reading until a deadline."""
    whole = asked.length == "any"
    offset = asked.offset if isinstance(asked, Search) else 0
    answer = engine.search(
        query,
        method=asked.method,
        k=asked.k if whole else MOST,
        offset=offset if whole else 0,
        stance=asked.stance,
        sources=asked.source,
        languages=asked.language,
        operators=True,
        spelling=asked.spelling,
        deadline=deadline,
    )
    parameters = {
        **answer.parameters,
        "k": asked.k,
        "offset": offset,
        "source": asked.source,
        "language": asked.language,
    }
    answer = replace(answer, parameters={**parameters, "length": asked.length, "sort": asked.sort})
    answer = answer if whole else of_length(answer, asked.length, asked.k, offset)
    return answer if asked.sort == "best" else replace(answer, hits=in_order(answer.hits, asked.sort))


def answer_points(engine: Engine, answer: Answer) -> Points:
    """Returns the points that the hits of an answer make, from the vectors of the index."""
    return AnswerPoints()(answer, engine.backend)


def in_order(hits: Sequence[Hit], sort: Sort) -> tuple[Hit, ...]:
    """Returns hits in another order than that of their scores; of equal ones the better first.

    >>> in_order((), "close")
    ()
    """
    keys: dict[Sort, Callable[[Hit], float]] = {
        "close": lambda hit: -(hit.relevance or 0.0),
        "sure": lambda hit: -hit.stance_confidence,
        "said": lambda hit: -hit.cluster.size,
        "short": lambda hit: len(hit.premise.text),
        "long": lambda hit: -len(hit.premise.text),
    }
    return tuple(sorted(hits, key=keys[sort]))


def of_length(answer: Answer, length: str, k: int, offset: int = 0) -> Answer:
    """Keeps the best k premises of a length, after those of earlier pages; what is not close comes last.

    >>> of_length(Answer("Ban cars", "bm25", ()), "short", 3).remarks
    ()
    """
    first, last = LENGTHS[length]
    hits, weak = (
        tuple(hit for hit in some if first <= len(hit.premise.text) < last)
        for some in (answer.hits, answer.weak)
    )
    lost = (f"nothing that is close to this claim is {length}",) if answer.hits and not hits else ()
    start, stop = (max(0, place - len(hits)) for place in (offset, offset + k))
    return replace(
        answer, hits=hits[offset : offset + k], weak=weak[start:stop], remarks=(*answer.remarks, *lost)
    )


def placed(
    engine: Engine, asked: Search, premise: str, deadline: Deadline | None = None
) -> tuple[int, Hit, Answer]:
    """Returns the rank of a premise or argument for a claim, its hit, and the answer.

    Raises:
        Refused: It is not among the first.
    """
    answer = answer_of(engine, asked.q, asked.model_copy(update={"k": MOST, "offset": 0}), deadline)
    for rank, hit in enumerate((*answer.hits, *answer.weak), 1):
        if premise in hit.cluster.members or premise in {one.id for one in hit.arguments}:
            return rank, hit, answer
    raise Refused(404, "not_found", f"the premise is not among the first {MOST} for this claim")


NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)

CLOSE = ((0.9, "very close to your claim"), (0.7, "close to your claim"), (0.4, "fairly close to your claim"))
"""From which relevance a premise is how close, in words; the last is the floor of what is shown as close."""


WORD, PIECE = re.compile(r"\w+"), re.compile(r"\w+|\W+")
MARKED = 4
"""Characters from which a word is marked as different."""


def closeness(relevance: float | None) -> str:
    """Returns how close a premise is to the claim, in words.

    >>> closeness(0.95), closeness(0.41), closeness(0.2), closeness(None)
    ('very close to your claim', 'fairly close to your claim', 'not close to your claim', '')
    """
    if relevance is None:
        return ""
    return next((words for least, words in CLOSE if relevance >= least), "not close to your claim")


def others(count: int) -> str:
    """Returns how many others say the same, in words.

    >>> others(1), others(30), others(0)
    ('one other says the same', '30 others say the same', '')
    """
    if not count:
        return ""
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"{number} other says the same" if count == 1 else f"{number} others say the same"


def reason(hit: Hit, claim: str) -> str:
    """Returns why a hit has its place for a claim: its side, how many say it, how close it is."""
    side = _side(hit.stance) if hit.reason is None else hit.reason.sentence(claim)
    parts = [part for part in (side, others(len(hit.others)), closeness(hit.relevance)) if part]
    whole = "; ".join(parts)
    return f"{whole[:1].upper()}{whole[1:]}."


def differences(other: str, shown: str) -> list[tuple[str, bool]]:
    """Splits another premise into pieces, with whether each is a word that the premise shown does not have.

    Short words are never marked.

    >>> differences("Cars are loud at night", "Cars are loud")
    [('Cars are loud at ', False), ('night', True)]
    """
    shown_words = {word.casefold() for word in WORD.findall(shown)}
    parts: list[tuple[str, bool]] = []
    for piece in PIECE.findall(other):
        new = (
            len(piece) >= MARKED and piece.casefold() not in shown_words and WORD.fullmatch(piece) is not None
        )
        if parts and parts[-1][1] == new:
            parts[-1] = (parts[-1][0] + piece, new)
        else:
            parts.append((piece, new))
    return parts


def percent(probability: float) -> int:
    """Returns a probability in hundredths.

    >>> percent(0.837)
    84
    """
    return round(100 * min(1.0, max(0.0, probability)))


def _side(stance: Stance) -> str:
    return {"pro": "stands for your claim", "con": "stands against your claim"}.get(
        stance.value, "nobody can tell on which side it is"
    )
