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

    `states` are words such as `draft` and `tmp`: a folder of that name, alone or as the first or last word of
    its name, or a file whose name begins or ends with one. `talks` are words such as `chat`: a folder at
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
    for word in states:
        if parts and (parts[0] == word or parts[-1] in (word, word + "s")):
            return word
    return next((word for word in talks if parts in ([word], [word + "s"])), None)


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
        elif parts and ((parts[0] == word and parts[1] not in _FEATURES) or parts[-1] == word):
            return word
    for word in talks:
        if (alone and parts in ([word], [word + "s"])) or (word in parts and _RECORDS & set(parts)):
            return word
    return None


def _parts(name: str) -> list[str]:
    """Return the words of a name without numbers: `2024-draft2` gives `draft`."""
    return [part for piece in _APART.split(name) if (part := piece.strip("0123456789"))]


_MANUALS = word_set(
    "doc docs documentation guide guides help helpcenter help-center kb learn manual manuals reference support tutorial tutorials"
)
_FEATURES = word_set("api feature folder folders mode order orders pick picks state status")
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
