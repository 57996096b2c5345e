"""The schedule of a table: its movement, and who meets when. It needs no results."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from director.boards.movement.lines.section_lines import (
    MatchKey,
    fetch_section_plan,
    fetch_stored_matches,
    get_match_of_sides,
    has_matches,
)
from director.boards.movement.scoring_field import Key
from director.core.night.links import get_cached_schedule
from director.models import Match, Plan, Section
from scoring.model import MatchResult


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    """The sides and boards of a table in a round.

    With *is_shared* another table plays the boards in the same round. *reported* is the result of
    the match, N-S first, if the director entered it without its boards. A match that *is_void*
    doesn't count.
    """

    round_no: int
    ns: int
    ew: int
    boards: tuple[int, ...]
    is_shared: bool = False
    is_switched: bool = False
    players: tuple[int, ...] = ()  # the numbers at N, E, S and W in an individual, else empty
    half: int = 0  # 1 or 2 of a half match; the second follows in the same round
    reported: MatchResult | None = None
    is_void: bool = False

    @property
    def is_settled(self) -> bool:
        """Whether nobody waits for its boards."""
        return self.is_void or self.reported is not None

    @property
    def round_and_half(self) -> tuple[int, int]:
        """Round and half, which identify the row at its table."""
        return self.round_no, self.half

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys of the lines, in playing order."""
        return tuple((board_no, self.ns, self.ew) for board_no in self.boards)


@dataclass(frozen=True, slots=True)
class TableSchedule:
    """The movement in force, if any, and the rows of a table in playing order."""

    plan: Plan | None
    rows: tuple[ScheduleRow, ...] = ()


def get_table_schedule(
    section: Section, table_no: int, *, access_id: int, mark: str
) -> TableSchedule:
    """Return the schedule of a table of *section*, cached by the *mark* of its link."""
    return get_cached_schedule(access_id, mark, "rows", lambda: read_schedule(section, table_no))


def read_schedule(section: Section, table_no: int) -> TableSchedule:
    """Return the schedule of a table of *section* from the database. At most four queries."""
    plan = fetch_section_plan(section)
    if plan is None:
        return TableSchedule(None)
    rows = _fetch_table_rows(section, plan, table_no)
    if has_matches(plan):
        matches = fetch_stored_matches(section=section).get(section.pk, {})
        rows = tuple(_with_match(row, plan, matches) for row in rows)
    return TableSchedule(plan, rows)


def _with_match(row: ScheduleRow, plan: Plan, matches: Mapping[MatchKey, Match]) -> ScheduleRow:
    """Return *row* with the result of its match among the stored *matches*, or as void."""
    match = matches.get(get_match_of_sides(plan, row.round_no, row.ns, row.ew))
    if match is None or not match.is_settled:
        return row
    if match.is_void or not match.is_reported:
        return replace(row, is_void=match.is_void)
    points = {
        match.home: Fraction(match.home_points),
        match.away: Fraction(match.away_points),
    }
    return replace(row, reported=MatchResult(match.unit, points[row.ns], points[row.ew]))


def _fetch_table_rows(section: Section, plan: Plan, table_no: int) -> tuple[ScheduleRow, ...]:
    """Return the rows of a table in playing order: one per round, or two halves."""
    played_rows = section.played_rows.filter(table_no=table_no).order_by("round_no")
    off_schedule = {
        row.round_no: ScheduleRow(row.round_no, row.ns, row.ew, tuple(row.boards))
        for row in played_rows
    }
    rows = list(off_schedule.values())
    for row in plan.rows.filter(table_no=table_no):
        # A round played off schedule replaces the round of the movement.
        if row.round_no in off_schedule:
            continue
        players: tuple[int, ...] = ()
        if section.names_players:
            players = tuple(row.players or ())
        rows.append(
            ScheduleRow(
                row.round_no,
                row.ns,
                row.ew,
                tuple(row.boards),
                is_shared=row.shared,
                is_switched=row.arrow_switched,
                players=players,
                half=row.half,
            )
        )
    return tuple(sorted(rows, key=lambda row: row.round_and_half))
