"""What a debate comes down to: points with their quotes and counts, as data that can be checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Self

from debatable.display import shortened, table_lines
from debatable.errors import InputError
from debatable.model import Stance
from debatable.plural import counted


@dataclass(frozen=True, slots=True)
class Comment:
    """A text to be summarised: a premise of an index, a statement of a consultation.

    Attributes:
        id: Unique among the texts.
        text: As it was written.
        stance: Towards what the summary is about; ``NONE`` where nobody has said.
        source: Where it comes from, for people.
        agrees: How many voted for it; None where nobody was asked.
        disagrees: How many voted against it; None where nobody was asked.
    """

    id: str
    text: str
    stance: Stance = Stance.NONE
    source: str = ""
    agrees: int | None = None
    disagrees: int | None = None


@dataclass(frozen=True, slots=True)
class Quote:
    """A verbatim span of a comment.

    Attributes:
        text: The span, ``comment.text[start:end]``.
        premise: Id of the comment.
        start: Where the span begins.
        end: Where it ends.
        probability: That it makes the point it is quoted for; for one without a point, that it makes the nearest one.
        source: Of the comment.
        agrees: How many voted for the comment; None where nobody was asked.
        disagrees: How many voted against it; None where nobody was asked.
    """

    text: str
    premise: str
    start: int
    end: int
    probability: float
    source: str = ""
    agrees: int | None = None
    disagrees: int | None = None

    def as_dict(self) -> dict[str, Any]:
        """Returns the quote as plain JSON types, leaving out votes where nobody was asked."""
        plain: dict[str, Any] = {
            "text": self.text,
            "premise": self.premise,
            "start": self.start,
            "end": self.end,
            "probability": self.probability,
            "source": self.source,
        }
        return plain | _votes(self)

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Self:
        """Returns the quote that `as_dict` wrote."""
        return cls(**plain)


@dataclass(frozen=True, slots=True, repr=False)
class Point:
    """A point that is made in a debate, in the words of one who makes it.

    Attributes:
        headline: What is said: the text of `quote`.
        quote: Where the headline stands.
        members: The spans that make the point, the headline's first, then the most probable ones.
        count: How many comments make it.
        share: Of the comments of its side.
        stance: Its side; ``NONE`` where there are no sides.
        agrees: Votes for the comments that make it; None where nobody was asked.
        disagrees: Votes against them; None where nobody was asked.
    """

    headline: str
    quote: Quote
    members: tuple[Quote, ...]
    count: int
    share: float
    stance: Stance = Stance.NONE
    agrees: int | None = None
    disagrees: int | None = None

    def __repr__(self) -> str:
        """Returns what is said, and how many say it, in one line."""
        return f"<Point {shortened(self.headline)!r}: {counted(self.count, 'comment')}>"

    @classmethod
    def of(cls, members: Sequence[Quote], premises: int, stance: Stance = Stance.NONE) -> Self:
        """Returns the point that spans make."""
        count = len({member.premise for member in members})
        return cls(
            members[0].text,
            members[0],
            tuple(members),
            count,
            count / premises,
            stance,
            total_votes(members, "agrees"),
            total_votes(members, "disagrees"),
        )

    def as_dict(self) -> dict[str, Any]:
        """Returns the point as plain JSON types."""
        plain: dict[str, Any] = {
            "headline": self.headline,
            "quote": self.quote.as_dict(),
            "count": self.count,
            "share": self.share,
            "stance": self.stance.value,
            "members": [member.as_dict() for member in self.members],
        }
        return plain | _votes(self)

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Self:
        """Returns the point that `as_dict` wrote."""
        parts = {
            "quote": Quote.from_dict(plain["quote"]),
            "members": tuple(map(Quote.from_dict, plain["members"])),
            "stance": Stance(plain["stance"]),
        }
        return cls(**{**plain, **parts})


@dataclass(frozen=True, slots=True, repr=False)
class Side:
    """One side of a debate, or all of it where there are no sides.

    Attributes:
        stance: Which side; ``NONE`` where there are none.
        points: Those that most comments make first.
        other: Spans that make none of the points.
        premises: How many comments there are.
        units: How many spans they consist of; each makes one point or is among the others.
    """

    stance: Stance
    points: tuple[Point, ...]
    other: tuple[Quote, ...]
    premises: int
    units: int

    def __repr__(self) -> str:
        """Returns which side it is, and how much there is, in one line."""
        of = f"{counted(len(self.points), 'point')} of {counted(self.premises, 'comment')}"
        return f"<Side {self.stance.value}: {of}>"

    def quotes(self) -> Iterator[Quote]:
        """Yields every span of the side, point by point, then the others."""
        yield from chain.from_iterable(point.members for point in self.points)
        yield from self.other

    def as_dict(self) -> dict[str, Any]:
        """Returns the side as plain JSON types."""
        return {
            "stance": self.stance.value,
            "premises": self.premises,
            "units": self.units,
            "points": [point.as_dict() for point in self.points],
            "other": [quote.as_dict() for quote in self.other],
        }

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Self:
        """Returns the side that `as_dict` wrote."""
        return cls(
            Stance(plain["stance"]),
            tuple(map(Point.from_dict, plain["points"])),
            tuple(map(Quote.from_dict, plain["other"])),
            plain["premises"],
            plain["units"],
        )


@dataclass(frozen=True, slots=True, repr=False)
class Points:
    """The points of a debate or of a pile of comments.

    Printed, they are a line each: side, headline and how many make it.

    Attributes:
        about: The claim that sides are for and against; None where there are no sides.
        method: Name of the method with its parameters, as it parses back.
        sides: For, against and undecided where there are sides, else one. A side without comments is left out.
        parameters: What else is needed to repeat it.
        remarks: Sentences a user should read.

    >>> span = Quote("Zoos save species.", "p1", 0, 18, 1.0)
    >>> side = Side(Stance.PRO, (Point.of([span], 1, Stance.PRO),), (), 1, 1)
    >>> found = Points("Zoos are good", "points", (side,))
    >>> found.pro[0].headline, found.pro[0].count, found.con
    ('Zoos save species.', 1, ())
    >>> Points.from_dict(found.as_dict()) == found, found.problems({"p1": "Zoos save species. Often."})
    (True, [])
    >>> found.problems({"p1": "Zoos harm species."})
    ['the quote of p1 at 0 is not in its text']
    """

    about: str | None
    method: str
    sides: tuple[Side, ...]
    parameters: Mapping[str, Any] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Returns what the points are about, and how many there are, in one line."""
        of = f"{counted(len(self.points), 'point')} of {counted(self.premises, 'comment')}"
        return f"<Points{f' about {shortened(self.about)!r}' if self.about else ''}: {of}>"

    def __str__(self) -> str:
        """Returns what the points are about and a line a point, then the remarks."""
        rows = [
            [point.stance.value, point.headline, counted(point.count, "comment")] for point in self.points
        ]
        of = f"{counted(len(rows), 'point')} of {counted(self.premises, 'comment')}"
        return table_lines(f"{self.about}: {of}" if self.about else of, rows, self.remarks)

    @property
    def points(self) -> tuple[Point, ...]:
        """All points, side by side."""
        return tuple(chain.from_iterable(side.points for side in self.sides))

    @property
    def pro(self) -> tuple[Point, ...]:
        """The points for the claim."""
        return tuple(point for point in self.points if point.stance is Stance.PRO)

    @property
    def con(self) -> tuple[Point, ...]:
        """The points against the claim."""
        return tuple(point for point in self.points if point.stance is Stance.CON)

    @property
    def undecided(self) -> tuple[Point, ...]:
        """The points of comments whose side is not known, where there are sides."""
        return tuple(point for point in self.points if point.stance is Stance.UNDECIDED)

    @property
    def other(self) -> tuple[Quote, ...]:
        """The spans that make no point, side by side."""
        return tuple(chain.from_iterable(side.other for side in self.sides))

    @property
    def premises(self) -> int:
        """How many comments there are."""
        return sum(side.premises for side in self.sides)

    @property
    def units(self) -> int:
        """How many spans they consist of."""
        return sum(side.units for side in self.sides)

    def as_dict(self) -> dict[str, Any]:
        """Returns all of it as plain JSON types, the same on the command line and over HTTP."""
        return {
            "about": self.about,
            "method": self.method,
            "parameters": dict(self.parameters),
            "remarks": list(self.remarks),
            "premises": self.premises,
            "units": self.units,
            "sides": [side.as_dict() for side in self.sides],
        }

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Self:
        """Returns the points that `as_dict` wrote.

        Raises:
            InputError: Something else wrote it.
        """
        try:
            sides = tuple(map(Side.from_dict, plain["sides"]))
            return cls(plain["about"], plain["method"], sides, plain["parameters"], tuple(plain["remarks"]))
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(
                f"these are no points: {error}", todo="give what debatable points --format json wrote"
            ) from error

    def problems(self, texts: Mapping[str, str] | None = None) -> list[str]:
        """Returns what is wrong with the report, a sentence each: nothing, where it is sound.

        Args:
            texts: The comments by id, in which quotes must stand word for word; only the report's own numbers are
                checked without.
        """
        found: list[str] = []
        for side in self.sides:
            found += _side_problems(side)
            for quote in side.quotes():
                text = None if texts is None else texts.get(quote.premise, "")
                if not _is_verbatim(quote, text):
                    found.append(f"the quote of {quote.premise} at {quote.start} is not in its text")
        return found


def total_votes(members: Sequence[Quote], which: str) -> int | None:
    """Returns the sum of the votes of the comments that spans are of, each comment's once; None where there are none.

    >>> span = Quote("a", "p1", 0, 1, 1.0, agrees=3)
    >>> total_votes([span, span], "agrees"), total_votes([span], "disagrees")
    (3, None)
    """
    votes = {member.premise: getattr(member, which) for member in members}
    given = [count for count in votes.values() if count is not None]
    return sum(given) if given else None


def _votes(voted: Quote | Point) -> dict[str, int]:
    votes = {"agrees": voted.agrees, "disagrees": voted.disagrees}
    return {name: count for name, count in votes.items() if count is not None}


def _is_verbatim(quote: Quote, text: str | None) -> bool:
    if not (0 <= quote.start < quote.end and quote.end - quote.start == len(quote.text)):
        return False
    return text is None or text[quote.start : quote.end] == quote.text


def _side_problems(side: Side) -> list[str]:
    """Returns which numbers of a side do not follow from its quotes."""
    name = f"the side {side.stance.value!r}"
    found = []
    spans = [(quote.premise, quote.start, quote.end) for quote in side.quotes()]
    if len(spans) != side.units:
        found.append(f"{name} says {side.units} units and quotes {len(spans)}")
    if len(set(spans)) != len(spans):
        found.append(f"{name} quotes a span twice")
    if len({premise for premise, _, _ in spans}) != side.premises:
        found.append(f"{name} says {side.premises} comments and quotes others")
    if not all(0 <= quote.probability <= 1 for quote in side.quotes()):
        found.append(f"{name} has a probability that is none")
    for point in side.points:
        again = Point.of(point.members or (point.quote,), max(side.premises, 1), side.stance)
        if again != point:
            found.append(f"the numbers of the point {point.headline[:80]!r} do not follow from its quotes")
    return found
