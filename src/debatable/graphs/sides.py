"""Which side a sentence takes, told from its words alone: an odd number of turning words makes it negative.

Three kinds of words turn a sentence: negations, verbs of rejection and words of disapproval. "Fees are not
wrong" has two and is positive again. The lists are short and general; no topic has words of its own here.
"""

from __future__ import annotations

from functools import cache

from debatable.text import Analyzer
from debatable.text.languages import stemmer_of

__all__ = ["side", "turning_words"]

ENGLISH = {
    "negation": "not no never nor neither none nobody nothing nowhere without cannot hardly barely scarcely",
    "rejection": "abandon abolish against avoid ban block cancel cease condemn deny discontinue dismiss drop "
    "eliminate end fail forbid halt lack oppose outlaw prevent prohibit refuse reject remove repeal resist "
    "scrap stop veto withdraw",
    "disapproval": "absurd awful bad counterproductive cruel dangerous detrimental disastrous harmful illegal "
    "immoral impossible impractical impracticable inadequate inappropriate ineffective inhumane insufficient "
    "intolerable irresponsible mistake nonsense pointless ridiculous senseless stupid superfluous terrible "
    "unacceptable undesirable unethical unfair unjust unjustifiable unjustified unnecessary unreasonable "
    "unsuitable unwise useless worthless wrong",
}
GERMAN = {
    "negation": "nicht kein keine keinen keinem keiner keines nie niemals niemand nichts nirgends weder ohne kaum",
    "rejection": "abbrechen ablehnen abschaffen aufhören beenden entgegen gegen stoppen streichen unterlassen "
    "verbieten verbot verboten verhindern vermeiden verweigern verzichten widersprechen zurückziehen abgeschafft",
    "disapproval": "absurd falsch fatal fehler gefährlich grausam illegal inakzeptabel katastrophal nutzlos "
    "schädlich schlecht sinnlos überflüssig unangebracht unannehmbar unfair ungeeignet ungerecht unmenschlich "
    "unmoralisch unmöglich unnötig unsinnig untragbar unverantwortlich unwirksam unzumutbar unzureichend verkehrt",
}
LISTS = {"en": ENGLISH, "de": GERMAN}


def side(text: str, language: str = "en") -> int:
    """Returns 1 for a positive sentence and -1 for a negative one; 1 in a language without lists.

    >>> side("Rents must be capped"), side("Rents mustn't be capped"), side("Fees aren't wrong")
    (1, -1, 1)
    >>> side("Man sollte Mieten nicht deckeln", "de")
    -1
    """
    language = language.split("-")[0].lower()
    if language not in LISTS:
        return 1
    split = text.lower().replace("’", "'").replace("n't", " not").replace("ca not", "can not")
    turning = turning_words(language)
    turns = sum(word in turning for word in _stems(language)(split))
    return -1 if turns % 2 else 1


@cache
def turning_words(language: str) -> frozenset[str]:
    """Returns the stems of all turning words of a language."""
    return frozenset(_stems(language)(" ".join(LISTS[language].values())))


@cache
def _stems(language: str) -> Analyzer:
    return Analyzer(stop="none", stem=stemmer_of(language))
