"""What may be mapped to what: the rules of the paper, and those of its authors' program."""

from __future__ import annotations

from dataclasses import dataclass

from debatable.naming import Table

__all__ = ["RULES", "Rules", "rules"]


@dataclass(frozen=True, slots=True)
class Rules:
    """When two nodes and two edges may be mapped.

    Attributes:
        own_kind: Whether an S-node is mapped to S-nodes of its own kind alone, inferences to inferences;
            else to any S-node (Lenz et al. 2019, 3.2).
        one_end: Whether an edge may be mapped as soon as one of its ends is mapped to the same end of its
            image; else both ends must be.
    """

    own_kind: bool = False
    one_end: bool = False


RULES = Table[Rules]("rule set", {"paper": Rules(), "authors": Rules(own_kind=True, one_end=True)})
"""Every rule set by name."""


def rules(name: str | Rules = "paper") -> Rules:
    """Returns the rule set of a name: ``paper``, as the text has it, or ``authors``, as the program does.

    >>> rules("authors")
    Rules(own_kind=True, one_end=True)
    """
    return RULES.parse(name)
