"""The matches of a section or a scoring field: what is stored, their boards, and how far they are.

A match isn't stored with its score: that follows from its boards or its typed result whenever
somebody asks (see docs/decisions/matches.md).
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from director.boards.movement.lines.section_lines import (
    MatchKey,
    SectionLine,
    SectionLines,
    fetch_section_lines,
    fetch_section_plan,
    has_matches,
)
from director.boards.movement.rounds import list_cancelled_matches
from director.models import Match, Section

WITHDREW = "withdrew"
"""The reason of a decision for a team whose opponents didn't play."""
HOW = {
    "extra-boards": "after extra boards",
    "lot": "by a draw",
    "regulations": "under the regulations",
    WITHDREW: "as the others withdrew",
    "ruling": "by a ruling",
    "appeal": "after an appeal",
}
"""Reasons of the director's decisions, as the end of a sentence."""


class MatchState(StrEnum):
    """How far a match is, in the words of pages and files."""

    DUE = "due"
    PLAYING = "being played"
    PLAYED = "played"
    WALK_OVER = "walk-over"
    POSTPONED = "postponed"
    CANCELLED = "not played"
    VOID = "void"


class EnteredBy(StrEnum):
    """How a match was entered. The boards of a typed result needn't be complete."""

    NOTHING = ""
    BOARDS = "boards"
    RESULT = "result"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class SectionMatch:
    """Two contestants, the boards that they play for one score, and what is *stored_match* besides.

    The numbers of its *key* are those of the section, or of the field if its lines are. A match of
    a withdrawn team that *is_cancelled* has no lines, or not all.
    """

    key: MatchKey
    lines: tuple[SectionLine, ...]
    stored_match: Match | None = None
    is_cancelled: bool = False

    @property
    def entered_by(self) -> EnteredBy:
        """How it was entered so far."""
        has_boards = any(line.has_result for line in self.lines)
        if self.stored_match and self.stored_match.is_reported:
            return EnteredBy.BOTH if has_boards else EnteredBy.RESULT
        return EnteredBy.BOARDS if has_boards else EnteredBy.NOTHING

    @property
    def board_count(self) -> int:
        """The number of its boards."""
        return len({line.board_no for line in self.lines})

    @property
    def is_void(self) -> bool:
        """Whether it doesn't count, whatever is entered."""
        return self.stored_match is not None and self.stored_match.is_void

    @property
    def is_over(self) -> bool:
        """Whether nobody waits for a result of it."""
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
        if not line.is_extra and line.ns != line.ew:
            lines_by_key[lines.get_line_match(line)].append(line)
    cancelled: set[MatchKey] = set()
    for base, plan in lines.plans:
        for round_no, _table_no, *teams in list_cancelled_matches(plan):
            low, high = sorted(base + team for team in teams)
            cancelled.add((round_no, low, high))
    keys = [*lines_by_key, *sorted(cancelled - lines_by_key.keys())]
    return {
        key: SectionMatch(
            key, tuple(lines_by_key.get(key, ())), lines.stored_matches.get(key), key in cancelled
        )
        for key in keys
    }


def fetch_section_matches(section: Section) -> Mapping[MatchKey, SectionMatch]:
    """Return every match that *section* plays, without those that are cancelled."""
    plan = fetch_section_plan(section)
    if plan is None or not has_matches(plan):
        return {}
    matches = collect_matches(fetch_section_lines(section, plan))
    return {key: match for key, match in matches.items() if match.lines and not match.is_cancelled}


def match_name(section: Section, key: MatchKey) -> str:
    """Return a match in words: ``"Round 3, 2 against 5"``."""
    round_no, home, away = key
    teams = f"{section.label(home)} against {section.label(away)}"
    if round_no:
        return f"Round {round_no}, {teams}"
    return f"Match {teams}"
