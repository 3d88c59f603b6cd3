"""Retrieval configurations by name, the default among them."""

from __future__ import annotations

from pathlib import Path

from debatable.errors import InputError
from debatable.graphs.mapping import AStar, BranchAndBound, Limits, Mapper, Rules, mapper
from debatable.graphs.mapping import rules as mapping_rules
from debatable.graphs.measures import Contrast, Cosine, TextMeasure
from debatable.graphs.named_measures import MEASURES, Material
from debatable.graphs.retrieval import Retrieval, Shares
from debatable.graphs.schemes import SchemeSimilarity, scheme_similarity
from debatable.progress import Step

__all__ = ["configured", "text_measure"]


def text_measure(
    name: str = "auto",
    *,
    model: str = "auto",
    language: str = "en",
    cache: Path | None = None,
    progress: Step | None = None,
) -> TextMeasure:
    """Returns the similarity of texts of a name.

    Args:
        name: ``contrast``, ``cosine`` or ``angular`` of an encoder; ``dynamax``, ``maxpool``, ``wmd`` of word
            vectors, or ``words``, the cosine of their mean, ``words(max)`` of another pooling; ``lexical``.
            Parameters stand in brackets: ``contrast(weight=1)``, ``dynamax(stop=nltk)``. ``auto`` is ``contrast``,
            but ``lexical`` where the texts are not English and no model is named: the bundled encoder is English.
        model: An encoder as ``embedding.encoder`` takes it, or a file of word vectors, several joined by ``+``;
            ``auto`` is the bundled encoder.
        language: Of the texts.
        cache: Folder for the vectors of case bases, so that they are encoded once; None for none.
        progress: Of the encoding.

    >>> text_measure(language="de")
    Lexical(analyzer="Analyzer(stop='none', stem='german')")
    """
    short = language.split("-")[0].lower()
    if name == "auto":
        name = "contrast" if short == "en" or model != "auto" else "lexical"
    return MEASURES.parse(name)(Material(model, language, cache, progress))


def configured(
    texts: TextMeasure | str = "auto",
    *,
    model: str = "auto",
    language: str = "en",
    schemes: SchemeSimilarity | str = "none",
    search: Mapper | str = "auto",
    rules: Rules | str = "paper",
    limits: Limits | None = None,
    shares: Shares | None = None,
    candidates: int | None = 10,
    cache: Path | None = None,
    progress: Step | None = None,
) -> Retrieval:
    """Returns a retrieval; without arguments the default one.

    The default compares I-nodes by contrast, whole texts by cosine, ignores schemes and gives graph, topic and claim
    equal shares; see ``docs/graphs.md``.

    Args:
        texts: A text measure or the name of one.
        model: As for ``text_measure``.
        language: Of the texts.
        schemes: ``none``, ``exact`` or ``ontology``, or a similarity of S-nodes.
        search: A mapper or the name of one; ``auto`` is ``branch-and-bound``, or ``integer-program`` where an edge
            may be mapped by one end.
        rules: ``paper``, ``authors`` or rules of one's own.
        limits: Of the mapper.
        shares: Weights of the parts of the score; equal ones if None.
        candidates: How many cases pass the MAC phase, or None for all.
        cache: As for ``text_measure``.
        progress: As for ``text_measure``.
    """
    if isinstance(texts, str):
        measure = text_measure(texts, model=model, language=language, cache=cache, progress=progress)
    else:
        measure = texts
    topics = Cosine(measure.encode) if isinstance(measure, Contrast) else measure
    followed = mapping_rules(rules)
    if search == "auto":
        search = "integer-program" if followed.one_end else "branch-and-bound"
    chosen = mapper(search, limits)
    if followed.one_end and isinstance(chosen, AStar | BranchAndBound):
        todo = "use auto, integer-program or assignment"
        raise InputError(f"the mapper {search!r} cannot follow the rules {rules!r}", todo=todo)
    shares = shares or Shares(1.0, 1.0, 1.0)
    return Retrieval(measure, topics, scheme_similarity(schemes), chosen, shares, candidates, rules=followed)
