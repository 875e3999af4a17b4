"""Closed sets of names that everybody knows: systems, languages, countries, currencies, formats.

What is said of one member is not said of another one. The lists are short and plain; names that none of them has
are told by their place in a sentence (`things`).
"""

from __future__ import annotations

_SETS = """
windows | macos/mac/osx | linux/ubuntu/debian/fedora | android | ios/iphone/ipad | chromeos | freebsd
python | java | javascript/node/nodejs/typescript | ruby | rust | golang/go | php | kotlin | swift | scala | perl | haskell | elixir
production/prod | staging | development/dev | sandbox
chrome | firefox | safari | edge | opera
pdf | csv | xlsx/excel | docx/word | json | xml | yaml | png | jpeg/jpg | svg | epub | markdown | html
euro/euros/eur/€ | dollar/dollars/usd/$ | pound/pounds/gbp/£ | yen/jpy/¥ | franc/francs/chf | krona/kronor/sek | krone/kroner/nok/dkk | zloty/złoty/pln | lira/try | rupee/rupees/inr | yuan/cny
english/englisch/anglais/inglés/inglese | german/deutsch/allemand/alemán/tedesco | french/französisch/français/francés/francese | spanish/spanisch/español/espagnol/spagnolo | italian/italienisch/italien/italiano | portuguese/português | dutch/niederländisch | polish/polnisch | turkish/türkisch | russian/russisch | japanese/japanisch | chinese/chinesisch
germany/german/germans/deutschland | france/french/frankreich | spain/spanish/spanien/españa | italy/italian/italians/italien/italia | portugal/portuguese | netherlands/dutch/holland | belgium/belgian/belgien | austria/austrian/österreich | switzerland/swiss/schweiz | poland/polish/polen/polska | denmark/danish/dänemark | norway/norwegian/norwegen | sweden/swedish/schweden | finland/finnish/finnland | iceland/icelandic | ireland/irish/irland | scotland/scottish | britain/british/england/uk | greece/greek/griechenland | turkey/turkish/türkei | russia/russian/russland | ukraine/ukrainian | hungary/hungarian/ungarn | romania/romanian | croatia/croatian | slovenia/slovenian | slovakia/slovak | czechia/czech | bulgaria/bulgarian | japan/japanese | china/chinese | korea/korean | india/indian | australia/australian | canada/canadian/kanada | usa/american/us | mexico/mexican | brazil/brazilian/brasilien | argentina/argentine | egypt/egyptian | morocco/moroccan | kenya/kenyan | israel/israeli | thailand/thai | vietnam/vietnamese
morning/mornings | afternoon/afternoons | evening/evenings | night/nights
spring/frühling/frühjahr/printemps/primavera | summer/sommer/été/verano/estate | autumn/fall/herbst/automne/otoño/autunno | winter/hiver/invierno/inverno
inpatient/inpatients | outpatient/outpatients
first-class | second-class
gold | silver | bronze | platinum
monthly | yearly/annual/annually | weekly | quarterly | daily
male/men | female/women
adult/adults | child/children/kids | infant/infants | senior/seniors
student/students | teacher/teachers | parent/parents | visitor/visitors
diesel | petrol/gasoline | electric | hybrid
breakfast | lunch | dinner
"""


def _read() -> dict[str, tuple[tuple[int, int], ...]]:
    found: dict[str, list[tuple[int, int]]] = {}
    for n, line in enumerate(_SETS.strip().split("\n")):
        for k, member in enumerate(line.split("|")):
            for name in member.strip().split("/"):
                found.setdefault(name, []).append((n, k))
    return {name: tuple(places) for name, places in found.items()}


_MEMBERS = _read()


def memberships(word: str) -> tuple[tuple[int, int], ...]:
    """Return the sets that a folded word is a member of: the set, and which member of it."""
    return _MEMBERS.get(word, ())
