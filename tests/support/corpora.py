"""Made-up corpora with everything that a corpus may have: claims missing, links twice, stances unknown."""

from __future__ import annotations

import random

from debatable.model import Argument, Claim, Premise, Stance, claim_id

__all__ = ["made_up"]

WORDS = (
    *(
        "cars",
        "noise",
        "city",
        "power",
        "plants",
        "waste",
        "schools",
        "uniforms",
        "safe",
        "costs",
        "children",
    ),
    *(
        "air",
        "trade",
        "taxes",
        "sleep",
        "roads",
        "health",
        "energy",
        "reactors",
        "trains",
        "streets",
        "quiet",
    ),
    *("money", "work", "freedom"),
)
CLAIMS = (
    "Cars should be banned from the city",
    "Cars  should be banned from the city",  # the same claim: white space does not count
    "The city should allow cars",
    "Nuclear power is safe",
    "We should abandon nuclear power plants",
    "Schools should require uniforms",
    "Taxes on work should fall",
    "The",  # no word of it can be searched for
    "Trains are a quiet way to travel through the streets of a city",
)


def made_up(seed: int, size: int = 48, *, without: float = 0.25) -> list[Argument]:
    """Returns arguments about a few things.

    Args:
        seed: Another one gives another corpus.
        size: How many.
        without: Share of them that speak to no claim.
    """
    draw = random.Random(seed)
    texts = [_premise(draw, number) for number in range(size * 2 // 3)]
    found = []
    for number in range(size):
        text, language = draw.choice(texts)
        claim = None if draw.random() < without else draw.choice(CLAIMS)
        found.append(
            Argument(
                f"a{number}",
                Premise(f"p{number}", text, language),
                Claim(claim_id(claim), claim) if claim else None,
                draw.choice((Stance.PRO, Stance.CON, Stance.NONE)) if claim else Stance.NONE,
                draw.choice(("portal", "forum", "book")),
                draw.choice(("", f"https://example.org/{number}")),
                draw.choice(("", "Traffic in the city", "Energy", "Schools and children")),
            )
        )
    return found


def _premise(draw: random.Random, number: int) -> tuple[str, str]:
    """Returns a text of one to four sentences; every fourth says the same words as another."""
    words = draw.choices(WORDS, k=draw.choice((2, 3, 5, 9, 14, 50)))
    words[draw.randrange(len(words))] = draw.choice(("cars", "power", "not", f"case{number}"))
    cut = sorted(draw.sample(range(1, len(words)), min(len(words) - 1, draw.randrange(3))))
    parts = [words[start:stop] for start, stop in zip([0, *cut], [*cut, len(words)], strict=True)]
    text = " ".join(f"{' '.join(part).capitalize()}." for part in parts)
    return text, draw.choice(("en", "en", "en-GB", "de"))
