"""The data model: claims, premises, arguments, clusters, hits, answers. Frozen, no I/O."""

from __future__ import annotations

import hashlib
import math
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal

from debatable.plural import counted

if TYPE_CHECKING:
    import pandas as pd


class Stance(StrEnum):
    """How a premise stands towards a claim, or a claim towards a query.

    >>> Stance.CON * Stance.CON, Stance.PRO * Stance.CON, Stance.CON * Stance.NONE
    (<Stance.PRO: 'pro'>, <Stance.CON: 'con'>, <Stance.NONE: 'none'>)
    """

    PRO = "pro"
    CON = "con"
    NONE = "none"
    UNDECIDED = "undecided"

    @property
    def sign(self) -> int:
        """+1 for pro, -1 for con, 0 for none or undecided."""
        return {"pro": 1, "con": -1}.get(self.value, 0)

    @classmethod
    def of_sign(cls, sign: float) -> Stance:
        """Returns the stance of a sign or a signed score.

        >>> Stance.of_sign(-0.3)
        <Stance.CON: 'con'>
        """
        return cls.PRO if sign > 0 else cls.CON if sign < 0 else cls.NONE

    def __mul__(self, other: object) -> Stance:
        """Chains two stances: against what is against is for."""
        if not isinstance(other, Stance):
            return NotImplemented
        return Stance.of_sign(self.sign * other.sign)


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement somebody may be for or against.

    Claims of equal text and language are the same claim (Dumani and Schenkel 2020, 2.2).
    """

    id: str
    text: str
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Premise:
    """A reason. It may support or attack several claims, or hang on none."""

    id: str
    text: str
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Argument:
    """One link: a premise for or against a claim, with where it was found.

    Attributes:
        id: Id of the link, unique in a corpus; the id of the record it was read from.
        premise: The reason.
        claim: What it speaks to, or None for a premise without a claim.
        stance: Of the premise towards the claim.
        source: Name of the collection or portal.
        url: Address of the original, where there is one.
        discussion: Title or id of the discussion it is part of.
        where: File and line it was read from, for error messages; neither compared nor stored.
    """

    id: str
    premise: Premise
    claim: Claim | None = None
    stance: Stance = Stance.NONE
    source: str = ""
    url: str = ""
    discussion: str = ""
    where: str = field(default="", compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Cluster:
    """Premises (or claims) that say the same.

    Attributes:
        id: Stable id of the cluster.
        members: Ids of its members, the representative first.
    """

    id: str
    members: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many say it."""
        return len(self.members)


Rule = Literal["given", "sum", "product", "quotient", "mean", "maximum", "difference", "log"]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a score is what it is: a value and the parts it is computed from.

    The tree can be computed again from its leaves, so an explanation is a proof, not a story.

    Attributes:
        label: Name of the quantity in the method's paper, such as ``P(c|q)``.
        value: Its value.
        rule: How the value follows from the parts; ``given`` for a leaf.
        parts: What it is computed from.
        of: Id of the claim, premise or cluster it speaks of.
        note: A short note for people, such as the text of the claim.

    >>> leaves = Explanation("P(c|q)", 0.5), Explanation("P(p|c)", 0.25)
    >>> Explanation("P(p|q)", 0.125, "product", leaves).recompute()
    0.125
    """

    label: str
    value: float
    rule: Rule = "given"
    parts: tuple[Explanation, ...] = ()
    of: str | None = None
    note: str | None = None

    def recompute(self) -> float:
        """Computes the value again from the leaves alone."""
        if self.rule == "given":
            return self.value
        values = [part.recompute() for part in self.parts]
        match self.rule:
            case "sum":
                return math.fsum(values)
            case "product":
                return math.prod(values)
            case "mean":
                return math.fsum(values) / len(values)
            case "maximum":
                return max(values)
            case "difference":
                return values[0] - math.fsum(values[1:])
            case "log":
                return math.log(values[0])
            case _:
                return values[0] / values[1]

    def walk(self, depth: int = 0) -> Iterator[tuple[int, Explanation]]:
        """Yields every part with its depth, from the top down."""
        yield depth, self
        for part in self.parts:
            yield from part.walk(depth + 1)

    def as_dict(self) -> dict[str, Any]:
        """Returns the tree as plain JSON types, leaving out what is empty."""
        plain: dict[str, Any] = {"label": self.label, "value": self.value}
        if self.rule != "given":
            plain["rule"] = self.rule
        if self.of is not None:
            plain["of"] = self.of
        if self.note is not None:
            plain["note"] = self.note
        if self.parts:
            plain["parts"] = [part.as_dict() for part in self.parts]
        return plain


QUOTED = 120
"""Characters of a claim that the reason of a stance quotes."""


@dataclass(frozen=True, slots=True)
class StanceReason:
    """How the stance of a premise is known.

    Attributes:
        known_by: Whether a link of the corpus gives the stance, or the words of the premise, alone or together with
            those of other hits.
        probability: P(query and claim have the same stance) for a link, else P(the premise supports the query).
        claim: Text of the claim of the link.
        sign: Stance of the premise towards that claim: 1 or -1.

    >>> str(StanceReason("link", 0.09, "Zoos do important work", -1))
    'speaks against ‘Zoos do important work’, which your claim opposes: .91'
    >>> str(StanceReason("own words and other hits", 0.8))
    'its own words and those of the other hits speak for your claim: .80'
    """

    known_by: Literal["link", "own words", "own words and other hits"]
    probability: float
    claim: str = ""
    sign: int = 0

    def __str__(self) -> str:
        """The sentence with the probability."""
        if self.is_open:
            return self.sentence()
        number = f"{max(self.probability, 1 - self.probability):.2f}".removeprefix("0")
        return f"{self.sentence()}: {number}"

    @property
    def is_open(self) -> bool:
        """Whether there is a link but no telling how the query stands towards its claim."""
        return self.known_by == "link" and self.probability == 0.5

    def sentence(self, asked: str = "") -> str:
        """Returns the reason in words, without the probability; a claim that was asked needs no other one in between.

        >>> StanceReason("link", 0.9, "Close zoos", 1).sentence("close zoos")
        'speaks for this very claim'
        """
        if self.known_by != "link":
            words = "its own words" + (" and those of the other hits" if "hits" in self.known_by else "")
            return f"{words} speak {'for' if self.probability >= 0.5 else 'against'} your claim"
        if self.claim.casefold() == asked.casefold() and self.probability > 0.5:
            return f"speaks {'for' if self.sign > 0 else 'against'} this very claim"
        long = len(self.claim) > QUOTED
        claim = f"{self.claim[: QUOTED - 1].rstrip()}…" if long else self.claim
        speaks = f"speaks {'for' if self.sign > 0 else 'against'} ‘{claim}’"
        if self.is_open:
            return f"{speaks}, and nobody can tell how your claim takes that"
        return f"{speaks}, which your claim {'agrees with' if self.probability > 0.5 else 'opposes'}"


@dataclass(frozen=True, slots=True, repr=False)
class Hit:
    """One premise of an answer.

    Attributes:
        premise: The premise shown, the representative of its cluster.
        claims: The claims it came through, best first.
        stance: Towards the query.
        score: Of the ranking method.
        cluster: The premises that say the same, this one first.
        explanation: How the score came about.
        arguments: The links of the premise, with source, url and discussion.
        stance_confidence: How probably the stance is the right one; from 1/2 to 1.
        reason: How the stance is known; None where nothing is known of it.
        relevance: How probably the premise speaks to the query at all; None where it was not computed.
        others: The other premises of the cluster.
    """

    premise: Premise
    claims: tuple[Claim, ...]
    stance: Stance
    score: float
    cluster: Cluster
    explanation: Explanation
    arguments: tuple[Argument, ...] = ()
    stance_confidence: float = 1.0
    reason: StanceReason | None = None
    relevance: float | None = None
    others: tuple[Premise, ...] = ()

    def __repr__(self) -> str:
        """Returns which premise it is, its side and its score, in one line."""
        return f"<Hit {self.premise.id}: {self.stance.value}, score {self.score:.4g}>"

    @property
    def stance_reason(self) -> str:
        """The reason of the stance in words and numbers; empty where nothing is known of it."""
        return "" if self.reason is None else str(self.reason)

    def as_row(self) -> dict[str, Any]:
        """Returns the hit as one flat row: its best claim and its first source stand for all."""
        first = self.arguments[0] if self.arguments else None
        return {
            "stance": self.stance.value,
            "stance_confidence": self.stance_confidence,
            "relevance": self.relevance,
            "score": self.score,
            "premise_id": self.premise.id,
            "premise": self.premise.text,
            "claim": self.claims[0].text if self.claims else "",
            "cluster": self.cluster.id,
            "size": self.cluster.size,
            "source": first.source if first else "",
            "url": first.url if first else "",
        }

    def as_dict(self, *, explain: bool = False) -> dict[str, Any]:
        """Returns the hit as plain JSON types, with its explanation where that is asked for."""
        plain: dict[str, Any] = {
            "stance": self.stance.value,
            "stance_confidence": round(self.stance_confidence, 4),
            "stance_reason": self.stance_reason,
            "relevance": None if self.relevance is None else round(self.relevance, 4),
            "score": self.score,
            "premise": {"id": self.premise.id, "text": self.premise.text, "language": self.premise.language},
            "claims": [{"id": claim.id, "text": claim.text} for claim in self.claims],
            "cluster": {
                "id": self.cluster.id,
                "size": self.cluster.size,
                "members": list(self.cluster.members),
            },
            "arguments": [
                {
                    "id": argument.id,
                    "stance": argument.stance.value,
                    "source": argument.source,
                    "url": argument.url,
                    "discussion": argument.discussion,
                }
                for argument in self.arguments
            ],
        }
        if explain:
            plain["explanation"] = self.explanation.as_dict()
        return plain


COLUMNS = (
    *("rank", "stance", "stance_confidence", "relevance", "score", "premise_id", "premise"),
    *("claim", "cluster", "size", "source", "url"),
)
"""The columns of an answer as rows."""

ClosenessLevel = Literal["close", "nearest", "none"]
"""How close the hits of an answer are: they speak to the query, or to the claims nearest to it; or there are none."""


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    """What the engine found for a query: its hits, best first, are what one walks through.

    Printed, it is a line a hit; a notebook shows them as HTML.

    Attributes:
        query: The claim as it was asked for.
        method: Name of the method with its parameters, as it parses back.
        hits: Premises by falling score.
        seconds: Time the search took.
        remarks: Sentences a user should read, such as that the query has no known word.
        parameters: What else is needed to repeat the search.
        weak: What was found but is not close to the query, best first.
        corrected: What was searched for in place of the query, its spelling corrected, or the claim that it asks about
            or has in quotes; empty where nothing was changed.
        closeness: ``close`` where the hits speak to the query, ``nearest`` where they speak to the claims nearest to
            it and nothing is close, ``none`` where there are no hits; empty where it was not computed.
    """

    query: str
    method: str
    hits: tuple[Hit, ...]
    seconds: float = 0.0
    remarks: tuple[str, ...] = ()
    parameters: Mapping[str, Any] = field(default_factory=dict)
    weak: tuple[Hit, ...] = ()
    corrected: str = ""
    closeness: ClosenessLevel | Literal[""] = ""

    def __iter__(self) -> Iterator[Hit]:
        """Yields the hits, best first."""
        return iter(self.hits)

    def __len__(self) -> int:
        """How many hits there are."""
        return len(self.hits)

    @property
    def searched(self) -> str:
        """What was searched for: the corrected query, or the query itself."""
        return self.corrected or self.query

    @property
    def pro(self) -> tuple[Hit, ...]:
        """The hits for the query, best first."""
        return tuple(hit for hit in self.hits if hit.stance is Stance.PRO)

    @property
    def con(self) -> tuple[Hit, ...]:
        """The hits against the query, best first."""
        return tuple(hit for hit in self.hits if hit.stance is Stance.CON)

    @property
    def undecided(self) -> tuple[Hit, ...]:
        """The hits whose side is undecided, best first."""
        return tuple(hit for hit in self.hits if not hit.stance.sign)

    def as_rows(self) -> list[dict[str, Any]]:
        """Returns a flat row a hit, best first, with the columns of `COLUMNS`."""
        return [{"rank": rank, **hit.as_row()} for rank, hit in enumerate(self.hits, 1)]

    def as_frame(self) -> pd.DataFrame:
        """Returns the hits as a data frame, a row each, best first.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        from debatable.display import frame

        return frame(self.as_rows(), COLUMNS)

    def __repr__(self) -> str:
        """Returns what was asked, how many hits there are, and the method, in one line."""
        return f"<Answer to {self.query[:QUOTED]!r}: {counted(len(self.hits), 'hit')}, {self.method}>"

    def __str__(self) -> str:
        """Returns what was searched for and a line a hit, then the remarks."""
        from debatable.display import table_lines

        rows = [
            [str(rank), hit.stance.value, hit.premise.id, hit.premise.text]
            for rank, hit in enumerate(self.hits, 1)
        ]
        return table_lines(f"{self.searched}: {counted(len(rows), 'hit')}", rows, self.remarks)

    def _repr_html_(self) -> str:
        """Returns the answer as notebooks show it: what was searched for and a row a hit, then the remarks."""
        from debatable.display import html_table

        shown = ("rank", "stance", "premise", "claim", "source")
        return html_table(self.searched, self.as_rows(), shown, self.remarks)

    def as_dict(self, *, explain: bool = False) -> dict[str, Any]:
        """Returns the answer as plain JSON types, the same on the command line and over HTTP.

        Args:
            explain: Whether each hit has its explanation.

        >>> Answer("Ban cars", "bm25", ()).as_dict()["hits"]
        []
        """
        return {
            "query": self.query,
            "corrected": self.corrected,
            "closeness": self.closeness,
            "method": self.method,
            "parameters": dict(self.parameters),
            "remarks": list(self.remarks),
            "seconds": round(self.seconds, 6),
            "hits": [{"rank": rank, **hit.as_dict(explain=explain)} for rank, hit in enumerate(self.hits, 1)],
            "weak": [hit.as_dict(explain=explain) for hit in self.weak],
        }


def text_key(text: str, language: str = "en") -> bytes:
    """Returns the key under which textually equal texts of one language meet.

    Equal means equal after Unicode composition (NFC) and with runs of white space folded;
    case and punctuation still tell texts apart.

    >>> text_key("Ban  cars ") == text_key("Ban cars"), text_key("Ban cars") == text_key("ban cars")
    (True, False)
    """
    composed = text if text.isascii() else unicodedata.normalize("NFC", text)
    plain = composed.isprintable() and "  " not in composed and composed.strip() == composed
    folded = composed if plain else " ".join(composed.split())
    return hashlib.blake2b(f"{language}\n{folded}".encode("utf-8", "surrogatepass"), digest_size=16).digest()


def claim_id(text: str, language: str = "en") -> str:
    """Returns the id of a claim: the same text gets the same id in every corpus.

    >>> claim_id("Ban cars")
    'c-79ae96e03c39055d'
    """
    return f"c-{text_key(text, language)[:8].hex()}"
