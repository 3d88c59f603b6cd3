"""Stop lists by name: words so common that they carry no topic."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# The 33 words that Lucene 7's StandardAnalyzer leaves out.
_LUCENE = """a an and are as at be but by for if in into is it no not of on or such that the their then there
these they this to was will with"""

# The 179 English words of NLTK 3.4's corpus "stopwords", which Lenz et al. (ICCBR 2019) leave out.
_NLTK = """i me my myself we our ours ourselves you you're you've you'll you'd your yours yourself yourselves he him
his himself she she's her hers herself it it's its itself they them their theirs themselves what which who whom this
that that'll these those am is are was were be been being have has had having do does did doing a an the and but if
or because as until while of at by for with about against between into through during before after above below to
from up down in out on off over under again further then once here there when where why how all any both each few
more most other some such no nor not only own same so than too very s t can will just don don't should should've now
d ll m o re ve y ain aren aren't couldn couldn't didn didn't doesn doesn't hadn hadn't hasn hasn't haven haven't isn
isn't ma mightn mightn't mustn mustn't needn needn't shan shan't shouldn shouldn't wasn wasn't weren weren't won won't
wouldn wouldn't"""

# Function words: articles, pronouns, prepositions, conjunctions, auxiliaries with their short forms. "no", "not",
# "against" and their like are kept as words: in a debate they carry the stance.
_ENGLISH = """a about above after again all also although am among an and another any are aren't around as at
be because been before being below beneath beside besides between beyond both but by can can't cannot could couldn't
did didn't do does doesn't doing don't done down during each either else etc even ever every few for from further had
hadn't has hasn't have haven't having he he'd he'll he's hence her here here's hers herself him himself his how how's
however i i'd i'll i'm i've if in indeed instead into is isn't it it'd it'll it's its itself just let let's like
likewise many may me might mine more moreover most much must my myself namely near nearly of off often on once one
one's only onto or other others otherwise ought our ours ourselves out over own per perhaps quite rather really same
shall she she'd she'll she's should shouldn't since so some such than that that's the their theirs them themselves
then thence there there's thereby therefore these they they'd they'll they're they've this those though through
throughout thus till to together too toward towards under unless until up upon us very via was wasn't we we'd we'll
we're we've were weren't what what's whatever when when's whenever where where's whereas wherever whether which
whichever while who who's whoever whom whose why why's will with within won't would wouldn't yet you you'd you'll
you're you've your yours yourself yourselves"""

_GERMAN = """ab aber alle allein allem allen aller allerdings alles als also am an andere anderem anderen anderer
anderes andererseits anders auch auf aus außer außerdem bei beide beiden beim bereits bevor bin bis bist da dabei
dadurch dafür daher dahin damals damit danach daneben dann daran darauf daraus darf darfst darin darüber darum
darunter das dass davon davor dazu dein deine deinem deinen deiner deines dem demnach den denen denn dennoch der
deren derer des deshalb desselben dessen desto deswegen dich die dies diese dieselbe dieselben diesem diesen dieser
dieses dir doch dort du durch dürfen dürfte eben ebenso ehe ein eine einem einen einer einerseits eines einige einigem
einigen einiger einiges einmal entweder er erst es etwa etwas euch euer eure eurem euren eurer eures falls fast ferner
für ganz gar gegenüber genau gewesen hab habe haben habt hast hat hatte hatten hattest hattet hätte hätten her hier
hierbei hiermit hierzu hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im immer in indem innerhalb ins
ist ja je jede jedem jeden jeder jedes jedoch jene jenem jenen jener jenes jetzt kann kannst können könnte könnten
lassen lediglich machen man manche manchem manchen mancher manches mehr mein meine meinem meinen meiner meines mich
mir mit möchte muss müssen musste nach nachdem nämlich neben noch nun nur ob obgleich obwohl oder oft ohne per schon
sehr sei seid sein seine seinem seinen seiner seines seit seitdem selber selbst sich sie siehe sind so sobald sofern
sogar solange solch solche solchem solchen solcher solches soll sollen sollte sollten somit sondern sonst sowie sowohl
statt trotz trotzdem über um umso und uns unser unsere unserem unseren unserer unseres unter usw viel viele vielen
vieler vom von vor während war waren warst was weder weil weiter welche welchem welchen welcher welches wem wen wenn
wer werde werden werdet weshalb wessen wie wieder wieso will wir wird wirst wo wobei wodurch wofür woher wohin wohl
wollen wollte womit woran worauf woraus worin worüber wozu wurde wurden würde würden zu zudem zum zur zwar zwischen"""

STOPS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "none": frozenset(),
        "lucene": frozenset(_LUCENE.split()),
        "nltk": frozenset(_NLTK.split()),
        "english": frozenset(_ENGLISH.split()),
        "german": frozenset(_GERMAN.split()),
    }
)
"""The words of each list, in lower case."""
