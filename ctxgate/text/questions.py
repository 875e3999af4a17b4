"""What kind of answer a question asks for: a date, a number, a name, another phrase, or yes or no."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from ctxgate.pattern import lazy
from ctxgate.text.dates import years
from ctxgate.text.words import STOP_WORDS, fold, stem, tokens, word_set

Kind = Literal["date", "number", "name", "phrase", "choice", "polar", "open", "none"]
"""`choice` asks which of the things it names, `polar` whether something is so: neither can be read off a text.
`open` asks for an explanation or a way to do something, which has no one answer. `none` is no question at all, but a claim, a heading or a few words to search for; or one that is not in English."""

MAX_QUERY_CHARS = 2000
"""Characters of a query that are read, the first ones."""

MAX_STEMS = 32
"""Content words of a question that answers are looked for near to, the first ones."""


class Question(NamedTuple):
    """A question. `stems` are its content words; `noun` is what a "which" or "what" is followed by,
    `doing` what a "who" is; `years` are those that it names: it asks what was so then.

    `word_of` maps a stem of a text to the word of the question that it stands for: itself, or another
    word for the same doing (`wrote` for `author`).
    """

    kind: Kind
    stems: tuple[str, ...]
    word_of: dict[str, str]
    noun: str | None
    doing: str | None
    years: tuple[int, ...]


def question(query: str) -> Question:
    """Read a query as a question."""
    return _question(query[:MAX_QUERY_CHARS])


@lru_cache(maxsize=64)
def _question(query: str) -> Question:
    folded = fold(query).strip()
    kind = _kind(folded)
    form = _FORM.get(kind, frozenset())
    kept = [word for word in tokens(folded) if word not in STOP_WORDS]
    kept = [word for word in kept if word not in form] or kept
    stems = tuple(dict.fromkeys(stem(word) for word in kept))[:MAX_STEMS]
    word_of: dict[str, str] = {}
    for asked in stems:
        for same in _KIN.get(asked, ()):
            word_of.setdefault(same, asked)
    word_of.update((asked, asked) for asked in stems)
    noun, doing = _NOUN.search(folded), _DOING.search(folded)
    return Question(
        kind,
        stems,
        word_of,
        stem(noun[1]) if noun else None,
        stem(doing[1]) if doing else None,
        years(folded),
    )


def _kind(folded: str) -> Kind:
    kind: Kind = "phrase"
    if not _ASKS.search(folded):
        return "none"
    if _NUMBER.search(folded):
        kind = "number"
    elif _DATE.search(folded):
        kind = "date"
    elif _POLAR.match(folded):
        return "polar"
    elif _NAME.search(folded) and not _SEVERAL.search(folded):
        kind = "name"
    elif _LIST.search(folded) or _SEVERAL.search(folded) or not _ONE_THING.search(folded):
        return "open"
    return "choice" if kind in ("phrase", "name") and _OR.search(folded) else kind


_FORM: dict[Kind, frozenset[str]] = {
    "number": word_set("many much number amount"),
    "date": word_set("year date day month century decade"),
}
"""Words that only say what kind of answer is asked for: no text has to have them."""

_B = r"(?<![^\W_])"
_E = r"(?![^\W_])"
_ASKS = lazy(
    rf"{_B}(?:who|whom|whose|what|when|where|which|how|why){_E}"
    rf"|{_B}(?:the|of|is|are|does|did|were|for|to|most){_E}[^?]{{0,200}}\?"
    rf"|^(?:is|are|was|were|do|does|did|can|could|would|will|should|has|have|had|may|might|must){_E}[^?]{{0,500}}\?"
)
_NUMBER = lazy(
    rf"{_B}(?:how (?:many|much|long|old|far|tall|big|large|high|deep|fast|wide|heavy|often)"
    rf"|(?:what|which) (?:number|percentage|percent|share|amount|age|size|price|height|length|distance|port|temperature)"
    rf"|population|number of|what is the (?:price|cost|fee|limit|size|length|height|age|rate|window|period|quota"
    rf"|maximum|minimum|capacity|percentage|amount|duration|timeout|speed|weight|area|distance|depth))"
    rf"{_E}"
)
_DATE = lazy(
    rf"{_B}(?:when|since when|until when|(?:what|which) (?:year|date|day|month|century|decade)|date of|year"
    rf"|birthday|deadline){_E}"
)
_POLAR = lazy(
    r"(?:is|are|was|were|do|does|did|can|could|would|will|should|has|have|had|may|might|must|am)(?![^\W_])"
)
_NAME = lazy(
    rf"{_B}(?:who|whom|whose|where|which|name of|location of|located"
    rf"|what (?:is the |was the |are the )?(?:county|country|city|state|river|continent|company|band|team"
    rf"|school|university|actor|actress|person|town|place|region|network|league|club|name|party|political party"
    rf"|war|station|album|film|movie|book|song|show|group|island|lake|mountain|nationality|language|religion"
    rf"|author|capital|president|product|brand|province|district|village|airport|street|label|author)){_E}"
)
_LIST = lazy(rf"{_B}(?:what|which) (?:are|were){_E}")
_SEVERAL = lazy(
    rf"^which (?!has{_E}|does{_E}|was{_E})[^\W\d_]{{3,30}}(?:ies|[^\W\d_siu]s) (?!is{_E}|was{_E}|has{_E}|does{_E})"
)
_ONE_THING = lazy(
    rf"{_B}(?:what|which) (?!is{_E}|are{_E}|was{_E}|were{_E}|do{_E}|does{_E}|did{_E}|can{_E}|should{_E}|happens?{_E}|if{_E}|to{_E})"
    rf"[^\W\d_]{{2,30}}{_E}|{_B}what(?: is| was|'s) (?:the|its|his|her|their) (?:[^\W\d_]{{2,30}} ){{1,3}}(?:of|for|in|on){_E}"
    rf"|{_B}(?:stands? for|known as|known for|called|named|mean|means|meant|belongs? to){_E}"
    rf"|^(?!how{_E}|why{_E}|what{_E}|{_B}can{_E})[^?]{{1,200}}\?"
)
_OR = lazy(
    rf"(?:,|:|{_B}between)(?:[^,?]{{2,60}}){_B}or {_E}[^,?]{{2,60}}\W*$|{_B}(?:first|earlier|later|younger|older|more|better|larger|bigger){_E}.{{0,200}}{_B}or{_E}"
)
_NOUN = lazy(
    rf"{_B}(?:what|which)\s+(?:(?:is|was|are|were|type of|kind of|sort of)\s+)?(?:(?:the|a|an|type of|kind of)\s+)?"
    rf"(?!name{_E})([^\W\d_]{{3,30}}){_E}"
)

_DOING = lazy(rf"{_B}who\s+(?:(?:is|was|are|were)\s+)?(?:the\s+)?([^\W\d_]{{2,30}}){_E}")

# Words for one doing, each group under every one of its words: a question asks who wrote it, and a text has
# its author. Irregular forms stand here because the stemmer knows endings only.
_GROUPS = """
write wrote written writing writer author authored penned composed composer pen
compose composed composer composing wrote written music
born birth birthplace birthday b
die died death dead killed deceased passed
play played plays portray portrayed portrays starring starred stars star cast acted actor actress role
sing sang sung singer singing vocalist performed performer recorded
perform performed performing performer performance sang recorded
direct directed director directing
produce produced producer producing
found founded founder founding established creation created started formed began opened
establish established establishing founded foundation created opened opening began formed start
create created creator creating invented inventor made founded
invent invented inventor invention created
build built building builder constructed construction completed erected
construct constructed construction built erected completed
open opened opening began inaugurated launched
begin began begun beginning started start commenced launched
start started starting began begun launched
end ended ending finished concluded ceased
win won winner winning winners defeated champion victory
lose lost defeat defeated
marry married marriage husband wife spouse wed
live lived lives living resided residence
locate located location situated lies based found
publish published publisher publishing publication released
release released releasing published premiered launched issued out
make made makes making created manufactured produced
discover discovered discovery discoverer found
lead led leader leads headed heads
own owned owner owns
teach taught teacher teaches
fight fought fighting battle
speak spoke spoken speaks language
hold held holds holding hosted
host hosted hosting presenter held
take took taken takes
leave left leaves departed
come came comes
give gave given gives
grow grew grown grows
buy bought purchased acquired
sell sold sells
sign signed signing
elect elected election
sink sank sunk sinking
employees employs employed employ staff workers
appoint appointed appointment
draft drafted
air aired airing broadcast premiered
voice voiced voices
last lasts lasted long
cost costs price priced
pay paid payment
happen happened occurred occur took
occur occurred happened
sport player football basketball baseball hockey
profession occupation
father son daughter
capital city
country nation
artist singer musician band
author written wrote writer
"""


def _kin() -> dict[str, tuple[str, ...]]:
    table: dict[str, list[str]] = {}
    for line in _GROUPS.split("\n"):
        group = [stem(word) for word in line.split()]
        for word in group:
            table.setdefault(word, []).extend(group)
    return {word: tuple(dict.fromkeys(group)) for word, group in table.items()}


_KIN = _kin()
