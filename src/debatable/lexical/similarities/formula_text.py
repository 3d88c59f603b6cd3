"""The formulas of similarities as text, taken from their docstrings."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from debatable.lexical.similarities.axiomatic import VARIANTS, Axiomatic
from debatable.lexical.similarities.dfi import DFI, INDEPENDENCE_MEASURES
from debatable.lexical.similarities.dfr import AFTER_EFFECTS, BASIC_MODELS, DFR
from debatable.lexical.similarities.formula import Formula
from debatable.lexical.similarities.information_based import DISTRIBUTIONS, IB, LAMBDAS
from debatable.lexical.similarities.normalization import Normalization
from debatable.lexical.similarities.table import Multi


def described(formula: Formula) -> str:
    """Returns the formula of a similarity for a term of a document.

    >>> from debatable.lexical import similarity
    >>> described(similarity("DFR(In,L,H2)"))
    '(t·lg((N+1)/(n+½))) · 1/(t+1); t = tf · lg(1 + c·avgdl/dl)'
    """
    match formula:
        case DFR():
            model, _, where = _documented(BASIC_MODELS[formula.model]).partition(" where ")
            if formula.after_effect != "none":
                model = f"({model}) · {_documented(AFTER_EFFECTS[formula.after_effect])}"
            return "; ".join(filter(None, (model, where, _frequency(formula.normalization))))
        case IB():
            lam = _documented(LAMBDAS[formula.lambda_])
            distribution = _documented(DISTRIBUTIONS[formula.distribution])
            return f"{distribution}; lam = {lam}; {_frequency(formula.normalization)}"
        case DFI():
            inside = _documented(INDEPENDENCE_MEASURES[formula.measure])
            return f"lg(1 + {inside}) where tf > E, else 0; E = (F+1)·dl/(T+1)"
        case Axiomatic():
            return VARIANTS[formula.variant]
        case Multi():
            return "sum of the scores of its members"
        case _:
            return _first_line(type(formula))


def parameters(formula: Formula) -> dict[str, float | str]:
    """Returns the numbers that can be set, with their values."""
    match formula:
        case DFR() | IB():
            return asdict(formula.normalization)
        case Axiomatic():
            named: dict[str, float | str] = {"s": formula.s}
            named |= {"k": formula.k} if formula.variant.endswith("EXP") else {}
            return named | ({"ql": formula.ql} if formula.variant.startswith("F3") else {})
        case Multi() | DFI():
            return {}
        case _:
            names = getattr(type(formula), "__dataclass_fields__", {})
            return {name.rstrip("_"): getattr(formula, name) for name in names}


def _frequency(normalization: Normalization) -> str:
    return f"t = {_documented(type(normalization))}"


def _documented(part: Callable[..., Any]) -> str:
    """Returns the formula in a part's docstring: its first line, without the name, and what follows "Where"."""
    first, *more = (inspect.getdoc(part) or "").split("\n\n")
    where = [f" where {line.removeprefix('Where ')}" for line in more if line.startswith("Where ")]
    return "".join([first.split(": ", 1)[1].rstrip("."), *where]).rstrip(".")


def _first_line(thing: object) -> str:
    return (inspect.getdoc(thing) or "").splitlines()[0].rstrip(".")
