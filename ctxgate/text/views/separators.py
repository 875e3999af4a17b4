r"""What parts words for a reader or a renderer, as the white space that it is: tags, list marks, notes, joints.

`Ignore<br>all`, `Ignore", "all` and `Ignore[1] all` are `Ignore all` to whoever reads them rendered, parsed or
aloud. The punctuation of prose stays as it is, since sentences are told by it; addresses stay whole.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ctxgate.pattern import lazy
from ctxgate.text.views.trace import Reading, edited

_WIDE = "\u0e00-\u0eff\u3041-\u30ff\u3400-\u9fff"
_NAMED_SPACES = (
    "nbsp|ensp|emsp|emsp13|emsp14|numsp|puncsp|thinsp|hairsp|MediumSpace|ThickSpace|ThinSpace|VeryThinSpace|NonBreakingSpace|"
    "Negative(?:Very)?Th(?:in|ick)Space|NegativeMediumSpace|ZeroWidthSpace|NoBreak|shy|zwn?j|lrm|rlm|Tab|NewLine|"
    "ic|InvisibleComma|it|InvisibleTimes|af|ApplyFunction"
)
_SHOWN_ESCAPE = r"(?:\\(?:x1[bB]|u001[bB]|u\{1[bB]\}|033|e)|\^\[|\u241b)"
_ADDRESS = (
    r"https?://[^\s<>\"'|\\&\[\]*`\u00a0-\u00bf\u2000-\u206f]{1,2000}(?<![.,;:!?)])"
    r"|(?<![A-Za-z0-9_.+-])[A-Za-z0-9_.+-]{1,64}@[A-Za-z0-9-]{1,64}(?:\.[A-Za-z0-9-]{2,64}){1,6}"
)
_UNIT = (
    r"<(?:style|script|template|noscript)\b[^<>]{0,200}>[^<>]{0,500}</(?:style|script|template|noscript)>"
    r"|<!\[CDATA\[|(?:^|(?<=\n))[ \t]*\[//\]: # (?:\([^()\n]{0,200}\)|\"[^\"\n]{0,200}\")"
    r"|<[A-Za-z/!?][^<>]{0,1000}>|<!--(?:[^-<>]|-(?!->)){0,1000}-->|\]\]>"
    r"|&(?:amp;){0,3}lt;[A-Za-z/!?](?:[^<>&]|&(?:quot|amp|apos|#39|#x27);){0,200}&(?:amp;){0,3}gt;"
    rf"|&(?:amp;){{0,3}}(?:{_NAMED_SPACES});|&(?:amp;){{0,3}}(?:nbsp|shy)"
    r"|&(?:amp;){0,3}#0{0,9}(?:9|1[0-3]|32|133|160|173|819[2-9]|820[0-7]|823[2-9]|8287|8288|10240|12288|65279|12644)(?![0-9]);?"
    r"|&(?:amp;){0,3}#[xX]0{0,9}(?:9|[aAdD]|20|85|[aA]0|[aA][dD]|20[01][0-9a-fA-F]|202[89aA-fF]|20[56][0-9a-fA-F]|2800|3000|3164|[fF][eE][fF]{2})(?![0-9a-fA-F]);?"
    r"|\[\^?[A-Za-z]{0,8}[ .:]?\d{1,4}(?:[ ]?[,;\u2013-][ ]?\d{1,4}){0,20}\]|\[(?:\^[\w-]{1,20}|[a-z]|citation needed|sic|\s|[xX]|\*|/?(?:b|i|u|s|br|p|hr|url|img|quote|code|list|color|size|center|left|right)(?:=[^\[\]\n]{0,80})?)\](?!\()"
    r"|[\u3010\u3014]\d{1,4}[^\u3010\u3011\u3014\u3015\n]{0,40}[\u3011\u3015]|(?<=[\s\w])\(\d{1,3}\)(?=[\s\w]|$)"
    rf"|{_SHOWN_ESCAPE}(?:\[[0-9;?]{{0,40}}[A-Za-z]|\][^\\\n]{{0,200}}(?:\\(?:a|x07|u0007|007)|\^G)|\([A-B0])"
    r"|\\(?:r\\n|[nrtvf]|x0[9a-dA-D]|x20|x[aA]0|u00[02]0|u00[aA]0|u000[9aAdD]|u200[0-9a-fA-F]|u202[89]|u3000|u[fF][eE][fF]{2})"
    r"|%(?:25){0,3}(?:20|0[9aAdD\u0410\u0430]|[cC]2%(?:25){0,3}[aA]0|u00[aA2]0)"
)
# At the beginning of a line: what makes it an item, a quotation, a row, a heading; and its number.
_LINE = (
    r"(?:^|(?<=\n)|(?<=\r))[ \t]*(?:(?:[-*+>|\u2022\u2023\u25e6\u25aa\u25cf\u25cb\u2013\u2014\u2043\u00b7]|\#{1,6}|\(?[0-9]{1,5}[.):|]|\(?[A-Za-z][.)]"
    r"|[0-9]{1,5}(?=[ \t]))(?:[ \t]+|$|(?=\n)))+"
)
# What sets words off or apart, and is not spoken: emphasis, the walls of tables, bullets, pictures.
_LOOSE = lazy(
    "[|\u00a1\u00a6\u00a7\u00ac\u00af\u00b6\u00b7\u00b9\u00b2\u00b3\u2016\u2017\u2020-\u2025\u2030-\u2038\u203b-\u205e\u2070-\u2079\u2080-\u2089\u2190-\u2bff"
    "\u3003-\u3007\u3010-\u3020\u30fb\ufe0f\uff5c\U0001f000-\U0001faff]+"
)
_NAMED = lazy(r"\w")
_SET_OFF = lazy(r"\s+[*_~`]+\s+|[*~`]+(?:[ \t]+[*~`]+)*|_{2,}")
_CODE = lazy(r"[<>\[\]{}()=^\\&%+@$#/]|```|''|\"\"")
_BLOCK = lazy(
    r"(?i)\n|\r|\||</?(?:br|p|div|li|[uo]l|t[drh]|table|h[1-6]|hr|pre|dd|dt|dl|section|article|option|blockquote)\b|\\[nr]|&NewLine;"
)
# Letters and digits are what is left when all of this is taken away; marks on letters are no signs.
_OTHER = r"[^\w\s'\u2019\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963\u0980-\u0dff\u0e31-\u0e4e\u1ab0-\u1aff\u1dc0-\u1dff\u200c\u200d\u20d0-\u20ff\ufe20-\ufe2f]"
# Not the single space between two words, which is most of what there is, nor what ends a sentence or part of one in prose:
# all of these would come out as they are.
_GAPS = (
    rf"(?! [^\W_]|[,;:] [^\W_]|[.!?] [A-Z])(?:{_LINE}|{_UNIT}|[\u00b9\u00b2\u00b3\u2070-\u2079\u2080-\u2089]+|{_OTHER}|\s|(?<![^\W_])['\u2019]|['\u2019](?![^\W_])"
    r"|_(?!\w)|(?<!\w)_|(?<=[^\W_])_{2,}(?=[^\W_]))+"
)
_JOINT = lazy(_GAPS, re.M)
_JOINT_OR_ADDRESS = lazy(f"(?:{_ADDRESS})|{_GAPS}", re.M)
_UNITS = lazy(rf"{_UNIT}|{_LINE}", re.M)
_QUOTES = "\"'\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb"
_JSON = lazy(rf"[{_QUOTES}]\s*[\])}}]*\s*,?\s*[\[({{]*\s*[{_QUOTES}]")
_END = lazy("[.!?\u2026\u3002\uff01\uff1f\u0964\u061f]")


# The same joint again and again, each time between two words: no prose is written so.
_WORD = r"[^\W\d_](?:[^\W_]|['\u2019](?=\w)){0,30}"
_REGULAR = lazy(rf"(?<![\w/.:@\\-]){_WORD}((?= ?[^\w\s])[^\w\n]{{1,6}}){_WORD}(?:\1{_WORD}){{2,400}}")
# No name has so many parts; a text in which one does is written with underscores for spaces.
_NAMES = lazy(r"(?<![^\W_])[^\W_]{1,30}(?:_{1,6}[^\W_]{1,30}){4}(?![^\W_])")
_UNDERSCORES = lazy("_+")
_WIDE_GAP = lazy(rf"(?<=[{_WIDE}])[ \t\r\n]+(?=[{_WIDE}])")
_ABBREVIATION = lazy(
    r"(?:^|[^A-Za-z])(?:e\.?g|i\.?e|etc|vs|cf|ca|no|al|fig|st|mrs?|dr|resp|incl|min|max|approx|z\.?b|bzw|usw|ggf|d\.?h|u\.?a|[a-z])$",
    re.I,
)

LONG = 100_000
"""Characters of a text in which each joint is looked at; of a longer one only tags, notes and marks of lines go."""

# What is not in prose at all, and what is not so in it.
_MARKS = b"<>|[]{}*#=~^\\&%+@$`_"
_ODD_LINE = lazy(
    rb"(?m)^(?:[^\n.!?]{0,39}[^\n.!?\r]\r?\n\s{0,40}[^\nA-Z\s]|[ \t]{0,40}(?:[-+]|\(?[0-9]{1,5}[.):]?|\(?[A-Za-z][.)])[ \t])"
)
# Begins with a mark, of which prose has few, and in one set, which is what makes the search fast.
_ODD_JOINT = lazy(
    rb"[,:;.!?/\"()'-](?:(?<=[A-Za-z][,:;!?\"()])[,:;!?\"()]*[A-Za-z]|(?<=[A-Za-z].)(?:[,:;.!?/\"()'-]+[A-Za-z]|[,:;.!?/\"'-]+ ?[a-z])"
    rb"|(?<=[A-Za-z] .)[,:;.!?/\"()'-]* |(?<=[A-Za-z]\)) \(|(?<=[A-Za-z][/-]) |(?<=[A-Za-z]\.)[A-Za-z]+\.[A-Za-z]|(?<=[A-Za-z][.!?]) [a-z]|(?<=[A-Za-z][/-])[A-Za-z]+(?:[/-][A-Za-z]+){2}"
    rb"|(?<=[A-Za-z][,;:]) [A-Za-z']+(?:[,;:] [A-Za-z']+){2}|(?<=\()[0-9]{1,3}\))"
)
_ODD_QUOTES = (b'" "', b'","', b'", "', b' " ', b"' '", b"', '")
_FOREIGN_JOINT = lazy(
    "[\u00a1-\u00a9\u00ac\u00ae-\u00b4\u00b6-\u00b9\u00bf\u00d7\u00f7\u2010-\u2012\u2015-\u2017\u2020-\u2025\u2030-\u2038\u203b-\u205e"
    "\u2070-\u209f\u20a0-\u20cf\u2100-\u2bff\u3001-\u3020\u30fb\uff01-\uff0f\uff1a-\uff20\U0001f000-\U0001faff]"
    "|[\u2013\u2014\u2026]\\S|[\u2018\u201c\u00ab\u2026\u2014]\\s|\\s[\u2019\u201d\u00bb\u2026]|[\u201d\u00bb],? ?[\u201c\u00ab]"
    rf"|[{_WIDE}][ \t\r\n]+[{_WIDE}]"
)

_QUESTIONED = lazy(r"\w[?]\w")


def parts(text: str) -> bool:
    """Tell whether anything but white space and the punctuation of prose may part words. Cheap; prose has none."""
    raw = text.encode("ascii", "replace")
    if not text.isascii():
        raw = raw.replace(b"?", b"a")  # mostly letters
    if len(raw.translate(None, _MARKS)) != len(raw):
        return True
    if (b'"' in raw or b"' " in raw or b"', " in raw) and (
        raw.count(b'"') % 2 or any(quotes in raw for quotes in _ODD_QUOTES)
    ):
        return True
    if b"\n" in raw and _ODD_LINE.search(raw):
        return True
    if _ODD_JOINT.search(raw):
        return True
    return not text.isascii() and (
        _FOREIGN_JOINT.search(text) is not None or _QUESTIONED.search(text) is not None
    )


def separated(reading: Reading) -> Reading:
    """Return the text with all that parts words as white space, the same object where nothing else does."""
    text = reading.text
    if len(text) > LONG:
        # Rules alone read it, and these mind no punctuation.
        return edited(edited(reading, _UNITS, _space), _WIDE_GAP, _nothing)
    reading = edited(reading, _JOINT_OR_ADDRESS if "@" in text or "://" in text else _JOINT, _joint)
    if "_" in text and _NAMES.search(text):
        reading = edited(reading, _UNDERSCORES, _space)
    return edited(reading, _REGULAR, _regular)


def _space(_match: re.Match[str]) -> str:
    return " "


def _nothing(_match: re.Match[str]) -> str:
    return ""


def _regular(match: re.Match[str]) -> str:
    joint = match[1]
    words = match[0].split(joint)
    if len(match[0]) - len(joint) * (len(words) - 1) < 2 * len(words):
        return match[0]  # letters that are set apart, or a list of them
    first = match[0][: match[0].index(joint)]
    gap = _gap(first[-1:], match[0][len(first) + len(joint) : len(first) + len(joint) + 1])
    return match[0].replace(joint, gap)


def _joint(match: re.Match[str]) -> str:
    run = match[0]
    if run[0].isascii() and run[0].isalnum():
        return run  # an address
    text = match.string
    start, end = match.span()
    before, after = text[max(0, start - 1) : start], text[end : end + 1]
    lower = after.islower()
    on = True
    if run[0] == "." and (before.isdigit() or _ABBREVIATION.search(text, max(0, start - 8), start)):
        on = False
    elif _BLOCK.search(run):
        on = _goes_on(text, start, end, run)
    between = _between if len(run) <= 64 else _between.__wrapped__
    return between(run, _gap(before, after), on, lower)


_PIECE, _LINE_PIECE = 40, 400
_LINE_END = lazy(r"[\n\r]")
_EDGE = lazy(r"[\n<>|\"]")


def _goes_on(text: str, start: int, end: int, run: str) -> bool:
    """Tell whether a sentence may go on behind a block of the page, [start, end) of a text: a line, an item, a cell.

    An item of its own begins with a capital; behind a plain line end, only what is torn into short pieces goes on. What
    a line that is no item leaves open, the first item behind it may end.
    """
    before, after = text[max(0, start - _PIECE) : start], text[end : end + _PIECE]
    last = before.rsplit(None, 1)[-1:]
    short = _is_short(before[::-1]), _is_short(after)
    if after[:1].isupper():
        return all(short) and bool(last) and not last[0][0].isupper()
    return (
        any(short) or not ("\n" in run or "\r" in run) or (not run.isspace() and _is_open(text, start, run))
    )


def _is_open(text: str, end: int, run: str) -> bool:
    """Tell whether the line that ends at a place is no item, and is not ended by a mark either."""
    begin = text.rfind("\n", max(0, end - _LINE_PIECE), end) + 1
    return text[begin : begin + 1].isalpha() and run[0] not in ".!?:;"


def _is_short(piece: str) -> bool:
    """Tell whether a piece of a line, or of a cell, ends within two words."""
    edge = _EDGE.search(piece)
    if edge is None and len(piece) == _PIECE:
        return False
    return len((piece[: edge.start()] if edge else piece).split()) <= 2


@lru_cache(maxsize=4096)
def _between(run: str, gap: str, on: bool, lower: bool) -> str:
    """Return what stands between two words in place of what did.

    `on`: the sentence may go on after a block of the page. `lower`: a small letter follows.
    """
    # Behind something, without which a dash would begin a line.
    bare = _UNITS.sub(" ", f"\0{run}")[1:] if len(run) > 1 else run
    plain = " " if _SET_OFF.fullmatch(bare) else _squeezed(_LOOSE.sub(" ", bare))
    if not plain or plain == " ":
        if on or not _BLOCK.search(run):
            return gap
        return "\n" if _NAMED.search(run) else run
    if _JSON.search(plain) and ("," in plain or not _LINE_END.search(run)):
        plain = _squeezed(_JSON.sub(" ", plain))
        if plain == " ":
            return gap
    block = _BLOCK.search(run) is not None
    if block and (_CODE.search(plain) or not on or ":" in plain):
        return run
    if _END.search(plain):
        # Three dots are a pause and no end; behind the end of a line a small letter is one of code.
        pause = ".." in plain or "\u2026" in plain
        if lower and on and not pause and (" " in plain or len(plain) > 1) and not _LINE_END.search(run):
            return gap
        return run if plain == _squeezed(run) else plain
    return plain


def _squeezed(run: str) -> str:
    return " ".join(f"x{run}x".split())[1:-1]


def _gap(before: str, after: str) -> str:
    # Where words are not parted by spaces, what stands between them is no space either.
    return "" if before and after and _is_wide(before) and _is_wide(after) else " "


def _is_wide(c: str) -> bool:
    return "\u0e00" <= c <= "\u0eff" or "\u3041" <= c <= "\u30ff" or "\u3400" <= c <= "\u9fff"
