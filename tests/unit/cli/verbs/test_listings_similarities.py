from __future__ import annotations

import json

from typer.testing import CliRunner

from debatable.cli.main import app
from debatable.lexical import similarity


def test_all_names_are_listed_and_parse_back() -> None:
    lines = CliRunner().invoke(app, ["similarities"]).stdout.splitlines()
    names = [line.split()[0] for line in lines[:196]]
    assert len(set(names)) == 196
    assert [repr(similarity(name)) for name in names] == names


def test_json_has_parameters_and_formulas() -> None:
    listed = json.loads(CliRunner().invoke(app, ["similarities", "--json"]).stdout)
    assert len(listed) == 196
    by_name = {one["name"]: one for one in listed}
    assert by_name["BM25"]["parameters"] == {"k1": 1.2, "b": 0.75}
    assert by_name["DFR(Ine,B,Z)"]["parameters"] == {"z": 0.3}
    assert by_name["IB(LL,DF,H1)"]["formula"] == "-ln(lam / (t+lam)); lam = (n+1)/(N+1); t = tf · c·avgdl/dl"
