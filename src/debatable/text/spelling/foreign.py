"""Does a query look like another language than English? By small words and letters that English does not have."""

from __future__ import annotations

from collections.abc import Sequence

from debatable.text.stops import STOPS

__all__ = ["FOREIGN", "looks_foreign"]

_FUNCTION_WORDS = """
au aux avec c'est cette ces dans des deux doit doivent donc du elle elles est et etre faut ils la le les leur leurs
mais mes moins nos nous ont ou par pas peut peuvent plus pour quand que quel quelle qui sans ses son sont sur tous tout
toute toutes trop tres une vous
al como con contra cuando de debe deben del donde el ella ellos en entre es esta estan este esto hay la las lo los mas
muy nos nosotros nuestra nuestro para pero por porque que quien ser si sin sobre son su sus tambien tiene tienen todo
todos una unos ya
alla alle anche che chi ci col come con cosa cui da dal dalla deve devono degli dei del della delle di dove e ed era gli
hanno ha il io ma molto nel nella nelle noi non per perche piu quando quella quello questa questo sono sul sulla tra
tutti tutto un una uno
ao aos as com como da das de deve devem dos e ela ele eles em entre essa esse esta foi isso isto mais mas muito na nao nas
no nos o os ou para pela pelo por quando quem se sem ser seu seus sua suas tambem tem um uma
aan al alle als bij dat de deze dit door een en er geen heb hebben heeft het hij hoe ik ieder is je kan kunnen maar meer
met mijn moet moeten naar niet nog of omdat om onder ons ook op over te tot uit van veel voor waar wat we wel wij worden
wordt ze zich zij zijn zou zouden
alla att av blir bor den det dom du eller en ett fran for har hur i icke inte kan man med mer mig mot mycket nar och om pa
sig ska skal som till under ut vad var vara vi aer er ikke jeg og paa til vil ville blive blir skulle denne dette hvad
hvor hvis
ja ei ettae ja joka kun mika mutta myos niin olla on ovat pitaisi se sen taytyy tama
ale by byc co czy dla do jak jest juz ktory lub ma na nie od oraz po pod przez sa sie tego tym w we z za ze
ama bir bu da daha de degil gibi her icin ile kadar mi olan olarak ve veya ya yok
si in la cu de din este nu pe pentru prin sau sunt un o ce mai
az es hogy nem van meg egy kell is
dan yang untuk dengan tidak ini itu dari pada adalah harus
"""

FOREIGN = frozenset(
    word
    for word in (*_FUNCTION_WORDS.split(), *STOPS["german"])
    if word not in STOPS["english"] and word not in STOPS["nltk"] and len(word) > 1
) - frozenset(
    """ale all alle also as bin by can come dal dan den des die do don dose du dun egg er gar gas gel her hers
    hat her hey hot if in is kill kin la lo ma mag man march mas mere mi min mind more mal mal nah net no nor not
    of on once one or out over pa par pas pause per plus pod por pour sage sans sen set sex she si sin so some son
    star sub sum sur tad tan tang tat te ten test than they to tom too top tot toy tract tree trop un under up us
    van vend verse very via war was we when where who why will wo would ya you za ze zone and at be but for from
    have he him his how i it its me my our their them then there these this those through until what which while
    whom whose with within your hier je ja em mi ha el de con era ser ex ill etre here ours ma'am she'd sole""".split()
)
"""Function words of other languages that are no words of English."""

MOST_UNKNOWN = 0.5
"""Share of unknown words from which on one such word is enough; else there must be two."""


def looks_foreign(words: Sequence[str], unknown: int) -> bool:
    """Says whether words, in lower case, look like another language.

    Args:
        words: Of the query.
        unknown: How many of them neither English nor the corpus knows.

    >>> looks_foreign("die todesstrafe soll abgeschafft werden".split(), 2)
    True
    >>> looks_foreign("the deth penalty shoud be abolished".split(), 2)
    False
    """
    foreign = sum(word in FOREIGN or not word.isascii() for word in words)
    return foreign >= 2 or (foreign == 1 and unknown >= MOST_UNKNOWN * len(words))
