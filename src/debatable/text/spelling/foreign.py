"""Whether a query is in another language than English: by function words and letters that English does not have."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from debatable.text.dictionary import is_english, looks_english
from debatable.text.stops import STOPS

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")

# French, Spanish, Italian, Portuguese, Dutch, Swedish, Danish, Finnish, Polish, Turkish, Romanian, Hungarian,
# Indonesian; without accents, as many people type them. German has a stop list.
_FUNCTION_WORDS = """
aan adalah aer al ale alla alle als ama anche ao aos as att au aux av avec az bij bir blir blive bor bu by byc c'est
ce ces cette che chi ci co col com come como con contra cosa cu cuando cui czy da daha dal dalla dan dans dari das
dat de debe deben degil degli dei del della delle den dengan denne des det dette deux deve devem devono deze di din
dit dla do doit doivent dom donc donde door dos dove du ed een egy ei el ela ele eles ella elle eller elles ellos em
en entre er era es essa esse est esta estan este esto et etre ett ettae faut foi for fran geen gibi gli ha hanno har
harus hay heb hebben heeft her het hij hoe hogy hur hvad hvis hvor icin icke ieder ik ikke il ile ils in ini inte io
is isso isto itu ja jak je jeg jest joka juz kadar kan kell ktory kun kunnen la las le les leur leurs lo los lub ma
maar mai mais man mas med meer meg mer mes met mi mig mijn mika moet moeten moins molto mot muito mutta muy mycket
myos na naar nao nar nas nel nella nelle nem nie niet niin no nog noi non nos nosotros nous nu nuestra nuestro och
od of og olan olarak olla om omdat on onder ons ont ook op oraz os ou ovat over pa paa pada par para pas pe pela
pelo pentru per perche pero peut peuvent pitaisi piu plus po pod por porque pour prin przez quand quando que quel
quella quelle quello quem questa questo qui quien sa sans sau se sem sen ser ses seu seus si sie sig sin ska skal
skulle sobre som son sono sont su sua suas sul sulla sunt sur sus tama tambem tambien taytyy te tego tem tidak tiene
tienen til till todo todos tot tous tout toute toutes tra tres trop tutti tutto tym uit um uma un una under une uno
unos untuk ut vad van var vara ve veel veya vi vil ville voor vous waar wat we wel wij worden wordt ya yang yok za
ze zich zij zijn zou zouden
"""

# What English has as well, if only in names.
_ENGLISH_TOO = """al ale allen alles also av az bin by co col come con contra dal dan das dat den dies dit die do door
dos dove ed em era falls fast gar hat hay hoe hot in ins is jest kin lo ma man mas med meg mes mine mot na no non
nos nu nun of on os over pa par pas po plus pod pour sa sans se sen si sin so son sub sur te tot tout trop un under us
van var ve vi war was we will ya yang za"""

FOREIGN = (
    frozenset(_FUNCTION_WORDS.split())
    .union(STOPS["german"])
    .difference(*(STOPS["english"], STOPS["nltk"], _ENGLISH_TOO.split()))
)
"""Function words of other languages that English does not have."""

LEAST_ENGLISH = 0.5
"""Share of English words up to which one function word is enough to look foreign; else there must be two."""


def looks_foreign(words: Sequence[str]) -> bool:
    """Returns whether the words of a query, in lower case, look like another language.

    >>> looks_foreign("die todesstrafe soll abgeschafft werden".split())
    True
    >>> looks_foreign("the deth penalty shoud be abolished".split())
    False
    """
    foreign = sum(word in FOREIGN or not word.isascii() for word in words)
    if foreign != 1:
        return foreign > 1
    own = [word for word in words if word not in FOREIGN and (word in STOPS["english"] or is_english(word))]
    return len(own) <= LEAST_ENGLISH * len(words)


def is_foreign(text: str) -> bool:
    """Returns whether the words and letters of a text are those of another language than English.

    One word in Latin letters may be a name.

    >>> is_foreign("Die Todesstrafe soll abgeschafft werden"), is_foreign("动物园应该关闭")
    (True, True)
    >>> is_foreign("Ban the naïve café culture"), is_foreign("Vuvuzelas"), is_foreign("42")
    (False, False, False)
    """
    words = [word.lower().replace("’", "'") for word in _WORD.findall(text)]
    letters = "".join(words)
    latin = sum(unicodedata.name(letter, "").startswith("LATIN") for letter in letters)
    if 2 * latin < len(letters):
        return True
    accents_alone = not any(word in FOREIGN for word in words) and looks_english(text)
    return len(words) > 1 and looks_foreign(words) and not accents_alone
