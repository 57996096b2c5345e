"""The question before another scoring is stored: what it changes, and the answer that is waited for."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from director.boards.play.results.scoring_change import ScoringChange, ScoringChangeRow

ANSWER_FIELD = "sure"
"""The field that repeats the key of the question once *Change* was pressed."""
MAX_ROWS = 12
"""Contestants that the question lists: those whose place changes first. Others are counted."""


@dataclass(frozen=True, slots=True)
class ScoringQuestion:
    """What *change* would do. *key* names the choices that are asked about."""

    change: ScoringChange
    key: str

    @property
    def rows(self) -> list[ScoringChangeRow]:
        """The rows of the table, in their new order."""
        return self._sorted_rows[:MAX_ROWS]

    @property
    def further_count(self) -> int:
        """How many rows the table leaves out."""
        return len(self.change.rows) - len(self.rows)

    @property
    def _sorted_rows(self) -> list[ScoringChangeRow]:
        # The sort is stable, so rows of a kind keep their order.
        return sorted(self.change.rows, key=lambda row: not row.has_other_place)


def make_change_key(choices: Mapping[str, Any]) -> str:
    """Return a short hash of *choices*, the same for the same ones in any order."""
    pairs = sorted((name, _freeze(value)) for name, value in choices.items())
    return sha256(repr(pairs).encode()).hexdigest()[:16]


def _freeze(value: Any) -> object:
    if isinstance(value, Mapping):
        return sorted(value.items())
    return str(value)
