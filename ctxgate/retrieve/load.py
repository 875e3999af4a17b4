"""A folder as a whole: all of its passages, or all of its faults. Nothing in between is put into service."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ctxgate.batch import canonical_json
from ctxgate.errors import CorpusError
from ctxgate.retrieve import folder as files
from ctxgate.retrieve.article import Passage
from ctxgate.retrieve.page import Page, read_page

IN_DOUBT = "it may be for certain products, and a file that was refused may have said so"
"""Why a file is not handed on from a folder that is refused."""


class Loaded(NamedTuple):
    """What a folder holds. `faults` is empty when it loads whole; only then may it be put into service.

    `passages` are sorted by id. `skipped` names the files that were passed over, and why. `files` is the
    number of files that were read. `notes` say what of a file that was read its author should know, and `doubtful`
    holds the files, by their paths, that may be meant for certain products if any file of the folder is.
    """

    folder: str
    passages: tuple[Passage, ...]
    faults: tuple[CorpusError, ...]
    skipped: tuple[tuple[str, str], ...]
    files: int
    notes: tuple[CorpusError, ...] = ()
    doubtful: frozenset[str] = frozenset()

    @property
    def missing(self) -> tuple[tuple[str, str], ...]:
        """What was passed over and is not read elsewhere: links out of the folder, pipes, files without text."""
        return tuple((path, why) for path, why in self.skipped if not why.endswith(files.READ_ANYWAY))

    def fingerprint(self) -> str:
        """Return ``sha256:`` and the SHA-256 over the passages, in hex: equal for what retrieves equally."""
        digest = hashlib.sha256()
        for p in self.passages:
            digest.update(
                canonical_json(
                    [p.id, p.source, p.title, p.text, p.scope, p.category, p.keywords, p.related, p.date]
                ).encode()
            )
            digest.update(b"\n")
        return f"sha256:{digest.hexdigest()}"


def load(folder: str | Path, *, called: str | None = None) -> Loaded:
    """Read a folder of Markdown, every file of it, and collect what is wrong with any.

    `called` is what messages call the folder, where that is not its path. Raises InputError when there is no
    such folder.
    """
    name = files.shown(str(folder) if called is None else called)
    found = files.find(Path(folder), name)
    skipped = list(found.skipped)
    everything: list[Passage] = []
    refused: list[CorpusError] = []
    pages: dict[str, Page] = {}
    for path, real in found.files:
        where = files.place(name, path)
        try:
            _check_name(path, where)
            pages[path] = page = read_page(path, where, files.read(real, where))
        except CorpusError as e:
            e.where = e.where or where
            refused.append(e)
            continue
        if page.empty:
            skipped.append((path, page.empty))
        everything.extend(page.passages)
    doubts = {path: page.doubt for path, page in pages.items() if page.doubt is not None}
    if any(page.scoped for page in pages.values()):
        refused.extend(doubts.values())
        everything = [passage for passage in everything if passage.path not in doubts]
    faults = [*found.faults, *sorted(refused, key=_place)]
    notes = [page.note for path, page in pages.items() if page.note is not None and page.doubt not in refused]
    everything.sort(key=lambda passage: passage.id)
    faults.extend(_duplicates(everything, name))
    if not everything and not faults:
        faults.append(_nothing(name, skipped))
    return Loaded(
        name,
        tuple(everything),
        tuple(faults),
        tuple(sorted(skipped)),
        len(found.files),
        tuple(notes),
        frozenset(path for path, page in pages.items() if page.may_be_scoped),
    )


def salvage(loaded: Loaded) -> Loaded:
    """Return what could be read of a folder that is refused, of each id the first.

    Files in doubt are left out as well: one that was refused may have been the one that uses `product_scope`.
    """
    if not loaded.faults:
        return loaded
    sure = [passage for passage in loaded.passages if passage.path not in loaded.doubtful]
    first = {passage.id: passage for passage in reversed(sure)}
    kept = tuple(passage for passage in sure if first[passage.id] is passage)
    skipped = (*loaded.skipped, *((path, IN_DOUBT) for path in loaded.doubtful))
    return loaded._replace(passages=kept, faults=(), skipped=tuple(sorted(skipped)))


def refusal(loaded: Loaded) -> CorpusError:
    """Return the one error that says why a folder is refused as a whole, with all its `faults`."""
    first, *more = loaded.faults
    others = f"; {len(more)} more fault{'s' if len(more) > 1 else ''} in this folder" if more else ""
    error = CorpusError(first.what + others, where=first.where, todo=first.todo)
    error.faults = loaded.faults
    return error


def _nothing(name: str, skipped: Sequence[tuple[str, str]]) -> CorpusError:
    todo = f"Articles are files that end in {', '.join(files.SUFFIXES[:-1])} or {files.SUFFIXES[-1]}."
    if skipped:
        path, why = min(skipped)
        more = f", and {len(skipped) - 1} more" if len(skipped) > 1 else ""
        todo = f"Passed over: {path} ({why}){more}."
    return CorpusError("no article in it: an empty corpus would answer nothing", where=name, todo=todo)


def _place(fault: CorpusError) -> tuple[str, int]:
    path, _, line = (fault.where or "").rpartition(":")
    return (path, int(line)) if line.isdigit() else (fault.where or "", 0)


def _check_name(path: str, where: str) -> None:
    if files.shown(path) == path and "\t" not in path:
        return
    try:
        path.encode()
    except UnicodeEncodeError:
        what = "the name of the file is not UTF-8"
    else:
        what = "the name of the file holds a control character"
    raise CorpusError(what, where=where, todo="Give it another name.")


def _duplicates(everything: Sequence[Passage], folder: str) -> list[CorpusError]:
    faults = []
    first: Passage | None = None
    for passage in everything:  # sorted by id, and in the order of the files where ids are equal
        if first is not None and passage.id == first.id:
            faults.append(
                CorpusError(
                    f"the id {passage.id!r} is taken: {files.place(folder, first.path, first.id_line)} has it too",
                    where=files.place(folder, passage.path, passage.id_line),
                    todo="Nothing tells which of them is meant. Give one another id, or take it out.",
                )
            )
        else:
            first = passage
    return faults
