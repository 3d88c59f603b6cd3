"""Small indexes without vectors, made in a moment."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

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
    return copied(_cars, folder, *more)


def copied(make: Callable[..., object], folder: Path, *more: Argument) -> Path:
    """Makes an index of some arguments: the first time by a function, then by writing the same files again."""
    for path, content in _files(make, more).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return folder


@cache
def _files(make: Callable[..., object], more: tuple[Argument, ...]) -> dict[Path, bytes]:
    with TemporaryDirectory() as home:
        index = Path(home) / "index"
        make(index, *more)
        return {path.relative_to(index): path.read_bytes() for path in index.rglob("*") if path.is_file()}


def _cars(folder: Path, *more: Argument) -> None:
    loud = argument("a", "Cars are loud", Stance.PRO, "https://example.org/a")
    free = argument("b", "Cars are free", Stance.CON)
    make_index([loud, free, *more], folder, configuration=BY_WORDS)
