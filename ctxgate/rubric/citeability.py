"""Citeability: could a teammate open the source and find the claim?

Only the source field is looked at. It is untrusted as well: a forged one is a stated limit.
"""

from __future__ import annotations

from functools import lru_cache

from ctxgate.pattern import lazy
from ctxgate.policy.model import Citeability, Policy
from ctxgate.rows import Finding
from ctxgate.text.words import word_set

DOCUMENT_ID = 0.96
"""Value of a bare document id such as `med-500`: it can be found, if one knows where to look."""

MAX_SOURCE = 2048
"""Characters of a source beyond which nobody opens it."""


def check(source: str, policy: Policy) -> tuple[float, list[Finding]]:
    """Return the value (0..1) and the finding for one source."""
    code, value, note = _judge(source, policy.citeability)
    if code == "citeable_source":
        return value, [Finding(code, round(policy.points.get(code, 0.0) * value, 3), None, note)]
    return value, [Finding(code, round(policy.points.get(code, 0.0), 3), None, note)]


@lru_cache(maxsize=4096)
def _judge_short(source: str, settings: Citeability) -> tuple[str, float, str]:
    folded = source.strip().lower()
    for letters in settings.exclude:
        if letters.lower() in folded:
            return "draft_source", 0.0, f"{letters[:20]!r} in the source"
    if settings.draft_words:
        words = _words(folded)
        for word in settings.draft_words:
            if word.lower() in words or word.lower() + "s" in words:
                return "draft_source", 0.0, f"{word[:20]!r} in the source"
    if settings.suffixes:
        if folded.endswith(tuple(suffix.lower() for suffix in settings.suffixes)):
            return "citeable_source", 1.0, "a path with a known ending"
        return "uncited_source", 0.0, "not one of the known endings"
    kind, value = kind_of(folded)
    return ("citeable_source" if value else "uncited_source"), value, kind


def _judge(source: str, settings: Citeability) -> tuple[str, float, str]:
    if len(source) > MAX_SOURCE:
        return "uncited_source", 0.0, "too long to be a source"
    return _judge_short(source, settings)


def kind_of(source: str) -> tuple[str, float]:
    """Return what a source is, in words, and how well it can be opened (0 not at all, 1 right away)."""
    source = source.strip().lower()
    if source in _NOWHERE or not any(c.isalnum() for c in source):
        return "no source", 0.0
    if _EMBEDDED.match(source):
        return "an address that leads nowhere", 0.0
    if "://" in source[:16]:
        return ("a URL", 1.0) if _URL.match(source) else ("a URL without a host", 0.0)
    if _REGISTERED.fullmatch(source):
        return "a registered document", 1.0
    if _ISSUE.fullmatch(source):
        return "an issue", 1.0
    base = source.partition("#")[0].strip()
    if _FILE.search(base) and base.count(" ") <= _MAX_SPACES:
        return "a file", 1.0
    if (
        "/" in base.strip("/.") + "/" * base.startswith("/")
        and not _SPACE.search(base)
        and _NAMED.search(base)
    ):
        return "a path", 1.0
    if _ID.fullmatch(base) and _DIGIT.search(base):
        return "a document id", DOCUMENT_ID
    return "plain words, no source", 0.0


def _words(folded: str) -> frozenset[str]:
    return frozenset(_WORD.findall(folded))


_NOWHERE = word_set(
    "unknown n/a na none null nil undefined tbd todo anonymous internet web website various no/source"
)
_MAX_SPACES = 6
_EMBEDDED = lazy(r"(?:data|javascript|vbscript|blob|about|mailto):")
_URL = lazy(
    r"(?:(?:https?|ftps?|sftp|ssh|git|s3|gs|hdfs|notion|obsidian|confluence)://(?:[^\s/@]{1,200}@)?"
    r"[^\W_][\w.:-]{0,250}(?:[/?#]|$)|file:///\S)"
)
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
_WORD = lazy(r"[^\W_]+")
