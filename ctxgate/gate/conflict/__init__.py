"""The conflict rule: chunks that contradict each other do not stand side by side in the prompt.

Two chunks in the allow bands are both kept only when their claims agree. Which of two claims is true
is not decided here: both are isolated and the user is asked. (Where trustworthy dates decide, the
temporal check of the rubric has taken the older chunk down before.)
"""

from __future__ import annotations

from ctxgate.gate.conflict.docket import NO_CONFLICTS, Claim, Conflicts, Dispute
from ctxgate.gate.conflict.rule import find_conflicts

__all__ = ["NO_CONFLICTS", "Claim", "Conflicts", "Dispute", "find_conflicts"]
