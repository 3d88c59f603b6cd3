"""Abbreviations of public debates, each with the words that it stands for."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# Those with one usual meaning in a debate. Plurals have lines of their own where the last word does not take the "s".
_TABLE = """
aca Affordable Care Act
ada Americans with Disabilities Act
adhd attention deficit hyperactivity disorder
agi artificial general intelligence
ai artificial intelligence
aml anti-money laundering
asb antisocial behaviour
bev battery electric vehicle
blm Black Lives Matter
bmi body mass index
bnpl buy now pay later
brt bus rapid transit
cafo concentrated animal feeding operation
cbdc central bank digital currency
cbt cognitive behavioural therapy
ccs carbon capture and storage
cctv video surveillance
cgt capital gains tax
cia Central Intelligence Agency
cps child protective services
crt critical race theory
csr corporate social responsibility
daca Deferred Action for Childhood Arrivals
dei diversity, equity and inclusion
drm digital rights management
dst daylight saving time
dui driving under the influence
ecb European Central Bank
echr European Convention on Human Rights
eitc earned income tax credit
epa Environmental Protection Agency
esa European Space Agency
esg environmental, social and governance
ets emissions trading scheme
eu European Union
ev electric vehicle
fbi Federal Bureau of Investigation
fda Food and Drug Administration
fgm female genital mutilation
foi freedom of information
fptp first past the post
fta free trade agreement
ftt financial transaction tax
gbv gender-based violence
gdp gross domestic product
gdpr General Data Protection Regulation
ghg greenhouse gas
ghgs greenhouse gases
gm genetically modified
gmo genetically modified organism
gnd Green New Deal
hgv heavy goods vehicle
hoa homeowners association
hrt hormone replacement therapy
hsr high-speed rail
icc International Criminal Court
icj International Court of Justice
imf International Monetary Fund
ip intellectual property
irs Internal Revenue Service
isds investor-state dispute settlement
isp internet service provider
iss International Space Station
ivf in vitro fertilisation
kyc know your customer
lez low emission zone
lgbt lesbian, gay, bisexual and transgender
lgbtq lesbian, gay, bisexual, transgender and queer
llm large language model
lng liquefied natural gas
ltn low traffic neighbourhood
lvt land value tax
maid medical assistance in dying
mlm multi-level marketing
mma mixed martial arts
mmr measles, mumps and rubella
mmt modern monetary theory
mp member of parliament
mpa marine protected area
mps members of parliament
nato North Atlantic Treaty Organization
nclb No Child Left Behind
nda non-disclosure agreement
nft non-fungible token
ngo non-governmental organization
nhs National Health Service
npt Non-Proliferation Treaty
nra National Rifle Association
nsa National Security Agency
pac political action committee
pas physician-assisted suicide
pe physical education
ped performance-enhancing drug
pfi private finance initiative
ppp public-private partnership
ptsd post-traumatic stress disorder
qe quantitative easing
rcv ranked-choice voting
rto return to office
scotus Supreme Court of the United States
sdg sustainable development goal
smr small modular reactor
srm solar radiation management
ssm same-sex marriage
std sexually transmitted disease
stem science, technology, engineering and mathematics
sti sexually transmitted infection
stv single transferable vote
suv sport utility vehicle
tpp Trans-Pacific Partnership
ttip Transatlantic Trade and Investment Partnership
ubi universal basic income
ubs universal basic services
uhc universal health care
uk United Kingdom
ulez ultra low emission zone
un United Nations
usa United States of America
vat value added tax
vpn virtual private network
vr virtual reality
wfh working from home
who World Health Organization
wmd weapons of mass destruction
wmds weapons of mass destruction
wto World Trade Organization
zev zero-emission vehicle
"""

ABBREVIATIONS: Mapping[str, str] = MappingProxyType(
    dict(line.split(" ", 1) for line in _TABLE.strip().splitlines())
)
"""Abbreviations in lower case, each with one expansion."""


def expansion(abbreviation: str) -> str:
    """Returns what an abbreviation stands for, in the plural where it has an "s"; empty where the table lacks it.

    >>> expansion("UBI"), expansion("EVs"), expansion("MPs"), expansion("cat")
    ('universal basic income', 'electric vehicles', 'members of parliament', '')
    """
    lower = abbreviation.lower()
    if lower in ABBREVIATIONS:
        return ABBREVIATIONS[lower]
    singular = ABBREVIATIONS.get(lower.removesuffix("s"), "")
    return f"{singular}s" if singular else ""
