"""What kind of thing a source is: could somebody else open it, and where?"""

from __future__ import annotations

from typing import Literal

from ctxgate.pattern import lazy

Kind = Literal["url", "file", "path", "issue", "registered", "document_id"]


def kind_of(source: str) -> tuple[Kind | None, str]:
    """Return the kind of a folded source, None where nobody could open it, and what it is in words."""
    if (len(source) <= _LONGEST and _is_nowhere(source)) or not any(c.isalnum() for c in source):
        return None, "no source"
    if _EMBEDDED.match(source):
        return None, "an address that leads nowhere"
    if "://" in source[:16]:
        if _LOCAL.match(source):
            return None, "an address on one machine alone"
        return ("url", "a URL") if _URL.match(source) else (None, "a URL without a host")
    if _MAIL.fullmatch(source):
        return None, "a mail address"
    if _REGISTERED.fullmatch(source):
        return "registered", "a registered document"
    if _ISSUE.fullmatch(source):
        return "issue", "an issue"
    base, _, heading = source.partition("#")
    base = base.strip()
    if _FILE.search(base) and base.count(" ") <= _MAX_SPACES:
        return "file", "a file with a heading" if heading.strip() else "a file"
    if (
        "/" in base.strip("/.") + "/" * base.startswith("/")
        and not _SPACE.search(base)
        and _NAMED.search(base)
    ):
        return "path", "a path"
    if _ID.fullmatch(base) and _DIGIT.search(base):
        return "document_id", "a document id"
    return None, "plain words, no source"


_NOBODY = ("unknown", "unnamed", "anonymous", "unspecified")
_NOTHING = ("source", "author", "document", "origin", "file", "page")
_NOWHERE = frozenset(
    (
        *_NOBODY,
        *(f"{nobody} {thing}" for nobody in _NOBODY for thing in _NOTHING),
        "source unknown", "source missing", "origin unknown", "origin missing", "no source", "no/source", "not available",
        "not given", "not known", "not specified", "n/a", "n.a", "n.a.", "na", "none", "null", "nil", "undefined", "tbd",
        "todo", "internet", "web", "website", "various", "somewhere",
    )
)  # fmt: skip
_ARTICLES = ("a", "an", "the")
_SEPARATORS = str.maketrans("-_", "  ")
_LONGEST = 40


def _is_nowhere(source: str) -> bool:
    words = source.strip("()[]<>").translate(_SEPARATORS).split()
    return " ".join(words[1:] if words and words[0] in _ARTICLES else words) in _NOWHERE


_MAX_SPACES = 6
_EMBEDDED = lazy(r"(?:data|javascript|vbscript|blob|about|mailto|cid):")
_LOCAL = lazy(
    r"[a-z]{2,6}://(?:[^\s/@]{1,200}@)?(?:localhost|127\.[0-9.]{5,11}|0\.0\.0\.0|\[::1?\])(?:[:/?#]|$)"
)
_URL = lazy(
    r"(?:(?:https?|ftps?|sftp|ssh|git|s3|gs|hdfs|notion|obsidian|confluence)://(?:[^\s/@]{1,200}@)?"
    r"[^\W_][\w.:-]{0,250}(?:[/?#]|$)|file:///\S)"
)
_MAIL = lazy(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}")
_REGISTERED = lazy(
    r"(?:rfc|cve|doi|arxiv|pmid|pmcid|isbn|issn|iso|iec|ieee|din|en|pep|ecma|nist)[\s:_-]{0,2}(?=\S*[0-9])[\w./:()-]{1,100}"
    r"|10\.[0-9]{4,9}/\S{1,200}"
)
_ISSUE = lazy(r"(?:[\w.-]{1,100}/[\w.-]{1,100}|gh)?[#!][0-9]{1,9}|(?:gh|issue|pr|mr|ticket)[-\s]#?[0-9]{1,9}")
_FILE = lazy(r"[^\W_][^\s/:]{0,200}\.(?=[a-z0-9]{0,7}[a-z])[a-z0-9]{1,8}$")
_NAMED = lazy(r"[^\W_]{2}")
_SPACE = lazy(r"\s")
_ID = lazy(r"[a-z0-9][a-z0-9_.:-]{1,80}")
_DIGIT = lazy(r"[0-9]")
