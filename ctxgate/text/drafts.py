"""Is a source a draft, a scratch file or a chat, or a page that is merely about them?

`wiki/draft-notes.md`, `drafts/x.md` and `/tmp/x.md` are drafts; `help/drafts.md` tells how to keep drafts.
`chat/7.md` is a chat; `docs/chat/setup.md` describes one. So the place of a word in the path decides.
"""

from __future__ import annotations

from collections.abc import Sequence

from ctxgate.pattern import lazy
from ctxgate.text.words import word_set


def draft_sign(source: str, states: Sequence[str], talks: Sequence[str]) -> str | None:
    """Return what in a folded source says that it is not finished or was only talked about, or None.

    `states` are words such as `draft` and `tmp`: a folder of that name, or a file whose name begins or ends with
    one. `talks` are words such as `chat`: a folder at
    the root, or a file that is called a log or an export of one. Plural forms are found as well.
    """
    if match := _TALK_HOST.match(source):
        return match[0]
    path = _QUERY_OR_FRAGMENT.split(source, maxsplit=1)[0]
    host = _HOST.match(path)
    described = bool(host and _MANUAL_HOST.match(host[1]))
    if host:
        path = path[host.end() :]
    segments = [segment for segment in _BETWEEN.split(path) if segment]
    if not segments:
        return None
    *folders, name = segments
    if not described:
        for place, folder in enumerate(folders):
            if sign := _folder_sign(folder, states, talks if place == 0 and not host else ()):
                return sign
    described = described or any(folder in _MANUALS for folder in folders)
    return _name_sign(name, states, talks, described=described, alone=not folders)


def _folder_sign(folder: str, states: Sequence[str], talks: Sequence[str]) -> str | None:
    parts = _parts(folder)
    return next((word for word in (*states, *talks) if parts in ([word], [word + "s"])), None)


def _name_sign(
    name: str, states: Sequence[str], talks: Sequence[str], *, described: bool, alone: bool
) -> str | None:
    if unfinished := _UNFINISHED.search(name):
        return unfinished[0]
    stem = _ENDING.sub("", name)
    parts = _parts(stem)
    for word in states:
        if parts == [word]:
            if not described:
                return word
        elif parts == [word + "s"]:
            if alone:
                return word
        elif (parts and _begins(parts, word, described=described)) or _ends(stem, parts, word):
            return word
    for word in talks:
        if (alone and parts in ([word], [word + "s"])) or (word in parts and _RECORDS & set(parts)):
            return word
    return None


def _begins(parts: Sequence[str], word: str, *, described: bool) -> bool:
    """`draft-notes` begins with a sign; `draft-mode` does not, nor do `draft-invoices` in a manual."""
    if parts[0] != word or parts[1] in _FEATURES:
        return False
    return not (described and len(parts) == 2 and parts[1].endswith("s"))


def _ends(stem: str, parts: Sequence[str], word: str) -> bool:
    """`refunds-draft` ends with a sign; `nfl-draft-2020` and `publish-a-draft` do not."""
    if not parts or parts[-1] != word or len(parts) < 2 or parts[-2] in _THINGS:
        return False
    return not _YEAR_BEHIND.search(stem)


def _parts(name: str) -> list[str]:
    """Return the words of a name without numbers: `2024-draft2` gives `draft`."""
    return [part for piece in _APART.split(name) if (part := piece.strip("0123456789"))]


_MANUALS = word_set(
    "api doc docs documentation guide guides help helpcenter help-center kb learn manual manuals reference support tutorial tutorials"
)
_FEATURES = word_set(
    "api feature file files folder folders invoice invoices limit limits mode order orders pick picks state status"
)
# What stands before the word where it is a thing of its own: `publish a draft`, `NBA draft`.
_THINGS = word_set(
    "a an the your my create delete edit publish save send afl amateur entry expansion military mlb nba nfl nhl"
    " supplemental wnba"
)
_YEAR_BEHIND = lazy(r"[\W_](?:19|20)[0-9]{2}$")
_RECORDS = word_set("archive dump export exports history log logs thread threads transcript transcripts")
_HOST = lazy(r"[a-z][a-z0-9+.-]{1,20}://([^/\s]{0,253})")
_MANUAL_HOST = lazy(r"(?:[\w-]+\.)?(?:docs?|help|support|developers?|learn|kb|manual)\.")
_TALK_HOST = lazy(
    r"https?://(?:[\w-]+\.slack\.com/archives|discord(?:app)?\.com/channels|teams\.microsoft\.com/l/message|t\.me"
    r"|(?:chat|web)\.whatsapp\.com|chatgpt\.com/(?:share|c)|chat\.openai\.com|claude\.ai/(?:share|chat))(?=[/?#]|$)"
)
_QUERY_OR_FRAGMENT = lazy(r"[?#]")
_BETWEEN = lazy(r"[/\\:]+")
_APART = lazy(r"[\W_]+")
_ENDING = lazy(r"\.[a-z0-9]{1,8}$")
_UNFINISHED = lazy(r"\.(?:tmp|temp|bak|swp|draft|part)$|~$")
