from __future__ import annotations

from itertools import combinations

import pytest

from debatable import lexical
from debatable.lexical import similarities

MEMBERS = [*similarities()[::9], "Axiomatic(F3EXP,ql=|q|)", "Axiomatic(F3LOG,ql=|q|)", "LMDirichlet(mu=5)"]
DOCUMENTS = [
    ["ban", "cars", "now"],
    ["ban", "zoos"],
    ["cars", "are", "loud", "cars", "stink"],
    ["zoos", "teach", "children", "much", "about", "cars"],
]


@pytest.mark.parametrize("query", [["cars"], ["ban", "cars", "cars", "loud"]])
def test_scores_are_the_sums_of_what_each_member_says_alone(query: list[str]) -> None:
    """A member that looks at the length of the query must look at it within a sum, too."""
    index = lexical.build(DOCUMENTS)
    rows = range(len(DOCUMENTS))
    alone = {name: index.score(query, rows, name) for name in MEMBERS}
    for one, other in combinations(MEMBERS, 2):
        together = index.score(query, rows, f"Multi({one}+{other})")
        assert together == pytest.approx(alone[one] + alone[other], rel=1e-5, abs=1e-5), (one, other)
