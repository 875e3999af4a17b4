"""Months, days of the week and quarters that a text names, in the languages that the tables know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ctxgate.pattern import lazy

_TABLES = {
    "month": """
january jan januar janvier enero gennaio janeiro januari styczeń stycznia styczniu ocak январь января январе 1月
february feb februar février febrero febbraio fevereiro februari luty lutego lutym şubat февраль февраля феврале 2月
march mar märz mars marzo março maart marzec marca marcu mart март марта марте 3月
april apr avril abril aprile kwiecień kwietnia kwietniu nisan апрель апреля апреле 4月
may mai mayo maggio maio mei maj maja maju mayıs май мая мае 5月
june jun juni juin junio giugno junho czerwiec czerwca czerwcu haziran июнь июня июне 6月
july jul juli juillet julio luglio julho lipiec lipca lipcu temmuz июль июля июле 7月
august aug août agosto augustus sierpień sierpnia sierpniu ağustos август августа августе 8月
september sep sept septembre septiembre settembre setembro wrzesień września wrześniu eylül сентябрь сентября сентябре 9月
october oct okt oktober octobre octubre ottobre outubro październik października październiku ekim октябрь октября октябре 10月
november nov novembre noviembre novembro listopad listopada listopadzie kasım ноябрь ноября ноябре 11月
december dec dez dezember décembre diciembre dicembre dezembro grudzień grudnia grudniu aralık декабрь декабря декабре 12月
""",
    "day": """
monday mon mondays montag montags lundi lunes lunedì segunda maandag poniedziałek pazartesi понедельник 星期一 周一 月曜日
tuesday tue tues tuesdays dienstag dienstags mardi martes martedì terça dinsdag wtorek salı вторник 星期二 周二 火曜日
wednesday wed wednesdays mittwoch mittwochs mercredi miércoles mercoledì quarta woensdag środa środę çarşamba среда среду 星期三 周三 水曜日
thursday thu thur thurs thursdays donnerstag donnerstags jeudi jueves giovedì quinta donderdag czwartek perşembe четверг 星期四 周四 木曜日
friday fri fridays freitag freitags vendredi viernes venerdì sexta vrijdag piątek cuma пятница пятницу 星期五 周五 金曜日
saturday sat saturdays samstag samstags sonnabend samedi sábado sabato zaterdag sobota sobotę cumartesi суббота субботу 星期六 周六 土曜日
sunday sun sundays sonntag sonntags dimanche domingo domenica zondag niedziela niedzielę pazar воскресенье 星期日 周日 日曜日
""",
    "quarter": "q1\nq2\nq3\nq4",
}
"""Names of the units by table; each line is one unit, in order."""

OF_TWO_MEANINGS = frozenset(("may", "march", "mar", "sat", "sun", "mon", "wed", "mars", "mai", "mei", "jun", "mart", "jan", "dec", "segunda", "terça", "quarta", "quinta", "sexta", "salı", "pazar", "maja", "maj", "marca"))  # fmt: skip
"""Names that are words of another meaning when they are written small."""

_WHOLE_WEEK = frozenset(["daily", "everyday", "weekdays", "täglich", "diario", "quotidien", "каждый"])


class Unit(NamedTuple):
    """A unit of a table: the table and its place in it, from 0."""

    table: str
    place: int


def _read() -> dict[str, Unit]:
    found = {}
    for table, lines in _TABLES.items():
        for place, line in enumerate(lines.strip().split("\n")):
            for name in line.split():
                found[name] = Unit(table, place)
    return found


_UNITS = _read()


def units(folded: Sequence[str], written: Sequence[str]) -> list[tuple[int, int, Unit]]:
    """Return the units among the words of a text: the words [first, last), and the unit."""
    return list(_find(folded, written))


_ORDINALS = {
    name: place
    for place, names in enumerate(
        (
            "first 1st erste ersten erstes premier primer primo primeiro eerste pierwszy pierwszym birinci первый первом",
            "second 2nd zweite zweiten zweites deuxième segundo secondo tweede drugi drugim ikinci второй втором",
            "third 3rd dritte dritten drittes troisième tercer terzo terceiro derde trzeci trzecim üçüncü третий третьем",
            "fourth 4th vierte vierten viertes quatrième cuarto quarto vierde czwarty czwartym dördüncü четвертый четвёртом",
        )
    )
    for name in names.split()
}
_QUARTER = frozenset(
    [
        "quarter",
        "quartal",
        "trimestre",
        "kwartaal",
        "kwartał",
        "kwartale",
        "çeyrek",
        "çeyrekte",
        "квартал",
        "квартале",
    ]
)


def without_units(run: str) -> str:
    """Return a run of signs with spaces for the months, days and quarters in it."""
    return _SIGNED.sub(" ", run)


def signed(run: str) -> tuple[str, Unit] | None:
    """Return the first month, day of the week or quarter in a run of Chinese or Japanese signs, as it is written."""
    found = _SIGNED.search(run)
    if found is None:
        return None
    name = str(found.lastgroup)
    return found[0], Unit("day" if name == "weekday" else name, _PLACES[name].index(found[name]))


def in_signed_range(unit: Unit, text: str) -> bool:
    """Tell whether a text in signs names a range of months in which one lies: `七月至九月`."""
    if unit.table != "month":
        return False
    for found in _SIGNED_RANGE.finditer(text):
        first, last = (
            int(name) - 1 if name.isdigit() else _PLACES["month"].index(name) for name in (found[1], found[2])
        )
        if first <= unit.place <= last or (first > last and not last < unit.place < first):
            return True
    return False


def _find(folded: Sequence[str], written: Sequence[str]) -> Iterator[tuple[int, int, Unit]]:
    for i, word in enumerate(folded):
        if word[0] >= "\u3400":
            if word[0] == "月" and i and folded[i - 1].isdigit() and 0 < int(folded[i - 1][:4]) <= _MONTHS:
                yield i - 1, i + 1, Unit("month", int(folded[i - 1]) - 1)
            elif sign := signed(word):
                yield i, i + 1, sign[1]
            continue
        if word in _QUARTER and i and folded[i - 1] in _ORDINALS:
            yield i - 1, i + 1, Unit("quarter", _ORDINALS[folded[i - 1]])
            continue
        if len(word) == 4 and word.isdigit() and word[:2] in ("19", "20") and i and folded[i - 1] in _IN:
            yield i, i + 1, Unit("year", int(word))
            continue
        unit = _UNITS.get(word)
        if unit is None or (word in OF_TWO_MEANINGS and not written[i][:1].isupper()):
            continue
        yield i, i + 1, unit


def covered(unit: Unit, named: Sequence[tuple[int, int, Unit]], folded: Sequence[str]) -> bool:
    """Tell whether a text names a unit, or a range of its table in which it lies: `Monday to Friday` for a Tuesday.

    `named` are the units of the text as `units` returns them, `folded` its words.
    """
    found = [(i, one.place) for i, _, one in named if one.table == unit.table]
    if any(place == unit.place for _, place in found):
        return True
    if unit.table == "day" and not _WHOLE_WEEK.isdisjoint(folded):
        return True
    for (i, first), (j, last) in pairwise(found):
        if j - i == 2 and folded[i + 1] in _TO and (first <= unit.place <= last or (first > last and not last < unit.place < first)):  # fmt: skip
            return True
    return False


_MONTHS = 12
_SIGNED = lazy(
    "(?P<month>十[一二]?|(?<!十)[一二三四五六七八九])月(?!曜)|(?:星期|周|礼拜)(?P<day>[一二三四五六日])|(?P<weekday>[月火水木金土日])曜"
    "|第(?P<quarter>[一二三四])(?:季度|四半期)"
)
_MONTH = "(十[一二]?|[一二三四五六七八九]|1[0-2]|[1-9])月"
_SIGNED_RANGE = lazy(f"{_MONTH}(?:至|到|から|～|〜|~|-|–){_MONTH}")
_PLACES = {
    "month": ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"),
    "day": tuple("一二三四五六日"),
    "weekday": tuple("月火水木金土日"),
    "quarter": tuple("一二三四"),
}
_IN = frozenset(
    [
        "in",
        "for",
        "of",
        "during",
        "since",
        "im",
        "en",
        "em",
        "nel",
        "w",
        "в",
        "for",
        "from",
        "pour",
        "für",
        "del",
    ]
)
_TO = frozenset(["to", "till", "until", "through", "bis", "à", "au", "a", "al", "do", "до", "tot"])
