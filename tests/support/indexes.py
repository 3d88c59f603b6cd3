"""Small indexes without vectors, made in a moment."""

from __future__ import annotations

from pathlib import Path

from debatable.engines import Configuration, make_index
from debatable.model import Argument, Claim, Premise, Stance, claim_id

BY_WORDS = Configuration(encoder="")
"""An index without vectors and clusters."""

BAN_CARS = Claim(claim_id("Ban cars"), "Ban cars")


def argument(name: str, text: str, stance: Stance = Stance.PRO, url: str = "") -> Argument:
    """A reason for or against cars."""
    return Argument(name, Premise(name, text), BAN_CARS, stance, "portal", url)


def cars_index(folder: Path, *more: Argument) -> Path:
    """Makes an index of one reason for and one against banning cars."""
    loud = argument("a", "Cars are loud", Stance.PRO, "https://example.org/a")
    free = argument("b", "Cars are free", Stance.CON)
    make_index([loud, free, *more], folder, configuration=BY_WORDS)
    return folder
