"""The matches of a section, made from its lines.

The score of a match isn't stored, but computed from its boards or its typed result each time (see
docs/decisions/results.md).
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from director.boards.movement.formats import get_format
from director.boards.movement.lines.section_lines import (
    MatchKey,
    SectionLine,
    SectionLines,
    fetch_section_lines,
)
from director.boards.movement.rounds import list_cancelled_matches
from director.boards.movement.words import format_choice
from director.models import Match, Section

WITHDREW = "withdrew"
"""The reason of a decision for a team whose opponents didn't play."""
DECISION_DESCRIPTIONS = {
    "extra-boards": "after extra boards",
    "lot": "by a draw",
    "regulations": "under the regulations",
    WITHDREW: "as the others withdrew",
    "ruling": "by a ruling",
    "appeal": "after an appeal",
}
"""Reasons of the director's decisions, as the end of a sentence."""


class MatchState(StrEnum):
    """How far a match is. Pages and files show the values."""

    DUE = "due"
    PLAYING = "being played"
    PLAYED = "played"
    WALK_OVER = "walk-over"
    POSTPONED = "postponed"
    CANCELLED = "not played"
    VOID = "void"


class EnteredBy(StrEnum):
    """How a match was entered. With a typed result, boards may be missing."""

    NOTHING = ""
    BOARDS = "boards"
    RESULT = "result"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class SectionMatch:
    """A match of two contestants, with the lines of its boards."""

    key: MatchKey  # with the numbers of its lines, in the section or in the field
    lines: tuple[SectionLine, ...]
    stored_match: Match | None = None  # what is stored in addition to its boards
    is_cancelled: bool = False
    """Not played since a team withdrew. Some or all of its lines are missing."""

    @property
    def entered_by(self) -> EnteredBy:
        """How it has been entered so far."""
        has_boards = any(line.has_result for line in self.lines)
        if self.stored_match and self.stored_match.is_reported:
            return EnteredBy.BOTH if has_boards else EnteredBy.RESULT
        return EnteredBy.BOARDS if has_boards else EnteredBy.NOTHING

    @property
    def board_count(self) -> int:
        """The number of its boards."""
        return len({line.board_no for line in self.lines})

    @property
    def is_half_match(self) -> bool:
        """Whether it is one of a three-way match, so that its teams play half of the boards."""
        return any(line.is_half for line in self.lines)

    @property
    def is_void(self) -> bool:
        """Whether it doesn't count, whatever is entered."""
        return self.stored_match is not None and self.stored_match.is_void

    @property
    def is_over(self) -> bool:
        """Whether every board has a result, or needs none."""
        return bool(self.lines) and all(line.is_entered for line in self.lines)

    @property
    def state(self) -> MatchState:
        """How far it is. A walk-over is decided without a board or a result."""
        if self.is_void:
            return MatchState.VOID
        if self.is_cancelled:
            return MatchState.CANCELLED
        entered_by = self.entered_by
        if self.is_over:
            if self.stored_match and self.stored_match.how == WITHDREW and not entered_by:
                return MatchState.WALK_OVER
            return MatchState.PLAYED
        if self.stored_match and self.stored_match.is_postponed:
            return MatchState.POSTPONED
        return MatchState.PLAYING if entered_by else MatchState.DUE


def collect_matches(lines: SectionLines) -> dict[MatchKey, SectionMatch]:
    """Return every match of *lines* by its key, in the order of their first boards.

    Boards that the movement didn't make due belong to no match. Cancelled matches come last.
    """
    lines_by_key: dict[MatchKey, list[SectionLine]] = defaultdict(list)
    for line in lines.all:
        # Two halves of one team that meet each other play no match.
        if not line.is_extra and line.ns != line.ew:
            lines_by_key[lines.get_line_match(line)].append(line)
    cancelled_keys: set[MatchKey] = set()
    for base, plan in lines.plans:
        for round_no, _table_no, *teams in list_cancelled_matches(plan):
            low, high = sorted(base + team for team in teams)
            cancelled_keys.add((round_no, low, high))
    keys = [*lines_by_key, *sorted(cancelled_keys - lines_by_key.keys())]
    return {
        key: SectionMatch(
            key,
            tuple(lines_by_key.get(key, ())),
            stored_match=lines.stored_matches.get(key),
            is_cancelled=key in cancelled_keys,
        )
        for key in keys
    }


def fetch_match_by_key(section: Section) -> Mapping[MatchKey, SectionMatch]:
    """Return the matches of *section* by their keys, without cancelled ones."""
    plan = section.plan
    if plan is None or not get_format(plan).has_matches:
        return {}
    matches = collect_matches(fetch_section_lines(section, plan))
    return {key: match for key, match in matches.items() if match.lines and not match.is_cancelled}


def format_match_name(
    section: Section, key: MatchKey, name_by_team: Mapping[int, str] | None = None
) -> str:
    """Return a match as a phrase: ``"Round 3, 2 against 5"``, with the names of teams if given."""
    round_no, *team_numbers = key
    teams = " against ".join(
        format_choice(section, team, name_by_team or {}) for team in team_numbers
    )
    if round_no:
        return f"Round {round_no}, {teams}"
    return f"Match {teams}"
