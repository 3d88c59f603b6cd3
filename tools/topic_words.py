"""Prints for how many single words and names a search shows the debate that they stand for.

    python -m tools.topic_words [--debatepedia COLLECTION --index DIR] [--failures]

A word is found where most of the first ten hits belong to its debate. The same is counted with everything that was
ranked, close or not: what is found there only was taken for not close. COLLECTION is the folder of the collection
debatepedia, DIR an index of its corpus; without them the words of the bundled topics are asked for.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection as Some
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import debatable
from debatable.engines import Engine, demo_collection
from debatable.evaluation import Collection
from debatable.evaluation.collections import collection as open_collection
from debatable.model import Hit

__all__ = ["BUNDLED", "DEBATEPEDIA", "Found", "searched"]

METHOD = "best(stance=polarity)"

BUNDLED = {
    "vivisection": "Animal testing",
    "euthanasia": "Assisted dying",
    "UBI": "Basic income",
    "pedestrianisation": "Car-free city centres",
    "executions": "The death penalty",
    "vegetarianism": "Eating meat",
    "veganism": "Eating meat",
    "surveillance": "Police use of facial recognition in public places",
    "coal": "Fossil fuels",
    "petroleum": "Fossil fuels",
    "weekend": "The four-day working week",
    "tuition": "Tuition-free university",
    "homework": "Homework",
    "nuclear": "Nuclear power",
    "Chernobyl": "Nuclear power",
    "telework": "Remote work",
    "uniforms": "School uniforms",
    "TikTok": "Social media for children under 16",
    "Mars": "Crewed space exploration",
    "zoos": "Zoos",
}
"""Words and names, each with the discussion that it stands for."""

DEBATEPEDIA = {
    "Palestine": ("UN recognition of Palestinian", "two-state", "settlements", "Gaza"),
    "fraternities": ("fraternities",),
    "pageants": ("beauty pageants",),
    "bullfighting": ("bullfighting",),
    "conscription": ("national service",),
    "GMO": ("genetically modified", "gene patents"),
    "Guantanamo": ("Guantanamo",),
    "vuvuzela": ("Vuvuzela",),
    "Kyoto": ("Kyoto",),
    "geoengineering": ("geoengineering", "iron fertilization"),
    "filibuster": ("filibuster",),
    "earmarks": ("earmarks",),
    "waterboarding": ("waterboarding", "enhanced interrogation"),
    "torture": ("waterboarding", "enhanced interrogation"),
    "circumcision": ("circumcision",),
    "incest": ("incest",),
    "polygamy": ("marriage to more than one",),
    "abortion": ("abortions",),
    "prostitution": ("prostitution",),
    "Wikipedia": ("Wikipedia",),
    "burqa": ("burqa", "Hijab"),
    "headscarf": ("burqa", "Hijab"),
    "landmines": ("landmines",),
    "Falklands": ("Falkland",),
    "Hiroshima": ("Hiroshima",),
    "Ossetia": ("Ossetia",),
    "multiculturalism": ("multiculturalism",),
    "libertarianism": ("Libertarianism",),
    "kangaroos": ("kangaroos",),
    "vouchers": ("vouchers",),
    "castration": ("castrated",),
    "fracking": ("natural gas",),
    "driftnets": ("driftnets",),
    "aquaculture": ("fish farming",),
    "ecotourism": ("eco-tourism",),
    "globalisation": ("free trade",),
    "spanking": ("Corporal punishment",),
    "Turkey": ("Turkey",),
    "carpooling": ("fuel economy", "public transport", "hybrid vehicles"),
    "cannabis": ("marijuana", "legalise all drugs", "War on Drugs", "coca leaf"),
}
"""Words and names, each with parts of the titles of the debates that it stands for."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search shows for a word.

    Attributes:
        word: The word.
        shown: Hits, and how many of them belong to the debate.
        ranked: The same of all that was ranked.
        remarks: What the answer says.
    """

    word: str
    shown: tuple[int, int]
    ranked: tuple[int, int]
    remarks: tuple[str, ...] = ()

    @property
    def debate_shown(self) -> bool:
        """Whether most hits belong to the debate."""
        return 2 * self.shown[1] > self.shown[0]

    @property
    def debate_ranked(self) -> bool:
        """Whether most of what was ranked does."""
        return 2 * self.ranked[1] > self.ranked[0]


def searched(engine: Engine, word: str, due: Some[str]) -> Found:
    """Searches for a word.

    Args:
        engine: Of the corpus.
        word: What is typed.
        due: Ids of the arguments of its debate.
    """
    answer = engine.search(word, method=METHOD, k=10)
    ranked = engine.search(word, method=METHOD, k=10, strict=False)
    return Found(word, _counts(answer.hits, due), _counts(ranked.hits, due), answer.remarks)


def _counts(hits: Some[Hit], due: Some[str]) -> tuple[int, int]:
    own = sum(any(argument.id in due for argument in hit.arguments) for hit in hits)
    return len(hits), own


def bundled_arguments() -> Mapping[str, Some[str]]:
    """Returns the ids of the arguments of each bundled discussion."""
    from debatable.corpus.readers import read

    due: dict[str, set[str]] = {}
    for argument in read([demo_collection() / "corpus.jsonl.gz"]):
        due.setdefault(argument.discussion, set()).add(argument.id)
    return due


def judged_arguments(collection: Collection, titles: Some[str]) -> set[str]:
    """Returns the ids of the arguments that are judged for the debates of some titles."""
    queries = [query.id for query in collection.queries if any(part in query.text for part in titles)]
    return {name for query in queries for name in collection.judgments[query].rows}


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--debatepedia", type=Path, metavar="COLLECTION")
    parser.add_argument("--index", type=Path, metavar="DIR")
    parser.add_argument("--failures", action="store_true", help="print the words that are not found")
    asked = parser.parse_args()
    discussions = bundled_arguments()
    with debatable.demo() as engine:
        found = [searched(engine, word, discussions[name]) for word, name in BUNDLED.items()]
    if asked.debatepedia and asked.index:
        collection = open_collection(asked.debatepedia)
        with debatable.open(asked.index) as engine:
            found += [
                searched(engine, word, judged_arguments(collection, titles))
                for word, titles in DEBATEPEDIA.items()
            ]
    shown, ranked = (sum(one.debate_shown for one in found), sum(one.debate_ranked for one in found))
    print(f"words whose debate is shown: {shown} of {len(found)}")
    print(f"words whose debate is ranked first, close or not: {ranked} of {len(found)}")
    for one in found if asked.failures else ():
        if not one.debate_shown:
            print(f"{one.word}\tshown {one.shown}\tranked {one.ranked}\t{'; '.join(one.remarks)}")


if __name__ == "__main__":
    main()
