from __future__ import annotations

from pathlib import Path

from debatable.engines import make_index, open_engine
from debatable.model import Argument, Claim, Premise, Stance
from debatable.service.corpus_view import Topic, Topics, topic_claims, topic_page
from tests.support.indexes import BY_WORDS


def test_topics_are_counted_most_debated_first(tmp_path: Path) -> None:
    few, many = Claim("few", "Ban cars"), Claim("many", "Free trains")
    sides = [(few, "+"), (many, "+"), (many, "-"), (many, "-")]
    arguments = [
        Argument(f"a{number}", Premise(f"a{number}", f"Reason {number}"), claim, stance)
        for number, (claim, sign) in enumerate(sides)
        for stance in [Stance.PRO if sign == "+" else Stance.CON]
    ]
    make_index(arguments, tmp_path / "index", configuration=BY_WORDS)
    with open_engine(tmp_path / "index") as engine:
        topics = Topics()
        total, first = topics(engine, 0, 1)
        assert total == 2 and first == [Topic(first[0].name, "Free trains", 1, 1, 2)]
        assert [topic.claim for topic in topics(engine, 1, 5)[1]] == ["Ban cars"]
        claims = topic_claims(engine, first[0].name)
        assert claims is not None
        total, said = topic_page(engine, claims, 1, 5)
        assert total == 3 and [one.sign for one in said] == [-1, -1]
        assert [one.premises[0].text for one in said] == ["Reason 2", "Reason 3"]
        assert topic_claims(engine, "c99") is None and topic_claims(engine, "c²") is None
