from __future__ import annotations

import pytest

from debatable.errors import DebatableError, InputError, UnknownNameError
from debatable.lexical import similarity
from debatable.lexical.similarities import BM25, Multi, combined


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("BM25(k1=0.9,b=0.4)", "BM25(k1=0.9,b=0.4)"),
        ("BM25(0.9,0.4)", "BM25(k1=0.9,b=0.4)"),
        (" BM25 ", "BM25"),
        ("LMJelinekMercer", "LMJelinekMercer(0.1)"),
        ("LMJelinekMercer(lambda=0.2)", "LMJelinekMercer(0.2)"),
        ("LMDirichlet(1000)", "LMDirichlet(mu=1000)"),
        ("DFR(Ine, B, Z(0.3))", "DFR(Ine,B,Z)"),
        ("DFR(Ine,B,H2(c=7))", "DFR(Ine,B,H2(7))"),
        ("DFR(G,none,none)", "DFR(G,none,none)"),
        ("IB(SPL,TTF,H3(500))", "IB(SPL,TTF,H3(500))"),
        ("Axiomatic(F3EXP)", "Axiomatic(F3EXP,ql=1)"),
        ("Axiomatic(F1EXP,s=0.1,k=0.5)", "Axiomatic(F1EXP,s=0.1,k=0.5)"),
        ("Multi( BM25 + Multi(Classic+Boolean) )", "Multi(BM25+Multi(Classic+Boolean))"),
    ],
)
def test_names_parse_and_print_back(name: str, canonical: str) -> None:
    assert repr(similarity(name)) == canonical
    assert similarity(canonical) == similarity(name)


@pytest.mark.parametrize(
    "name",
    ["", "(", "BM25(", "BM25)", "BM25(k1=)", "BM25(k2=1)", "BM25(k1=x)", "BM25(b=2)", "BM25(1,1,1)", "DFR", "DFR(G)",
     "DFR(G,B,H9)", "DFR(X,B,H1)", "DFI()", "IB(LL,DF)", "Axiomatic(F4)", "Axiomatic(F3EXP,ql=-1)", "Multi", "Multi()",
     "LMDirichlet(0)", "LMDirichlet(nan)", "LMJelinekMercer(2)", "BM25(inf)", "x" * 5000, "Multi(" * 50, "BM25,BM25",
     "DFR(G,B,H2(1,2))", "DFR(G(1),B,H2)", "Classic(1)", "Normalization(H1)", "DFR(G,B,H2(1e308))", "BM25(1e308)",
     "LMDirichlet(1e10)"],
)  # fmt: skip
def test_wrong_names_are_errors_of_ours(name: str) -> None:
    with pytest.raises(DebatableError):
        similarity(name)


def test_misspelt_names_get_a_hint() -> None:
    with pytest.raises(UnknownNameError, match="did you mean"):
        similarity("BM52")
    with pytest.raises(InputError, match="from 0 to 1"):
        similarity("BM25(b=3)")


def test_six_make_57_combinations() -> None:
    members = tuple(BM25(k1=k1) for k1 in (1.0, 1.1, 1.2, 1.3, 1.4, 1.5))
    found = combined(members)
    assert len(set(found)) == 57
    assert all(isinstance(one, Multi) and len(one.members) >= 2 for one in found)
