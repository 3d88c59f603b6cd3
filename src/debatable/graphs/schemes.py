"""Argumentation schemes and how alike two are: the taxonomy of Lenz et al. (2019), after Walton and Macagno (2015).

It is, edge for edge, that of the authors' program (ReCAP-Argument-Graph-Retrieval, Apache License 2.0).
Each line of the table is a scheme and those directly below it. Inference schemes hang under the root
``default inference``; conflicts have a root of their own. A scheme that is in neither is at the root of its kind.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from debatable.graphs.model import Kind, Node
from debatable.naming import Table

SchemeSimilarity = Callable[[Node, Node], float]

BELOW: dict[str, str] = {
    "default inference": "source independent schemes, source dependent schemes",
    "source independent schemes": "practical reasoning, epistemic reasoning",
    "practical reasoning": "instrumental practical reasoning, values, value based practical reasoning",
    "instrumental practical reasoning": "action to motive",
    "values": "fairness, unfairness",
    "value based practical reasoning": "positive consequences, negative consequences, sunk costs",
    "epistemic reasoning": "discovery argument, applying rules to cases, evidence to a hypothesis",
    "discovery argument": "argument establishing rules, argument finding entities",
    "argument establishing rules": "random sample to a population, best explanation",
    "argument finding entities": "sign, ignorance",
    "applying rules to cases": "rule, argument based on cases, defeasible rule based argument, "
    "chained argument connecting rules and cases",
    "argument based on cases": "established rule, verbal classification, correlation to cause",
    "correlation to cause": "cause to effect",
    "defeasible rule based argument": "example, analogy, precedent",
    "chained argument connecting rules and cases": "gradualism, precedent slippery slope argument, "
    "sorites slippery slope argument, alternatives",
    "source dependent schemes": "position to know, ad hominem argument, allegation of bias, "
    "popular acceptance, danger appeal",
    "position to know": "expert opinion, witness testimony",
    "ad hominem argument": "direct ad hominem, circumstantial ad hominem",
    "circumstantial ad hominem": "misplaced priorities, inconsistent commitment, "
    "argument attacking personal credibility",
    "allegation of bias": "poisoning the well by alleging group bias",
    "popular acceptance": "popular opinion, popular practice",
}
PARENTS = {child: parent for parent, children in BELOW.items() for child in children.split(", ")}
ROOTS = {Kind.RA: "default inference", Kind.CA: "default conflict", Kind.MA: "default rephrase"}
OTHER_ROOT = "default {}"
# The first two are what the annotated microtexts call these branches, the wrong way round.
ALIASES = {
    "source based schemes": "source independent schemes",
    "non source based schemes": "source dependent schemes",
    "argument form an established rule": "established rule",
    "alternatives cognitive schemes": "alternatives",
    "witness": "witness testimony",
    "evidence to hypothesis": "evidence to a hypothesis",
    "bias": "allegation of bias",
    "generic ad hominem": "ad hominem argument",
    "abductive": "best explanation",
    "positive consequence": "positive consequences",
    "negative consequence": "negative consequences",
}
FILLERS = re.compile(r"^(?:argument|arguments|appeal)?\s*(?:from|to|an?)\s+(?:an?\s+)?")


@lru_cache(maxsize=4096)
def canonical(scheme: str) -> str:
    """Returns the name of a scheme as the taxonomy spells it, or the name in lower case if it is not there.

    >>> canonical("CauseToEffect"), canonical("Argument from Expert Opinion"), canonical("My Own Scheme")
    ('cause to effect', 'expert opinion', 'my own scheme')
    """
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", scheme)
    folded = " ".join(re.sub(r"[\W_]+", " ", spaced).lower().split())
    for name in (folded, FILLERS.sub("", folded)):
        name = ALIASES.get(name, name)
        if name in PARENTS or name in ROOTS.values():
            return name
    return folded


def _path(scheme: str, kind: Kind) -> list[str]:
    """From the root of a kind down to a scheme; the root alone for a scheme that is not in the taxonomy."""
    path = [canonical(scheme)]
    while path[-1] in PARENTS:
        path.append(PARENTS[path[-1]])
    root = ROOTS.get(kind, OTHER_ROOT.format(kind.value.lower()))
    return path[::-1] if path[-1] == root else [root]


def wu_palmer(first: str, second: str, kind: Kind = Kind.RA) -> float:
    """Similarity of two schemes of one kind by depth and closest common predecessor (eq. 5).

    Two roots, where eq. 5 divides 0 by 0, are the same scheme: 1.

    >>> wu_palmer("positive consequences", "negative consequences"), wu_palmer("sign", "expert opinion")
    (0.75, 0.0)
    """
    left, right = _path(first, kind), _path(second, kind)
    below = len(left) + len(right) - 2
    if below == 0:
        return 1.0
    common = sum(a == b for a, b in zip(left, right, strict=False)) - 1
    return 2 * common / below


@dataclass(frozen=True, slots=True)
class NoScheme:
    """Ignores schemes: always 1."""

    def __call__(self, query: Node, case: Node) -> float:
        """Returns 1."""
        return 1.0


@dataclass(frozen=True, slots=True)
class Exact:
    """1 for S-nodes of the same kind and scheme, else 0."""

    def __call__(self, query: Node, case: Node) -> float:
        """Compares the schemes; a missing one is the root of its kind."""
        same = query.kind is case.kind and _named(query) == _named(case)
        return 1.0 if same else 0.0


@dataclass(frozen=True, slots=True)
class Ontology:
    """Wu and Palmer's similarity in the taxonomy; S-nodes of different kinds have nothing in common."""

    def __call__(self, query: Node, case: Node) -> float:
        """Compares the schemes by their place."""
        return wu_palmer(query.scheme, case.scheme, query.kind) if query.kind is case.kind else 0.0


def _named(node: Node) -> str:
    return canonical(node.scheme) or ROOTS.get(node.kind, OTHER_ROOT.format(node.kind.value.lower()))


SCHEME_SIMILARITIES = Table[SchemeSimilarity](
    "scheme similarity", {"none": NoScheme(), "exact": Exact(), "ontology": Ontology()}
)
"""Every similarity of S-nodes by name."""


def scheme_similarity(name: str | SchemeSimilarity) -> SchemeSimilarity:
    """Returns the similarity of S-nodes of a name: ``none``, ``exact`` or ``ontology``.

    >>> scheme_similarity("exact")
    Exact()
    """
    return SCHEME_SIMILARITIES.parse(name)
