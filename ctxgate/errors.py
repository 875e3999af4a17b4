"""Every error that ctxgate raises on purpose, and the exit code that each one ends a command with.

    CtxgateError
    ├── AnswerIsNo          1   the question was asked and the answer is no
    ├── UsageError          2   the call itself is wrong
    ├── InputError          3   something given to the tool cannot be read
    │   ├── BatchError          a batch: not JSON, a field missing, two chunks with one id
    │   ├── RowError            a log row: damaged, unknown, newer than this version
    │   ├── PolicyError         a policy: unknown key, wrong type, bad pattern
    │   └── CorpusError         a folder of articles: a file that cannot be read, an id that is taken
    ├── LogError            3   the log cannot be read or written
    └── JudgeUnavailable    4   a judge was required and did not answer

An error says what is wrong, where, and what to do next; `str()` of it is that one message.
"""

from __future__ import annotations


class CtxgateError(Exception):
    """Base of all errors of this package.

    `what` is the fault in words, `where` names the place (`file:line`), `todo` the next step.
    """

    exit_code = 3

    def __init__(self, what: str, *, where: str | None = None, todo: str | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.todo = todo

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        step = f"\n  {self.todo}" if self.todo else ""
        return f"{place}{self.what}{step}"


class AnswerIsNo(CtxgateError):
    """A criterion is not met, a leak was found, two runs differ."""

    exit_code = 1


class UsageError(CtxgateError):
    """The command was called in a way it does not take."""

    exit_code = 2


class InputError(CtxgateError):
    """Something given to the tool cannot be read as what it should be."""


class BatchError(InputError):
    """A retrieval batch is not well formed."""


class RowError(InputError):
    """A log row is damaged, of an unknown kind, or newer than this version."""


class PolicyError(InputError):
    """A policy cannot be used."""


class CorpusError(InputError):
    """A folder of articles cannot be used, or one of its files. `faults` holds all that is wrong with it."""

    faults: tuple[CorpusError, ...] = ()


class LogError(CtxgateError):
    """The log cannot be read or written."""


class JudgeUnavailable(CtxgateError):
    """A judge was required and did not answer."""

    exit_code = 4
