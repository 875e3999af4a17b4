"""The forms in which a text may stand in a prompt, and its words as they are compared."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence

from ctxgate.pattern import lazy

RUN = 8
"""So many words in a row are taken for a piece of the text. A text with fewer is looked for as a whole."""

_NO_SPACES = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Han and kana, which are written without spaces: each character counts as a word."""

_WORD = lazy(rf"[{_NO_SPACES}]|[^\W{_NO_SPACES}]+")
_SHOWN = lazy(r"\\+(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|[nrtbf])")
_JSON = lazy(r'\\(?:u([0-9a-fA-F]{4})|["\\/nrtbf])')


def _as_it_stands(text: str) -> str:
    return text


def _shown(text: str) -> str:
    r"""Return the text with escapes read as `visible` writes them: in it ``\u001b`` may also stand for itself.

    What is read this way is compared with a text that is read this way, so that it does not matter which.
    """
    return _paired(_SHOWN.sub(_escaped, text)) if "\\" in text else text


def _json(text: str) -> str:
    """Return the text with escapes read as a JSON string has them."""
    return _paired(_JSON.sub(_escaped, text)) if "\\" in text else text


def _json_twice(text: str) -> str:
    """Return the text as it is when a JSON string stands in a JSON string."""
    return _json(_json(text))


def _escaped(match: re.Match[str]) -> str:
    digits = match[match.lastindex] if match.lastindex else None
    if digits is None:
        kept = match[0][1:]
        return kept if kept in '\\"/' else " "
    code = int(digits, 16)
    return chr(code) if code <= 0x10FFFF else " "


def _paired(text: str) -> str:
    # JSON writes what is beyond the first 65,536 characters as two halves.
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


Form = Callable[[str], str]

FORMS: tuple[tuple[Form, Form], ...] = (
    (_as_it_stands, _as_it_stands),
    (_shown, _shown),
    (_json, _as_it_stands),
    (_json_twice, _as_it_stands),
)
"""The ways to read a prompt, each with the way to read the text that is looked for in it."""


def forms(prompt: Iterable[str]) -> tuple[tuple[Form, Form], ...]:
    """Return the ways in which these pieces of a prompt can be read: without a backslash there is one."""
    return FORMS if any("\\" in piece for piece in prompt) else FORMS[:1]


def words(text: str) -> list[str]:
    """Return the words of a text in the form in which they are compared: one case, one spelling of each
    character, without invisible ones. Punctuation, margins and quotation marks are no words.
    """
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFKC", text) if unicodedata.category(c) != "Cf")
    return _WORD.findall(text.casefold())


def folded(text: str) -> str:
    """Return the text with white space folded."""
    return " ".join(text.split())


def grams(sequence: Sequence[str]) -> Iterable[str]:
    """Yield every run of RUN words."""
    for i in range(len(sequence) - RUN + 1):
        yield " ".join(sequence[i : i + RUN])


def is_in(text: str, prompt: str) -> bool:
    """Tell whether all words of a text stand in a row in a prompt, or the text itself where it has none."""
    for read_prompt, read in forms((prompt,)):
        sought = words(read(text))
        if sought and f" {' '.join(sought)} " in f" {' '.join(words(read_prompt(prompt)))} ":
            return True
        if not sought and folded(read(text)) in folded(read_prompt(prompt)):
            return True
    return False
